import { inRange, numbers, record, whole } from "../../math/check-data.js";
import { ensureCapacity } from "../../math/grow.js";
import { Snapshot } from "../../math/snapshot.js";
import type { Cloth } from "../../cloth/index.js";
import { Attached, type TopologyEdit } from "../../mesh/index.js";
import type { StateContext } from "../../stores/index.js";

/**
 * Largest ratio of the length of a substep to that of the one before for which BDF2 is used. With variable steps it is
 * stable up to 1 + √2 (Grigorieff).
 */
const MAX_RATIO = 2;
/** Substeps that are shorter than this fraction of the one before start again with backward Euler. */
const MIN_RATIO = 0.1;

/** State of a `SubstepHistory`. Vectors have three numbers per particle. */
export interface HistoryState {
  /** Length of the latest substep, s; 0: there is no history. */
  length: number;
  /** x₋, m. */
  positions: Float64Array;
  /** v₋, m/s. */
  velocities: Float64Array;
  /** Positions that the solver left, m. */
  leftPositions: Float64Array;
  /** Velocities that the solver left, m/s. */
  leftVelocities: Float64Array;
  /** 1: the particle was free in the latest substep. */
  wasFree: Uint8Array;
}

/**
 * The start of the previous substep, for the second backward differentiation formula (BDF2). With the ratio ω of the
 * length h of a substep to that of the previous one,
 *
 *     x* = x + β (x − x₋)    v* = v + β (v − v₋)    β = ω² / (1 + 2ω)    h' = h (1 + ω) / (1 + 2ω)
 *
 * a substep of BDF2 is one of backward Euler of length h' that starts from x* and v*: v_new = (x_new − x*) / h'. Here x,
 * v are values at its start, x₋, v₋ those at the start of the previous one. For equal lengths β = 1/3 and h' = 2h/3.
 *
 * The formula assumes that the motion is smooth. So a particle takes the substep with backward Euler (x* = x, v* = v,
 * h' = h) if it is pinned or constrained, if it was pinned in the previous substep, or if anything except the solver
 * has changed its position or velocity since: a contact, a tear tip, a user. After `forget`, and after a large change
 * of the length, all particles do.
 *
 * Around each substep, call `begin` and `end`. A substep that is rejected has no `end`.
 */
export class SubstepHistory {
  /** 1: the particle takes this substep with BDF2; 0: with backward Euler. Set by `begin`. */
  readonly flags: Uint8Array = new Uint8Array(0);
  /** x₋, m, three numbers per particle. */
  positions!: Float64Array;
  /** v₋, m/s, three numbers per particle. */
  velocities!: Float64Array;
  /** True if this substep is one of BDF2, apart from some particles. Set by `begin`. */
  isActive = false;
  /** β; 0 without BDF2. Set by `begin`. */
  weight = 0;
  /** h' of particles with BDF2, s; h without. Set by `begin`. */
  interval = 0;
  /** Length of the latest substep, s; 0: there is no history. */
  #length = 0;
  readonly #particles: Cloth["particles"];
  // Positions and velocities at the start of this substep, and at the end of the latest one.
  #startPositions!: Float64Array;
  #startVelocities!: Float64Array;
  #leftPositions!: Float64Array;
  #leftVelocities!: Float64Array;
  #wasFree!: Uint8Array;
  readonly #attached: readonly Pick<Attached, "replay" | "detach">[];
  readonly #scratch: readonly Pick<Attached, "detach">[];
  // Snapshot at the start of a substep.
  readonly #saved = [new Snapshot(), new Snapshot(), new Snapshot(), new Snapshot()] as const;
  #savedFree = new Uint8Array(0);
  #savedLength = 0;

  constructor({ mesh, particles }: Pick<Cloth, "mesh" | "particles">) {
    this.#particles = particles;
    const vectors = (assign: (values: Float64Array) => void) =>
      new Attached(mesh, "vertex", Float64Array, { width: 3, rule: "between", assign });
    const flags = (assign: (values: Uint8Array) => void) =>
      new Attached(mesh, "vertex", Uint8Array, { assign });
    // New particles get their rows by the rules of `Particles`. So if nothing else has moved them, they are where the
    // solver left them.
    this.#attached = [
      vectors((values) => (this.positions = values)),
      vectors((values) => (this.velocities = values)),
      vectors((values) => (this.#leftPositions = values)),
      vectors((values) => (this.#leftVelocities = values)),
      flags((values) => (this.#wasFree = values)),
    ];
    // Arrays of a substep, in which there are no edits.
    this.#scratch = [
      vectors((values) => (this.#startPositions = values)),
      vectors((values) => (this.#startVelocities = values)),
      flags((values) => ((this as { flags: Uint8Array }).flags = values)),
    ];
  }

  /** Frees its arrays from the mesh. */
  detach(): void {
    for (const one of this.#attached) one.detach();
    for (const one of this.#scratch) one.detach();
  }

  /** Begins a substep of length h, s, at the current positions and velocities. */
  begin(h: number): void {
    const { count, positions, velocities, inverseMasses, constrained } = this.#particles;
    const { flags } = this;
    const ratio = this.#length === 0 ? 0 : h / this.#length;
    this.isActive = ratio >= MIN_RATIO && ratio <= MAX_RATIO;
    // Not `isActive ? … : h`, which allocates.
    this.weight = 0;
    this.interval = h;
    if (this.isActive) {
      this.weight = (ratio * ratio) / (1 + 2 * ratio);
      this.interval = (h * (1 + ratio)) / (1 + 2 * ratio);
    }
    for (let p = 0; p < count; p++) {
      const isFree = inverseMasses[p] !== 0 && constrained[p] === 0;
      let isSmooth = this.isActive && isFree && this.#wasFree[p] === 1;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        this.#startPositions[i] = positions[i]!;
        this.#startVelocities[i] = velocities[i]!;
        if (positions[i] !== this.#leftPositions[i] || velocities[i] !== this.#leftVelocities[i])
          isSmooth = false;
      }
      flags[p] = isSmooth ? 1 : 0;
    }
  }

  /** Ends a substep of length h, s: the values at its start become x₋ and v₋. */
  end(h: number): void {
    const { count, positions, velocities, inverseMasses } = this.#particles;
    this.#length = h;
    for (let p = 0; p < count; p++) {
      this.#wasFree[p] = inverseMasses[p] === 0 ? 0 : 1;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        this.positions[i] = this.#startPositions[i]!;
        this.velocities[i] = this.#startVelocities[i]!;
        this.#leftPositions[i] = positions[i]!;
        this.#leftVelocities[i] = velocities[i]!;
      }
    }
  }

  /** True if anything else has moved particles that were free in the latest substep, also after `forget`. */
  get isDisturbed(): boolean {
    const { count, positions, velocities, inverseMasses } = this.#particles;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0 || this.#wasFree[p] === 0) continue;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        if (positions[i] !== this.#leftPositions[i] || velocities[i] !== this.#leftVelocities[i]) {
          return true;
        }
      }
    }
    return false;
  }

  /** The next substep is one of backward Euler for all particles. */
  forget(): void {
    this.#length = 0;
  }

  /** Adds the rows of a new particle. */
  replay(edit: TopologyEdit): void {
    for (let i = 0; i < this.#attached.length; i++) this.#attached[i]!.replay(edit);
  }

  /** A copy of what the next substep depends on. */
  get state(): HistoryState {
    const { count } = this.#particles;
    return {
      length: this.#length,
      positions: this.positions.slice(0, 3 * count),
      velocities: this.velocities.slice(0, 3 * count),
      leftPositions: this.#leftPositions.slice(0, 3 * count),
      leftVelocities: this.#leftVelocities.slice(0, 3 * count),
      wasFree: this.#wasFree.slice(0, count),
    };
  }

  set state({
    length,
    positions,
    velocities,
    leftPositions,
    leftVelocities,
    wasFree,
  }: HistoryState) {
    this.#length = length;
    this.positions.set(positions);
    this.velocities.set(velocities);
    this.#leftPositions.set(leftPositions);
    this.#leftVelocities.set(leftVelocities);
    this.#wasFree.set(wasFree);
  }

  /** Bytes of a state. */
  get size(): number {
    return this.#particles.count * (4 * 3 * Float64Array.BYTES_PER_ELEMENT + 1);
  }

  takeSnapshot(): void {
    const { count } = this.#particles;
    const [positions, velocities, leftPositions, leftVelocities] = this.#saved;
    positions.take(this.positions, 3 * count);
    velocities.take(this.velocities, 3 * count);
    leftPositions.take(this.#leftPositions, 3 * count);
    leftVelocities.take(this.#leftVelocities, 3 * count);
    this.#savedFree = ensureCapacity(this.#savedFree, count);
    for (let p = 0; p < count; p++) this.#savedFree[p] = this.#wasFree[p]!;
    this.#savedLength = this.#length;
  }

  rollback(): void {
    const [positions, velocities, leftPositions, leftVelocities] = this.#saved;
    positions.restore(this.positions);
    velocities.restore(this.velocities);
    leftPositions.restore(this.#leftPositions);
    leftVelocities.restore(this.#leftVelocities);
    // No edits happened since the snapshot.
    for (let p = 0; p < this.#particles.count; p++) this.#wasFree[p] = this.#savedFree[p]!;
    this.#length = this.#savedLength;
  }
}

/** Checks a state of a `SubstepHistory` of a cloth. */
export function checkHistory(state: unknown, field: string, { counts }: StateContext): void {
  const vectors = numbers(Float64Array, 3 * counts.vertices);
  record({
    length: inRange(0),
    positions: vectors,
    velocities: vectors,
    leftPositions: vectors,
    leftVelocities: vectors,
    wasFree: numbers(Uint8Array, counts.vertices, whole(0, 1)),
  })(state, field);
}
