// Plain JavaScript, because bench/ runs it in Node.

/** A hand pulls with at most this force, N … */
const HAND_FORCE = 400;
/** … or with this many times what a strip of cloth as wide as the grip bears: the rip runs around the grip. */
const STRENGTHS = 3;
/** The most that any cloth is pulled with, N. */
const MAX_FORCE = 6000;
/** Width of a grip, m: twice the default radius of a grab. */
const WIDTH = 0.14;
/** Lag of the hand at which it pulls with its full force, m. */
const REACH = 0.2;

/**
 * Force and stiffness of a grip that can tear the cloth. A real hand tears denim or paper by turning the tear into its
 * grip; a grab only pulls, so it needs the force of a strip test.
 *
 * @param {readonly Pick<import("tatter").WorldCloth, "material" | "tearing" | "rest" | "mesh">[]} cloths
 * @returns {{ maxForce: number; stiffness: number }} N and N/m
 */
export function gripOn(cloths) {
  let maxForce = HAND_FORCE;
  for (const cloth of cloths) maxForce = Math.max(maxForce, STRENGTHS * strengthOf(cloth) * WIDTH);
  maxForce = Math.min(maxForce, MAX_FORCE);
  return { maxForce, stiffness: maxForce / REACH };
}

/** What a strip of cloth bears, N per meter of its width. Where it yields before it tears, that ends the rise. */
function strengthOf(cloth) {
  const { stiffness, yield: yieldStrain } = cloth.material;
  return Math.min(loadAtTear(cloth), yieldStrain * stiffness);
}

/** Load at which elastic cloth tears, N/m; that of its material also if tearing is off. */
function loadAtTear({ material: { stiffness, breakingStrain }, tearing, rest, mesh }) {
  const limit = tearing?.limit;
  if (limit === undefined) return breakingStrain * stiffness;
  if (tearing.criterion === "stretch") return (limit - 1) * stiffness;
  if (tearing.criterion === "separation-tensor") return limit * stiffness;
  // N per edge. About one edge per mean length shares the load.
  const lengths = rest.lengths.subarray(0, mesh.edgeCount);
  return limit / (lengths.reduce((sum, length) => sum + length, 0) / mesh.edgeCount);
}
