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
import { footWeights, weighted } from "./surface-point.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A knife's edge: a segment in space, m. */
export interface Blade {
  from: Vec3Tuple;
  to: Vec3Tuple;
}

/** A place that the blade passes on its way: on an edge, or inside a triangle. */
export interface BladePoint {
  /** On an edge; or inside a triangle, where a tip of the blade goes in or out, or where the step starts or ends. */
  kind: "edge" | "tip" | "start" | "end";
  /** When: 0 at the start of the step, 1 at its end. */
  time: number;
  /** Where in space, at that time, m. */
  position: Vec3Tuple;
  /** The edge that it lies on, at `t` from `edgeStart` to `edgeEnd`; −1 inside a triangle. */
  edge: number;
  t: number;
  /** The triangle that it lies in, with the weights of its corners; −1 on an edge. */
  triangle: number;
  weights: Vec3Tuple;
}

/** Where the blade crosses an edge, or all but. */
export interface EdgeEvent {
  point: BladePoint;
  /** How far from the ends of both, as a part of their lengths; below 0 it misses. */
  margin: number;
}

/**
 * The blade is moved by this part of its length, always the same way. So a blade through a vertex, along an edge or
 * in the plane of a flat sheet, all of them common, is like any other: it passes on one side, the same one in every
 * step. The way is one that nobody moves a knife along.
 */
const NUDGE = 1e-7;
const NUDGE_WAY: Vec3Tuple = [0.4472901, 0.7316813, -0.5143767];
/** An edge that is missed by less than this part of its length, or of the blade's, may yet be met, if nothing else fits. */
export const NEAR_MISS = 1e-9;
/** Two directions whose sine is less than this are parallel: they cross nowhere. */
const PARALLEL = 1e-12;

/** A part of a length that is no more than rounding. */
const ROUNDING = 1e-12;

/** A cloth and a blade during a time step: every point moves in a straight line, at a speed of its own. */
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
    const nudge = scale(NUDGE_WAY, NUDGE * length);
    this.#from = [add(bladeBefore.from, nudge), add(bladeAfter.from, nudge)];
    this.#to = [add(bladeBefore.to, nudge), add(bladeAfter.to, nudge)];
  }

  /**
   * The triangles that may come near the blade: no plane across x, y, z or beside the blade's way parts the two. The
   * last leaves few even when the blade goes right across everything.
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
   * Where the blade crosses an edge, in order of time: at most three times. A blade that goes back in its own cut meets
   * the vertices of the cut to the last bit, and there rounding decides which edges of a vertex it crosses: events
   * that it just misses are named too.
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

  /** Where an end of the blade passes through the face of a triangle. */
  tipEvents(triangle: number): BladePoint[] {
    const events: BladePoint[] = [];
    for (const tip of [this.#from, this.#to]) {
      const at = (time: number): Triad => this.#faceAndTip(triangle, tip, time);
      for (const time of coplanarTimes(at(0), at(1))) {
        // By where the tip is, not by where the blade points: when it chops it lies in the plane.
        const weights = footWeights(...this.#cornersAt(triangle, time), moved(tip, time));
        if (Math.min(...weights) >= 0) events.push(this.#inside("tip", triangle, weights, time));
      }
    }
    return events;
  }

  /** Where the blade goes through a triangle at a time, null where it does not. */
  pierces(triangle: number, time: 0 | 1): BladePoint | null {
    const isAbove = [this.#from, this.#to].map(
      (tip) => volume(this.#faceAndTip(triangle, tip, time)) >= 0,
    );
    if (isAbove[0] === isAbove[1] || !this.#lineMeets(triangle, time)) return null;
    const corners = this.mesh.cornersIn(triangle);
    const opposite = (i: number): number =>
      Math.abs(volume(this.#bladeAndEdge(corners[(i + 1) % 3]!, corners[(i + 2) % 3]!, time)));
    const volumes = [opposite(0), opposite(1), opposite(2)] as const;
    const sum = volumes[0] + volumes[1] + volumes[2];
    if (!(sum > 0)) return null;
    const weights: Vec3Tuple = [volumes[0] / sum, volumes[1] / sum, volumes[2] / sum];
    return this.#inside(time === 0 ? "start" : "end", triangle, weights, time);
  }

  /** Where a vertex is. At 0 and 1 these are the numbers that were given, to the bit. */
  at(vertex: number, time: number): Vec3Tuple {
    if (time === 0) return pointAt(this.before, vertex);
    if (time === 1) return pointAt(this.after, vertex);
    return lerp(pointAt(this.before, vertex), pointAt(this.after, vertex), time);
  }

  /** The blade, and an edge's ends as seen from it: in one plane when their volume is 0. */
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
   * Whether the line of the blade passes between the sides of a triangle. The side of each edge on which it passes is
   * worked out in the direction of the edge, for all its triangles alike.
   */
  #lineMeets(triangle: number, time: number): boolean {
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

/** How far along an axis the point at an offset lies. */
function along(positions: Float64Array, offset: number, [x, y, z]: Vec3Tuple): number {
  return positions[offset]! * x + positions[offset + 1]! * y + positions[offset + 2]! * z;
}

/** Three vectors; their volume is 0 when they lie in one plane. */
type Triad = readonly [Vec3Tuple, Vec3Tuple, Vec3Tuple];

function volume([u, v, w]: Triad): number {
  return dot(u, cross(v, w));
}

/** When three vectors that move in straight lines lie in one plane. */
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
