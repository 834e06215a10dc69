import type { ClothMaterial } from "./material.js";

/**
 * Material presets by name: paper, card, silk, cotton, denim, canvas, wool, rubber, foil, net. Units are in `ClothMaterial`;
 * the sources of the values are in docs/materials.md.
 *
 * @example
 * import { generateGrid, MATERIALS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [20, 20] });
 * const world = new World({ cloths: [{ mesh, material: MATERIALS.silk }] });
 */
export const MATERIALS = {
  /** Office paper of 80 g/m², its grain along v. */
  paper: {
    density: 0.08,
    stiffness: 350_000,
    warp: 450_000,
    weft: 250_000,
    shear: 130_000,
    poisson: 0.2,
    bending: 3e-4,
    bendStiffness: 400,
    damping: 20,
    breakingStrain: 0.03,
    weave: 0.1,
    bendYield: 25,
    thickness: 1e-4,
    friction: 0.4,
  },
  /** A solid board of 250 g/m², as for postcards and boxes, its grain along v. */
  card: {
    density: 0.25,
    stiffness: 1_200_000,
    warp: 1_600_000,
    weft: 800_000,
    shear: 440_000,
    poisson: 0.2,
    bending: 9e-3,
    bendStiffness: 12_000,
    damping: 65,
    breakingStrain: 0.03,
    weave: 0.1,
    bendYield: 20,
    thickness: 3e-4,
    friction: 0.4,
  },
  /** A plain silk of 12 momme, as for scarves. */
  silk: {
    density: 0.052,
    stiffness: 3500,
    warp: 4000,
    weft: 3000,
    shear: 22,
    poisson: 0.1,
    bending: 2e-6,
    bendStiffness: 0.3,
    damping: 0.7,
    breakingStrain: 0.2,
    weave: 0.8,
    thickness: 1e-4,
    friction: 0.3,
  },
  /** A plain weave of about 150 g/m², as for shirts and light curtains. */
  cotton: {
    density: 0.15,
    stiffness: 5000,
    shear: 60,
    poisson: 0.1,
    bending: 1e-5,
    bendStiffness: 2,
    damping: 2,
    breakingStrain: 0.2,
    weave: 0,
    thickness: 3e-4,
    friction: 0.6,
  },
  /** A twill of 12 ounces per square yard, as for jeans. */
  denim: {
    density: 0.4,
    stiffness: 13_000,
    warp: 16_000,
    weft: 10_000,
    shear: 150,
    poisson: 0.1,
    bending: 6e-5,
    bendStiffness: 12,
    damping: 6,
    breakingStrain: 0.25,
    weave: 0.9,
    thickness: 9e-4,
    friction: 0.6,
  },
  /** Cotton duck of 15 ounces per square yard, as for tents and sails. */
  canvas: {
    density: 0.5,
    stiffness: 30_000,
    warp: 35_000,
    weft: 25_000,
    shear: 500,
    poisson: 0.1,
    bending: 3e-4,
    bendStiffness: 60,
    damping: 12,
    breakingStrain: 0.2,
    weave: 0.9,
    thickness: 9e-4,
    friction: 0.6,
  },
  /** A woolen flannel, as for coats and blankets. */
  wool: {
    density: 0.3,
    stiffness: 2500,
    warp: 3000,
    weft: 2000,
    shear: 40,
    poisson: 0.1,
    bending: 1.5e-5,
    bendStiffness: 3,
    damping: 3,
    breakingStrain: 0.3,
    weave: 0.3,
    thickness: 1.2e-3,
    friction: 0.7,
  },
  /** A sheet of natural rubber, 0.5 mm. */
  rubber: {
    density: 0.48,
    stiffness: 750,
    warp: 750,
    weft: 750,
    shear: 250,
    poisson: 0.5,
    bending: 2e-5,
    bendStiffness: 10,
    damping: 2,
    breakingStrain: 5,
    weave: 0,
    thickness: 5e-4,
    friction: 1,
  },
  /** Household aluminum foil, 16 µm. */
  foil: {
    density: 0.043,
    stiffness: 1_100_000,
    warp: 1_100_000,
    weft: 1_100_000,
    shear: 410_000,
    poisson: 0.34,
    bending: 3e-4,
    bendStiffness: 400,
    damping: 26,
    breakingStrain: 0.03,
    weave: 0,
    yield: 0.0012,
    bendYield: 8,
    thickness: 1.6e-5,
    friction: 0.4,
  },
  /** A light netting: very soft in shear, and it tears along its yarns. */
  net: {
    density: 0.03,
    stiffness: 900,
    warp: 1000,
    weft: 800,
    shear: 3,
    poisson: 0,
    bending: 5e-7,
    bendStiffness: 0.05,
    damping: 0.3,
    breakingStrain: 0.45,
    weave: 1,
    thickness: 4e-4,
    friction: 0.3,
  },
} as const satisfies Record<string, ClothMaterial>;

/** The name of a material preset. */
export type MaterialName = keyof typeof MATERIALS;
