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
 * How a trace ends. `start` and `end`: the blade was in the cloth there at the start of the step, and is there still at its end.
 * `tip`: an end of the blade went in or out there. `border`: a border of the cloth. `branch`: an edge with three
 * triangles or more, from which other traces go on. `closed`: the trace comes back to its first point.
 */
export type TraceEnd = "start" | "end" | "tip" | "border" | "branch" | "closed";

/**
 * A line that the blade has drawn on the cloth. Its points lie on edges, each with the next in one triangle; only the
 * first and the last may lie inside one. The last is not earlier than the first, but a trace over a fold may go forth in
 * time and back again.
 */
export interface Trace {
  points: BladePoint[];
  first: TraceEnd;
  last: TraceEnd;
}

/** A part of a trace, in one triangle. */
type Stretch = readonly [BladePoint, BladePoint];

/**
 * What a blade passes through in a time step, during which it moves in a straight line from one place to another and
 * so does every vertex. Found for all times between, so nothing is too fast: edges that cross the blade, and triangles
 * that an end of it goes through. At any time a blade goes through a triangle in one point at most, so of the events
 * in a triangle, in order of time, every first one brings it in and every second one takes it out again.
 *
 *          ╱╲            o  the blade at the start of the step
 *       ──╱──╲──         ×  where it crosses an edge: one event for all triangles there
 *        ╱ o·─×─·─·○     ○  where its tip leaves the face
 *       ╱______╲
 *
 * The blade counts as moved by a ten-millionth of its length, which settles all ties. Looks at every triangle.
 *
 * @param before Three coordinates a vertex, m, at the start of the step; `after` at its end.
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
  const stretches: Stretch[] = [];
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
    for (let i = 1; i < events.length; i += 2) stretches.push([events[i - 1]!, events[i]!]);
  }
  return chain(mesh, stretches);
}

/**
 * The edges of a triangle that the blade crosses. What goes in comes out; where one is left over, rounding has judged
 * one wrongly, and it is the one that was the closest to call.
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

/** Strings stretches that share a point on an edge together. */
function chain(mesh: TriangleMesh, stretches: readonly Stretch[]): Trace[] {
  const stretchesAt = new Map<BladePoint, Stretch[]>();
  for (const stretch of stretches) {
    for (const point of stretch) {
      const others = stretchesAt.get(point);
      if (others === undefined) stretchesAt.set(point, [stretch]);
      else others.push(stretch);
    }
  }
  const used = new Set<Stretch>();
  const traces: Trace[] = [];
  for (const stretch of stretches) {
    for (const end of stretch) {
      if (!goesOn(end)) follow(stretch, end);
    }
  }
  for (const stretch of stretches) follow(stretch, stretch[0]); // what is left has no ends
  return traces;

  function goesOn(point: BladePoint): boolean {
    return stretchesAt.get(point)!.length === 2;
  }

  function follow(start: Stretch, first: BladePoint): void {
    if (used.has(start)) return;
    const points = [first];
    let next: Stretch | undefined = start;
    while (next !== undefined) {
      used.add(next);
      const point: BladePoint = next[0] === points.at(-1) ? next[1] : next[0];
      points.push(point);
      next = goesOn(point) ? stretchesAt.get(point)!.find((other) => !used.has(other)) : undefined;
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
