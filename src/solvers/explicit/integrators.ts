/**
 * An explicit integrator: symplectic Euler, or a Runge–Kutta scheme in which each stage depends on the previous one
 * only.
 */
export interface Integrator {
  /**
   * Time of each stage as a fraction of the step. Each stage starts from the start of the step with the rates of the
   * previous stage.
   */
  readonly nodes: readonly number[];
  /** Weights of the rates of the stages. */
  readonly weights: readonly number[];
  /** True: velocities first, then positions with the new velocities (Önal 2.1.1). */
  readonly isSymplectic: boolean;
}

/** The explicit integrators by name. */
export const INTEGRATORS = {
  /** Symplectic Euler. */
  euler: { nodes: [0], weights: [1], isSymplectic: true },
  /** Forward Euler (Phillips II): unstable without damping; for comparison. */
  "forward-euler": { nodes: [0], weights: [1], isSymplectic: false },
  /** Midpoint method (Phillips eq. 21–22). */
  midpoint: { nodes: [0, 1 / 2], weights: [0, 1], isSymplectic: false },
  /** Classical Runge–Kutta method of fourth order (Phillips eq. 23–27). */
  rk4: { nodes: [0, 1 / 2, 1 / 2, 1], weights: [1 / 6, 1 / 3, 1 / 3, 1 / 6], isSymplectic: false },
} as const satisfies Record<string, Integrator>;

/** The name of an explicit integrator. */
export type IntegratorName = keyof typeof INTEGRATORS;
