import { Color } from "three";

/** From none to all of the scale, in equal steps: lighter is less, so that it reads without seeing red or green too. */
const STRETCHED = ["#ece8e1", "#f7d890", "#f2a04a", "#d4491d", "#6b0f14"];
const PRESSED = ["#ece8e1", "#aecde6", "#6199cf", "#2c60ae", "#152a62"];
/** Nothing can be pressed together by more. */
const ALL = 1;
/** Colours of each side of the scale, in the linear space of three.js. */
const STEPS = 128;
const table = new Float32Array(3 * (2 * STEPS + 1));

for (let i = -STEPS; i <= STEPS; i++) {
  const colours = i < 0 ? PRESSED : STRETCHED;
  const place = (Math.abs(i) / STEPS) * (colours.length - 1);
  const step = Math.min(colours.length - 2, Math.floor(place));
  // Mixed as they look, which style sheets do too.
  const colour = new Color(colours[step]).convertLinearToSRGB();
  colour.lerp(new Color(colours[step + 1]).convertLinearToSRGB(), place - step);
  colour.convertSRGBToLinear().toArray(table, 3 * (i + STEPS));
}

/** Where the scale ends on the side of pressure, as a strain under 0. */
export function lowEnd(scale: number): number {
  return -Math.min(scale, ALL);
}

/** Colours of particles by their strain, four numbers each: full at the ends of the scale, and beyond. */
export function strainColours(
  strains: Float32Array,
  count: number,
  scale: number,
  into: Float32Array,
): void {
  const low = -lowEnd(scale);
  for (let i = 0; i < count; i++) {
    const strain = strains[i]!;
    const part = Math.max(-1, Math.min(1, strain / (strain < 0 ? low : scale)));
    const at = 3 * (Math.round(part * STEPS) + STEPS);
    into[4 * i] = table[at]!;
    into[4 * i + 1] = table[at + 1]!;
    into[4 * i + 2] = table[at + 2]!;
    into[4 * i + 3] = 1;
  }
}

/** The same for a style sheet: from the low end of a scale to its high one. */
export function strainGradient(scale: number): string {
  const low = -lowEnd(scale);
  const stops = [
    ...PRESSED.slice(1).map((colour, i) => [colour, -(low * (i + 1)) / 4] as const),
    ...STRETCHED.map((colour, i) => [colour, (scale * i) / 4] as const),
  ].toSorted(([, a], [, b]) => a - b);
  const words = stops.map(
    ([colour, strain]) => `${colour} ${((100 * (strain + low)) / (scale + low)).toFixed(1)}%`,
  );
  return `linear-gradient(90deg, ${words.join(", ")})`;
}
