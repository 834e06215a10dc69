/** A group of scenes in the gallery. */
export interface SceneGroup {
  title: string;
  scenes: readonly string[];
}

/** The groups, for new users. Every scene of the library is in one of them. */
export const GROUPS: readonly SceneGroup[] = [
  {
    title: "Start here",
    scenes: ["curtain", "t-shirt", "drape-sphere", "flag", "slash", "bullet"],
  },
  {
    title: "Tear and cut",
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
    title: "Cloth on cloth",
    scenes: [
      "twist",
      "heap",
      "three-layers",
      "two-rings",
      "funnel",
      "folded-drop",
      "t-shirt-floor",
      "curtain-aside",
      "tablecloth-slow",
      "tablecloth-fast",
      "ten-sheets",
      "outgrown-clothes",
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
    title: "Impacts",
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
    title: "Wind",
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
      "heavy-curtain",
      "notched-rip",
      "stiff-notched-pull",
      "shear-pull-rk4",
      "stretch-limit",
      "two-corners-angles",
    ],
  },
];

/** Titles that do not follow from the file name. */
const TITLES: Readonly<Record<string, string>> = {
  "t-shirt": "T-shirt",
  "t-shirt-floor": "T-shirt on the floor",
  "tablecloth-slow": "Tablecloth, 1 m/s",
  "tablecloth-fast": "Tablecloth, 4 m/s",
  "shear-pull-rk4": "Shear pull, RK4",
  "onal-ball-small": "Small ball",
  "onal-ball-low": "Ball, low",
  "onal-ball-high": "Ball, high",
  "onal-ball-large": "Large ball",
  "onal-ball-fast": "Fast ball",
};

/** Returns the title of a scene of the library. */
export function sceneTitle(name: string): string {
  const title = TITLES[name] ?? name.replaceAll("-", " ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** True if each typed word occurs in one of the texts. */
export function matches(typed: string, ...texts: readonly string[]): boolean {
  const all = texts.join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
