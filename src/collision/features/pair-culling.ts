import type { Particles } from "../../cloth/index.js";
import type { Core } from "../solids/solid.js";

// Numbers that would go on the heap if they were handed from call to call.
export const GAP = 0;
/** The farthest that the solid goes. */
const OWN_WAY = 1;
/** Square of the farthest that a particle may go, so that it cannot have passed through. */
const SLOW = 2;
export const limits = new Float64Array(3);
/** Room for rounding where pairs are left out, as a part of the gap. */
const MARGIN = 1e-6;

/**
 * Sets what counts as near, for all pairs of a solid.
 *
 * @param offset How far off its surface the cloth stays, m.
 */
export function setLimits(core: Core, offset: number, hasEdges: boolean): void {
  const gap = core.radius + offset;
  limits[OWN_WAY] = 0;
  if (hasEdges) setOwnWay(core);
  const ownWay = limits[OWN_WAY];
  const slow = Math.max(0, gap / 2 - ownWay);
  limits[GAP] = gap;
  limits[SLOW] = slow * slow;
}

/** Whether the boxes of a corner and of the particles of a triangle, in all of the substep, are more than `gap` apart. */
export function areApart(
  { starts: coreStarts, ends: coreEnds }: Core,
  corner: number,
  { positions, previousPositions }: Particles,
  p: number,
  q: number,
  r: number,
): boolean {
  const gap = limits[GAP]!;
  for (let k = 0; k < 3; k++) {
    const i = 3 * corner + k;
    const u = 3 * p + k;
    const v = 3 * q + k;
    const w = 3 * r + k;
    const endLow = Math.min(positions[u]!, positions[v]!, positions[w]!);
    const startLow = Math.min(previousPositions[u]!, previousPositions[v]!, previousPositions[w]!);
    if (Math.min(endLow, startLow) - Math.max(coreStarts[i]!, coreEnds[i]!) > gap) return true;
    const endHigh = Math.max(positions[u]!, positions[v]!, positions[w]!);
    const startHigh = Math.max(previousPositions[u]!, previousPositions[v]!, previousPositions[w]!);
    if (Math.min(coreStarts[i]!, coreEnds[i]!) - Math.max(endHigh, startHigh) > gap) return true;
  }
  return false;
}

/**
 * Whether an edge of cloth p–q is more than `gap` off the line through an edge a–b of the core at the end, and was so all the
 * time: most are, on the flat sides of a box, and this is cheaper to say than how near the edges are.
 *
 * Seen along the line, which is e = b − a, the edge is a segment from (p − a) × e to (q − a) × e, times |e|.
 */
export function isOffLine(
  { ends: core }: Core,
  a: number,
  b: number,
  { positions, previousPositions }: Particles,
  p: number,
  q: number,
): boolean {
  const gap = limits[GAP]!;
  const i = 3 * p;
  const j = 3 * q;
  const ax = core[3 * a]!;
  const ay = core[3 * a + 1]!;
  const az = core[3 * a + 2]!;
  const ex = core[3 * b]! - ax;
  const ey = core[3 * b + 1]! - ay;
  const ez = core[3 * b + 2]! - az;
  const px = positions[i]! - ax;
  const py = positions[i + 1]! - ay;
  const pz = positions[i + 2]! - az;
  const qx = positions[j]! - ax;
  const qy = positions[j + 1]! - ay;
  const qz = positions[j + 2]! - az;
  const fromX = py * ez - pz * ey;
  const fromY = pz * ex - px * ez;
  const fromZ = px * ey - py * ex;
  const wayX = qy * ez - qz * ey - fromX;
  const wayY = qz * ex - qx * ez - fromY;
  const wayZ = qx * ey - qy * ex - fromZ;
  const squared = wayX * wayX + wayY * wayY + wayZ * wayZ;
  const along = -(fromX * wayX + fromY * wayY + fromZ * wayZ);
  const far = fromX * fromX + fromY * fromY + fromZ * fromZ;
  const largest = Math.max(
    squaredWay(positions, previousPositions, i),
    squaredWay(positions, previousPositions, j),
  );
  const isSlow = largest <= limits[SLOW]!;
  const room = isSlow ? gap : gap + Math.sqrt(largest) + limits[OWN_WAY]!;
  const limit = (1 + MARGIN) * room * room * (ex * ex + ey * ey + ez * ez);
  if (along <= 0) return far > limit;
  if (along >= squared) return far - 2 * along + squared > limit;
  return far * squared - along * along > limit * squared;
}

function squaredWay(to: Float64Array, from: Float64Array, at: number): number {
  const x = to[at]! - from[at]!;
  const y = to[at + 1]! - from[at + 1]!;
  const z = to[at + 2]! - from[at + 2]!;
  return x * x + y * y + z * z;
}

/** The farthest that a point of the core goes, m. */
function setOwnWay({ starts: from, ends: to, edges }: Core): void {
  let largest = 0;
  for (let i = 0; i < edges.length; i++) {
    largest = Math.max(largest, squaredWay(to, from, 3 * edges[i]!));
  }
  limits[OWN_WAY] = Math.sqrt(largest);
}
