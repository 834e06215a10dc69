import { Color } from "three";

/** Equal steps from 0 to the end of the scale. Lighter is less, so that the scale is readable without red and green. */
const STRETCHED = ["#ece8e1", "#f7d890", "#f2a04a", "#d4491d", "#6b0f14"];
const COMPRESSED = ["#ece8e1", "#aecde6", "#6199cf", "#2c60ae", "#152a62"];
/** Maximum compression. */
const ALL = 1;
/** Number of colors on each side of the scale, in linear color space. */
const STEPS = 128;
const table = new Float32Array(3 * (2 * STEPS + 1));

for (let i = -STEPS; i <= STEPS; i++) {
  const colors = i < 0 ? COMPRESSED : STRETCHED;
  const place = (Math.abs(i) / STEPS) * (colors.length - 1);
  const step = Math.min(colors.length - 2, Math.floor(place));
  // interpolated in sRGB, like CSS gradients
  const color = new Color(colors[step]).convertLinearToSRGB();
  color.lerp(new Color(colors[step + 1]).convertLinearToSRGB(), place - step);
  color.convertSRGBToLinear().toArray(table, 3 * (i + STEPS));
}

/** Returns the negative end of the scale. */
export function lowEnd(scale: number): number {
  return -Math.min(scale, ALL);
}

/** Writes RGBA per particle by strain, clamped to the scale. */
export function strainColors(
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

/** Returns the scale as a CSS gradient. */
export function strainGradient(scale: number): string {
  const low = -lowEnd(scale);
  const stops = [
    ...COMPRESSED.slice(1).map((color, i) => [color, -(low * (i + 1)) / 4] as const),
    ...STRETCHED.map((color, i) => [color, (scale * i) / 4] as const),
  ].toSorted(([, a], [, b]) => a - b);
  const parts = stops.map(
    ([color, strain]) => `${color} ${((100 * (strain + low)) / (scale + low)).toFixed(1)}%`,
  );
  return `linear-gradient(90deg, ${parts.join(", ")})`;
}
