import type { Tuples } from "../../math/vec3.js";
import { transformPoints } from "../../math/rotation.js";
import type { Random } from "../../math/random.js";
import { Cloth, MATERIALS, type Selection } from "../../cloth/index.js";
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

/** What a world gives to each of its cloths. */
export interface ClothSurroundings {
  /** The chance by which the cloths of a world start off their perfect shape, one after the other. */
  imperfections: Random;
  /** For the chance by which this one tears. */
  seed: number;
  solver: SolverModule;
  solverOptions: SolverOptions;
  kernels: SolverCloth["kernels"];
  /** What acts on the cloth from outside. */
  forcesOf(cloth: WorldCloth): { gather(after: number, duration: number): void };
}

/**
 * A cloth in a world: the cloth itself, and beside it what holds it, how it tears, what moves it and what keeps it out of
 * solids. Each of these is an object of its own, which knows the cloth and no more of the others than it is given. What of
 * them has a state, or follows the mesh, is a store of the cloth.
 */
export class WorldCloth extends Cloth {
  /** Pins and grabs. */
  readonly holding: Holding;
  /** How it tears, and what tears have left behind. */
  readonly tears: Tears;
  /** What its elements have applied in the latest step. */
  readonly forces: StepForces;
  /** What moves it. */
  readonly solver: ClothSolver;
  /** What the solver knows of it. */
  readonly surroundings: SolverCloth;
  /** Keeps it out of what it cannot pass. */
  readonly collision: ClothCollision;

  /** @throws RangeError that names the field. */
  constructor(options: Tuples<ClothOptions>, surroundings: ClothSurroundings) {
    const { position = [0, 0, 0], rotation = [0, 0, 0] } = options.transform ?? {};
    const amount = options.imperfection ?? WORLD_DEFAULTS.imperfection;
    const positions = withImperfection(options.mesh, amount, surroundings.imperfections);
    transformPoints(positions, position, rotation);
    super(options.mesh, options.material ?? MATERIALS.cotton, positions, options.model);
    const { seed, solver, solverOptions, kernels } = surroundings;
    const { stretchLimit } = solverOptions;
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
      hasTrueStrain: solver.hasTrueStrain,
    });
    const { holds, attachments } = this.holding;
    this.collision = new ClothCollision(collidingPart(this), this.tears.spacing);
    this.#addStores();
    this.tears.seams.lay();
    this.tears.options = options.tearing;
    const external = surroundings.forcesOf(this);
    this.surroundings = {
      kernels,
      cloth: this,
      holds,
      attachments,
      stretchLimit: this.forces.stretchLimit,
      addExternalForces: (after, duration) => external.gather(after, duration),
    };
    this.solver = solver.solverOf(this.surroundings, solverOptions);
    if (this.solver.store !== undefined) this.stores.add(this.solver.store);
  }

  #addStores(): void {
    for (const store of this.tears.stores) this.stores.add(store);
    this.stores.add(this.holding);
    this.stores.add(this.forces);
    const { collision } = this;
    // Edits that are taken back may leave other triangles with the same numbers.
    this.stores.add({
      name: "collision",
      undo: () => collision.forget(),
      jump: () => collision.forget(),
    });
  }

  /** Those of the options, then those that were added; a pin that has let go stays here and may take hold again. */
  get pins(): readonly Pin[] {
    return this.holding.pins;
  }

  /** The grabs that hold it now. */
  get grabs(): readonly Grab[] {
    return this.holding.grabs;
  }

  /** Where it comes apart by itself, or tears more easily. */
  get seams(): readonly Seam[] {
    return this.tears.seams.all;
  }

  /** How it tears, null: not at all. Between steps other options may take their place, as a whole. */
  get tearing(): Readonly<TearingOptions> | null {
    return this.tears.options;
  }

  set tearing(options: Partial<TearingOptions> | null | undefined) {
    this.tears.options = options;
  }

  /** How strong it is from place to place. */
  get strengths(): Strengths {
    return this.tears.strengths;
  }

  /** What tears have left behind. */
  get damage(): Damage {
    return this.tears.damage;
  }

  /** m, three a particle. */
  get positions(): Float64Array {
    return this.particles.positions;
  }

  /** The particles of a selection as they are now, in rising order. */
  select(selection: Selection): number[] {
    return this.holding.select(selection);
  }

  /** Whether a pin or a grab holds a particle. */
  isHeld(particle: number): boolean {
    return this.holding.isHeld(particle);
  }

  /** Mean tension of an edge in the latest step, or in the part of it that tearing measured last, N. */
  tensionOf(edge: number): number {
    return this.forces.tensionOf(edge);
  }
}

/** What collisions know of a cloth. */
function collidingPart(cloth: WorldCloth): ConstructorParameters<typeof ClothCollision>[0] {
  const { mesh, particles, rest, holding } = cloth;
  return {
    mesh,
    particles,
    rest,
    holds: holding.holds,
    get material() {
      return cloth.material;
    },
  };
}
