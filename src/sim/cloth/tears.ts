import { by, nullOr, whole } from "../../math/check-data.js";
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
import { TearSurface } from "./tear-surface.js";

const tearingState = nullOr(by(resolveTearing));

/** Which of the streams of chance that come from the seed of a world is for tears. */
const TEARS = 7919;

/** What tore of one cloth in a step. */
class Torn {
  readonly tears: Tear[] = [];
  /** When each of them happened, s. */
  readonly times: number[] = [];
  /** Places over the limit that the cap of the step has left for the next one. */
  putOff = 0;

  clear(): void {
    this.tears.length = 0;
    this.times.length = 0;
    this.putOff = 0;
  }

  add({ tears, deferred }: TearResult, time: number): void {
    for (const tear of tears) {
      this.tears.push(tear);
      this.times.push(time);
    }
    this.putOff += deferred;
  }
}

/** What the tearing of a cloth is made from. */
export interface TearParts {
  holding: Holding;
  forces: StepForces;
  seams: readonly SeamOptions[];
  /** One factor a vertex; null: 1 everywhere. */
  strengths: Float64Array | null;
  /** Of the chance by which it tears. */
  seed: number;
  hasTrueStrain: boolean;
}

/** How a cloth tears, and what tears have left behind. */
export class Tears {
  /** What tears have left behind, vertex by vertex. */
  readonly damage: Damage;
  /** How strong the cloth is from place to place. */
  readonly strengths: Strengths;
  readonly seams: Seams;
  /** The cloth as tearing sees it. */
  readonly surface: TearSurface;
  readonly candidates = new Candidates();
  /** What tears have let go of, for those within a step. */
  readonly hysteresis = new TearHysteresis();
  /** What tore in the latest step. */
  readonly torn = new Torn();
  /** The chance by which it tears, for the order `random`. */
  readonly random: Random;
  /** Mean unstressed length of the edges at the start, m. */
  readonly spacing: number;
  /** Largest length over rest length of any edge when it was last measured. */
  largestStretch = 0;
  /** In the order in which they follow edits; the first ones follow those of tears while they are made. */
  readonly stores: readonly Store[];
  readonly #cloth: Cloth;
  readonly #forces: StepForces;
  /** Those that `tear` lets follow its edits by itself, since it asks for them in between. */
  readonly #followed: ReadonlySet<Store>;
  /** Those of them that follow where a surface without seams is torn. */
  readonly damageAlone: ReadonlySet<Store>;
  #options: Readonly<TearingOptions> | null = null;

  /** @throws RangeError that names the field. */
  constructor(cloth: Cloth, parts: TearParts) {
    const { holding, forces, hasTrueStrain } = parts;
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
    const surfaceParts = { spacing, damage, strengths, seams, holding, forces, hasTrueStrain };
    this.surface = new TearSurface(cloth, surfaceParts);
    this.random = new Random(deriveSeed(parts.seed, TEARS));
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
        { get: () => this.options, set: (options) => (this.options = options) },
        (value, field) => {
          tearingState(value, field);
          if (value !== null)
            by(() => limitFor(value as TearingOptions, this.surface))(value, field);
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

  /** How the cloth tears, null: not at all. Between steps other options may take their place, as a whole. */
  get options(): Readonly<TearingOptions> | null {
    return this.#options;
  }

  set options(options: Partial<TearingOptions> | null | undefined) {
    const resolved = options === null || options === undefined ? null : resolveTearing(options);
    if (resolved !== null) limitFor(resolved, this.surface); // throws where none is known
    this.#options = resolved;
    this.#forces.isMeasuredInParts = this.resolve !== "step";
    this.#cloth.tearsAt = resolved?.criterion === "stretch" ? (resolved.limit ?? 1) : 1;
    this.hysteresis.clear();
  }

  /** When it tears. */
  get resolve(): TearingOptions["resolve"] {
    return this.#options === null ? "step" : this.#options.resolve;
  }

  /** A step begins. */
  startStep(): void {
    this.torn.clear();
    this.hysteresis.startStep();
  }

  /**
   * Collects what is over the limit; nothing where the forces cannot be trusted: then tearing waits. The largest stretch is
   * kept for the report.
   */
  measure(isTrusted: boolean): void {
    const options = isTrusted ? this.#options : null;
    this.largestStretch = measure(this.surface, options, this.candidates);
    if (options !== null && options.resolve !== "step") {
      this.hysteresis.filter(this.surface, options, this.candidates);
    }
  }

  /** The cloth follows tears that the mesh has made already, and the tips that were drawn back; around them it is worn. */
  commit(tears: readonly Tear[], options: TearingOptions): void {
    const { particles } = this.#cloth;
    for (const { edits, moves } of tears) {
      for (const edit of edits) this.#cloth.replay(edit, this.#followed);
      for (const { vertex, position } of moves) particles.place(vertex, position);
    }
    this.#wear(tears, options);
  }

  #wear(tears: readonly Tear[], { damage, damageRadius }: TearingOptions): void {
    if (damage === 0 || tears.length === 0) return;
    const torn = tears.flatMap(({ edits }) => edits.flatMap(endsOf));
    this.strengths.addDamage(torn, damage, damageRadius ?? 2 * this.spacing);
  }
}

/** The vertices that came apart in an edit. */
function endsOf(edit: TopologyEdit): number[] {
  return edit.type === "split-vertex" ? [edit.vertex, edit.newVertex] : [];
}
