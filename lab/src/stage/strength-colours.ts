/** Colours in the linear space of three.js. */
const WEAK = [0.8, 0.06, 0.02] as const;
const STRONG = [0.02, 0.2, 0.85] as const;
/** At a fifth of the strength, or at five times as much, the colour is full. */
const FULL = Math.log(5);
/** So much of the look is covered then. */
const COVER = 0.9;

/**
 * A colour a particle for its factor of strength, to lie over the look of the cloth by its alpha: red where it is weak,
 * nothing where it is 1, blue where it is strong.
 */
export function strengthColours(strengths: Float32Array): Float32Array {
  const colours = new Float32Array(4 * strengths.length);
  for (let i = 0; i < strengths.length; i++) {
    const power = Math.log(strengths[i]!) / FULL;
    colours.set(power < 0 ? WEAK : STRONG, 4 * i);
    // A little of it shows already: the root of the part.
    colours[4 * i + 3] = COVER * Math.sqrt(Math.min(1, Math.abs(power)));
  }
  return colours;
}
