import {
  CornerShear,
  Hinges,
  Membrane,
  SheetElements,
  Springs,
  type Elements,
} from "../../cloth/index.js";
import { LANES } from "./block-order.js";

/** Numbers of a row of a block. */
const ROW = LANES;

/** Where the numbers of one kind of element lie in its blocks. The sources in `assembly/` have the same rows. */
export interface KindLayout {
  /** Particles per element; their addresses are the first rows. */
  readonly size: number;
  /** Rows per block. */
  readonly rows: number;
  /** Rows per block of a second array, which not every kernel reads. */
  readonly lawRows: number;
  /** The first row of impulses, and their number: one per condition. */
  readonly impulseRow: number;
  readonly conditions: number;
  /**
   * The first of three rows with x, y and z of the offset of the second particle from the first at the anchor; three more
   * rows follow for each further particle. −1: the kind has its own rows.
   */
  readonly offsetRow: number;
}

/** Structural and bend-shear springs: `assembly/springs.ts`. */
const SPRINGS: KindLayout = {
  size: 2,
  rows: 10,
  lawRows: 2,
  impulseRow: 5,
  conditions: 1,
  offsetRow: -1,
};
/** `assembly/hinges.ts`. */
const HINGES: KindLayout = {
  size: 4,
  rows: 19,
  lawRows: 0,
  impulseRow: 7,
  conditions: 1,
  offsetRow: 10,
};
/** `assembly/corner-shear.ts`. */
const CORNERS: KindLayout = {
  size: 3,
  rows: 20,
  lawRows: 0,
  impulseRow: 9,
  conditions: 3,
  offsetRow: 14,
};
/** `assembly/sheet.ts`. */
const SHEET: KindLayout = {
  size: 3,
  rows: 23,
  lawRows: 0,
  impulseRow: 13,
  conditions: 3,
  offsetRow: 17,
};
/** Triangles that the air pushes: `assembly/air.ts`. */
export const AIR: KindLayout = {
  size: 3,
  rows: 10,
  lawRows: 0,
  impulseRow: -1,
  conditions: 0,
  offsetRow: 4,
};

/** The layout of a kind of elements. */
export function layoutOf(elements: Elements): KindLayout {
  if (elements instanceof Springs) return SPRINGS;
  if (elements instanceof Hinges) return HINGES;
  if (elements instanceof CornerShear) return CORNERS;
  if (elements instanceof SheetElements) return SHEET;
  throw new RangeError(`kernels: no WebAssembly for elements of kind ${elements.kind}`);
}

/**
 * Writes the numbers of an element into its lane; all 0 for an empty slot.
 *
 * @param at Index of its lane in the first row of the block.
 * @param lawAt Index of its lane in the laws of the block.
 */
export function writeElement(
  elements: Elements,
  slot: number,
  numbers: Float32Array,
  at: number,
  lawAt: number,
): void {
  const isAlive = elements.isAlive(slot);
  const { stiffnesses, dampings } = elements;
  if (elements instanceof Springs) {
    numbers[at + ROW * 2] = isAlive ? elements.restLengths[slot]! : 0;
    numbers[lawAt] = isAlive ? stiffnesses[slot]! : 0;
    numbers[lawAt + ROW] = isAlive ? dampings[slot]! : 0;
  } else if (elements instanceof Hinges) {
    numbers[at + ROW * 4] = isAlive ? elements.restAngles[slot]! : 0;
    // Nothing is larger than this in an empty lane, so it has no force.
    numbers[at + ROW * 5] = isAlive ? elements.minSquaredAreas[2 * slot]! : Infinity;
    numbers[at + ROW * 6] = isAlive ? elements.minSquaredAreas[2 * slot + 1]! : Infinity;
    numbers[at + ROW * 8] = isAlive ? stiffnesses[slot]! : 0;
    numbers[at + ROW * 9] = isAlive ? dampings[slot]! : 0;
  } else if (elements instanceof CornerShear) {
    for (let c = 0; c < 3; c++) {
      numbers[at + ROW * (3 + c)] = isAlive ? elements.restAngles[3 * slot + c]! : 0;
      numbers[at + ROW * (6 + c)] = isAlive ? elements.minSquaredSides[3 * slot + c]! : Infinity;
    }
    numbers[at + ROW * 12] = isAlive ? stiffnesses[3 * slot]! : 0;
    numbers[at + ROW * 13] = isAlive ? dampings[3 * slot]! : 0;
  } else if (elements instanceof SheetElements) {
    for (let i = 0; i < 4; i++) {
      numbers[at + ROW * (3 + i)] = isAlive ? elements.shapeSlopes[4 * slot + i]! : 0;
    }
    for (let c = 0; c < 3; c++) {
      numbers[at + ROW * (7 + c)] = isAlive ? stiffnesses[3 * slot + c]! : 0;
      numbers[at + ROW * (10 + c)] = isAlive ? dampings[3 * slot + c]! : 0;
    }
    numbers[at + ROW * 16] =
      isAlive && elements instanceof Membrane ? elements.crossStrains[slot]! : 0;
  }
}
