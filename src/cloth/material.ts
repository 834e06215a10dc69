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
  /** Strain at which it tears, from its unstressed shape at the start; default 0.3. `tearing.limit` overrides it. */
  strength?: number;
  /** How closely tears follow the yarns, from 0 to 1; default 0. `tearing.weave` overrides it. */
  weave?: number;
  /** By how much the weft is turned from u towards v, degrees; the warp turns with it. Default 0. */
  weaveAngle?: number;
  /** Elastic strain beyond which it stays longer (Phillips III.C.3); default null: it always springs back. */
  yield?: number | null;
  /** Curvature beyond which a fold stays, 1/m; default null: it always springs back. */
  bendYield?: number | null;
  /** Who yields: each element by itself, or all that is stretched at a vertex at once (Phillips). Default "element". */
  plasticity?: (typeof PLASTICITIES)[number];
  /** m, of the cloth as it lies: half of it keeps the cloth off what it touches. Default 0. */
  thickness?: number;
  /** Coulomb's coefficient; with that of what it touches it gives their geometric mean. Default 0.5. */
  friction?: number;
}

/** Who yields: each element by a return mapping, or a vertex with all that is stretched at it. */
export const PLASTICITIES = ["element", "vertex"] as const;

/** A material with everything said. */
export interface ResolvedMaterial extends Required<Material> {
  /** Infinity: never. */
  yield: number;
  bendYield: number;
}

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
    weave: material.weave ?? 0,
    weaveAngle: material.weaveAngle ?? 0,
    yield: material.yield ?? Infinity,
    bendYield: material.bendYield ?? Infinity,
    plasticity: material.plasticity ?? "element",
    thickness: material.thickness ?? 0,
    friction: material.friction ?? 0.5,
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
    "thickness",
    "friction",
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
  for (const field of ["yield", "bendYield"] as const) {
    if (!(resolved[field] > 0)) {
      throw new RangeError(`material.${field}: expected a number over 0, got ${resolved[field]}`);
    }
  }
  if (!(resolved.weave >= 0 && resolved.weave <= 1)) {
    throw new RangeError(`material.weave: expected a number from 0 to 1, got ${resolved.weave}`);
  }
  if (!Number.isFinite(resolved.weaveAngle)) {
    throw new RangeError(
      `material.weaveAngle: expected an angle in degrees, got ${resolved.weaveAngle}`,
    );
  }
  if (!PLASTICITIES.includes(resolved.plasticity)) {
    throw new RangeError(
      `material.plasticity: expected ${PLASTICITIES.join(" or ")}, got ${String(resolved.plasticity)}`,
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
