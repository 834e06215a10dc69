import { checkedBy, nullOr, whole } from "../../math/check-data.js";
import { deriveSeed } from "../../math/noise.js";
import { Random } from "../../math/random.js";
import type { Cloth } from "../../cloth/index.js";
import type { TopologyEdit } from "../../mesh/index.js";
import { valueStore, type Store } from "../../stores/index.js";
import {
  Candidates,
  Damage,
  TearHysteresis,
  limitFor,
  measure,
  resolveTearing,
  Strengths,
  type Tear,
  type TearingOptions,
  type TearResult,
} from "../../tearing/index.js";
import type { SeamOptions } from "../options/options.js";
import type { Holding } from "./holding.js";
import { Seams } from "./seams.js";
import type { StepForces } from "./step-forces.js";
import { checkDamage, checkHysteresis, checkStrengths } from "./tear-checks.js";
import { TearSurface, type TearSurfaceParts } from "./tear-surface.js";

const tearingState = nullOr(checkedBy(resolveTearing));

/** What states of version 0.2 or before do not name: cloth tore in this way. */
export const OLD_TEARING = { starts: "any", heldZone: 0 } as const;

/** Index of the random stream for tears, among those derived from the seed of a cloth. */
const TEAR_STREAM = 7919;

/** Tears of one cloth in a step. */
class Torn {
  readonly tears: Tear[] = [];
  /** Time of each tear, s. */
  readonly times: number[] = [];
  /** Places over the limit that `maxTearsPerStep` deferred to the next step. */
  deferred = 0;

  clear(): void {
    this.tears.length = 0;
    this.times.length = 0;
    this.deferred = 0;
  }

  add({ tears, deferred }: TearResult, time: number): void {
    for (const tear of tears) {
      this.tears.push(tear);
      this.times.push(time);
    }
    this.deferred += deferred;
  }
}

/** What `Tears` is made from. */
export interface TearParts {
  holding: Holding;
  forces: StepForces;
  seams: readonly SeamOptions[];
  /** One strength factor per vertex; null: 1 everywhere. */
  strengths: Float64Array | null;
  /** Seed of the random order of tears. */
  seed: number;
  measureEdges: TearSurfaceParts["measureEdges"];
}

/** Tearing of a cloth: options, candidates, damage, strengths and seams. */
export class Tears {
  /** Torn and weak vertices. */
  readonly damage: Damage;
  /** Strength factors from place to place. */
  readonly strengths: Strengths;
  readonly seams: Seams;
  /** The cloth, for the tearing module. */
  readonly surface: TearSurface;
  readonly candidates = new Candidates();
  /** Hysteresis of places that tears have relaxed, for tears within a step. */
  readonly hysteresis = new TearHysteresis();
  /** Tears of the latest step. */
  readonly torn = new Torn();
  /** Random numbers for the order `random`. */
  readonly random: Random;
  /** Mean unstressed length of the edges at the start, m. */
  readonly spacing: number;
  /** Largest length over rest length of any edge at the last measurement. */
  largestStretch = 0;
  /**
   * The stores, in the order in which they follow edits. The first ones follow the edits of tears while these are made.
   */
  readonly stores: readonly Store[];
  readonly #cloth: Cloth;
  readonly #forces: StepForces;
  /** Stores that `tear` updates itself, because it reads them between edits. */
  readonly #followed: ReadonlySet<Store>;
  /** Those of them that are updated when a surface without seams is torn. */
  readonly damageAlone: ReadonlySet<Store>;
  #options: Readonly<TearingOptions> | null = null;

  /** @throws RangeError that names the field. */
  constructor(cloth: Cloth, parts: TearParts) {
    const { holding, forces, measureEdges } = parts;
    this.#cloth = cloth;
    this.#forces = forces;
    this.damage = new Damage(cloth.mesh);
    const { mesh, particles, rest } = cloth;
    this.strengths = new Strengths(
      {
        mesh,
        get positions() {
          return particles.positions;
        },
        get restLengths() {
          return rest.lengths;
        },
      },
      parts.strengths,
    );
    let length = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) length += rest.lengths[edge]!;
    const spacing = length / mesh.edgeCount;
    this.spacing = spacing;
    const select = holding.select.bind(holding);
    this.seams = new Seams({ cloth, spacing, select }, parts.seams);
    const { damage, strengths, seams } = this;
    const surfaceParts = {
      spacing,
      damage,
      strengths,
      seams,
      holding,
      forces,
      measureEdges,
    };
    this.surface = new TearSurface(cloth, surfaceParts);
    this.random = new Random(deriveSeed(parts.seed, TEAR_STREAM));
    const own = this.#followedStores();
    this.#followed = new Set(own);
    this.damageAlone = new Set([own[0]]);
    this.stores = [...own, ...this.#otherStores()];
  }

  #followedStores(): [damage: Store, seamStrengths: Store] {
    const { damage, seams } = this;
    const damageStore = valueStore(
      "damage",
      {
        get: () => ({ flags: damage.state, before: damage.before }),
        set({ flags, before }) {
          damage.state = flags;
          damage.before = before;
        },
      },
      checkDamage,
      { replay: (edit) => damage.replay(edit), undo: (edit) => damage.undo(edit) },
    );
    return [
      damageStore,
      { name: "seamStrengths", replay: (edit) => seams.strengths?.replay(edit) },
    ];
  }

  #otherStores(): Store[] {
    const { strengths, hysteresis, random, seams } = this;
    return [
      valueStore(
        "strengths",
        { get: () => strengths.state, set: (state) => (strengths.state = state) },
        checkStrengths,
        { replay: (edit) => strengths.replay(edit), undo: (edit) => strengths.undo(edit) },
      ),
      valueStore(
        "tearing",
        {
          get: () => this.options,
          set: (options) => (this.options = options && { ...OLD_TEARING, ...options }),
        },
        (value, field) => {
          tearingState(value, field);
          if (value !== null)
            checkedBy(() => limitFor(value as TearingOptions, this.surface))(value, field);
        },
      ),
      valueStore(
        "hysteresis",
        { get: () => hysteresis.state, set: (state) => (hysteresis.state = state) },
        checkHysteresis,
        { undo: () => hysteresis.clear() },
      ),
      seams,
      valueStore(
        "random",
        { get: () => random.state, set: (state) => (random.state = state) },
        whole(0, 0xffff_ffff),
        { isInternal: true },
      ),
      { name: "torn", jump: () => this.torn.clear() },
    ];
  }

  /** Tearing options; null: it does not tear. May be replaced as a whole between steps. */
  get options(): Readonly<TearingOptions> | null {
    return this.#options;
  }

  set options(options: Partial<TearingOptions> | null | undefined) {
    const resolved = options === null || options === undefined ? null : resolveTearing(options);
    if (resolved !== null) limitFor(resolved, this.surface); // throws if there is none
    this.#options = resolved;
    this.#forces.isMeasuredInParts = this.resolve !== "step";
    this.#cloth.tearsAt = resolved?.criterion === "stretch" ? (resolved.limit ?? 1) : 1;
    this.hysteresis.clear();
  }

  /** When the cloth tears: after a step, after a substep, or at exact times. */
  get resolve(): TearingOptions["resolve"] {
    return this.#options === null ? "step" : this.#options.resolve;
  }

  /** Starts a step. */
  startStep(): void {
    this.torn.clear();
    this.hysteresis.startStep();
  }

  /**
   * Collects candidates over the limit, and measures the largest stretch. Collects none if the forces cannot be
   * trusted: then tearing waits.
   */
  measure(isTrusted: boolean): void {
    const options = isTrusted ? this.#options : null;
    this.largestStretch = measure(this.surface, options, this.candidates);
    if (options !== null && options.resolve !== "step") {
      this.hysteresis.filter(this.surface, options, this.candidates);
    }
  }

  /**
   * Updates the cloth after tears that the mesh has made already: replays their edits, and damages the cloth around
   * them.
   */
  commit(tears: readonly Tear[], options: TearingOptions): void {
    for (const { edits } of tears) {
      for (const edit of edits) this.#cloth.replay(edit, this.#followed);
    }
    this.#addDamage(tears, options);
  }

  #addDamage(tears: readonly Tear[], { damage, damageRadius }: TearingOptions): void {
    if (damage === 0 || tears.length === 0) return;
    const torn = tears.flatMap(({ edits }) => edits.flatMap(endsOf));
    this.strengths.addDamage(torn, damage, damageRadius ?? 2 * this.spacing);
  }
}

/** The two vertices of a split. */
function endsOf(edit: TopologyEdit): number[] {
  return edit.type === "split-vertex" ? [edit.vertex, edit.newVertex] : [];
}
