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

/** Options of a `BladeCut`; defaults in `CUT_DEFAULTS`. */
export type BladeCutOptions = Partial<SnapOptions>;

/** The result of one `BladeCut.advance`. */
export interface BladeCutResult {
  /** The edits, in order. */
  edits: TopologyEdit[];
  /** The opened edges: one side of the cut. */
  edges: number[];
  /** The traces of the blade, with the indices that the mesh had before the edits. */
  traces: Trace[];
}

/** The end of a cut that still contains the blade. */
export interface CutTip {
  /** The vertex that the cut has reached. */
  vertex: number;
  /** Where the blade intersects the cloth, m: beyond the vertex, in a triangle that it has not crossed yet. */
  position: Vec3Tuple;
}

/** The state of a cut between steps: plain numbers, for JSON or another thread. */
export interface BladeState extends Blade {
  ends: CutTip[];
}

/**
 * The cut of a moving blade in one mesh. It cuts everything that the blade passes through between two calls, in all
 * layers and for any displacement. Only the relative motion counts, so cloth can also be pulled over a blade at rest.
 * The cut is opened from edge to edge, as in `cutAlong`. Where the blade stops inside the cloth, the cloth stays
 * connected, and the next call continues there. A new blade in another place starts a new cut.
 *
 *     call 1            call 2            call 3        │ the cut   · the blade
 *       ╱╲                ╱╲                ╱╲
 *      ╱  ╲              ╱· ╲              ╱│·╲
 *     ╱·   ╲            ╱│   ╲            ╱ │  ╲
 *
 * It checks every triangle; the remaining cost depends on the triangles near the blade.
 */
export class BladeCut {
  #blade: Blade;
  #ends: CutTip[];
  readonly #snapping: SnapOptions;

  /** @param start The position of the blade, or the `state` of an earlier cut to continue. */
  constructor(start: Blade | BladeState, options: BladeCutOptions = {}) {
    this.#snapping = resolveSnapping("BladeCut", options);
    this.#blade = { from: start.from, to: start.to };
    this.#ends = "ends" in start ? [...start.ends] : [];
  }

  /** A copy of the state. */
  get state(): BladeState {
    const { from, to } = this.#blade;
    return { from, to, ends: this.#ends.map((end) => ({ ...end })) };
  }

  /**
   * Moves the blade while the cloth moves too, and cuts. Stores that follow the mesh replay the edits afterwards. New
   * vertices are on the split edges.
   *
   * @param before Positions at the last call: three coordinates per vertex, m.
   * @param after Positions now. The ends of the blade are now at `from` and `to`.
   * @throws MeshError if positions are missing or the blade is not finite; then nothing has changed.
   */
  advance(
    mesh: TriangleMesh,
    before: Float64Array,
    after: Float64Array,
    from: Vec3Tuple,
    to: Vec3Tuple,
  ): BladeCutResult {
    const traces = sweepBlade(mesh, before, after, this.#blade, { from, to });
    const vertexAt = this.#matchCutTips(mesh, before, traces);
    const crackFaces = new CrackFaces(mesh);
    for (const { points } of traces) {
      const vertex = crackFaces.startVertex(points[0]!, points[1]!);
      if (vertex !== -1) vertexAt.set(points[0]!, vertex);
    }
    const surface = new CutSurface(mesh, after);
    const shared = { placed: vertexAt, crackFaces, snapping: this.#snapping };
    const ends: CutTip[] = [];
    for (const trace of traces) {
      const [start, end] = [trace.points[0]!, trace.points.at(-1)!];
      const startVertex = vertexAt.get(start) ?? -1;
      const joinVertex = vertexAt.get(end) ?? -1;
      const path = cutTrace(surface, trace, { startVertex, joinVertex, ...shared });
      for (const [i, { kind, position }] of [start, end].entries()) {
        if (kind === "end" && path[i] !== -1) ends.push({ vertex: path[i]!, position });
      }
    }
    this.#blade = { from, to };
    this.#ends = ends;
    const { edits, path } = surface;
    return { edits, edges: openPath(mesh, path, edits), traces };
  }

  /**
   * Maps each place where the blade is in the cloth at the start to the vertex that its cut has reached, closest first.
   */
  #matchCutTips(
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
    const taken = new Set<CutTip>();
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
 * The current vertex of a cut's end. If the vertex was split, the copy in the triangle of the blade. −1 if it does not
 * exist any more.
 */
function vertexFor(mesh: TriangleMesh, vertex: number, triangle: number): number {
  if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < mesh.vertexCount)) return -1;
  const corners = mesh.cornersIn(triangle);
  if (corners.includes(vertex)) return vertex;
  const original = originalOf(mesh, vertex);
  const copy = corners.find((corner) => originalOf(mesh, corner) === original);
  return copy ?? (mesh.vertexHalfedges[vertex] === -1 ? -1 : vertex);
}
