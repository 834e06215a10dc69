import type { BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { DIAGONALS, meshKindsOf } from "../scenes/mesh-kind.js";
import { addText, listOf, type Rows } from "./rows.js";
import type { Settings } from "./settings.js";

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

/**
 * Adds the rows for the resolution and the type of the mesh.
 *
 * @param rebuildCloth Called if the cloth must be rebuilt.
 * @param rebuildAll Called if the cloth and the rows must be rebuilt.
 */
export function addMesh(
  rows: Rows,
  folder: FolderApi,
  settings: Settings,
  rebuildCloth: () => void,
  rebuildAll: () => void,
): BladeApi[] {
  const added: BladeApi[] = [];
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
  const kinds = meshKindsOf(settings.source.scene.cloths[0]!);
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
    added.push(rows.choice(folder, "meshKind", spec, rebuildAll));
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
