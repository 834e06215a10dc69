import { MeshError } from "../mesh/index.js";
import { checkNoCrossing } from "./check-crossing.js";
import { isInsideLoop, loopArea, orientation, type Loop, type Point } from "./polygon.js";

/** The shape to mesh: an outline, as points or as the size of a centered rectangle, and holes in it. */
export interface PatternOptions {
  /** Corners of the cloth in order, m; clockwise or counterclockwise. */
  outline?: readonly Point[];
  /** Instead of an outline: width and height of a rectangle centered on the origin, m. */
  size?: readonly [width: number, height: number];
  /** Corners of each hole, m. */
  holes?: readonly (readonly Point[])[];
}

/**
 * Reads the loops of a pattern, outline first, each with the cloth on its left.
 *
 * @throws MeshError if the shape is invalid.
 */
export function readPattern(options: PatternOptions): Loop[] {
  const outline = readLoop("outline", outlineOf(options));
  const holes = (options.holes ?? []).map((hole, i) => readLoop(`holes.${i}`, hole));
  const named = [outline, ...holes].map((loop, i) => ({
    field: i === 0 ? "outline" : `holes.${i - 1}`,
    loop,
  }));
  checkNoCrossing(named);
  for (const [i, hole] of holes.entries()) {
    if (!isInsideLoop(hole[0]!, outline)) {
      throw new MeshError(`holes.${i}: lies outside the outline; move it inside or remove it`);
    }
    const around = holes.findIndex((other, j) => j !== i && isInsideLoop(hole[0]!, other));
    if (around !== -1) {
      throw new MeshError(`holes.${i}: lies inside holes.${around}; remove it`);
    }
  }
  return [withWinding(outline, 1), ...holes.map((hole) => withWinding(hole, -1))];
}

function outlineOf({ outline, size }: PatternOptions): readonly Point[] {
  if (outline && size) throw new MeshError("outline, size: expected one of them, got both");
  if (outline) return outline;
  if (!size)
    throw new MeshError("outline: expected [x, y] points, or size instead, but it is missing");
  const [width, height] = size;
  const [x, y] = [width / 2, height / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

/** Copies a loop without repeated points. */
function readLoop(field: string, points: readonly Point[]): Loop {
  const loop = points.filter((point, i) => {
    const next = points[(i + 1) % points.length]!;
    return point[0] !== next[0] || point[1] !== next[1];
  });
  if (loop.length < 3) {
    throw new MeshError(`${field}: expected at least three different points, got ${loop.length}`);
  }
  if (loop.every((point) => orientation(loop[0]!, loop[1]!, point) === 0)) {
    throw new MeshError(`${field}: expected points that span an area, got collinear points`);
  }
  return loop;
}

/** The loop, counterclockwise (1) or clockwise (−1), with the same first point. */
function withWinding(loop: Loop, sign: number): Loop {
  return loopArea(loop) * sign > 0 ? loop : [loop[0]!, ...loop.slice(1).toReversed()];
}
