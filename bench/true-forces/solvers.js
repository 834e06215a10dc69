import { SIZES } from "./cases.js";

const ALL = Object.keys(SIZES);

/**
 * The compared solvers: the only place to add one. `timed` are the sizes at which its time is measured, `compared` those
 * at which its forces are. Slow ones would take hours.
 */
export const SOLVERS = [
  {
    name: "xpbd, 20 substeps, reference kernels",
    isYardstick: true,
    solver: { type: "xpbd", substeps: 20 },
    options: { kernels: "reference" },
    timed: ALL,
    compared: ["1k"],
  },
  {
    name: "xpbd, 20 substeps",
    solver: { type: "xpbd", substeps: 20 },
    timed: ALL,
    compared: [],
  },
  { name: "euler", solver: { type: "euler" }, timed: ["1k"], compared: ["1k"] },
  { name: "implicit", solver: { type: "implicit" }, timed: ["1k"], compared: ["1k"] },
];
