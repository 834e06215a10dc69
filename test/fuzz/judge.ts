import type { World } from "../../src/sim/index.js";

/** The outcome of an input. */
export type Outcome =
  | { verdict: "accepted" }
  | { verdict: "refused"; message: string }
  | { verdict: "failed"; message: string };

/** Errors that are meant for users. */
const PROPER = new Set([
  "SceneError",
  "ContainerError",
  "RecordingError",
  "ReplayError",
  "FileFormatError",
  "MeshError",
  "UsageError",
  "BlowUpError",
]);

/** Messages of JavaScript engines, which users should not see. */
const RAW =
  /undefined|\[object |Cannot [a-z]+ (?:prop|to |undef|null|an? |of )|call stack|is not (?:a function|iterable|defined|a constructor|an object)|Invalid (?:typed )?array|array length|buffer allocation|string length|out of bounds|reading '/;

/** Control characters, and characters that change the text direction. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const MAX_LINE = 1200;

/** The problem of a message; null if there is none. */
export function faultOf(message: string): string | null {
  if (message === "") return "an empty message";
  if (CONTROL.test(message)) return "a message with control characters";
  if (RAW.test(message)) return "a message of the engine";
  return message.length > MAX_LINE ? "a message that is too long" : null;
}

/** The outcome for an error. */
export function judge(error: unknown): Outcome {
  if (!(error instanceof Error)) return { verdict: "failed", message: `threw ${String(error)}` };
  const { name, message } = error;
  // A RangeError is ours if it starts with a field.
  const isProper = PROPER.has(name) || (name === "RangeError" && /^[\w.[\]-]+: /.test(message));
  const fault = isProper ? faultOf(message) : "a raw error";
  if (fault === null) return { verdict: "refused", message };
  const stack = (error.stack ?? "").split("\n").slice(1, 6).join(" | ").replaceAll(/\s+/g, " ");
  return { verdict: "failed", message: `${fault}: ${name}: ${JSON.stringify(message)} ${stack}` };
}

/** Larger costs are not a fault of the program: a step of a million substeps takes long. */
export const MAX_WORK = 20_000;

/** Steps an accepted world; it must stay finite, or report that it has not. */
export function stepOn(world: World): Outcome {
  if (workOf(world) < MAX_WORK) world.step(world.solver.step);
  return finite(world);
}

export function finite(world: World): Outcome {
  if (world.isFinite()) return { verdict: "accepted" };
  return { verdict: "failed", message: `positions that are no numbers at ${world.time} s` };
}

/** The number of substeps of an explicit solver for its step, in the current state. */
function substepsFor({ cloths, solver, solverModule, wind, time }: World): number {
  const context = { solver, wind, time, cloths: cloths.map(({ solving }) => solving) };
  return solverModule.substepsOf(context).countFor(solver.step);
}

/** Particles times substeps and iterations, approximately. */
export function workOf(world: World): number {
  const { cloths, solver } = world;
  const particles = cloths.reduce((sum, { particles: { count } }) => sum + count, 0);
  const { substeps, iterations = 1 } = solver;
  const isExplicit = solver.type !== "xpbd" && solver.type !== "implicit";
  const needed = isExplicit ? substepsFor(world) : 10;
  return particles * (substeps === "auto" ? needed : substeps) * iterations;
}
