import { anObject } from "../math/check-options.js";
import { OLD_TEARING } from "../sim/index.js";

/** The scene of a recording of version 0.2 or before, which does not say how tears start, with the rules of then. */
export function withOldTearing(scene: unknown): unknown {
  if (anObject(scene) !== null) return scene; // refused by the check
  const { cloths } = scene as { cloths?: unknown };
  if (!Array.isArray(cloths)) return scene;
  return { ...(scene as object), cloths: cloths.map(withOldStarts) };
}

function withOldStarts(cloth: unknown): unknown {
  if (anObject(cloth) !== null) return cloth;
  const { tearing } = cloth as { tearing?: unknown };
  if (tearing === undefined || anObject(tearing) !== null) return cloth;
  return {
    ...(cloth as object),
    tearing: { ...OLD_TEARING, path: "plane", ...(tearing as object) },
  };
}
