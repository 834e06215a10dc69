import { Attached, type EdgeSplit, type TopologyEdit, type TriangleMesh } from "../mesh/index.js";
import type { RestShape } from "./rest-shape.js";

/** The state of a plastic shape. */
export interface PlasticState {
  stretches: Float64Array;
  creases: Float64Array;
  deformations: Float64Array;
}

/**
 * The plastic deformation of a cloth: what remains without load (Phillips III.C.3). The cloth springs back to this
 * shape. `RestShape` keeps the shape at the start, to which total strain and fracture refer.
 *
 *     total = elastic + plastic (Phillips eq. 33); as factors: length / start length = elastic stretch · plastic stretch
 *
 * Elements read it when they are rebuilt. It replays every edit from its record alone, as the rest shape does.
 */
export class PlasticShape {
  /**
   * Maximum plastic stretch (unloaded length over start length): cloth that tears at a strain cannot yield by more.
   * Without this limit, shreds that rotate fast would grow without bound.
   */
  maxStretch = Infinity;
  readonly #stretches: Attached;
  readonly #creases: Attached;
  readonly #deformations: Attached;

  constructor(mesh: TriangleMesh) {
    this.#stretches = new Attached(mesh, "edge", Float64Array, { fill: 1 });
    this.#creases = new Attached(mesh, "edge", Float64Array);
    this.#deformations = new Attached(mesh, "triangle", Float64Array, {
      width: 4,
      fill: [1, 0, 0, 1],
    });
  }

  /** Frees its arrays from the mesh. */
  detach(): void {
    this.#stretches.detach();
    this.#creases.detach();
    this.#deformations.detach();
  }

  /** One per edge: its unloaded length over its length at the start. */
  get stretches(): Float64Array {
    return this.#stretches.values;
  }

  /** One per edge: its unloaded fold angle minus that at the start, radians. */
  get creases(): Float64Array {
    return this.#creases.values;
  }

  /** Four per triangle: the inverse of its plastic deformation in (u, v), row by row. */
  get deformations(): Float64Array {
    return this.#deformations.values;
  }

  /** Replays an edit, after the rest shape has. */
  replay(edit: TopologyEdit, rest: RestShape): void {
    this.#stretches.replay(edit);
    this.#creases.replay(edit);
    this.#deformations.replay(edit);
    if (edit.type === "split-edge") this.#stretchCrossEdges(edit, rest);
  }

  #stretchCrossEdges(edit: EdgeSplit, { lengths }: RestShape): void {
    const { edge, newEdge, t, crossEdges, startEdges, endEdges } = edit;
    const { stretches } = this;
    const length = (lengths[edge]! + lengths[newEdge]!) * stretches[edge]!;
    for (const [i, cross] of crossEdges.entries()) {
      const [start, end] = [startEdges[i]!, endEdges[i]!];
      const minStretch = Math.min(stretches[edge]!, stretches[start]!, stretches[end]!);
      stretches[cross] = minStretch;
      if (Math.max(stretches[edge]!, stretches[start]!, stretches[end]!) === minStretch) continue;
      // Stewart's theorem again, for the unloaded sides. Springs yield one by one, so three sides may not form a
      // triangle; then the minimum stretch of them is used.
      const a = lengths[start]! * stretches[start]!;
      const b = lengths[end]! * stretches[end]!;
      const squared = (1 - t) * a * a + t * b * b - t * (1 - t) * length * length;
      const minLength = minStretch * lengths[cross]!;
      if (squared > minLength * minLength) stretches[cross] = Math.sqrt(squared) / lengths[cross]!;
    }
  }

  /** A copy of the values of a mesh with that many edges and triangles. */
  state({ edgeCount, triangleCount }: TriangleMesh): PlasticState {
    return {
      stretches: this.stretches.slice(0, edgeCount),
      creases: this.creases.slice(0, edgeCount),
      deformations: this.deformations.slice(0, 4 * triangleCount),
    };
  }

  /** Restores a state; null: nothing has yielded yet. The caller rebuilds the elements. */
  restore(state: PlasticState | null): void {
    if (state === null) {
      this.#stretches.reset();
      this.#creases.reset();
      this.#deformations.reset();
      return;
    }
    this.stretches.set(state.stretches);
    this.creases.set(state.creases);
    this.deformations.set(state.deformations);
  }
}
