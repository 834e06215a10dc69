import type { FolderApi } from "tweakpane";
import type { Rows } from "./rows.js";
import { MAX_WIND } from "./settings.js";

/** The air that the cloth hangs in. All of it changes while the cloth moves. */
export function addAir(rows: Rows, folder: FolderApi, changed: () => void): void {
  const least = 0;
  rows.number(
    folder,
    "wind",
    {
      label: "wind, m/s",
      scale: { min: 0, max: MAX_WIND, step: 0.1 },
      least,
      title: "How fast the air moves. Higher: the cloth billows and flaps more; 0: still air.",
    },
    changed,
  );
  rows.number(
    folder,
    "gusts",
    {
      label: "gusts, × wind",
      scale: { min: 0, max: 1, step: 0.05 },
      least,
      title:
        "How much the wind swells and drops by chance, as a part of its speed. Higher: rougher; 0: it blows steadily.",
    },
    changed,
  );
  rows.number(
    folder,
    "turbulence",
    {
      label: "turbulence, m/s",
      scale: { min: 0, max: 6, step: 0.1 },
      least,
      title:
        "How fast the air turns in small eddies, which come on top of the wind. Higher: the cloth flutters more.",
    },
    changed,
  );
  rows.number(
    folder,
    "drag",
    {
      label: "air drag, N·s/m³",
      scale: { min: 0, max: 5, step: 0.1 },
      least,
      title:
        "How strongly the air takes hold of the cloth. Higher: it follows the wind more and falls more slowly; 0: as in a vacuum. 1.2 is usual.",
    },
    changed,
  );
}

/** What holds everywhere in the scene. */
export function addWorld(
  rows: Rows,
  folder: FolderApi,
  { changed, anew }: { changed: () => void; anew: () => void },
): void {
  rows.number(
    folder,
    "gravity",
    {
      label: "gravity, m/s²",
      scale: { min: 0, max: 25, step: 0.1 },
      least: 0,
      title:
        "How strongly everything is pulled down. Moon 1.62, earth 9.81, Jupiter 24.8; 0: what is cut off hovers. Higher: heavier, and quicker to tear.",
    },
    changed,
  );
  rows.number(
    folder,
    "objectFriction",
    {
      label: "friction of things",
      scale: { min: 0, max: 1.5, step: 0.05 },
      off: "as the scene",
      least: 0,
      title:
        "How rough the floor and all things of the scene are; with the friction of the cloth it makes their mean. Higher: the cloth clings; 0: it slides off. Off: each as the scene says. Starts the cloth anew.",
    },
    anew,
  );
}
