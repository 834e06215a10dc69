import type { World } from "../../src/sim/index.js";

/** What became of an input. */
export type Outcome =
  | { verdict: "accepted" }
  | { verdict: "refused"; message: string }
  | { verdict: "failed"; message: string };

/** Errors that are meant for whoever has given the input. */
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

/** What engines say, and what nobody should have to read. */
const RAW =
  /undefined|\[object |Cannot [a-z]+ (?:prop|to |undef|null|an? |of )|call stack|is not (?:a function|iterable|defined|a constructor|an object)|Invalid (?:typed )?array|array length|buffer allocation|string length|out of bounds|reading '/;

/** Control characters, and those that turn the direction of a line. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const MAX_LINE = 1200;

/** What is wrong with a message; null: nothing. */
export function faultOf(message: string): string | null {
  if (message === "") return "an empty message";
  if (CONTROL.test(message)) return "a message with control characters";
  if (RAW.test(message)) return "a message of the engine";
  return message.length > MAX_LINE ? "a message that is too long" : null;
}

/** What an error says of an input. */
export function judge(error: unknown): Outcome {
  if (!(error instanceof Error)) return { verdict: "failed", message: `threw ${String(error)}` };
  const { name, message } = error;
  // A RangeError is ours where it begins with a field.
  const isProper = PROPER.has(name) || (name === "RangeError" && /^[\w.[\]-]+: /.test(message));
  const fault = isProper ? faultOf(message) : "a raw error";
  if (fault === null) return { verdict: "refused", message };
  const stack = (error.stack ?? "").split("\n").slice(1, 6).join(" | ").replaceAll(/\s+/g, " ");
  return { verdict: "failed", message: `${fault}: ${name}: ${JSON.stringify(message)} ${stack}` };
}

/** More than this is no fault of the program: a step of a million substeps takes as long as it takes. */
export const MAX_WORK = 20_000;

/** Steps a world that was accepted; it has to stay where numbers can tell, or to say that it has not. */
export function stepOn(world: World): Outcome {
  if (workOf(world) < MAX_WORK) world.step(world.solver.step);
  return finite(world);
}

export function finite(world: World): Outcome {
  if (world.isFinite()) return { verdict: "accepted" };
  return { verdict: "failed", message: `positions that are no numbers at ${world.time} s` };
}

/** How many substeps an explicit solver takes for its step, as the cloths are now. */
function substepsFor({ cloths, solver, solverModule, wind, time }: World): number {
  const context = { solver, wind, time, cloths: cloths.map(({ surroundings }) => surroundings) };
  return solverModule.substepsOf(context).countFor(solver.step);
}

/** Particles times substeps and iterations, about. */
export function workOf(world: World): number {
  const { cloths, solver } = world;
  const particles = cloths.reduce((sum, { particles: { count } }) => sum + count, 0);
  const { substeps, iterations = 1 } = solver;
  const isExplicit = solver.type !== "xpbd" && solver.type !== "implicit";
  const needed = isExplicit ? substepsFor(world) : 10;
  return particles * (substeps === "auto" ? needed : substeps) * iterations;
}
