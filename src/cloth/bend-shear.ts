/**
 * Rest length of a bend-shear spring from the lengths of the five edges around it (Önal eq. 1–4): the
 * distance between the far corners when the two triangles lie flat. It needs no pose, so a spring that is
 * reborn in the middle of a run gets the same length as at the start.
 *
 *           far                a² = b² + c² − 2bc cos α      (eq. 1, for cos α)
 *          / \                 cos β likewise from c, d, e
 *       a /   \ b              p² = b² + d² − 2bd cos(α + β) (eq. 4)
 *        / c   \
 *       ────────•  α above c, β below
 *        \     /
 *       e \   / d
 *          \ /
 *          far
 *
 * cos(α + β) is expanded, so that no inverse cosine is needed.
 */
export function bendShearRestLength(a: number, b: number, c: number, d: number, e: number): number {
  const cosAlpha = clampCosine((b * b + c * c - a * a) / (2 * b * c));
  const cosBeta = clampCosine((d * d + c * c - e * e) / (2 * d * c));
  const sinAlpha = Math.sqrt(1 - cosAlpha * cosAlpha);
  const sinBeta = Math.sqrt(1 - cosBeta * cosBeta);
  const cosTheta = cosAlpha * cosBeta - sinAlpha * sinBeta;
  return Math.sqrt(Math.max(0, b * b + d * d - 2 * b * d * cosTheta));
}

/** Rounding can push the cosine of a flat triangle past one. */
function clampCosine(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
