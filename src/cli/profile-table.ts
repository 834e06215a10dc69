import { PHASES } from "../sim/index.js";
import type { PhaseProfile, RunProfile } from "../scene/index.js";

const HEAD = ["phase", "total ms", "ms per step", "largest step", "share"];
/** Characters per column. */
const WIDTHS = [9, 10, 13, 14, 9];

/** The lines that `tatter run --profile` prints. */
export function profileLines(profile: RunProfile): string[] {
  const { steps, substeps, particles, elements, solver, kernels, msPerStep } = profile;
  if (steps === 0) return ["", "  profile: no steps were made"];
  const whole: PhaseProfile = {
    total: msPerStep * steps,
    perStep: msPerStep,
    max: profile.maxMsPerStep,
    share: 1,
  };
  return [
    "",
    `  profile of ${steps} ${steps === 1 ? "step" : "steps"}; ${warmUpText(profile)}`,
    row(HEAD),
    ...PHASES.map((phase) => row([phase, ...cells(profile.phases[phase])])),
    row(["step", ...cells(whole)]),
    `  ${solver}, kernels ${kernels}; ${short(substeps)} substeps per step, ${particles} particles, ${elements} elements`,
    `  ${short(msPerStep)} ms per step${speedText(profile)}${solveText(profile)}`,
    "  about three substeps per step are timed, the others are estimated from them",
  ];
}

function warmUpText({ warmUpSteps }: RunProfile): string {
  return warmUpSteps === 0
    ? "includes the warm-up, which makes the first steps slower"
    : `the first ${warmUpSteps} are left out (warm-up)`;
}

function speedText({ realTimeFactor }: RunProfile): string {
  return realTimeFactor === null ? "" : `, ${short(realTimeFactor)}x real time`;
}

function solveText({ solveNanoseconds }: RunProfile): string {
  if (solveNanoseconds === null) return "";
  return `; solve: ${short(solveNanoseconds)} ns per element and substep`;
}

function cells({ total, perStep, max, share }: PhaseProfile): string[] {
  return [total.toFixed(1), perStep.toFixed(3), max.toFixed(3), `${(100 * share).toFixed(1)} %`];
}

function row(texts: readonly string[]): string {
  return `  ${texts.map((text, i) => (i === 0 ? text.padEnd(WIDTHS[i]!) : text.padStart(WIDTHS[i]!))).join("")}`;
}

/** Formats with three significant digits, or as a whole number if it has more. */
function short(value: number): string {
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
