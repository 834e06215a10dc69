import {
  CornerShear,
  Hinges,
  Membrane,
  Springs,
  StretchShear,
  type Cloth,
  type Elements,
} from "../../../cloth/index.js";
import type { EquationFunctions } from "../../../kernels/index.js";
import { writeSineAndCosine } from "../../../math/trigonometry.js";

/** Where the elements of a kind lie in memory, and the functions that work on them. */
export interface ElementLayout {
  /** Index of the kind in the lists of blocks. */
  readonly list: number;
  /** Bytes of a block of four elements. */
  readonly block: number;
  /** Bytes of the law of a block. */
  readonly law: number;
  /** Bytes of a part: what an element adds to one block of the first coarse level. */
  readonly part: number;
  /** Parts that an element created by an edit can have. One with more adds nothing: coarse levels only guide. */
  readonly maxParts: number;
  /** Writes what is particular to the kind into lane 0 of a law; `isAlive` false: what keeps all results finite. */
  writeShape(floats: Float32Array, law: number, slot: number, isAlive: boolean): void;
  /** Writes how much a coarse node moves an element that moves with a particle, one or two numbers per particle. */
  writeWeights(cloth: Cloth, slot: number, into: Float64Array): void;
  anchor(functions: EquationFunctions, block: number, end: number, laws: number): void;
  add(
    functions: EquationFunctions,
    block: number,
    end: number,
    laws: number,
    isFirst: number,
  ): void;
  solveMultipliers(functions: EquationFunctions, block: number, end: number, laws: number): void;
  coarsen(
    functions: EquationFunctions,
    block: number,
    end: number,
    laws: number,
    spans: number,
    blocks: number,
    axials: number,
  ): void;
}

/** Index of the first row of a law that belongs to its kind, in f32; see `assembly/element-equations.ts`. */
function ownRow(conditions: number): number {
  return 4 * 5 * conditions;
}

/** Bytes of a block and of a law of triangles before what belongs to their kind. */
const TRIANGLE_BLOCK = 384;
const TRIANGLE_LAW = 672;
const TRIANGLE_OWN = TRIANGLE_LAW / 4;
const SHEET_LAW: number = TRIANGLE_LAW + 224;
const CORNER_LAW: number = TRIANGLE_LAW + 336;

const SINGLE_PART = 8;
const TRIANGLE_PART = 20;

function springs(elements: Springs, list: number): ElementLayout {
  return {
    list,
    block: 112,
    law: 224,
    part: SINGLE_PART,
    maxParts: 36,
    writeShape(floats, law, slot, isAlive) {
      // A rest length over 0 keeps the direction of an unused lane finite.
      floats[law + ownRow(1)] = isAlive ? elements.restLengths[slot]! : 1;
    },
    writeWeights(_cloth, _slot, into) {
      into[0] = 1;
      into[1] = -1;
    },
    anchor: (functions, block, end, laws) => functions.anchorBlocks(block, end, laws),
    add: (functions, block, end, laws, isFirst) => functions.addSprings(block, end, laws, isFirst),
    solveMultipliers: (functions, block, end, laws) => functions.solveMultipliers(block, end, laws),
    coarsen: (functions, block, end, _laws, spans) => functions.coarsenSprings(block, end, spans),
  };
}

const TRIANGLES = {
  list: 2,
  block: TRIANGLE_BLOCK,
  part: TRIANGLE_PART,
  maxParts: 36,
  /** Everything depends on the second and the third particle relative to the first. */
  writeWeights(_cloth: Cloth, _slot: number, into: Float64Array): void {
    into[0] = into[1] = -1;
    into[2] = into[5] = 1;
    into[3] = into[4] = 0;
  },
  coarsen: (
    functions: EquationFunctions,
    block: number,
    end: number,
    _laws: number,
    spans: number,
    blocks: number,
    axials: number,
  ): void => functions.coarsenTriangles(block, end, spans, blocks, axials),
};

function sheets(elements: Membrane | StretchShear): ElementLayout {
  const isMembrane = elements instanceof Membrane ? 1 : 0;
  return {
    ...TRIANGLES,
    law: SHEET_LAW,
    writeShape(floats, law, slot, isAlive) {
      for (let i = 0; i < 4; i++) {
        floats[law + TRIANGLE_OWN + 4 * i] = isAlive ? elements.shapeSlopes[4 * slot + i]! : 0;
      }
      floats[law + TRIANGLE_OWN + 16] = -1;
      if (elements instanceof Membrane) {
        floats[law + TRIANGLE_OWN + 16] = isAlive ? elements.crossStrains[slot]! : 0;
      }
    },
    anchor: (functions, block, end, laws) => functions.anchorSheets(block, end, laws, isMembrane),
    add: (functions, block, end, laws, isFirst) =>
      functions.addSheets(block, end, laws, isMembrane, isFirst),
    solveMultipliers: (functions, block, end, laws) =>
      functions.solveTriangleMultipliers(block, end, laws, SHEET_LAW),
  };
}

const sineAndCosine = new Float64Array(2);

function corners(elements: CornerShear): ElementLayout {
  return {
    ...TRIANGLES,
    law: CORNER_LAW,
    writeShape(floats, law, slot, isAlive) {
      for (let i = 0; i < 2; i++) {
        writeSineAndCosine(elements.restAngles, 3 * slot + i, sineAndCosine);
        floats[law + TRIANGLE_OWN + 4 * i] = isAlive ? sineAndCosine[1]! : 0;
        floats[law + TRIANGLE_OWN + 8 + 4 * i] = isAlive ? sineAndCosine[0]! : 0;
      }
      for (let i = 0; i < 3; i++) {
        const squared = isAlive ? elements.minSquaredSides[3 * slot + i]! : 0;
        floats[law + TRIANGLE_OWN + 16 + 4 * i] = squared;
      }
    },
    anchor: (functions, block, end, laws) => functions.anchorCorners(block, end, laws),
    add: (functions, block, end, laws) => functions.addCorners(block, end, laws),
    solveMultipliers: (functions, block, end, laws) =>
      functions.solveTriangleMultipliers(block, end, laws, CORNER_LAW),
  };
}

function hinges(elements: Hinges): ElementLayout {
  return {
    list: 3,
    block: 224,
    law: 320,
    part: SINGLE_PART,
    maxParts: 36,
    writeShape(floats, law, slot, isAlive) {
      floats[law + ownRow(1)] = isAlive ? elements.restAngles[slot]! : 0;
      for (let i = 0; i < 2; i++) {
        const squared = isAlive ? elements.minSquaredAreas[2 * slot + i]! : 0;
        floats[law + ownRow(1) + 4 + 4 * i] = squared;
      }
    },
    writeWeights: (cloth, slot, into) => writeBend(cloth, elements, slot, into),
    anchor: (functions, block, end, laws) => functions.anchorHinges(block, end, laws),
    add: (functions, block, end, laws) => functions.addHinges(block, end, laws),
    solveMultipliers: (functions, block, end, laws) =>
      functions.solveHingeMultipliers(block, end, laws),
    coarsen: (functions, block, end, laws, spans) =>
      functions.coarsenHinges(block, end, laws, spans),
  };
}

/** Writes the size of the gradient of a hinge at i, j, k and l when it lies flat, 1/m. */
function writeBend({ rest }: Cloth, { particles }: Hinges, slot: number, into: Float64Array): void {
  const { positions } = rest;
  const i = 3 * particles[4 * slot]!;
  const j = 3 * particles[4 * slot + 1]!;
  const k = 3 * particles[4 * slot + 2]!;
  const l = 3 * particles[4 * slot + 3]!;
  let ee = 0;
  let ek = 0;
  let el = 0;
  let kk = 0;
  let ll = 0;
  for (let n = 0; n < 3; n++) {
    const e = positions[j + n]! - positions[i + n]!;
    const d = positions[k + n]! - positions[i + n]!;
    const f = positions[l + n]! - positions[i + n]!;
    ee += e * e;
    ek += e * d;
    el += e * f;
    kk += d * d;
    ll += f * f;
  }
  const tk = ek / ee;
  const tl = el / ee;
  const atK = 1 / Math.sqrt(kk - tk * ek); // over the height of the corner
  const atL = 1 / Math.sqrt(ll - tl * el);
  into[0] = -((1 - tk) * atK + (1 - tl) * atL);
  into[1] = -(tk * atK + tl * atL);
  into[2] = atK;
  into[3] = atL;
}

/** The layouts of the elements of a cloth; null if one of its kinds has none. */
export function layoutsOf({ elements }: Cloth): ElementLayout[] | null {
  const layouts: ElementLayout[] = [];
  for (const own of elements) {
    const layout = layoutOf(own, layouts.length);
    if (layout === null || layouts.some(({ list }) => list === layout.list)) return null;
    layouts.push(layout);
  }
  return layouts;
}

function layoutOf(elements: Elements, index: number): ElementLayout | null {
  if (elements instanceof Springs) return index < 2 ? springs(elements, index) : null;
  if (elements instanceof Membrane || elements instanceof StretchShear) return sheets(elements);
  if (elements instanceof CornerShear) return corners(elements);
  return elements instanceof Hinges ? hinges(elements) : null;
}
