import { norm, subtract, type Vec3Tuple } from "../math/vec3.js";
import type { Blade, BladePoint } from "./blade-events.js";
import { openPath } from "./cut-path.js";
import { resolveSnapping, type SnapOptions } from "./cut-snap.js";
import { CutSurface } from "./cut-surface.js";
import { cutTrace } from "./cut-trace.js";
import { originalOf } from "./lineage.js";
import { CrackFaces } from "./crack-faces.js";
import { longestSide } from "./measure.js";
import { sweepBlade, type Trace } from "./sweep-blade.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

export type BladeCutOptions = Partial<SnapOptions>;

export interface BladeCutResult {
  /** What was done, in order. */
  edits: TopologyEdit[];
  /** The edges that were opened: one side of the cut. */
  edges: number[];
  /** What the blade passed through, with the numbers that the mesh had before the edits. */
  traces: Trace[];
}

/** The end of a cut in which the blade still is. */
export interface HeldEnd {
  /** The vertex that the cut has reached. */
  vertex: number;
  /** Where the blade goes through the cloth, m: further on, in a triangle that it has not crossed yet. */
  position: Vec3Tuple;
}

/** All that a cut by a blade remembers from step to step: numbers alone, for JSON or another thread. */
export interface BladeState extends Blade {
  ends: HeldEnd[];
}

/**
 * The cut that a moving blade makes in one mesh. Whatever it passes through from one call to the next is cut, however far or
 * little it moves, in all layers; it is the relative motion that counts, so cloth may also be drawn over a blade at
 * rest. The cut is opened from edge to edge, as `cutAlong` does it; where the blade stops inside the cloth it stays
 * joined, and goes on from there in the next call. A new blade in a new place begins a new cut.
 *
 *     call 1            call 2            call 3        │ the cut   · the blade
 *       ╱╲                ╱╲                ╱╲
 *      ╱  ╲              ╱· ╲              ╱│·╲
 *     ╱·   ╲            ╱│   ╲            ╱ │  ╲
 *
 * Costs a look at every triangle, and then by the triangles that the blade comes near.
 */
export class BladeCut {
  #blade: Blade;
  #ends: HeldEnd[];
  readonly #snapping: SnapOptions;

  /** @param start Where the blade is, or the `state` of an earlier one to go on from. */
  constructor(start: Blade | BladeState, options: BladeCutOptions = {}) {
    this.#snapping = resolveSnapping("BladeCut", options);
    this.#blade = { from: start.from, to: start.to };
    this.#ends = "ends" in start ? [...start.ends] : [];
  }

  get state(): BladeState {
    const { from, to } = this.#blade;
    return { from, to, ends: this.#ends.map((end) => ({ ...end })) };
  }

  /**
   * Moves the blade to a new place while the cloth moves too, and cuts. The stores that follow the mesh replay the edits
   * afterwards; new vertices lie on the edges that were split.
   *
   * @param before Where the cloth was at the last call: three coordinates a vertex, m.
   * @param after Where it is now. The ends of the blade are now at `from` and `to`.
   * @throws MeshError when positions are missing or the blade is not finite; then nothing has changed.
   */
  advance(
    mesh: TriangleMesh,
    before: Float64Array,
    after: Float64Array,
    from: Vec3Tuple,
    to: Vec3Tuple,
  ): BladeCutResult {
    const traces = sweepBlade(mesh, before, after, this.#blade, { from, to });
    const vertexAt = this.#recognise(mesh, before, traces);
    const lips = new CrackFaces(mesh);
    for (const { points } of traces) {
      const vertex = lips.beginAt(points[0]!, points[1]!);
      if (vertex !== -1) vertexAt.set(points[0]!, vertex);
    }
    const surface = new CutSurface(mesh, after);
    const shared = { placed: vertexAt, lips, snapping: this.#snapping };
    const ends: HeldEnd[] = [];
    for (const trace of traces) {
      const [start, end] = [trace.points[0]!, trace.points.at(-1)!];
      const begin = vertexAt.get(start) ?? -1;
      const join = vertexAt.get(end) ?? -1;
      const path = cutTrace(surface, trace, { begin, join, ...shared });
      for (const [i, { kind, position }] of [start, end].entries()) {
        if (kind === "end" && path[i] !== -1) ends.push({ vertex: path[i]!, position });
      }
    }
    this.#blade = { from, to };
    this.#ends = ends;
    const { edits, path } = surface;
    return { edits, edges: openPath(mesh, path, edits), traces };
  }

  /** For each place in which the blade is in the cloth at the start, the vertex that its cut has reached, nearest first. */
  #recognise(
    mesh: TriangleMesh,
    before: Float64Array,
    traces: readonly Trace[],
  ): Map<BladePoint, number> {
    const starts = traces
      .flatMap(({ points }) => [points[0]!, points.at(-1)!])
      .filter(({ kind }) => kind === "start");
    const pairs = starts.flatMap((start) =>
      this.#ends.map((end) => ({
        start,
        end,
        distance: norm(subtract(end.position, start.position)),
      })),
    );
    pairs.sort((a, b) => a.distance - b.distance);
    const vertexAt = new Map<BladePoint, number>();
    const taken = new Set<HeldEnd>();
    for (const { start, end, distance } of pairs) {
      if (vertexAt.has(start) || taken.has(end)) continue;
      if (distance > longestSide(mesh, before, start.triangle)) continue;
      const vertex = vertexFor(mesh, end.vertex, start.triangle);
      if (vertex === -1) continue;
      vertexAt.set(start, vertex);
      taken.add(end);
    }
    return vertexAt;
  }
}

/**
 * The vertex that a cut has reached, as it is now: of its copies, if something has split it, the one in the triangle
 * that the blade is in. −1 when it is gone.
 */
function vertexFor(mesh: TriangleMesh, vertex: number, triangle: number): number {
  if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < mesh.vertexCount)) return -1;
  const corners = mesh.cornersIn(triangle);
  if (corners.includes(vertex)) return vertex;
  const original = originalOf(mesh, vertex);
  const copy = corners.find((corner) => originalOf(mesh, corner) === original);
  return copy ?? (mesh.vertexHalfedges[vertex] === -1 ? -1 : vertex);
}
