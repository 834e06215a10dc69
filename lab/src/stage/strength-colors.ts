/** Colors in the linear color space of three.js. */
const WEAK = [0.8, 0.06, 0.02] as const;
const STRONG = [0.02, 0.2, 0.85] as const;
/** The color is saturated at 1/5 and at 5 times the strength. */
const FULL = Math.log(5);
/** Maximum opacity. */
const COVER = 0.9;

/**
 * Returns a color per particle for its strength factor, with alpha for blending: red is weak, transparent is 1, blue is
 * strong.
 */
export function strengthColors(strengths: Float32Array): Float32Array {
  const colors = new Float32Array(4 * strengths.length);
  for (let i = 0; i < strengths.length; i++) {
    const power = Math.log(strengths[i]!) / FULL;
    colors.set(power < 0 ? WEAK : STRONG, 4 * i);
    // square root, so that small changes are visible
    colors[4 * i + 3] = COVER * Math.sqrt(Math.min(1, Math.abs(power)));
  }
  return colors;
}
