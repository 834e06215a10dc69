import type { BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { DIAGONALS, meshKindsOf } from "../scenes/mesh-kind.js";
import { addText, listOf, type Rows } from "./rows.js";
import type { Settings } from "./settings.js";

const RESOLUTIONS = [16, 24, 32, 40, 48, 64];

/** What a mesh is that cannot be anything else. */
const KINDS_IN_WORDS = {
  grid: "grid",
  irregular: "irregular",
  disc: "disc",
  tube: "tube",
  "t-shirt": "T-shirt",
  file: "from a file",
} as const;

/** Where these rows come: after the menu of scenes. */
const FIRST = 1;

/**
 * How fine the cloth is, and how it is divided into triangles.
 *
 * @param finer Called where the cloth has to be made anew.
 * @param otherKind The same, and other rows are needed.
 */
export function addMesh(
  rows: Rows,
  folder: FolderApi,
  settings: Settings,
  finer: () => void,
  otherKind: () => void,
): BladeApi[] {
  const added: BladeApi[] = [];
  const nextIndex = (): number => FIRST + added.length;
  const own = settings.resolution;
  if (own !== null) {
    const choices = [...new Set([...RESOLUTIONS.filter((n) => n <= settings.finest), own])];
    const look = {
      label: "resolution, cells",
      title:
        "How many cells lie along the width of the cloth. More: finer folds and tears, and slower. Starts the cloth anew.",
      options: listOf(choices.toSorted((a, b) => a - b)),
      index: nextIndex(),
    };
    added.push(rows.choice(folder, "resolution", look, finer));
  }
  const kinds = meshKindsOf(settings.source.scene.cloths[0]!);
  if (kinds.length === 1) {
    const title = "How the cloth is divided into triangles. This scene's mesh can be nothing else.";
    added.push(addText(folder, "mesh", KINDS_IN_WORDS[kinds[0]!], title, nextIndex()));
    if (kinds[0] !== "grid") return added;
  } else {
    const look = {
      label: "mesh",
      title:
        "How the cloth is divided into triangles: a grid is quick and folds along its lines; irregular triangles favour no direction, so that tears look natural. Starts the cloth anew.",
      options: listOf(kinds),
      index: nextIndex(),
    };
    added.push(rows.choice(folder, "meshKind", look, otherKind));
  }
  if (settings.meshKind === "grid") {
    const look = {
      label: "diagonals",
      title:
        "How the cells of the grid are halved: all alike, every second row mirrored, or every second cell (union-jack), which favours no side. Starts the cloth anew.",
      options: listOf(DIAGONALS),
      index: nextIndex(),
    };
    added.push(rows.choice(folder, "diagonals", look, finer));
  }
  return added;
}
