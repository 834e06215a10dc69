/** Side of the sheet, m. */
export const SIDE = 1;
export const FRAME = 1 / 60;
/**
 * Frames of the drag. The corner starts at its full speed. Soon after, folds of the slack part snap at 1 m/s and more:
 * then even explicit runs that differ only in their substeps drift apart, and nothing can be compared.
 */
export const FRAMES = 8;

/** Cells per side. */
export const SIZES = { "1k": 32, "4k": 64, "16k": 128 };

/**
 * Real stiffness and density. Damping is that of cotton, scaled by √(stiffness · density): each material loses the same
 * fraction per oscillation of the sheet. `pull` is the stretch of the pulled side at the start, as a fraction. `outward`
 * is the part of the speed that stretches the sheet further.
 */
const MATERIALS = {
  cotton: {
    density: 0.15,
    stiffness: 5000,
    shear: 60,
    poisson: 0.1,
    bending: 1e-5,
    bendStiffness: 2,
    pull: 0.005,
    outward: 0.1,
  },
  denim: { density: 0.4, stiffness: 16_000, bendStiffness: 12, pull: 0.004, outward: 0.08 },
  canvas: { density: 0.5, stiffness: 30_000, bendStiffness: 60, pull: 0.0025, outward: 0.05 },
  paper: {
    density: 0.08,
    stiffness: 350_000,
    shear: 130_000,
    poisson: 0.2,
    bending: 3e-4,
    bendStiffness: 400,
    pull: 0.0005,
    outward: 0.01,
  },
};
const COTTON_DAMPING = 2; // N·s/m

export function materialOf(name) {
  const { pull, outward, ...material } = MATERIALS[name];
  const { density, stiffness } = MATERIALS.cotton;
  const scale = Math.sqrt((material.stiffness * material.density) / (stiffness * density));
  return { pull, outward, material: { ...material, damping: COTTON_DAMPING * scale, weave: 0 } };
}

export const MATERIAL_NAMES = Object.keys(MATERIALS);
const SPEEDS = [0.3, 1, 3]; // m/s

/** Largest allowed force error by speed, as a fraction. */
export const BARS = { 0.3: 0.03, 1: 0.05, 3: 0.08 };

function add(into, size, mesh, material, speed, { isRipped = false, model = "springs" } = {}) {
  const variant = [
    size,
    mesh === "grid" ? [] : mesh,
    model === "springs" ? [] : model,
    isRipped ? "rip" : [],
  ].flat();
  const name = [...variant, material, speed].join("-");
  into[name] = { name, size, mesh, model, material, speed, isRipped };
}

/** The cases by name: `1k-cotton-1`, `1k-irregular-paper-3`, `4k-rip-cotton-1`, `1k-membrane-cotton-1`. */
export const CASES = {};
for (const mesh of ["grid", "irregular"]) {
  for (const material of MATERIAL_NAMES) {
    for (const speed of SPEEDS) add(CASES, "1k", mesh, material, speed);
  }
}
for (const mesh of ["grid", "irregular"]) {
  for (const material of MATERIAL_NAMES) {
    add(CASES, "1k", mesh, material, 1, { isRipped: true });
  }
}
for (const speed of SPEEDS) add(CASES, "4k", "grid", "cotton", speed);
add(CASES, "4k", "grid", "cotton", 1, { isRipped: true });
add(CASES, "16k", "grid", "cotton", 1);
add(CASES, "4k", "grid", "paper", 1);
add(CASES, "4k", "grid", "paper", 1, { isRipped: true });
for (const material of ["cotton", "paper"]) {
  for (const speed of SPEEDS) {
    add(CASES, "1k", "grid", material, speed, { model: "membrane" });
    add(CASES, "1k", "irregular", material, speed, { model: "membrane" });
  }
  add(CASES, "1k", "grid", material, 1, { model: "membrane", isRipped: true });
  for (const model of ["angles", "baraff-witkin"]) {
    add(CASES, "1k", "grid", material, 1, { model });
    add(CASES, "1k", "irregular", material, 1, { model });
  }
}
add(CASES, "4k", "grid", "cotton", 1, { model: "membrane" });

/** A case by its name. */
export function caseOf(name) {
  const found = CASES[name];
  if (found) return found;
  throw new RangeError(`case: expected one of ${Object.keys(CASES).join(", ")}, got ${name}`);
}
