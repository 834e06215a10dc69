/** What a cloth is made of. All figures belong to the sheet, not to its mesh, and hold for any resolution. */
export interface Material {
  /** Mass per area, kg/m². */
  density: number;
  /** Tension per width and strain, N/m; a structural spring gets its share by the area that it stands for. */
  stiffness: number;
  /** Stiffness of the bend-shear springs, N/m, shared out in the same way. */
  bendStiffness: number;
  /** Damping along the springs, N·s/m, shared out in the same way (Phillips eq. 10). */
  damping: number;
}

/** Ready-made materials by name. */
export const MATERIALS = {
  /** A plain weave of about 150 g/m², as for shirts and light curtains. */
  cotton: { density: 0.15, stiffness: 5000, bendStiffness: 2, damping: 2 },
} as const satisfies Record<string, Material>;

/** @throws RangeError that names the field. */
export function checkMaterial(material: Material): void {
  for (const field of ["density", "stiffness"] as const) {
    if (!(material[field] > 0 && material[field] < Infinity)) {
      throw new RangeError(`material.${field}: expected a number over 0, got ${material[field]}`);
    }
  }
  for (const field of ["bendStiffness", "damping"] as const) {
    if (!(material[field] >= 0 && material[field] < Infinity)) {
      throw new RangeError(`material.${field}: expected 0 or more, got ${material[field]}`);
    }
  }
}
