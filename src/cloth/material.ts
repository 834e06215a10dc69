import type { Model } from "./models.js";

/** What a cloth is made of. All figures belong to the sheet, not to its mesh, and hold for any resolution. */
export interface Material {
  /** Mass per area, kg/m². */
  density: number;
  /** Tension per width and strain, N/m. */
  stiffness: number;
  /** The same along v, the warp; for the models `baraff-witkin` and `membrane`. Default: `stiffness`. */
  warp?: number;
  /** The same along u, the weft; for the models `baraff-witkin` and `membrane`. Default: `stiffness`. */
  weft?: number;
  /** Shear force per width and angle, N/m; for all models but `springs`. Default: a tenth of `stiffness`. */
  shear?: number;
  /** How much it narrows when it is stretched, from 0 to under 1; for the model `membrane`. Default: 0. */
  poisson?: number;
  /** Moment per width and curvature (flexural rigidity), N·m; for all models but `springs`. Default: 1e-5. */
  bending?: number;
  /** Stiffness of the bend-shear springs, N/m; for the model `springs`. */
  bendStiffness: number;
  /** Damping of stretch, N·s/m (Phillips eq. 10). */
  damping: number;
  /** Damping of shear, N·s/m; default 0: damping the stretch is enough (Phillips III.B.2). */
  shearDamping?: number;
  /** Damping of bending, N·m·s; default 0. */
  bendDamping?: number;
  /** Strain at which it tears; default 0.3. `tearing.limit` overrides it. */
  strength?: number;
}

/** A material with everything said. */
export type ResolvedMaterial = Required<Material>;

/** Ready-made materials by name. */
export const MATERIALS = {
  /** A plain weave of about 150 g/m², as for shirts and light curtains. */
  cotton: {
    density: 0.15,
    stiffness: 5000,
    shear: 60,
    poisson: 0.1,
    bending: 1e-5,
    bendStiffness: 2,
    damping: 2,
    strength: 0.3,
  },
} as const satisfies Record<string, Material>;

/**
 * Fills in what is not said.
 *
 * @throws RangeError that names the field, also for a weave that the springs of the model cannot have.
 */
export function resolveMaterial(material: Material, model: Model): ResolvedMaterial {
  const { stiffness } = material;
  const resolved: ResolvedMaterial = {
    density: material.density,
    stiffness,
    warp: material.warp ?? stiffness,
    weft: material.weft ?? stiffness,
    shear: material.shear ?? stiffness / 10,
    poisson: material.poisson ?? 0,
    bending: material.bending ?? 1e-5,
    bendStiffness: material.bendStiffness,
    damping: material.damping,
    shearDamping: material.shearDamping ?? 0,
    bendDamping: material.bendDamping ?? 0,
    strength: material.strength ?? 0.3,
  };
  for (const field of ["density", "stiffness", "warp", "weft", "strength"] as const) {
    if (!(resolved[field] > 0 && resolved[field] < Infinity)) {
      throw new RangeError(`material.${field}: expected a number over 0, got ${resolved[field]}`);
    }
  }
  for (const field of [
    "shear",
    "bending",
    "bendStiffness",
    "damping",
    "shearDamping",
    "bendDamping",
  ] as const) {
    if (!(resolved[field] >= 0 && resolved[field] < Infinity)) {
      throw new RangeError(`material.${field}: expected 0 or more, got ${resolved[field]}`);
    }
  }
  if (!(resolved.poisson >= 0 && resolved.poisson < 1)) {
    throw new RangeError(
      `material.poisson: expected a number from 0 to under 1, got ${resolved.poisson}`,
    );
  }
  if (model === "springs" || model === "angles") {
    for (const field of ["warp", "weft"] as const) {
      if (resolved[field] === stiffness) continue;
      throw new RangeError(
        `material.${field}: the springs of the model ${model} are as stiff in all directions; ` +
          "take the model baraff-witkin or membrane",
      );
    }
  }
  return resolved;
}
