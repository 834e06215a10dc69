import type { WorldCloth } from "tatter";
import { DIRECTION_SIZE, MAX_DIRECTIONS, StrainMeter } from "./strain.js";

/** Measurements that the views and overlays of the page need. */
export interface ViewRequest {
  strain: boolean;
  directions: boolean;
  pieces: boolean;
  /** Points where cloth bears on cloth. */
  contacts: boolean;
}

/** Nothing is requested. */
export const NO_REQUEST: ViewRequest = {
  strain: false,
  directions: false,
  pieces: false,
  contacts: false,
};

/** Measured data for views and overlays. */
export interface ViewData {
  strain: StrainData | null;
  /** Piece number per particle. Undefined: unchanged. */
  pieces: Int32Array | undefined;
}

export interface StrainData {
  /** One value per particle. The buffer may be longer. */
  strains: Float32Array;
  /** Largest strain of any triangle. */
  largest: number;
  /** The most strained particle (−1: none), and the unit vector of its strain. */
  peakParticle: number;
  peakAxis: [number, number, number];
  /** `DIRECTION_SIZE` numbers for each of `directionCount` triangles. Null: not requested. */
  directions: Float32Array | null;
  directionCount: number;
  /** Strain at the end of the scale: the tear limit, or else the breaking strain of the material. */
  scale: number;
  /** True if the cloth tears there. */
  tearsThere: boolean;
}

/** Measures what the page requests. */
export class ViewUpdates {
  #request = NO_REQUEST;
  #editsOfPieces = -1;
  readonly #meter = new StrainMeter();
  /** Buffers that the page has returned. */
  readonly #spareStrains: Float32Array[] = [];
  readonly #spareDirections: Float32Array[] = [];

  set wanted(request: ViewRequest) {
    this.#request = request;
    this.forget();
  }

  /** Call it when the page has a new cloth. */
  forget(): void {
    this.#editsOfPieces = -1;
  }

  /** Takes back buffers of the page. */
  recycle({ strains, directions }: StrainData): void {
    this.#spareStrains.push(strains);
    if (directions !== null) this.#spareDirections.push(directions);
  }

  /** Returns the data for the next message. Null: nothing is requested. */
  next(cloth: WorldCloth): ViewData | null {
    const { strain, directions, pieces } = this.#request;
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
    const directions = this.#request.directions
      ? (this.#spareDirections.pop() ?? new Float32Array(DIRECTION_SIZE * MAX_DIRECTIONS))
      : null;
    return {
      strains,
      largest: meter.largest,
      peakParticle: meter.peakVertex,
      peakAxis: [meter.peakAxis[0]!, meter.peakAxis[1]!, meter.peakAxis[2]!],
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

/** Returns the buffers that are transferred and not copied. */
export function viewBuffers(shown: ViewData | null): ArrayBuffer[] {
  const lists = [shown?.strain?.strains, shown?.strain?.directions, shown?.pieces];
  return lists.flatMap((list) => (list ? [list.buffer as ArrayBuffer] : []));
}

function scaleOf({ tearing, material }: WorldCloth): Pick<StrainData, "scale" | "tearsThere"> {
  const byStrain = tearing !== null && tearing.criterion !== "tension";
  const limit = byStrain ? tearing.limit : undefined;
  if (limit === undefined) return { scale: material.breakingStrain, tearsThere: byStrain };
  return { scale: tearing!.criterion === "stretch" ? limit - 1 : limit, tearsThere: true };
}
