import type { SceneInput } from "tatter/scene";
import type { LiveClothSettings } from "../simulation/messages.js";
import { diagonalsOf, withMeshKind, type Diagonals, type MeshKind } from "../scenes/mesh-kind.js";
import { maxResolutionOf, resolutionOf, withResolution } from "../scenes/scenes.js";
import {
  materialOf,
  materialSettingsOf,
  sceneMaterialOf,
  type MaterialSettings,
} from "./material-settings.js";
import type { SolverSettings } from "./solver-settings.js";
import { tearingOf, tearingSettingsOf, type TearingSettings } from "./tearing-settings.js";

/** Settings of one cloth, in SI units. */
export interface ClothSettings extends MaterialSettings, TearingSettings {
  /** Cells along the width of the cloth. Null for a mesh from a file. */
  resolution: number | null;
  /** Maximum number of cells along the width at which the cloth stays stiff enough. */
  maxResolution: number;
  /** Type of the mesh. */
  meshKind: MeshKind;
  /** Direction of the diagonals of a grid. */
  diagonals: Diagonals;
  /** Random variation of the strength of a new cloth: 1 minus the strength factor of the weakest places. */
  strengthVariation: number;
}

type SceneCloth = SceneInput["cloths"][number];

/** Distance between weak places if the scene does not set it, m. */
const WEAK_PLACE_SPACING = 0.1;

/** Returns the panel settings for a cloth of a scene. */
export function clothSettingsOf(cloth: SceneCloth): ClothSettings {
  const { mesh, model = "springs", material = {}, tearing, strengthMap } = cloth;
  const materialSettings = materialSettingsOf(material, model);
  return {
    resolution: resolutionOf(mesh),
    maxResolution: maxResolutionOf(mesh),
    meshKind: mesh.type,
    diagonals: diagonalsOf(mesh),
    ...materialSettings,
    ...tearingSettingsOf(tearing, materialSettings.breakingStrain),
    strengthVariation: strengthMap?.noise?.amount ?? 0,
  };
}

/** Returns the cloth of a scene with the settings of the panel. */
export function clothWith(own: SceneCloth, settings: ClothSettings & SolverSettings): SceneCloth {
  const cloth = withResolution(own, settings.resolution);
  return {
    ...withMeshKind(cloth, settings.meshKind, settings.diagonals),
    model: settings.model,
    material: sceneMaterialOf(settings),
    tearing: tearingOf(settings, own.tearing) ?? undefined,
    strengthMap: strengthMapOf(settings, own.strengthMap),
  };
}

/** Returns the settings that a running cloth can take over. */
export function liveClothSettings(
  own: SceneCloth,
  settings: ClothSettings & SolverSettings,
): LiveClothSettings {
  return {
    preset: settings.preset,
    material: materialOf(settings),
    tearing: tearingOf(settings, own.tearing),
  };
}

function strengthMapOf(
  { strengthVariation }: ClothSettings,
  own: SceneCloth["strengthMap"],
): SceneCloth["strengthMap"] {
  const size = own?.noise?.size ?? WEAK_PLACE_SPACING;
  return {
    ...own,
    noise: strengthVariation === 0 ? undefined : { amount: strengthVariation, size },
  };
}
