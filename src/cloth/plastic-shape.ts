import { grown, grownCapacity, withSpare } from "../math/grow.js";
import type { EdgeSplit, TopologyEdit, TriangleMesh } from "../mesh/index.js";
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
  /** One an edge: its length without load over that at the start. */
  stretches: Float64Array;
  /** One an edge: by how much more it is folded without load than at the start, radians. */
  creases: Float64Array;
  /** Four a triangle: the inverse of its plastic deformation in (u, v), row by row. */
  deformations: Float64Array;

  constructor({ edgeCount, triangleCount }: Pick<TriangleMesh, "edgeCount" | "triangleCount">) {
    this.stretches = new Float64Array(withSpare(edgeCount)).fill(1);
    this.creases = new Float64Array(withSpare(edgeCount));
    this.deformations = identities(withSpare(triangleCount));
  }

  /** Follows an edit, after the rest shape has. */
  replay(edit: TopologyEdit, { edgeCount, triangleCount }: TriangleMesh, rest: RestShape): void {
    const edgeCapacity = grownCapacity(this.stretches.length, edgeCount);
    this.stretches = grown(this.stretches, edgeCapacity);
    this.creases = grown(this.creases, edgeCapacity);
    const triangleCapacity = grownCapacity(this.deformations.length / 4, triangleCount);
    this.deformations = grown(this.deformations, 4 * triangleCapacity);
    if (edit.type === "split-vertex") {
      for (const [i, edge] of edit.dividedEdges.entries()) this.#copyEdge(edge, edit.newEdges[i]!);
    } else if (edit.type === "separate-edge") {
      for (const newEdge of edit.newEdges) this.#copyEdge(edit.edge, newEdge);
    } else this.#replayEdgeSplit(edit, rest);
  }

  #copyEdge(from: number, to: number): void {
    this.stretches[to] = this.stretches[from]!;
    this.creases[to] = this.creases[from]!;
  }

  #replayEdgeSplit(edit: EdgeSplit, { lengths }: RestShape): void {
    const { edge, newEdge, t, triangles, newTriangles, crossEdges, startEdges, endEdges } = edit;
    const { stretches, creases, deformations } = this;
    this.#copyEdge(edge, newEdge);
    const length = (lengths[edge]! + lengths[newEdge]!) * stretches[edge]!;
    for (const [i, cross] of crossEdges.entries()) {
      const [start, end] = [startEdges[i]!, endEdges[i]!];
      creases[cross] = 0;
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
    for (const [i, triangle] of triangles.entries()) {
      deformations.copyWithin(4 * newTriangles[i]!, 4 * triangle, 4 * triangle + 4);
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
      this.stretches.fill(1);
      this.creases.fill(0);
      this.deformations = identities(this.deformations.length / 4);
      return;
    }
    this.stretches.set(state.stretches);
    this.creases.set(state.creases);
    this.deformations.set(state.deformations);
  }
}

function identities(count: number): Float64Array {
  const matrices = new Float64Array(4 * count);
  for (let i = 0; i < matrices.length; i += 4) matrices[i] = matrices[i + 3] = 1;
  return matrices;
}
