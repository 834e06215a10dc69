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
  /** m, three numbers per particle. */
  positions: Float64Array;
  /** m/s, three numbers per particle. */
  velocities: Float64Array;
}

/**
 * The moving state of a cloth: one particle per vertex, with the same index. Positions and velocities are f64: a stiff
 * cloth stretches by a micrometer per edge, which f32 cannot represent one meter from the origin.
 *
 * The arrays are attached to the mesh. They are longer than needed: `count` is the number of particles in use. They are
 * replaced when the mesh grows, so read them from the store at the start of each phase and do not keep references.
 */
export class Particles implements Store {
  readonly name = "particles";
  readonly keepsRows = true;
  /** Particles in use. */
  count: number;
  /** m, three numbers per particle. */
  positions!: Float64Array;
  /** Positions at the start of the substep, m. */
  previousPositions!: Float64Array;
  /** m/s, three numbers per particle. */
  velocities!: Float64Array;
  /** N, three numbers per particle: the sum of the external forces, recomputed at each evaluation. */
  forces!: Float64Array;
  /** Velocity of the air at each particle, m/s, three numbers per particle; set once per step. */
  winds!: Float64Array;
  /** kg: each triangle gives a third of its area × density to each of its corners (Phillips III.B.1). */
  masses!: Float64Array;
  /** 1/kg; 0 while the particle is pinned. */
  inverseMasses!: Float64Array;
  /** 1 while the particle is pinned. */
  pinned!: Uint8Array;
  /**
   * 1 while a pin constrains the particle to a line or a plane. It keeps its mass, but it cannot leave the line or
   * plane.
   */
  constrained!: Uint8Array;
  readonly #moving: readonly Pick<Attached, "replay">[];
  // Snapshots at the start of a substep.
  readonly #savedPositions = new Snapshot();
  readonly #savedVelocities = new Snapshot();

  /**
   * @param positions Start positions, m, three numbers per particle.
   * @param mesh The mesh whose vertices they are. Default: a mesh without triangles.
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
    // Unused rows of these are 0 already.
    numbers((values) => (this.masses = values));
    numbers((values) => (this.inverseMasses = values));
    flags((values) => (this.pinned = values));
    flags((values) => (this.constrained = values));
    this.positions.set(positions);
    this.previousPositions.set(positions);
  }

  /** Sets the mass of a particle, kg. Forces do not move pinned particles or particles of mass 0. */
  setMass(particle: number, mass: number): void {
    this.masses[particle] = mass;
    this.#updateInverseMass(particle);
  }

  /** Pins a particle: forces no longer move it. */
  pin(particle: number): void {
    this.pinned[particle] = 1;
    this.#updateInverseMass(particle);
  }

  /** Unpins a particle. */
  unpin(particle: number): void {
    this.pinned[particle] = 0;
    this.#updateInverseMass(particle);
  }

  #updateInverseMass(particle: number): void {
    const mass = this.masses[particle]!;
    this.inverseMasses[particle] = this.pinned[particle] === 1 || mass === 0 ? 0 : 1 / mass;
  }

  /** Sets the position of a particle, m. Its velocity does not change. */
  place(particle: number, position: Vec3Tuple): void {
    this.positions.set(position, 3 * particle);
    this.previousPositions.set(position, 3 * particle);
  }

  /**
   * Adds the particle of an edit. Its position and velocity are those of its origin, or interpolated between its two
   * origins. The caller sets the masses. Momentum is conserved: the new particle takes its share of mass from each
   * origin.
   */
  replay(edit: TopologyEdit): void {
    if (edit.type !== "separate-edge") this.count = edit.newVertex + 1;
    for (let i = 0; i < this.#moving.length; i++) this.#moving[i]!.replay(edit);
  }

  /**
   * Removes the latest particle and returns its momentum to its origins. A copy and its original merge at their center
   * of mass. A particle between two origins passes its relative velocity on to both, weighted by its share of each.
   * Pinned particles do not move. If nothing has moved since the edit, the result is bit-exact.
   */
  undo(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    const { newVertex } = edit;
    const { from, to, t } = originOf(edit);
    this.count = newVertex;
    const mass = this.masses[newVertex]!;
    for (let k = 0; k < 3; k++) {
      const removed = 3 * newVertex + k;
      for (const vectors of [this.positions, this.velocities]) {
        const a = vectors[3 * from + k]!;
        const off = vectors[removed]! - (a + t * (vectors[3 * to + k]! - a));
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
    this.constrained[newVertex] = 0;
  }

  /** Merges `mass`, at an offset of `off`, into a particle: shifts one coordinate of the weighted mean. */
  #shift(vectors: Float64Array, particle: number, k: number, mass: number, off: number): void {
    const sum = this.masses[particle]! + mass;
    if (this.pinned[particle] === 1 || sum === 0) return;
    vectors[3 * particle + k]! += (mass / sum) * off;
  }

  /** A copy of positions and velocities. */
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

  /** True if positions and velocities equal a state, bit by bit. */
  isAt({ positions, velocities }: ParticlesState): boolean {
    const length = 3 * this.count;
    return (
      positions.length === length &&
      haveSameBits(this.positions, positions, length) &&
      haveSameBits(this.velocities, velocities, length)
    );
  }

  /** Bytes of a state. */
  get size(): number {
    return 2 * 3 * this.count * Float64Array.BYTES_PER_ELEMENT;
  }

  check(value: unknown, field: string, { counts }: StateContext): void {
    const vectors = numbers(Float64Array, 3 * counts.vertices);
    record({ positions: vectors, velocities: vectors })(value, field);
  }

  takeSnapshot(): void {
    this.#savedPositions.take(this.positions, 3 * this.count);
    this.#savedVelocities.take(this.velocities, 3 * this.count);
  }

  rollback(): void {
    this.#savedPositions.restore(this.positions);
    this.#savedVelocities.restore(this.velocities);
  }
}
