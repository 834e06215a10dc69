import type { Tuples } from "../../math/vec3.js";
import { transformPoints } from "../../math/rotation.js";
import type { Random } from "../../math/random.js";
import { Cloth, MATERIALS, type Selection } from "../../cloth/index.js";
import { withErrorPath } from "../../mesh/error-path.js";
import { ClothCollision } from "../../collision/index.js";
import type { ClothSolver } from "../../solvers/index.js";
import type { Damage, Strengths, TearingOptions } from "../../tearing/index.js";
import { WORLD_DEFAULTS, type ClothOptions } from "../options/options.js";
import { ClothSolving, type ClothSolverOptions } from "./cloth-solving.js";
import type { Grab } from "./grab.js";
import { Holding } from "./holding.js";
import { withImperfection } from "./imperfection.js";
import type { Pin } from "./pin.js";
import type { Seam } from "./seam.js";
import { StepForces } from "./step-forces.js";
import { strengthsOf } from "./strength-map.js";
import { Tears } from "./tears.js";

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
  /**
   * Its solver, and what that reads.
   *
   * @internal
   */
  readonly solving: ClothSolving;
  /**
   * Collision with solids and with itself.
   *
   * @internal
   */
  readonly collision: ClothCollision;

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
        this.solving.surroundings.kernels.measureEdges(this, quantity, bound),
    });
    const { constraints, attachments } = this.holding;
    this.collision = new ClothCollision(collidingPart(this), this.tears.spacing);
    this.#addStores();
    this.tears.seams.insertLines();
    const external = surroundings.forcesOf(this);
    const read = {
      cloth: this,
      constraints,
      attachments,
      stretchLimit: this.forces.stretchLimit,
      addExternalForces: (after: number, duration: number) => external.gather(after, duration),
    };
    this.solving = new ClothSolving(read, this.tears.surface, solver);
    this.tears.options = options.tearing;
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

  /** Its solver. `auto` may replace it between steps. */
  get solver(): ClothSolver {
    return this.solving.solver;
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
