/** An explicit integrator: symplectic Euler, or a Runge–Kutta scheme whose stages each build on the one before. */
export interface Integrator {
  /** Where each stage stands in the step; each goes on from the start at the rates of the stage before. */
  readonly nodes: readonly number[];
  /** How much the rates of each stage count. */
  readonly weights: readonly number[];
  /** Velocities first, then positions with the new velocities (Önal 2.1.1). */
  readonly isSymplectic: boolean;
}

/** The explicit integrators by name. */
export const INTEGRATORS = {
  /** Symplectic Euler. */
  euler: { nodes: [0], weights: [1], isSymplectic: true },
  /** Forward Euler (Phillips II): it needs damping to be stable at all; for comparison. */
  "forward-euler": { nodes: [0], weights: [1], isSymplectic: false },
  /** Phillips eq. 21–22. */
  midpoint: { nodes: [0, 1 / 2], weights: [0, 1], isSymplectic: false },
  /** Phillips eq. 23–27. */
  rk4: { nodes: [0, 1 / 2, 1 / 2, 1], weights: [1 / 6, 1 / 3, 1 / 3, 1 / 6], isSymplectic: false },
} as const satisfies Record<string, Integrator>;

export type IntegratorName = keyof typeof INTEGRATORS;
