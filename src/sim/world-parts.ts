import { withTuples, type Tuples } from "../math/vec3.js";
import {
  finite,
  inRange,
  nullOr,
  oneOf,
  positive,
  record,
  whole,
  type Check,
} from "../math/check-data.js";
import { deriveSeed } from "../math/noise.js";
import { Random } from "../math/random.js";
import type { Kernels } from "../kernels/index.js";
import { ClothContact, CONTACT_RESPONSES, SELF_COLLISIONS } from "../collision/index.js";
import { withErrorPath } from "../mesh/error-path.js";
import {
  MAX_SUBSTEPS,
  type SolverModule,
  type SolverOptions,
  type Substeps,
} from "../solvers/index.js";
import { isLimitFromMaterial } from "../tearing/index.js";
import { StoreList, valueStore, type Store } from "../stores/index.js";
import type { ClothSolverOptions } from "./cloth/cloth-solving.js";
import { WorldCloth } from "./cloth/world-cloth.js";
import { Environment, ExternalForces } from "./environment/environment.js";
import type { Solids } from "./environment/solids.js";
import type { EventEmitter } from "./events.js";
import { WORLD_DEFAULTS, type WorldOptions } from "./options/options.js";
import { PhaseClock } from "./phases/phase-clock.js";
import type { Solving, SolvingTask } from "./solving.js";
import type { StepContext } from "./step.js";
import { totalsOf, newStats, type Stats, type Totals } from "./stats.js";
import { Cuts } from "./tools/cut.js";
import { Knives } from "./tools/knives.js";

/**
 * The options of a world with vectors as tuples. Fields, kernels and solvers belong to the user and stay the same
 * objects.
 */
export function tupleOptions(options: WorldOptions): Tuples<WorldOptions> {
  const { gravity, wind, colliders, balls, knives } = options;
  const own = withTuples({ gravity, wind, colliders, balls, knives });
  // A mesh is data and may contain anything else.
  const cloths = options.cloths.map(({ mesh, ...cloth }) => ({ ...withTuples(cloth), mesh }));
  return { ...options, ...own, cloths };
}

/** The parts of a world that `reset` keeps. */
export interface WorldFrame {
  readonly options: Tuples<WorldOptions>;
  readonly solving: Solving;
  readonly solids: Solids;
  readonly events: EventEmitter;
}

/** The parts of a world that `reset` replaces: cloths, what acts on them, and time. */
export class WorldParts implements StepContext {
  /** Simulated time, s. */
  time = 0;
  readonly solving: Solving;
  readonly solids: Solids;
  readonly events: EventEmitter;
  readonly cloths: readonly WorldCloth[];
  readonly environment: Environment;
  /** Contact of cloth with cloth. */
  readonly contact: ClothContact;
  readonly knives: Knives;
  /** The cuts that can be undone. */
  readonly cuts = new Cuts();
  substeps: Substeps;
  readonly clock = new PhaseClock();
  readonly stores = new StoreList(["cloths", "size", "__proto__"]);
  /** Totals at time 0. */
  readonly start: Totals;
  stats: Stats = newStats();
  /** Number of grabs so far; the id of the next one. */
  grabCount = 0;

  /** @throws RangeError that names the field. */
  constructor({ options, solving, solids, events }: WorldFrame) {
    this.solving = solving;
    this.solids = solids;
    this.events = events;
    const seed = options.seed ?? WORLD_DEFAULTS.seed;
    this.environment = new Environment(options, seed);
    this.cloths = this.#makeCloths(options, seed);
    this.contact = new ClothContact(this.cloths.map(contactPart));
    this.contact.mode = options.selfCollision ?? WORLD_DEFAULTS.selfCollision;
    this.contact.thickness = options.contactThickness ?? null;
    this.contact.response = options.contactResponse ?? WORLD_DEFAULTS.contactResponse;
    this.knives = new Knives(options.knives ?? [], this.cloths, this.cuts, events);
    this.substeps = this.#makeSubsteps();
    this.start = totalsOf(this);
    for (const store of this.#ownStores()) this.stores.add(store);
  }

  get kernels(): Kernels {
    return this.solving.kernels;
  }

  get solverModule(): SolverModule {
    return this.solving.module;
  }

  get solver(): SolverOptions {
    return this.solving.solver;
  }

  get #clothSolver(): ClothSolverOptions {
    const { module, solver: options, kernels, isAutomatic } = this.solving;
    return { module, options, kernels, isAutomatic };
  }

  /** Lets `auto` choose again if a material, the mesh or the criterion of tears has changed. */
  reviewSolver(): void {
    const { kernels } = this;
    if (this.solving.review(this.#task)) this.#replaceSolver(kernels);
  }

  /** What decides about the solver. One object, because every step reads it. */
  readonly #task: SolvingTask = taskIn(this);

  /** Uses the solver of a state. */
  adoptSolver(choice: unknown): void {
    const { kernels } = this;
    if (this.solving.adopt(choice)) this.#replaceSolver(kernels);
  }

  #replaceSolver(before: Kernels): void {
    for (const cloth of this.cloths) cloth.solving.replace(this.#clothSolver);
    if (before !== this.kernels) before.dispose();
    this.substeps = this.#makeSubsteps();
  }

  #makeCloths(options: Tuples<WorldOptions>, seed: number): WorldCloth[] {
    const { environment } = this;
    const imperfections = new Random(seed);
    return options.cloths.map((cloth, i) => {
      const surroundings = {
        imperfections,
        seed: deriveSeed(seed, i),
        solver: this.#clothSolver,
        forcesOf: (own: WorldCloth) => new ExternalForces(environment, this, own, i),
      };
      return withErrorPath(`cloths.${i}`, () => new WorldCloth(cloth, surroundings));
    });
  }

  #makeSubsteps(): Substeps {
    const { environment } = this;
    const parts = this as { readonly time: number };
    return this.solverModule.substepsOf({
      solver: this.solver,
      cloths: this.cloths.map(({ solving }) => solving),
      get wind() {
        return environment.wind;
      },
      get time() {
        return parts.time;
      },
    });
  }

  /** The store of the substeps of whichever solver is in use. */
  #substepsStore(): Store {
    const parts = this as { readonly substeps: Substeps };
    return {
      name: "substeps",
      isInternal: true,
      check: (state, field) => this.substeps.check(state, field),
      get state() {
        return parts.substeps.state;
      },
      set state(numbers: number[]) {
        parts.substeps.state = numbers;
      },
      jump: () => this.substeps.jump(),
    };
  }

  /** The stores of the world, in the order in which they restore states. */
  #ownStores(): Store[] {
    const parts = this as { readonly solver: { substeps: SolverOptions["substeps"] } };
    const isInternal = true;
    const { solving } = this;
    return [
      valueStore("time", { get: () => this.time, set: (time) => (this.time = time) }, finite, {
        isInternal,
      }),
      ...this.environment.stores,
      valueStore(
        "solver",
        {
          get: () => ({ substeps: parts.solver.substeps }),
          set: ({ substeps }) => (parts.solver.substeps = substeps),
        },
        record({ substeps: (value, field) => substepsCheck(this.solverModule)(value, field) }),
      ),
      ...(solving.isAutomatic ? [solving.store] : []),
      this.#substepsStore(),
      valueStore(
        "stats",
        {
          get: () => ({ ...this.stats }),
          set: (stats) => (this.stats = { ...newStats(), ...stats }),
        },
        statsCheck,
        { isInternal },
      ),
      valueStore(
        "selfCollision",
        {
          get: () => {
            const { mode, thickness, response } = this.contact;
            return { mode, thickness, response };
          },
          set: ({ mode, thickness, response }) =>
            Object.assign(this.contact, { mode, thickness, response }),
        },
        record({
          mode: oneOf(...SELF_COLLISIONS),
          thickness: nullOr(positive),
          response: oneOf(...CONTACT_RESPONSES),
        }),
        { isOptional: true },
      ),
      valueStore(
        "grabCount",
        { get: () => this.grabCount, set: (count) => (this.grabCount = count) },
        whole(),
      ),
      this.knives,
      this.cuts,
      this.solids,
    ];
  }
}

/** Check of `solver.substeps`: a count, or "auto" if that is the default of the solver. */
function substepsCheck({ defaultSubsteps }: SolverModule): Check {
  const count = whole(1, MAX_SUBSTEPS);
  return (value, field) => {
    if (!(value === "auto" && defaultSubsteps === "auto")) count(value, field);
  };
}

/** Counters that states of earlier versions do not have. */
const LATER_STATS = new Set(["crossings", "forcedCrossings"]);

const statsCheck = record(
  checksOf((name) => !LATER_STATS.has(name)),
  checksOf((name) => LATER_STATS.has(name)),
);

function checksOf(filter: (name: string) => boolean): Record<string, Check> {
  const names = Object.keys(newStats()).filter(filter);
  return Object.fromEntries(names.map((name) => [name, statCheck(name)]));
}

/** Check of one counter by its name. */
function statCheck(name: string): Check {
  if (name === "firstTearTime") return nullOr(finite);
  return name === "maxStretch" || name.endsWith("esidual") ? inRange(0) : whole();
}

/** What contact reads of a cloth. */
function contactPart(cloth: WorldCloth): ConstructorParameters<typeof ClothContact>[0][number] {
  const { mesh, particles, rest, tears } = cloth;
  return {
    mesh,
    particles,
    rest,
    spacing: tears.spacing,
    get material() {
      return cloth.material;
    },
  };
}

/** What decides about the solver of a world as it is now. */
function taskIn(parts: Pick<WorldParts, "cloths" | "environment">): SolvingTask {
  return {
    get cloths() {
      return parts.cloths;
    },
    get drag() {
      return parts.environment.wind.drag;
    },
    get needsTrueForces() {
      const { cloths } = parts;
      for (let i = 0; i < cloths.length; i++) {
        if (isLimitFromMaterial(cloths[i]!.tears.options)) return true;
      }
      return false;
    },
  };
}
