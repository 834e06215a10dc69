import {
  add,
  lerp,
  cross,
  dot,
  pointAt,
  scale,
  norm,
  subtract,
  type Vec3Tuple,
} from "../math/vec3.js";
import { signChanges } from "../math/cubic.js";
import { barycentricWeights, weighted } from "./surface-point.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A blade: a segment in space, m. */
export interface Blade {
  from: Vec3Tuple;
  to: Vec3Tuple;
}

/** A point of the cloth that the blade passes: on an edge, or inside a triangle. */
export interface BladePoint {
  /** On an edge; or inside a triangle, where a tip of the blade enters or leaves, or where the step starts or ends. */
  kind: "edge" | "tip" | "start" | "end";
  /** Time: 0 at the start of the step, 1 at its end. */
  time: number;
  /** Position at that time, m. */
  position: Vec3Tuple;
  /** The edge, at `t` from `edgeStart` to `edgeEnd`; −1 inside a triangle. */
  edge: number;
  t: number;
  /** The triangle, with the weights of its corners; −1 on an edge. */
  triangle: number;
  weights: Vec3Tuple;
}

/** A crossing of the blade and an edge, or a near miss. */
export interface EdgeEvent {
  point: BladePoint;
  /** Distance from the ends of both, as a fraction of their lengths; negative if it misses. */
  margin: number;
}

/**
 * The blade is shifted by this fraction of its length, always in the same direction. So common special cases (a blade
 * through a vertex, along an edge or in the plane of a flat sheet) become general: the blade passes on one side, the
 * same in every step. The direction is an unlikely one for a knife.
 */
const NUDGE = 1e-7;
const NUDGE_DIRECTION: Vec3Tuple = [0.4472901, 0.7316813, -0.5143767];
/**
 * An edge that is missed by less than this fraction of its length, or of the blade's, may still be crossed if the other
 * events need it.
 */
export const NEAR_MISS = 1e-9;
/** Two directions whose sine is less than this are parallel: they do not cross. */
const PARALLEL = 1e-12;

/** Rounding error relative to a length. */
const ROUNDING = 1e-12;

/** A cloth and a blade during a time step. Every point moves linearly. */
export class BladeSweep {
  readonly #from: [Vec3Tuple, Vec3Tuple];
  readonly #to: [Vec3Tuple, Vec3Tuple];

  constructor(
    readonly mesh: TriangleMesh,
    readonly before: Float64Array,
    readonly after: Float64Array,
    bladeBefore: Blade,
    bladeAfter: Blade,
  ) {
    const length = Math.max(
      norm(subtract(bladeBefore.to, bladeBefore.from)),
      norm(subtract(bladeAfter.to, bladeAfter.from)),
    );
    const nudge = scale(NUDGE_DIRECTION, NUDGE * length);
    this.#from = [add(bladeBefore.from, nudge), add(bladeAfter.from, nudge)];
    this.#to = [add(bladeBefore.to, nudge), add(bladeAfter.to, nudge)];
  }

  /**
   * The triangles that may be near the blade: no plane perpendicular to x, y, z or to `beside`, the normal of the swept
   * surface, separates the two. The last test leaves few triangles even if the blade sweeps across everything.
   */
  nearbyTriangles(): number[] {
    const { mesh, before, after } = this;
    const points = [...this.#from, ...this.#to];
    const [p, q, r, s] = points as [Vec3Tuple, Vec3Tuple, Vec3Tuple, Vec3Tuple];
    const beside = cross(subtract(add(r, s), add(p, q)), subtract(add(q, s), add(p, r)));
    const low = [0, 1, 2].map((k) => Math.min(p[k]!, q[k]!, r[k]!, s[k]!));
    const high = [0, 1, 2].map((k) => Math.max(p[k]!, q[k]!, r[k]!, s[k]!));
    const sides = points.map((point) => dot(point, beside));
    const slack = ROUNDING * Math.max(...sides.map((side) => Math.abs(side)));
    const [left, right] = [Math.min(...sides) - slack, Math.max(...sides) + slack];
    const isNear = (triangle: number): boolean => {
      const a = 3 * mesh.halfedgeVertices[3 * triangle]!;
      const b = 3 * mesh.halfedgeVertices[3 * triangle + 1]!;
      const c = 3 * mesh.halfedgeVertices[3 * triangle + 2]!;
      for (let k = 0; k < 3; k++) {
        const [u, v, w] = [before[a + k]!, before[b + k]!, before[c + k]!];
        const [x, y, z] = [after[a + k]!, after[b + k]!, after[c + k]!];
        if (Math.min(u, v, w, x, y, z) > high[k]!) return false;
        if (Math.max(u, v, w, x, y, z) < low[k]!) return false;
      }
      const [u, v, w] = [
        along(before, a, beside),
        along(before, b, beside),
        along(before, c, beside),
      ];
      const [x, y, z] = [along(after, a, beside), along(after, b, beside), along(after, c, beside)];
      return Math.min(u, v, w, x, y, z) <= right && Math.max(u, v, w, x, y, z) >= left;
    };
    const found: number[] = [];
    for (let t = 0; t < mesh.triangleCount; t++) if (isNear(t)) found.push(t);
    return found;
  }

  /**
   * The crossings of the blade and an edge in order of time, at most three. A blade that moves back in its own cut hits
   * the vertices of the cut exactly, and rounding decides which edges of a vertex it crosses. So near misses are
   * included.
   */
  edgeEvents(edge: number): EdgeEvent[] {
    const { mesh } = this;
    const [start, end] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const at = (time: number): Triad => this.#bladeAndEdge(start, end, time);
    const events: EdgeEvent[] = [];
    for (const time of coplanarTimes(at(0), at(1))) {
      const [blade, toStart, toEnd] = at(time);
      const side = subtract(toEnd, toStart);
      const normal = cross(blade, side);
      const squared = dot(normal, normal);
      if (!(squared > PARALLEL * PARALLEL * dot(blade, blade) * dot(side, side))) continue;
      const onEdge = dot(cross(toStart, blade), normal) / squared;
      const onBlade = dot(cross(toStart, side), normal) / squared;
      const margin = Math.min(onEdge, 1 - onEdge, onBlade, 1 - onBlade);
      if (!(margin >= -NEAR_MISS)) continue;
      const t = Math.max(0, Math.min(1, onEdge));
      const position = lerp(this.at(start, time), this.at(end, time), t);
      const weights: Vec3Tuple = [0, 0, 0];
      const point: BladePoint = { kind: "edge", time, position, edge, t, triangle: -1, weights };
      events.push({ point, margin });
    }
    return events;
  }

  /** The points where an end of the blade passes through a triangle. */
  tipEvents(triangle: number): BladePoint[] {
    const events: BladePoint[] = [];
    for (const tip of [this.#from, this.#to]) {
      const at = (time: number): Triad => this.#faceAndTip(triangle, tip, time);
      for (const time of coplanarTimes(at(0), at(1))) {
        // Use the position of the tip, not the direction of the blade: in a chopping motion the blade lies in the
        // plane.
        const weights = barycentricWeights(...this.#cornersAt(triangle, time), moved(tip, time));
        if (Math.min(...weights) >= 0) events.push(this.#inside("tip", triangle, weights, time));
      }
    }
    return events;
  }

  /** The point where the blade intersects a triangle at a time; null if it does not. */
  pierces(triangle: number, time: 0 | 1): BladePoint | null {
    const isAbove = [this.#from, this.#to].map(
      (tip) => volume(this.#faceAndTip(triangle, tip, time)) >= 0,
    );
    if (isAbove[0] === isAbove[1] || !this.#lineIntersects(triangle, time)) return null;
    const corners = this.mesh.cornersIn(triangle);
    const opposite = (i: number): number =>
      Math.abs(volume(this.#bladeAndEdge(corners[(i + 1) % 3]!, corners[(i + 2) % 3]!, time)));
    const volumes = [opposite(0), opposite(1), opposite(2)] as const;
    const sum = volumes[0] + volumes[1] + volumes[2];
    if (!(sum > 0)) return null;
    const weights: Vec3Tuple = [volumes[0] / sum, volumes[1] / sum, volumes[2] / sum];
    return this.#inside(time === 0 ? "start" : "end", triangle, weights, time);
  }

  /** Position of a vertex at a time, m. At 0 and 1 it is exactly the given position. */
  at(vertex: number, time: number): Vec3Tuple {
    if (time === 0) return pointAt(this.before, vertex);
    if (time === 1) return pointAt(this.after, vertex);
    return lerp(pointAt(this.before, vertex), pointAt(this.after, vertex), time);
  }

  /** The blade, and the ends of an edge relative to it. They are coplanar if their volume is 0. */
  #bladeAndEdge(start: number, end: number, time: number): Triad {
    const from = moved(this.#from, time);
    return [
      subtract(moved(this.#to, time), from),
      subtract(this.at(start, time), from),
      subtract(this.at(end, time), from),
    ];
  }

  #faceAndTip(triangle: number, tip: readonly [Vec3Tuple, Vec3Tuple], time: number): Triad {
    const [a, b, c] = this.#cornersAt(triangle, time);
    return [subtract(b, a), subtract(c, a), subtract(moved(tip, time), a)];
  }

  /**
   * True if the line of the blade passes between the sides of a triangle. The side of each edge is computed in the
   * direction of the edge, so it is the same for all its triangles.
   */
  #lineIntersects(triangle: number, time: number): boolean {
    const { mesh } = this;
    const sides = [0, 1, 2].map((i) => {
      const h = 3 * triangle + i;
      const edge = mesh.halfedgeEdges[h]!;
      const [start, end] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      const isLeft = volume(this.#bladeAndEdge(start, end, time)) >= 0;
      return mesh.halfedgeVertices[h] === start ? isLeft : !isLeft;
    });
    return sides[0] === sides[1] && sides[1] === sides[2];
  }

  #inside(
    kind: "tip" | "start" | "end",
    triangle: number,
    weights: Vec3Tuple,
    time: number,
  ): BladePoint {
    const position = weighted(...this.#cornersAt(triangle, time), weights);
    return { kind, time, position, edge: -1, t: 0, triangle, weights };
  }

  #cornersAt(triangle: number, time: number): [Vec3Tuple, Vec3Tuple, Vec3Tuple] {
    const [a, b, c] = this.mesh.cornersIn(triangle);
    return [this.at(a, time), this.at(b, time), this.at(c, time)];
  }
}

/** Coordinate along an axis of the point at an offset. */
function along(positions: Float64Array, offset: number, [x, y, z]: Vec3Tuple): number {
  return positions[offset]! * x + positions[offset + 1]! * y + positions[offset + 2]! * z;
}

/** Three vectors; they are coplanar if their volume is 0. */
type Triad = readonly [Vec3Tuple, Vec3Tuple, Vec3Tuple];

function volume([u, v, w]: Triad): number {
  return dot(u, cross(v, w));
}

/** The times at which three linearly moving vectors are coplanar. */
function coplanarTimes(start: Triad, end: Triad): number[] {
  const [u, v, w] = start;
  const [x, y, z] = end;
  return signChanges(
    volume(start),
    (volume([x, v, w]) + volume([u, y, w]) + volume([u, v, z])) / 3,
    (volume([u, y, z]) + volume([x, v, z]) + volume([x, y, w])) / 3,
    volume(end),
  );
}

function moved([before, after]: readonly [Vec3Tuple, Vec3Tuple], time: number): Vec3Tuple {
  if (time === 0) return before;
  return time === 1 ? after : lerp(before, after, time);
}
