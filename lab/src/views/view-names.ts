/** What each view shows; the keys 1 to 5 choose them in this order. */
export const VIEWS = {
  material: "what it is made of, in light and shade",
  texture: "the pattern or picture on it, in clear colours",
  wireframe: "its mesh, with every split",
  strain: "how far it is stretched or pressed together",
  pieces: "each piece in a colour of its own",
} as const;

export type ViewName = keyof typeof VIEWS;

export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

/** What can lie over each view. */
export const OVERLAYS = {
  pins: { title: "Pins", what: "Pegs where the cloth is held." },
  weak: {
    title: "Tips and weak points",
    what: "Blue dots where a tear ends, or where parts hang together by a single point.",
  },
  strength: {
    title: "Strength",
    what: "Red where the cloth is weaker than its material says, blue where it is stronger.",
  },
  directions: {
    title: "Strain directions",
    what: "Short lines along which the cloth is stretched or pressed, and a ring at the most strained point.",
  },
} as const;

export type OverlayName = keyof typeof OVERLAYS;
