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

/** The material of a cloth. All values describe the sheet, not its mesh, and are valid at any resolution. */
export interface ClothMaterial {
  /** Mass per area, kg/m². */
  density: number;
  /** Tension per width and strain, N/m: in all directions, or the mean of warp and weft if they are given. */
  stiffness: number;
  /** The same along v, the warp. Default: `stiffness`. */
  warp?: number;
  /** The same along u, the weft. Default: `stiffness`. */
  weft?: number;
  /** Shear force per width and angle, N/m; for all models but `springs`. Default: a tenth of `stiffness`. */
  shear?: number;
  /** Poisson's ratio, from 0 to under 1; for the model `membrane`. Default: 0. */
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
  /**
   * Strain at which it tears, relative to the unstressed shape at the start; default 0.3. `tearing.limit` overrides it.
   */
  breakingStrain?: number;
  /** How closely tears follow the yarns, from 0 to 1; default 0. `tearing.weave` overrides it. */
  weave?: number;
  /** Rotation of the weft from u toward v, degrees; the warp rotates with it. Default 0. */
  weaveAngle?: number;
  /** Elastic strain beyond which stretch is plastic (Phillips III.C.3); default null: never. */
  yield?: number | null;
  /** Curvature beyond which bending is plastic, 1/m; default null: never. */
  bendYield?: number | null;
  /**
   * What yields: each element on its own, or all stretched elements at a vertex at once (Phillips). Default "element".
   */
  plasticity?: (typeof PLASTICITIES)[number];
  /** Thickness, m; contacts keep half of it as distance. Default 0. */
  thickness?: number;
  /** Coulomb friction coefficient; a contact uses the geometric mean of both sides. Default 0.5. */
  friction?: number;
}

/** What yields: each element by a return mapping, or a vertex with all stretched elements at it. */
export const PLASTICITIES = ["element", "vertex"] as const;

/** A material with all defaults filled in. */
export interface ResolvedMaterial extends Required<ClothMaterial> {
  /** Infinity: never. */
  yield: number;
  /** Infinity: never. */
  bendYield: number;
}

const positive = over0("a number over 0");
const nonNegative = from0("0 or more");
/** Infinity and null: never. */
const orNever = nullable(number("a number over 0", (value) => value > 0));

const CHECKS = {
  density: positive,
  stiffness: positive,
  warp: optional(positive),
  weft: optional(positive),
  shear: optional(nonNegative),
  poisson: optional(number("a number from 0 to under 1", (poisson) => poisson >= 0 && poisson < 1)),
  bending: optional(nonNegative),
  bendStiffness: nonNegative,
  damping: nonNegative,
  shearDamping: optional(nonNegative),
  bendDamping: optional(nonNegative),
  breakingStrain: optional(positive),
  weave: optional(number("a number from 0 to 1", (weave) => weave >= 0 && weave <= 1)),
  weaveAngle: optional(number("an angle in degrees", Number.isFinite)),
  yield: optional(orNever),
  bendYield: optional(orNever),
  plasticity: optional(oneOf(PLASTICITIES)),
  thickness: optional(nonNegative),
  friction: optional(nonNegative),
} satisfies Checks<ClothMaterial>;

/** Field names of version 0.1. */
const RENAMED = { strength: "breakingStrain" };

/** Check of a complete material. */
export const MATERIAL = object<ClothMaterial>(CHECKS, {}, RENAMED);
/** Check of a change: any of the fields. */
export const MATERIAL_CHANGE = object(partial<ClothMaterial>(CHECKS), {}, RENAMED);

/** Fields without a default. */
const REQUIRED = (Object.keys(CHECKS) as (keyof ClothMaterial)[]).filter(
  (field) => !("isOptional" in CHECKS[field]),
);

/** True if all fields without a default are present. */
export function isWholeMaterial(material: Partial<ClothMaterial>): material is ClothMaterial {
  return REQUIRED.every((field) => material[field] !== undefined);
}

/**
 * Returns a material with some fields changed. Warp and weft keep their ratio to `stiffness`, unless they are given
 * too.
 *
 * @throws RangeError that names the field.
 *
 * @example
 * import { changedMaterial, MATERIALS } from "tatter";
 * const soft = changedMaterial(MATERIALS.denim, { stiffness: 800 }); // N/m
 * console.log(soft.warp, soft.weft); // scaled with it
 */
export function changedMaterial(
  material: ClothMaterial,
  change: Partial<ClothMaterial>,
): ClothMaterial {
  checkOptions("change", change, MATERIAL_CHANGE);
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
 * Tension per width and strain, N/m, of a strip that is cut at an angle to the weft and free to narrow and to shear:
 * what the models `baraff-witkin` (without `poisson`) and `membrane` have at small strains. The bias is at 45°.
 *
 *     1 / E(θ) = cos⁴θ / E_u + sin⁴θ / E_v + (1 / G − 2 ν / √(E_u E_v)) sin²θ cos²θ
 *
 * @param degrees From the weft toward the warp, wherever `weaveAngle` has turned them.
 *
 * @example
 * import { MATERIALS, stiffnessAlong } from "tatter";
 * console.log(stiffnessAlong(MATERIALS.denim, 45)); // N/m on the bias
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
 * Returns a material with all defaults filled in.
 *
 * @throws RangeError that names the field.
 *
 * @example
 * import { MATERIALS, resolveMaterial } from "tatter";
 * console.log(resolveMaterial(MATERIALS.silk).breakingStrain); // 0.2
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
