import { numbers, record } from "../math/check-data.js";
import { Snapshot } from "../math/snapshot.js";
import type { Vec3Tuple } from "../math/vec3.js";
import {
  Attached,
  originOf,
  TriangleMesh,
  type AttachedRule,
  type TopologyEdit,
} from "../mesh/index.js";
import { haveSameBits, type StateContext, type Store } from "../stores/index.js";

interface ParticlesState {
  /** m and m/s, three a particle. */
  positions: Float64Array;
  velocities: Float64Array;
}

/**
 * The moving state of a cloth: one particle a vertex, with the same number. Positions and velocities are
 * f64, because a stiff cloth stretches by a micrometre an edge, which f32 cannot hold at a metre's distance.
 *
 * The arrays are attached to the mesh: they are longer than they need be, `count` says how much of them is in use, and
 * others take their place when the mesh grows. Read them from the store at the start of a phase, never keep them.
 */
export class Particles implements Store {
  readonly name = "particles";
  readonly keepsRows = true;
  count: number;
  /** Metres, three a particle. */
  positions!: Float64Array;
  /** Positions at the start of the substep. */
  previousPositions!: Float64Array;
  /** Metres a second, three a particle. */
  velocities!: Float64Array;
  /** Newtons, three a particle: the sum of what acts from outside, gathered anew at each evaluation. */
  forces!: Float64Array;
  /** Metres a second of the air at each particle, three a particle; set once a step. */
  winds!: Float64Array;
  /** Kilograms: a third of each triangle's area × density to each of its corners (Phillips III.B.1). */
  masses!: Float64Array;
  /** 1/kg; 0 while a pin holds the particle. */
  inverseMasses!: Float64Array;
  /** 1 while a pin holds the particle. */
  pinned!: Uint8Array;
  /** 1 while a pin leaves it a line or a plane: it keeps its mass, but what pushes it off is of no avail. */
  held!: Uint8Array;
  readonly #moving: readonly Pick<Attached, "replay">[];
  // At the start of a substep.
  readonly #keptPositions = new Snapshot();
  readonly #keptVelocities = new Snapshot();

  /**
   * @param positions Where they start, m, three a particle.
   * @param mesh Whose vertices they are; without it, nothing joins them.
   */
  constructor(positions: Float64Array, mesh = new TriangleMesh(positions.length / 3, 0)) {
    this.count = positions.length / 3;
    const vectors = (rule: AttachedRule, assign: (values: Float64Array) => void) =>
      new Attached(mesh, "vertex", Float64Array, { width: 3, rule, assign });
    const numbers = (assign: (values: Float64Array) => void) =>
      new Attached(mesh, "vertex", Float64Array, { assign });
    const flags = (assign: (values: Uint8Array) => void) =>
      new Attached(mesh, "vertex", Uint8Array, { assign });
    this.#moving = [
      vectors("between", (values) => (this.positions = values)),
      vectors("between", (values) => (this.previousPositions = values)),
      vectors("between", (values) => (this.velocities = values)),
      vectors("between", (values) => (this.winds = values)),
      vectors("clear", (values) => (this.forces = values)),
    ];
    // Their rows that are out of use are 0 anyway.
    numbers((values) => (this.masses = values));
    numbers((values) => (this.inverseMasses = values));
    flags((values) => (this.pinned = values));
    flags((values) => (this.held = values));
    this.positions.set(positions);
    this.previousPositions.set(positions);
  }

  /** Gives a particle its mass; a pinned one, or one without any cloth, cannot be moved by forces. */
  setMass(particle: number, mass: number): void {
    this.masses[particle] = mass;
    this.#updateInverseMass(particle);
  }

  pin(particle: number): void {
    this.pinned[particle] = 1;
    this.#updateInverseMass(particle);
  }

  unpin(particle: number): void {
    this.pinned[particle] = 0;
    this.#updateInverseMass(particle);
  }

  #updateInverseMass(particle: number): void {
    const mass = this.masses[particle]!;
    this.inverseMasses[particle] = this.pinned[particle] === 1 || mass === 0 ? 0 : 1 / mass;
  }

  /** Puts a particle elsewhere, without a change of its velocity. */
  place(particle: number, position: Vec3Tuple): void {
    this.positions.set(position, 3 * particle);
    this.previousPositions.set(position, 3 * particle);
  }

  /**
   * A new particle starts where its origins are, as fast as they are: at one particle, or between two. The caller sets
   * the masses. Between two, the momentum stays what it was: what the new particle takes over from each of them is its
   * share of both.
   */
  replay(edit: TopologyEdit): void {
    if (edit.type !== "separate-edge") this.count = edit.newVertex + 1;
    for (let i = 0; i < this.#moving.length; i++) this.#moving[i]!.replay(edit);
  }

  /**
   * Takes the latest particle back into those that it came from, with its momentum. A copy and its original meet in the
   * middle, by their masses. What is faster of a particle between two than they are goes to both, to each its part.
   * What is pinned stays as it is, and what has not moved since is as before, to the bit.
   */
  undo(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    const { newVertex } = edit;
    const { from, to, t } = originOf(edit);
    this.count = newVertex;
    const mass = this.masses[newVertex]!;
    for (let k = 0; k < 3; k++) {
      const gone = 3 * newVertex + k;
      for (const vectors of [this.positions, this.velocities]) {
        const a = vectors[3 * from + k]!;
        const off = vectors[gone]! - (a + t * (vectors[3 * to + k]! - a));
        if (from === to) this.#shift(vectors, from, k, mass, off);
        else if (vectors === this.velocities) {
          this.#shift(vectors, from, k, (1 - t) * mass, off);
          this.#shift(vectors, to, k, t * mass, off);
        }
      }
    }
    this.masses[newVertex] = 0;
    this.inverseMasses[newVertex] = 0;
    this.pinned[newVertex] = 0;
    this.held[newVertex] = 0;
  }

  /** A particle takes in so much mass that is off by so much. */
  #shift(vectors: Float64Array, particle: number, k: number, mass: number, off: number): void {
    const sum = this.masses[particle]! + mass;
    if (this.pinned[particle] === 1 || sum === 0) return;
    vectors[3 * particle + k]! += (mass / sum) * off;
  }

  get state(): ParticlesState {
    return {
      positions: this.positions.slice(0, 3 * this.count),
      velocities: this.velocities.slice(0, 3 * this.count),
    };
  }

  set state({ positions, velocities }: ParticlesState) {
    this.positions.set(positions);
    this.velocities.set(velocities);
  }

  isAt({ positions, velocities }: ParticlesState): boolean {
    const length = 3 * this.count;
    return (
      positions.length === length &&
      haveSameBits(this.positions, positions, length) &&
      haveSameBits(this.velocities, velocities, length)
    );
  }

  get size(): number {
    return 2 * 3 * this.count * Float64Array.BYTES_PER_ELEMENT;
  }

  check(value: unknown, field: string, { counts }: StateContext): void {
    const vectors = numbers(Float64Array, 3 * counts.vertices);
    record({ positions: vectors, velocities: vectors })(value, field);
  }

  keep(): void {
    this.#keptPositions.keep(this.positions, 3 * this.count);
    this.#keptVelocities.keep(this.velocities, 3 * this.count);
  }

  rollback(): void {
    this.#keptPositions.putBack(this.positions);
    this.#keptVelocities.putBack(this.velocities);
  }
}
