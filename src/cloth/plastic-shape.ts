import { Attached, type EdgeSplit, type TopologyEdit, type TriangleMesh } from "../mesh/index.js";
import type { RestShape } from "./rest-shape.js";

/** All that changes of a plastic shape, as plain numbers. */
export interface PlasticState {
  stretches: Float64Array;
  creases: Float64Array;
  deformations: Float64Array;
}

/**
 * What stays of past deformation when the load is gone (Phillips III.C.3): the cloth springs back to this shape, while
 * `RestShape` remembers the one at the start, from which total strain and fracture count.
 *
 *     total = elastic + plastic (Phillips eq. 33); as factors: length / length at the start = elastic stretch · plastic stretch
 *
 * Elements read it when they are made anew. It follows every edit by its record alone, as the rest shape does.
 */
export class PlasticShape {
  /**
   * How much longer than at the start anything may get without load: what tears at a strain cannot have yielded by more. Shreds that are
   * whirled about would grow without end.
   */
  most = Infinity;
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

  /** One an edge: its length without load over that at the start. */
  get stretches(): Float64Array {
    return this.#stretches.values;
  }

  /** One an edge: by how much more it is folded without load than at the start, radians. */
  get creases(): Float64Array {
    return this.#creases.values;
  }

  /** Four a triangle: the inverse of its plastic deformation in (u, v), row by row. */
  get deformations(): Float64Array {
    return this.#deformations.values;
  }

  /** Follows an edit, after the rest shape has. */
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
      const least = Math.min(stretches[edge]!, stretches[start]!, stretches[end]!);
      stretches[cross] = least;
      if (Math.max(stretches[edge]!, stretches[start]!, stretches[end]!) === least) continue;
      // Stewart's theorem once more, for the sides as they are without load. Springs yield one by one: three sides may
      // make no triangle, and then the least of them says enough.
      const a = lengths[start]! * stretches[start]!;
      const b = lengths[end]! * stretches[end]!;
      const squared = (1 - t) * a * a + t * b * b - t * (1 - t) * length * length;
      const shortest = least * lengths[cross]!;
      if (squared > shortest * shortest) stretches[cross] = Math.sqrt(squared) / lengths[cross]!;
    }
  }

  /** What there is, of a mesh of so many edges and triangles. */
  state({ edgeCount, triangleCount }: TriangleMesh): PlasticState {
    return {
      stretches: this.stretches.slice(0, edgeCount),
      creases: this.creases.slice(0, edgeCount),
      deformations: this.deformations.slice(0, 4 * triangleCount),
    };
  }

  /** Takes such numbers over; null: nothing has yielded yet. Elements have to be made anew. */
  take(state: PlasticState | null): void {
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
