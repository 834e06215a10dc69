import { cos, sin } from "../math/trigonometry.js";
import type { Point } from "./polygon.js";

/** The flat pattern of a T-shirt panel. */
export interface TShirtPattern {
  /** The outline of the panel, counterclockwise, m. */
  outline: Point[];
  /** The lines along which front and back are sewn together. */
  seams: Point[][];
  /** The lines that stay open, by name; left is the wearer's left, at +x. */
  openings: Record<"neck" | "hem" | "left-cuff" | "right-cuff", Point[]>;
  armpits: Point[];
}

/** Segments of the neckline. */
const NECK_SIDES = 12;

/**
 * Creates the pattern of a T-shirt, centered between hem and neck. One half, seen from the front:
 *
 *        neck ── shoulder
 *      ╭─╯           ╲ ╲
 *      │               ╲  ╲   top of the sleeve
 *      │                 ╲  cuffTop
 *      │            ╭──── ╲ ╱
 *      │       armpit    cuffBottom
 *      │          │
 *      └──────── hem
 */
export function drawTShirt(width: number, length: number): TShirtPattern {
  const top = length / 2;
  const neckWidth = 0.17 * width;
  const neckDepth = 0.16 * width;
  const hem: Point = [0.5 * width, -top];
  const armpit: Point = [0.5 * width, top - 0.46 * width];
  const cuffBottom: Point = [0.82 * width, top - 0.58 * width];
  const cuffTop: Point = [0.9 * width, top - 0.27 * width];
  const shoulder: Point = [0.45 * width, top - 0.08 * width];
  const neck: Point = [neckWidth, top];

  const side = [hem, armpit, cuffBottom];
  const upper = [cuffTop, shoulder, neck];
  const neckline: Point[] = [];
  for (let k = 1; k < NECK_SIDES; k++) {
    const angle = (Math.PI * k) / NECK_SIDES;
    neckline.push([neckWidth * cos(angle), top - neckDepth * sin(angle)]);
  }
  return {
    outline: [
      ...side,
      ...upper,
      ...neckline,
      ...upper.toReversed().map(mirror),
      ...side.toReversed().map(mirror),
    ],
    seams: [side, upper, upper.map(mirror), side.map(mirror)],
    openings: {
      neck: [neck, ...neckline, mirror(neck)],
      hem: [hem, mirror(hem)],
      "left-cuff": [cuffBottom, cuffTop],
      "right-cuff": [cuffBottom, cuffTop].map(mirror),
    },
    armpits: [armpit, mirror(armpit)],
  };
}

function mirror([x, y]: Point): Point {
  return [-x, y];
}
