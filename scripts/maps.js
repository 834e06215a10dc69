// npm run maps: draws the strength maps of the scene library.
import { mkdirSync, writeFileSync } from "node:fs";
import { encode } from "fast-png";

const SIZE = 256;

/** The corners of a lightning bolt from the top to the bottom of an image, as fractions of its width and height. */
const LIGHTNING = [
  [0.36, 1],
  [0.62, 0.64],
  [0.4, 0.42],
  [0.66, 0],
];

/** The distance from a point to a polyline. */
function distanceTo(corners, x, y) {
  let min = Infinity;
  for (let i = 1; i < corners.length; i++) {
    const [ax, ay] = corners[i - 1];
    const [bx, by] = corners[i];
    const squared = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared;
    const t = Math.min(Math.max(along, 0), 1);
    min = Math.min(min, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return min;
}

/** A black line on white with soft sides: black up to the distance `inner`, white from `outer` on. */
function lineMap(corners, inner, outer) {
  const data = new Uint8Array(SIZE * SIZE);
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const distance = distanceTo(corners, (column + 0.5) / SIZE, 1 - (row + 0.5) / SIZE);
      const level = Math.min(Math.max((distance - inner) / (outer - inner), 0), 1);
      data[SIZE * row + column] = Math.round(255 * level);
    }
  }
  return encode({ width: SIZE, height: SIZE, data, depth: 8, channels: 1 });
}

mkdirSync("scenes/maps", { recursive: true });
writeFileSync("scenes/maps/lightning.png", lineMap(LIGHTNING, 0.02, 0.05));
