import { SIZES } from "./cases.js";

const ALL = Object.keys(SIZES);
const SOME = ["1k-cotton-0.3", "1k-cotton-1", "1k-cotton-3", "1k-irregular-cotton-1", "1k-paper-1"];

/**
 * The compared solvers: the only place to add one. `timed` are the sizes at which its time is measured, `compared` those
 * or cases at which its forces are. Slow ones would take hours.
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
  { name: "euler", solver: { type: "euler" }, timed: ["1k"], compared: SOME },
  {
    name: "euler, limited damping",
    solver: { type: "euler", limitDamping: true },
    timed: ["1k"],
    compared: SOME,
  },
  { name: "implicit", solver: { type: "implicit" }, timed: ["1k"], compared: SOME },
  {
    name: "implicit, bdf2",
    solver: { type: "implicit", integrator: "bdf2" },
    timed: ["1k"],
    compared: SOME,
  },
  {
    name: "implicit, bdf2, multigrid",
    isFast: true,
    solver: { type: "implicit", integrator: "bdf2", linear: "multigrid" },
    timed: ALL,
    compared: ALL,
  },
];
