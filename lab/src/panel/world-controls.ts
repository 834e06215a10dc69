import type { FolderApi } from "tweakpane";
import { listOf, type Rows } from "./rows.js";
import { MAX_WIND, type Settings } from "./settings.js";

const MODES = ["off", "fast", "exact"] as const satisfies readonly Settings["selfCollision"][];

/** Adds the controls of wind and air. Changes apply to the running cloth. */
export function addAir(rows: Rows, folder: FolderApi, changed: () => void): void {
  const min = 0;
  rows.number(
    folder,
    "wind",
    {
      label: "Wind, m/s",
      scale: { min: 0, max: MAX_WIND, step: 0.1 },
      min,
      title: "Wind speed. The wind tool sets the direction.",
    },
    changed,
  );
  rows.number(
    folder,
    "gusts",
    {
      label: "Gusts, × wind",
      scale: { min: 0, max: 1, step: 0.05 },
      min,
      title: "Random variation of the wind, as a fraction of its speed.",
    },
    changed,
  );
  rows.number(
    folder,
    "turbulence",
    {
      label: "Turbulence, m/s",
      scale: { min: 0, max: 6, step: 0.1 },
      min,
      title: "Speed of small eddies, in addition to the wind.",
    },
    changed,
  );
  rows.number(
    folder,
    "drag",
    {
      label: "Air drag, N·s/m³",
      scale: { min: 0, max: 5, step: 0.1 },
      min,
      title: "Drag of the air per area and speed. 0 is a vacuum, 1.2 is usual.",
    },
    changed,
  );
}

/**
 * Adds the controls of gravity, object friction and self-collision.
 *
 * @returns Call it when the settings were changed elsewhere.
 */
export function addWorld(
  rows: Rows,
  folder: FolderApi,
  settings: Pick<Settings, "selfCollision">,
  { changed, rebuild }: { changed: () => void; rebuild: () => void },
): () => void {
  rows.number(
    folder,
    "gravity",
    {
      label: "Gravity, m/s²",
      scale: { min: 0, max: 25, step: 0.1 },
      min: 0,
      title: "Gravitational acceleration. Moon 1.62, Earth 9.81, Jupiter 24.8.",
    },
    changed,
  );
  rows.number(
    folder,
    "objectFriction",
    {
      label: "Object friction",
      scale: { min: 0, max: 1.5, step: 0.05 },
      off: "as scene",
      min: 0,
      title:
        "Friction of all objects. The mean with the friction of the cloth is used. Restarts the simulation.",
    },
    rebuild,
  );
  return addSelfCollision(rows, folder, settings, changed);
}

/**
 * Adds the controls of contact between layers of cloth. Changes apply to the running cloth.
 *
 * @returns Call it when the settings were changed elsewhere.
 */
function addSelfCollision(
  rows: Rows,
  folder: FolderApi,
  settings: Pick<Settings, "selfCollision">,
  changed: () => void,
): () => void {
  const spec = {
    label: "Self-collision",
    title:
      "Contact of cloth with itself and with other cloth. fast: layers may pass through each other at high speed. exact is slower: they do so only where pins force them.",
    options: listOf(MODES),
  };
  rows.choice(folder, "selfCollision", spec, () => {
    show();
    changed();
  });
  const thickness = {
    label: "Contact thickness, mm",
    scale: { min: 0.2, max: 20, isLog: true },
    unit: 0.001,
    off: "auto",
    min: 0.001,
    max: 1000,
    title:
      "Distance that layers of cloth keep. auto: the thickness of their materials, at least 1/20 of the mean edge.",
  };
  const row = rows.number(folder, "contactThickness", thickness, changed);
  const show = (): void => {
    row.hidden = settings.selfCollision === "off";
  };
  return show;
}
