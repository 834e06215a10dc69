import type { ClothMaterial, MaterialName } from "../cloth/index.js";
import { anObject } from "../math/check-options.js";
import { OLD_TEARING } from "../sim/index.js";
import { migrateScene } from "./migration.js";

/** The values of presets in version 0.2 that have changed since. Those of version 0.1 are the same. */
const OLD_PRESETS: Readonly<Partial<Record<MaterialName, Partial<ClothMaterial>>>> = {
  paper: { breakingStrain: 0.18 },
  silk: { breakingStrain: 0.25 },
  cotton: { breakingStrain: 0.3 },
  denim: { breakingStrain: 0.4 },
  canvas: { breakingStrain: 0.35 },
  wool: { breakingStrain: 0.5, yield: 0.3 },
  rubber: { breakingStrain: 3 },
  foil: { bendStiffness: 40, damping: 10, breakingStrain: 0.18, yield: 0.15 },
  net: { breakingStrain: 0.5 },
};

/**
 * The scene of a recording, with the presets and the rules of tearing of version 0.2 for what it does not name. The
 * recordings of later versions name all values of their presets, and how tears start.
 */
export function withOldRules(scene: unknown): unknown {
  const current = migrateScene(scene);
  if (anObject(current) !== null) return current; // refused by the check
  const { cloths } = current as { cloths?: unknown };
  if (!Array.isArray(cloths)) return current;
  return { ...(current as object), cloths: cloths.map(oldCloth) };
}

function oldCloth(cloth: unknown): unknown {
  if (anObject(cloth) !== null) return cloth;
  const { material, tearing } = cloth as { material?: unknown; tearing?: unknown };
  return {
    ...(cloth as object),
    ...(anObject(material) === null && { material: oldMaterial(material as object) }),
    ...(anObject(tearing) === null && {
      tearing: { ...OLD_TEARING, path: "plane", ...(tearing as object) },
    }),
  };
}

function oldMaterial(material: { preset?: unknown }): object {
  const { preset } = material;
  const isKnown = typeof preset === "string" && Object.hasOwn(OLD_PRESETS, preset);
  return isKnown ? { ...OLD_PRESETS[preset as MaterialName], ...material } : material;
}
