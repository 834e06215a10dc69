/** Views and their tooltips. The keys 1 to 5 choose them in this order. */
export const VIEWS = {
  material: "the material, with light and shadow",
  texture: "the pattern or image, in clear colors",
  wireframe: "the mesh, with torn edges",
  strain: "stretched or compressed areas",
  pieces: "each piece in its own color",
} as const;

export type ViewName = keyof typeof VIEWS;

export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

/** Overlays, with label and tooltip. */
export const OVERLAYS = {
  pins: { title: "Pins", what: "Shows where the cloth is pinned." },
  weak: {
    title: "Tips and weak points",
    what: "Blue dots where a tear ends, or where parts are connected by a single vertex.",
  },
  strength: {
    title: "Strength",
    what: "Red is weaker than the material, blue is stronger.",
  },
  directions: {
    title: "Strain directions",
    what: "Lines in the directions of stretch and compression, and a ring at the most strained point.",
  },
  contacts: {
    title: "Contacts",
    what: "Dots where cloth bears on cloth in the latest step, with self-collision.",
  },
} as const;

export type OverlayName = keyof typeof OVERLAYS;
