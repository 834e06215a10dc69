import type { SolverCloth, SolveStats } from "../solver.js";

/** A solver that may reject a substep. */
export interface Attempt {
  readonly surroundings: Pick<SolverCloth, "kernels" | "attachments" | "addExternalForces">;
  readonly solveStats: SolveStats;
  /** True if too many solves were wasted in this step: then every substep is accepted. */
  readonly isOverBudget: boolean;
  /**
   * Tries a substep with the external forces in `forces`.
   *
   * @param isLast True: accept the result even if it has not converged.
   * @returns False if the result was rejected. Then the particles are at their start again.
   */
  tryToAdvance(duration: number, isLast: boolean): boolean;
}

/**
 * Takes a substep of `duration`, s. If it does not converge, it is repeated in two halves (Quddus & Waugh 2.1),
 * recursively, up to `maxHalvings` times.
 */
export function advanceByHalves(attempt: Attempt, duration: number, maxHalvings: number): void {
  moveAttachments(attempt.surroundings, duration);
  if (!attempt.tryToAdvance(duration, attempt.isOverBudget)) {
    halve(attempt, 0, duration, maxHalvings);
  }
}

function halve(attempt: Attempt, after: number, duration: number, left: number): void {
  const { surroundings, solveStats } = attempt;
  const half = duration / 2;
  solveStats.halvings++;
  moveAttachments(surroundings, -duration);
  for (let part = 0; part < 2; part++) {
    const start = after + part * half;
    surroundings.addExternalForces(start, half);
    moveAttachments(surroundings, half);
    const isLast = left === 1 || attempt.isOverBudget;
    if (!attempt.tryToAdvance(half, isLast)) halve(attempt, start, half, left - 1);
  }
}

function moveAttachments(
  { kernels, attachments }: Attempt["surroundings"],
  duration: number,
): void {
  for (let i = 0; i < attachments.length; i++) kernels.moveAttachments(attachments[i]!, duration);
}
