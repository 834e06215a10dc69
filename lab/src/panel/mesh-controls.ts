import type { BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { DIAGONALS, meshKindsOf } from "../scenes/mesh-kind.js";
import { addText, listOf, type Rows } from "./rows.js";
import { chooseCloth, type Settings } from "./settings.js";

const RESOLUTIONS = [16, 24, 32, 40, 48, 64];

/** Texts for meshes whose type cannot be changed. */
const KIND_LABELS = {
  grid: "grid",
  irregular: "irregular",
  disc: "disc",
  tube: "tube",
  "t-shirt": "T-shirt",
  file: "from a file",
} as const;

/** Index of the first row: after the scene menu. */
const FIRST_INDEX = 1;

interface MeshCalls {
  /** Another cloth was chosen: the rows must be rebuilt. */
  showCloth: () => void;
  /** The cloth must be rebuilt. */
  rebuildCloth: () => void;
  /** The cloth and the rows must be rebuilt. */
  rebuildAll: () => void;
}

/** Adds the menu that chooses one of several cloths. A scene with one cloth has no such menu. */
function addClothChoice(folder: FolderApi, settings: Settings, showCloth: () => void): BladeApi[] {
  const { cloth, cloths } = settings;
  if (cloths.length === 1) return [];
  const control = folder.addBinding({ cloth }, "cloth", {
    label: "Cloth",
    options: cloths.map((_, i) => ({ text: `${i + 1} of ${cloths.length}`, value: i })),
    index: FIRST_INDEX,
  });
  control.element.title =
    "Cloth that the settings of mesh, material and tearing belong to, in the order of the scene.";
  control.on("change", ({ value }) => {
    chooseCloth(settings, value);
    queueMicrotask(showCloth); // not inside of its own change event
  });
  return [control];
}

/** Adds the rows for the choice of a cloth, and for the resolution and the type of its mesh. */
export function addMesh(
  rows: Rows,
  folder: FolderApi,
  settings: Settings,
  { showCloth, rebuildCloth, rebuildAll }: MeshCalls,
): BladeApi[] {
  const added = addClothChoice(folder, settings, showCloth);
  const nextIndex = (): number => FIRST_INDEX + added.length;
  const own = settings.resolution;
  if (own !== null) {
    const choices = [...new Set([...RESOLUTIONS.filter((n) => n <= settings.maxResolution), own])];
    const spec = {
      label: "Resolution, cells",
      title: "Cells along the width of the cloth. More cells are slower. Restarts the simulation.",
      options: listOf(choices.toSorted((a, b) => a - b)),
      index: nextIndex(),
    };
    added.push(rows.choice(folder, "resolution", spec, rebuildCloth));
  }
  const kinds = meshKindsOf(settings.source.scene.cloths[settings.cloth]!);
  if (kinds.length === 1) {
    const title = "Mesh type. It cannot be changed in this scene.";
    added.push(addText(folder, "Mesh", KIND_LABELS[kinds[0]!], title, nextIndex()));
    if (kinds[0] !== "grid") return added;
  } else {
    const spec = {
      label: "Mesh",
      title:
        "Mesh type. Irregular triangles have no preferred direction, so tears look natural. Restarts the simulation.",
      options: listOf(kinds),
      index: nextIndex(),
    };
    added.push(rows.choice(folder, "meshKind", spec, () => queueMicrotask(rebuildAll)));
  }
  if (settings.meshKind === "grid") {
    const spec = {
      label: "Diagonals",
      title:
        "Direction of the diagonals of the grid. union-jack is symmetric. Restarts the simulation.",
      options: listOf(DIAGONALS),
      index: nextIndex(),
    };
    added.push(rows.choice(folder, "diagonals", spec, rebuildCloth));
  }
  return added;
}
