import {
  BladeSweep,
  NEAR_MISS,
  type Blade,
  type BladePoint,
  type EdgeEvent,
} from "./blade-events.js";
import { MeshError } from "./mesh-error.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/**
 * How a trace ends:
 * - `start`, `end`: the blade is in the cloth there at the start or at the end of the step.
 * - `tip`: an end of the blade enters or leaves the cloth there.
 * - `border`: a border of the cloth.
 * - `branch`: an edge with three triangles or more, from which other traces continue.
 * - `closed`: the trace returns to its first point.
 */
export type TraceEnd = "start" | "end" | "tip" | "border" | "branch" | "closed";

/**
 * A line that the blade has drawn on the cloth. Its points are on edges, and consecutive points share a triangle. Only
 * the first and the last may be inside a triangle. The last is not earlier than the first, but on a fold the time along
 * a trace can increase and decrease.
 */
export interface Trace {
  points: BladePoint[];
  first: TraceEnd;
  last: TraceEnd;
}

/** A segment of a trace in one triangle. */
type TraceSegment = readonly [BladePoint, BladePoint];

/**
 * Finds what a blade passes through in a time step. The blade and every vertex move linearly. Collisions are continuous
 * in time, so no motion is too fast: edges that cross the blade, and triangles that an end of it passes through. At any
 * time a blade intersects a triangle in at most one point. So the events in a triangle, in order of time, alternate
 * between entering and leaving.
 *
 *          ╱╲            o  the blade at the start of the step
 *       ──╱──╲──         ×  where it crosses an edge: one event for all triangles there
 *        ╱ o·─×─·─·○     ○  where its tip leaves the face
 *       ╱______╲
 *
 * The blade is shifted by a ten-millionth of its length, which resolves all ties. O(triangles).
 *
 * @param before Positions at the start of the step, three coordinates per vertex, m; `after` at its end.
 */
export function sweepBlade(
  mesh: TriangleMesh,
  before: Float64Array,
  after: Float64Array,
  bladeBefore: Blade,
  bladeAfter: Blade,
): Trace[] {
  checkSweep(mesh, { before, after }, { bladeBefore, bladeAfter });
  const sweep = new BladeSweep(mesh, before, after, bladeBefore, bladeAfter);
  const eventsOfEdge = new Map<number, EdgeEvent[]>();
  const segments: TraceSegment[] = [];
  for (const triangle of sweep.nearbyTriangles()) {
    const edgeEvents: EdgeEvent[] = [];
    for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
      const edge = mesh.halfedgeEdges[h]!;
      let onEdge = eventsOfEdge.get(edge);
      if (onEdge === undefined) eventsOfEdge.set(edge, (onEdge = sweep.edgeEvents(edge)));
      edgeEvents.push(...onEdge);
    }
    const [atStart, atEnd] = [sweep.pierces(triangle, 0), sweep.pierces(triangle, 1)];
    const others = sweep.tipEvents(triangle);
    const otherCount = others.length + (atStart === null ? 0 : 1) + (atEnd === null ? 0 : 1);
    const events = [...others, ...evenOut(edgeEvents, otherCount)];
    events.sort((a, b) => a.time - b.time);
    if (atStart !== null) events.unshift(atStart);
    if (atEnd !== null) events.push(atEnd);
    for (let i = 1; i < events.length; i += 2) segments.push([events[i - 1]!, events[i]!]);
  }
  return chain(mesh, segments);
}

/**
 * The edges of a triangle that the blade crosses. Their number must be even with the other events. If it is odd,
 * rounding has decided one wrongly: the one with the smallest margin is changed.
 */
function evenOut(events: readonly EdgeEvent[], otherCount: number): BladePoint[] {
  const crossed = events.filter(({ margin }) => margin >= 0);
  const isOdd = (crossed.length + otherCount) % 2 === 1;
  const closest = events.toSorted((a, b) => Math.abs(a.margin) - Math.abs(b.margin))[0];
  if (!isOdd || closest === undefined || closest.margin > NEAR_MISS) {
    return crossed.map(({ point }) => point);
  }
  const corrected = crossed.filter((event) => event !== closest);
  if (closest.margin < 0) corrected.push(closest);
  return corrected.map(({ point }) => point);
}

/** Chains segments that share a point on an edge. */
function chain(mesh: TriangleMesh, segments: readonly TraceSegment[]): Trace[] {
  const segmentsAt = new Map<BladePoint, TraceSegment[]>();
  for (const segment of segments) {
    for (const point of segment) {
      const others = segmentsAt.get(point);
      if (others === undefined) segmentsAt.set(point, [segment]);
      else others.push(segment);
    }
  }
  const used = new Set<TraceSegment>();
  const traces: Trace[] = [];
  for (const segment of segments) {
    for (const end of segment) {
      if (!continues(end)) follow(segment, end);
    }
  }
  for (const segment of segments) follow(segment, segment[0]); // the rest is closed
  return traces;

  function continues(point: BladePoint): boolean {
    return segmentsAt.get(point)!.length === 2;
  }

  function follow(start: TraceSegment, first: BladePoint): void {
    if (used.has(start)) return;
    const points = [first];
    let next: TraceSegment | undefined = start;
    while (next !== undefined) {
      used.add(next);
      const point: BladePoint = next[0] === points.at(-1) ? next[1] : next[0];
      points.push(point);
      next = continues(point)
        ? segmentsAt.get(point)!.find((other) => !used.has(other))
        : undefined;
    }
    if (points.at(-1)!.time < points[0]!.time) points.reverse();
    const isClosed = points[0] === points.at(-1);
    const [one, other] = [points[0]!, points.at(-1)!].map((point) =>
      isClosed ? "closed" : endOf(point),
    ) as [TraceEnd, TraceEnd];
    traces.push({ points, first: one, last: other });
  }

  function endOf({ kind, edge }: BladePoint): TraceEnd {
    if (kind !== "edge") return kind;
    const count = mesh.edgeTriangleCount(edge);
    return count === 1 ? "border" : count === 2 ? "tip" : "branch";
  }
}

function checkSweep(
  mesh: TriangleMesh,
  positions: Record<"before" | "after", Float64Array>,
  blades: Record<"bladeBefore" | "bladeAfter", Blade>,
): void {
  for (const [name, { length }] of Object.entries(positions)) {
    if (length >= 3 * mesh.vertexCount) continue;
    throw new MeshError(
      `sweepBlade: ${name}: expected positions of ${mesh.vertexCount} vertices, got ${length / 3}`,
    );
  }
  for (const [name, { from, to }] of Object.entries(blades)) {
    if ([...from, ...to].every((x) => Number.isFinite(x))) continue;
    const got = `${from.join(", ")} to ${to.join(", ")}`;
    throw new MeshError(`sweepBlade: ${name}: expected finite coordinates, got ${got}`);
  }
}
