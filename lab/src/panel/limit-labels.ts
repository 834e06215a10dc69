import type { TearingOptions } from "tatter";
import type { NumberSpec } from "./rows.js";

/** Label, range and tooltip of the tear threshold, by criterion. */
export const LIMIT_LABELS = {
  stretch: {
    label: "Tear threshold, ×",
    scale: { min: 1.01, max: 3, step: 0.01 },
    min: 1.0001,
    title: "The cloth tears where an edge reaches this multiple of its rest length.",
  },
  tension: {
    label: "Tear threshold, N",
    scale: { min: 0.1, max: 10, step: 0.1 },
    min: 0.0001,
    title: "The cloth tears where an edge pulls with this force.",
  },
  "separation-tensor": {
    label: "Tear threshold, strain",
    scale: { min: 0.01, max: 2, step: 0.01 },
    min: 0.0001,
    title: "The cloth tears where the largest strain at a vertex reaches this value. 0.3 is 30 %.",
  },
} as const satisfies Record<TearingOptions["criterion"], NumberSpec>;
