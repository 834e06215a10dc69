/** Label, key, tooltip and icon (24 × 24, strokes) of each tool. */
export const TOOLS = {
  grab: {
    title: "Grab",
    key: "h",
    what: "Pulls the cloth or moves an object (h). Drag beside it to rotate the view.",
    icon: `<path d="M8 13.5V6a1.5 1.5 0 0 1 3 0v5M11 10V4.500a1.5 1.5 0 0 1 3 0V11M14 10.500V6a1.5 1.5 0 0 1 3 0v6M17 11.500V8.500a1.5 1.5 0 0 1 3 0V14c0 4.5-2.5 7.5-6.5 7.5-3 0-4.5-1-6-3.500L4.3 13.700a1.5 1.5 0 0 1 2.5-1.600L8 13.5" />`,
  },
  knife: {
    title: "Knife",
    key: "k",
    what: "Cuts everything under the pointer, in all layers (k).",
    icon: `<path d="M3.5 20.500l5.2-5.200M8 12.500L19.5 3c1.5 4-1 9-6 12.500l-2 1.500zM8 12.500l3.5 4.5" />`,
  },
  throw: {
    title: "Throw",
    key: "t",
    what: "Throws a ball at the clicked point (t). Drag to rotate the view.",
    icon: `<circle cx="16" cy="8" r="4.5" /><path d="M3 15c2-2.5 4-4 6.5-5M4 20.500c2-4 4-6 7.5-7.800M9.5 20.500c1-2.5 2.3-4.2 4.5-5.5" />`,
  },
  pin: {
    title: "Pin",
    key: "p",
    what: "A click pins the cloth, a click on a pin removes it (p). Drag to rotate the view.",
    icon: `<path d="M8 3.500h8M9.5 3.500V10L6.5 14h11L14.5 10V3.500M12 14v7" />`,
  },
  brush: {
    title: "Brush",
    key: "b",
    what: "Paints where the cloth is weak (red) or strong (blue) (b).",
    icon: `<path d="M20.5 3.500L11 12.500M11 12.500c-3-1-5 .5-5.3 3C5.4 18 4.5 19.5 3 20c3.5 1.5 9 1 10.3-2.3.7-2-.3-4-2.3-5.200z" />`,
  },
  wind: {
    title: "Wind",
    key: "w",
    what: "Drag an arrow to set the wind (w). Click to stop the wind.",
    icon: `<path d="M3 9h10.500a2.8 2.8 0 1 0-2.7-3.500M3 13h15a2.8 2.8 0 1 1-2.7 3.500M3 17h7a2.3 2.3 0 1 1-2.2 3" />`,
  },
  look: {
    title: "Look",
    key: "l",
    what: "Every drag rotates the view (l). Double click to zoom in.",
    icon: `<path d="M2 12c2.8-4.7 6-7 10-7s7.2 2.3 10 7c-2.8 4.7-6 7-10 7s-7.2-2.3-10-7z" /><circle cx="12" cy="12" r="3" />`,
  },
} as const;

export const UNDO = `<path d="M9 14.500l-5-5 5-5M4 9.500h9.500a5.5 5.5 0 0 1 0 11H10" />`;

export type Tool = keyof typeof TOOLS;
