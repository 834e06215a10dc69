import type { WorldCloth } from "tatter";
import { DIRECTION_SIZE, MAX_DIRECTIONS, StrainMeter } from "./strain.js";

/** What a view or an overlay of the page shows, and has to be measured for it. */
export interface ViewRequest {
  strain: boolean;
  directions: boolean;
  pieces: boolean;
}

/** What was measured for it. */
export interface ViewData {
  strain: StrainData | null;
  /** The number of the piece of each particle; undefined: as it was. */
  pieces: Int32Array | undefined;
}

export interface StrainData {
  /** One a particle; longer where the buffer is. */
  strains: Float32Array;
  /** The largest of any triangle. */
  largest: number;
  /** The most strained particle, −1: none; the direction of its strain is a unit vector. */
  mostParticle: number;
  mostAxis: [number, number, number];
  /** `DIRECTION_SIZE` numbers for each of `directionCount` triangles; null: not wanted. */
  directions: Float32Array | null;
  directionCount: number;
  /** The strain at which the scale ends: where it tears, or else the strength of the material. */
  scale: number;
  /** Whether it tears there. */
  tearsThere: boolean;
}

/** Measures for the page, while it asks. */
export class ViewUpdates {
  #wanted: ViewRequest = { strain: false, directions: false, pieces: false };
  #editsOfPieces = -1;
  readonly #meter = new StrainMeter();
  /** Buffers that the page has given back. */
  readonly #spareStrains: Float32Array[] = [];
  readonly #spareDirections: Float32Array[] = [];

  set wanted(wanted: ViewRequest) {
    this.#wanted = wanted;
    this.forget();
  }

  /** The page has a new cloth, with nothing measured yet. */
  forget(): void {
    this.#editsOfPieces = -1;
  }

  /** The page has done with these. */
  takeBack({ strains, directions }: StrainData): void {
    this.#spareStrains.push(strains);
    if (directions !== null) this.#spareDirections.push(directions);
  }

  /** For the next message; null: nothing is wanted. */
  next(cloth: WorldCloth): ViewData | null {
    const { strain, directions, pieces } = this.#wanted;
    if (!strain && !directions && !pieces) return null;
    return {
      strain: strain || directions ? this.#strain(cloth) : null,
      pieces: pieces ? this.#pieces(cloth) : undefined,
    };
  }

  #strain(cloth: WorldCloth): StrainData {
    const meter = this.#meter;
    const { count } = cloth.particles;
    let strains = this.#spareStrains.pop();
    if (strains === undefined || strains.length < count) strains = new Float32Array(2 * count);
    meter.measure(cloth, strains);
    const directions = this.#wanted.directions
      ? (this.#spareDirections.pop() ?? new Float32Array(DIRECTION_SIZE * MAX_DIRECTIONS))
      : null;
    return {
      strains,
      largest: meter.largest,
      mostParticle: meter.mostVertex,
      mostAxis: [meter.mostAxis[0]!, meter.mostAxis[1]!, meter.mostAxis[2]!],
      directions,
      directionCount: directions === null ? 0 : meter.directions(cloth, directions),
      ...scaleOf(cloth),
    };
  }

  #pieces({ pieces, edits, particles: { count } }: WorldCloth): Int32Array | undefined {
    if (edits.length === this.#editsOfPieces) return undefined;
    this.#editsOfPieces = edits.length;
    return Int32Array.from({ length: count }, (_, particle) => pieces.pieceOf(particle));
  }
}

/** What of it need not be copied on its way. */
export function shownBuffers(shown: ViewData | null): ArrayBuffer[] {
  const lists = [shown?.strain?.strains, shown?.strain?.directions, shown?.pieces];
  return lists.flatMap((list) => (list ? [list.buffer as ArrayBuffer] : []));
}

function scaleOf({ tearing, material }: WorldCloth): Pick<StrainData, "scale" | "tearsThere"> {
  const byStrain = tearing !== null && tearing.criterion !== "tension";
  const limit = byStrain ? tearing.limit : undefined;
  if (limit === undefined) return { scale: material.breakingStrain, tearsThere: byStrain };
  return { scale: tearing!.criterion === "stretch" ? limit - 1 : limit, tearsThere: true };
}
