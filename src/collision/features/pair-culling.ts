import type { Particles } from "../../cloth/index.js";
import type { CollisionFeatures } from "../solids/solid.js";

/** Margin for rounding in the culling, as a fraction of the gap. */
const MARGIN = 1e-6;

/** Culls pairs that are too far apart to touch in a substep, at less cost than the narrow phase. */
export class PairCulling {
  /** Smallest allowed distance of the solid's features from the cloth, m. */
  gap = 0;
  /** Largest displacement of a point of its edges, m. */
  #motion = 0;
  /** Square of the largest displacement with which a particle cannot have passed through. */
  #slowSquared = 0;

  /**
   * Sets the distances for all pairs of a solid.
   *
   * @param offset Distance that the cloth keeps from its surface, m.
   */
  start(features: CollisionFeatures, offset: number, hasEdges: boolean): void {
    const { starts, ends, edges, radius } = features;
    let largest = 0;
    if (hasEdges) {
      for (let i = 0; i < edges.length; i++) {
        largest = Math.max(largest, squaredMotion(ends, starts, 3 * edges[i]!));
      }
    }
    const gap = radius + offset;
    const motion = Math.sqrt(largest);
    const slow = Math.max(0, gap / 2 - motion);
    this.gap = gap;
    this.#motion = motion;
    this.#slowSquared = slow * slow;
  }

  /** True if the boxes of a corner and of a triangle, over the whole substep, are more than the gap apart. */
  areApart(
    { starts, ends }: CollisionFeatures,
    corner: number,
    { positions, previousPositions }: Particles,
    p: number,
    q: number,
    r: number,
  ): boolean {
    const { gap } = this;
    for (let k = 0; k < 3; k++) {
      const i = 3 * corner + k;
      const u = 3 * p + k;
      const v = 3 * q + k;
      const w = 3 * r + k;
      const endLow = Math.min(positions[u]!, positions[v]!, positions[w]!);
      const startLow = Math.min(
        previousPositions[u]!,
        previousPositions[v]!,
        previousPositions[w]!,
      );
      if (Math.min(endLow, startLow) - Math.max(starts[i]!, ends[i]!) > gap) return true;
      const endHigh = Math.max(positions[u]!, positions[v]!, positions[w]!);
      const startHigh = Math.max(
        previousPositions[u]!,
        previousPositions[v]!,
        previousPositions[w]!,
      );
      if (Math.min(starts[i]!, ends[i]!) - Math.max(endHigh, startHigh) > gap) return true;
    }
    return false;
  }

  /**
   * True if a cloth edge p–q is farther than the gap from the line through a solid edge a–b, during the whole substep.
   * Most edges on the flat sides of a box are, and this test is cheaper than the distance of the edges.
   *
   * Seen along the line, with e = b − a, the edge is a segment from (p − a) × e to (q − a) × e, scaled by |e|.
   */
  isOffLine(
    { ends }: CollisionFeatures,
    a: number,
    b: number,
    { positions, previousPositions }: Particles,
    p: number,
    q: number,
  ): boolean {
    const { gap } = this;
    const i = 3 * p;
    const j = 3 * q;
    const ax = ends[3 * a]!;
    const ay = ends[3 * a + 1]!;
    const az = ends[3 * a + 2]!;
    const ex = ends[3 * b]! - ax;
    const ey = ends[3 * b + 1]! - ay;
    const ez = ends[3 * b + 2]! - az;
    const px = positions[i]! - ax;
    const py = positions[i + 1]! - ay;
    const pz = positions[i + 2]! - az;
    const qx = positions[j]! - ax;
    const qy = positions[j + 1]! - ay;
    const qz = positions[j + 2]! - az;
    const fromX = py * ez - pz * ey;
    const fromY = pz * ex - px * ez;
    const fromZ = px * ey - py * ex;
    const deltaX = qy * ez - qz * ey - fromX;
    const deltaY = qz * ex - qx * ez - fromY;
    const deltaZ = qx * ey - qy * ex - fromZ;
    const squared = deltaX * deltaX + deltaY * deltaY + deltaZ * deltaZ;
    const along = -(fromX * deltaX + fromY * deltaY + fromZ * deltaZ);
    const far = fromX * fromX + fromY * fromY + fromZ * fromZ;
    const largest = Math.max(
      squaredMotion(positions, previousPositions, i),
      squaredMotion(positions, previousPositions, j),
    );
    const isSlow = largest <= this.#slowSquared;
    const reach = isSlow ? gap : gap + Math.sqrt(largest) + this.#motion;
    const limit = (1 + MARGIN) * reach * reach * (ex * ex + ey * ey + ez * ez);
    if (along <= 0) return far > limit;
    if (along >= squared) return far - 2 * along + squared > limit;
    return far * squared - along * along > limit * squared;
  }
}

function squaredMotion(to: Float64Array, from: Float64Array, at: number): number {
  const x = to[at]! - from[at]!;
  const y = to[at + 1]! - from[at + 1]!;
  const z = to[at + 2]! - from[at + 2]!;
  return x * x + y * y + z * z;
}
