import type { TearingOptions } from "tatter";
import type { NumberLook } from "./rows.js";

/** How the panel shows the limit of each criterion. */
export const LIMIT_LABELS = {
  stretch: {
    label: "tear limit, ×",
    scale: { min: 1.01, max: 3, step: 0.01 },
    least: 1.0001,
    title:
      "It tears where it is stretched to this multiple of its length at rest. Higher: it holds longer.",
  },
  tension: {
    label: "tear limit, N",
    scale: { min: 0.1, max: 10, step: 0.1 },
    least: 0.0001,
    title: "It tears where an edge pulls with this force. Higher: it holds longer.",
  },
  "separation-tensor": {
    label: "tear limit, strain",
    scale: { min: 0.01, max: 2, step: 0.01 },
    least: 0.0001,
    title:
      "It tears where the strain around a point, in its worst direction, comes to this; 0.3 is 30 %. Higher: it holds longer.",
  },
} as const satisfies Record<TearingOptions["criterion"], NumberLook>;
