import type { Tuples } from "../../math/vec3.js";
import { transformPoints } from "../../math/rotation.js";
import type { Random } from "../../math/random.js";
import { Cloth, MATERIALS, type Selection } from "../../cloth/index.js";
import { redo } from "../../mesh/index.js";
import { withErrorPath } from "../../mesh/error-path.js";
import { ClothCollision } from "../../collision/index.js";
import type { ClothSolver, SolverCloth, SolverModule, SolverOptions } from "../../solvers/index.js";
import type { Damage, Strengths, TearingOptions } from "../../tearing/index.js";
import { WORLD_DEFAULTS, type ClothOptions } from "../options/options.js";
import type { Grab } from "./grab.js";
import { Holding } from "./holding.js";
import { withImperfection } from "./imperfection.js";
import type { Pin } from "./pin.js";
import type { Seam } from "./seam.js";
import { StepForces } from "./step-forces.js";
import { strengthsOf } from "./strength-map.js";
import { Tears } from "./tears.js";

/** The solver of a cloth, with its options and the kernels that it runs on. */
export interface ClothSolverOptions {
  readonly module: SolverModule;
  readonly options: SolverOptions;
  readonly kernels: SolverCloth["kernels"];
}

/** What a world passes to each of its cloths. */
export interface ClothContext {
  /** Random numbers for the imperfections of all cloths, one cloth after the other. */
  imperfections: Random;
  /** Seed of this cloth. */
  seed: number;
  solver: ClothSolverOptions;
  /** The external forces on a cloth. */
  forcesOf(cloth: WorldCloth): { gather(after: number, duration: number): void };
}

/**
 * A cloth in a world: the cloth itself, its pins and grabs, tearing, solver and collision. Each of these is an object
 * of its own that knows only what it is given. Everything with a state, or that follows the mesh, is a store of the
 * cloth.
 */
export class WorldCloth extends Cloth {
  /**
   * Pins and grabs.
   *
   * @internal
   */
  readonly holding: Holding;
  /**
   * Tearing: options, candidates, damage, strengths and seams.
   *
   * @internal
   */
  readonly tears: Tears;
  /**
   * Impulses of its elements in the latest step.
   *
   * @internal
   */
  readonly forces: StepForces;
  /** Its solver. `auto` may replace it between steps. */
  solver!: ClothSolver;
  /**
   * What the solver reads of it.
   *
   * @internal
   */
  surroundings: SolverCloth;
  /**
   * Collision with solids and with itself.
   *
   * @internal
   */
  readonly collision: ClothCollision;
  /** Edits at the start: those of the lines of its seams. */
  readonly #startEdits: number;

  /**
   * @throws RangeError that names the field.
   *
   * @internal
   */
  constructor(options: Tuples<ClothOptions>, surroundings: ClothContext) {
    const { position = [0, 0, 0], rotation = [0, 0, 0] } = options.transform ?? {};
    const amount = options.imperfection ?? WORLD_DEFAULTS.imperfection;
    const positions = withImperfection(options.mesh, amount, surroundings.imperfections);
    transformPoints(positions, position, rotation);
    super(options.mesh, options.material ?? MATERIALS.cotton, positions, options.model);
    const { seed, solver } = surroundings;
    solver.kernels.attach(this);
    const { stretchLimit } = solver.options;
    this.forces = new StepForces(this, stretchLimit, WORLD_DEFAULTS.solver.step);
    const isTrusted = (): boolean => this.solver.isTrusted;
    this.holding = new Holding(this, options.mesh.groups, this.forces, isTrusted);
    for (const [i, pin] of (options.pins ?? []).entries()) {
      withErrorPath(`pins.${i}`, () => this.holding.addPin(pin, 0));
    }
    this.tears = new Tears(this, {
      holding: this.holding,
      forces: this.forces,
      seams: options.seams ?? [],
      strengths: strengthsOf(options.strengthMap ?? {}, options.mesh, seed),
      seed,
      measureEdges: (quantity, bound) =>
        this.surroundings.kernels.measureEdges(this, quantity, bound),
    });
    const { constraints, attachments } = this.holding;
    this.collision = new ClothCollision(collidingPart(this), this.tears.spacing);
    this.#addStores();
    this.tears.seams.insertLines();
    this.#startEdits = this.edits.length;
    const external = surroundings.forcesOf(this);
    this.surroundings = {
      kernels: solver.kernels,
      cloth: this,
      constraints,
      attachments,
      stretchLimit: this.forces.stretchLimit,
      addExternalForces: (after, duration) => external.gather(after, duration),
    };
    this.#startSolver(solver);
    this.tears.options = options.tearing;
  }

  #startSolver({ module, options }: ClothSolverOptions): void {
    this.tears.surface.hasTrueStrain = module.hasTrueStrain;
    this.solver = module.solverOf(this.surroundings, options);
    if (this.solver.store !== undefined) this.stores.add(this.solver.store);
  }

  /**
   * Replaces the solver between two steps. Memory and order of the new one follow from the mesh at the start, so that they
   * do not depend on when it was replaced: all edits are undone and made again.
   *
   * @internal
   */
  replaceSolver(solver: ClothSolverOptions): void {
    const { stores, mesh, edits } = this;
    for (const { impulses } of this.elements) void impulses; // takes over those in the memory of the kernels
    if (this.solver.store !== undefined) stores.remove(this.solver.store);
    const { states } = stores.capture();
    const made = edits.slice();
    const redoTo = (count: number): void => {
      while (edits.length < count) {
        const edit = made[edits.length]!;
        redo(mesh, edit);
        this.replay(edit);
      }
    };
    while (edits.length > 0) this.undo();
    this.solver.dispose?.();
    solver.kernels.attach(this);
    this.surroundings = { ...this.surroundings, kernels: solver.kernels };
    redoTo(this.#startEdits);
    this.#startSolver(solver);
    redoTo(made.length);
    stores.restore(states);
  }

  #addStores(): void {
    for (const store of this.tears.stores) this.stores.add(store);
    this.stores.add(this.holding);
    this.stores.add(this.forces);
    const { collision } = this;
    // After an undo, the same triangle numbers may mean other triangles.
    this.stores.add({
      name: "collision",
      undo: () => collision.invalidate(),
      jump: () => collision.invalidate(),
    });
  }

  /** Pins of the options, then those that were added. A released pin stays here and may be pinned again. */
  get pins(): readonly Pin[] {
    return this.holding.pins;
  }

  /** The grabs of the cloth now. */
  get grabs(): readonly Grab[] {
    return this.holding.grabs;
  }

  /** The seams, in the order of the options. */
  get seams(): readonly Seam[] {
    return this.tears.seams.all;
  }

  /** Tearing options; null: it does not tear. May be replaced as a whole between steps. */
  get tearing(): Readonly<TearingOptions> | null {
    return this.tears.options;
  }

  set tearing(options: Partial<TearingOptions> | null | undefined) {
    this.tears.options = options;
  }

  /** Strength factors from place to place. */
  get strengths(): Strengths {
    return this.tears.strengths;
  }

  /** Torn and weak vertices. */
  get damage(): Damage {
    return this.tears.damage;
  }

  /** Positions, m, three numbers per particle. */
  get positions(): Float64Array {
    return this.particles.positions;
  }

  /** The selected particles at this time, in rising order. */
  select(selection: Selection): number[] {
    return this.holding.select(selection);
  }

  /** True if a particle is pinned or grabbed. */
  isHeld(particle: number): boolean {
    return this.holding.isHeld(particle);
  }

  /** Mean tension of an edge in the latest step, or in the part of it that tearing measured last, N. */
  tensionOf(edge: number): number {
    return this.forces.tensionOf(edge);
  }
}

/** What collision reads of a cloth. */
function collidingPart(cloth: WorldCloth): ConstructorParameters<typeof ClothCollision>[0] {
  const { mesh, particles, rest, holding } = cloth;
  return {
    mesh,
    particles,
    rest,
    constraints: holding.constraints,
    get material() {
      return cloth.material;
    },
  };
}
