import {
  checkOptions,
  from0,
  nullable,
  number,
  object,
  oneOf,
  optional,
  over0,
  partial,
  type Checks,
} from "../math/check-options.js";
import { cos, radians, sin } from "../math/trigonometry.js";

/** What a cloth is made of. All figures belong to the sheet, not to its mesh, and hold for any resolution. */
export interface ClothMaterial {
  /** Mass per area, kg/m². */
  density: number;
  /** Tension per width and strain, N/m: in all directions, or as the mean of warp and weft where they are said. */
  stiffness: number;
  /** The same along v, the warp. Default: `stiffness`. */
  warp?: number;
  /** The same along u, the weft. Default: `stiffness`. */
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
  breakingStrain?: number;
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
export interface ResolvedMaterial extends Required<ClothMaterial> {
  /** Infinity: never. */
  yield: number;
  bendYield: number;
}

const over = over0("a number over 0");
const least = from0("0 or more");
/** Infinity, as null: never. */
const orNever = nullable(number("a number over 0", (value) => value > 0));

const CHECKS = {
  density: over,
  stiffness: over,
  warp: optional(over),
  weft: optional(over),
  shear: optional(least),
  poisson: optional(number("a number from 0 to under 1", (poisson) => poisson >= 0 && poisson < 1)),
  bending: optional(least),
  bendStiffness: least,
  damping: least,
  shearDamping: optional(least),
  bendDamping: optional(least),
  breakingStrain: optional(over),
  weave: optional(number("a number from 0 to 1", (weave) => weave >= 0 && weave <= 1)),
  weaveAngle: optional(number("an angle in degrees", Number.isFinite)),
  yield: optional(orNever),
  bendYield: optional(orNever),
  plasticity: optional(oneOf(PLASTICITIES)),
  thickness: optional(least),
  friction: optional(least),
} satisfies Checks<ClothMaterial>;

/** Names of version 0.1. */
const RENAMED = { strength: "breakingStrain" };

export const MATERIAL = object<ClothMaterial>(CHECKS, {}, RENAMED);
/** Some of it. */
export const MATERIAL_CHANGE = object(partial<ClothMaterial>(CHECKS), {}, RENAMED);

/** What has no default. */
const NEEDED = (Object.keys(CHECKS) as (keyof ClothMaterial)[]).filter(
  (field) => !("isOptional" in CHECKS[field]),
);

/** Whether it says all that has no default, and so is a material by itself. */
export function isWholeMaterial(material: Partial<ClothMaterial>): material is ClothMaterial {
  return NEEDED.every((field) => material[field] !== undefined);
}

/**
 * A material with some fields changed. Warp and weft keep their ratio to `stiffness`: who makes a weave stiffer without a word
 * about its yarns means both of them.
 */
export function changedMaterial(
  material: ClothMaterial,
  change: Partial<ClothMaterial>,
): ClothMaterial {
  const changed = { ...material, ...change };
  const { stiffness } = change;
  if (stiffness === undefined) return changed;
  for (const yarn of ["warp", "weft"] as const) {
    const before = material[yarn];
    if (before === undefined || yarn in change) continue;
    changed[yarn] = before * (stiffness / material.stiffness);
  }
  return changed;
}

/**
 * Tension per width and strain of a strip of the sheet that is cut at an angle to the weft and free to narrow and to shear,
 * N/m: what the models `baraff-witkin` (without `poisson`) and `membrane` do for small strains. The bias is at 45°.
 *
 *     1 / E(θ) = cos⁴θ / E_u + sin⁴θ / E_v + (1 / G − 2 ν / √(E_u E_v)) sin²θ cos²θ
 *
 * @param degrees From the weft towards the warp, wherever `weaveAngle` has turned them.
 */
export function stiffnessAlong(material: ClothMaterial, degrees: number): number {
  const { warp, weft, shear, poisson } = resolveMaterial(material);
  const [alongWeft, alongWarp] = [cos(radians(degrees)), sin(radians(degrees))];
  const [cosSquared, sinSquared] = [alongWeft * alongWeft, alongWarp * alongWarp];
  const crosswise = sinSquared * cosSquared;
  const mixed = 1 / shear - (2 * poisson) / Math.sqrt(weft * warp);
  return (
    1 /
    ((cosSquared * cosSquared) / weft +
      (sinSquared * sinSquared) / warp +
      (crosswise === 0 ? 0 : mixed * crosswise))
  );
}

/**
 * Fills in what is not said.
 *
 * @throws RangeError that names the field.
 */
export function resolveMaterial(material: ClothMaterial): ResolvedMaterial {
  checkOptions("material", material, MATERIAL);
  const { stiffness } = material;
  return {
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
    breakingStrain: material.breakingStrain ?? 0.3,
    weave: material.weave ?? 0,
    weaveAngle: (material.weaveAngle ?? 0) % 360,
    yield: material.yield ?? Infinity,
    bendYield: material.bendYield ?? Infinity,
    plasticity: material.plasticity ?? "element",
    thickness: material.thickness ?? 0,
    friction: material.friction ?? 0.5,
  };
}
