/** A shelf of the gallery. */
export interface SceneGroup {
  title: string;
  scenes: readonly string[];
}

/** The shelves, for people who see the library for the first time; every scene of it stands on one of them. */
export const GROUPS: readonly SceneGroup[] = [
  {
    title: "Start here",
    scenes: ["curtain", "t-shirt", "drape-sphere", "flag", "slash", "bullet"],
  },
  {
    title: "Rip and cut",
    scenes: [
      "lateral-pull",
      "two-corners",
      "notched-pull",
      "paper-tear",
      "perforated",
      "zip",
      "regrip",
      "tube",
      "irregular-pull",
      "outgrown-shirt",
      "torn-off-rail",
    ],
  },
  {
    title: "Hang and drape",
    scenes: [
      "hanging-sheet",
      "hung-by-corners",
      "disc",
      "curtain-rail",
      "silk-drape",
      "drape-box",
      "bowl",
      "slope",
      "turning-ball",
    ],
  },
  {
    title: "Materials",
    scenes: [
      "denim-rip",
      "rubber-pull",
      "foil-cup",
      "membrane-pull",
      "bias-pull",
      "weave-pull",
      "plastic-drape",
      "worn",
    ],
  },
  {
    title: "Things that hit",
    scenes: [
      "ball-in-net",
      "onal-ball-small",
      "onal-ball-low",
      "onal-ball-high",
      "onal-ball-large",
      "onal-ball-fast",
    ],
  },
  {
    title: "Wind and whirls",
    scenes: ["flag-in-gusts", "whirl"],
  },
  {
    title: "Where and when it tears",
    scenes: ["strength-map", "weak-points", "hourglass", "exact-times"],
  },
  {
    title: "Solvers and models",
    scenes: [
      "corner-drag",
      "violent-drag",
      "stiff-notched-pull",
      "shear-pull-rk4",
      "stretch-limit",
      "two-corners-angles",
    ],
  },
];

/** Names that are more than their words with spaces between. */
const TITLES: Readonly<Record<string, string>> = {
  "t-shirt": "T-shirt",
  "shear-pull-rk4": "Shear pull, RK4",
  "onal-ball-small": "Small ball",
  "onal-ball-low": "Ball, low",
  "onal-ball-high": "Ball, high",
  "onal-ball-large": "Large ball",
  "onal-ball-fast": "Fast ball",
};

/** The name of a scene of the library in plain words. */
export function sceneWords(name: string): string {
  const words = TITLES[name] ?? name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether each word that was typed stands in one of the texts. */
export function matches(typed: string, ...texts: readonly string[]): boolean {
  const all = texts.join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
