import type { TypedArray } from "../math/grow.js";
import type { Vector3 } from "../math/vector.js";
import { Attached, originOf, TriangleMesh, type TopologyEdit } from "../mesh/index.js";

/**
 * The moving state of a cloth: one particle a vertex, with the same number. Positions and velocities are
 * f64, because a stiff cloth stretches by a micrometre an edge, which f32 cannot hold at a metre's distance.
 *
 * The arrays are attached to the mesh: they are longer than they need be, `count` says how much of them is in use, and
 * others take their place when the mesh grows. Read them from the store at the start of a phase, never keep them.
 */
export class Particles {
  count: number;
  readonly #positions: Attached;
  readonly #previousPositions: Attached;
  readonly #velocities: Attached;
  readonly #forces: Attached;
  readonly #winds: Attached;
  readonly #masses: Attached;
  readonly #inverseMasses: Attached;
  readonly #pinned: Attached<Uint8Array>;
  readonly #held: Attached<Uint8Array>;
  readonly #attached: readonly Attached<TypedArray>[];

  /**
   * @param positions Where they start, m, three a particle.
   * @param mesh Whose vertices they are; without it, they belong together by nothing.
   */
  constructor(positions: Float64Array, mesh = new TriangleMesh(positions.length / 3, 0)) {
    this.count = positions.length / 3;
    const between = { width: 3, birth: "between" } as const;
    const number = { birth: "clear" } as const;
    this.#positions = new Attached(mesh, "vertex", Float64Array, between);
    this.#previousPositions = new Attached(mesh, "vertex", Float64Array, between);
    this.#velocities = new Attached(mesh, "vertex", Float64Array, between);
    this.#winds = new Attached(mesh, "vertex", Float64Array, between);
    this.#forces = new Attached(mesh, "vertex", Float64Array, { width: 3, birth: "clear" });
    this.#masses = new Attached(mesh, "vertex", Float64Array, number);
    this.#inverseMasses = new Attached(mesh, "vertex", Float64Array, number);
    this.#pinned = new Attached(mesh, "vertex", Uint8Array, number);
    this.#held = new Attached(mesh, "vertex", Uint8Array, number);
    this.#attached = [
      this.#positions,
      this.#previousPositions,
      this.#velocities,
      this.#winds,
      this.#forces,
      this.#masses,
      this.#inverseMasses,
      this.#pinned,
      this.#held,
    ];
    this.positions.set(positions);
    this.previousPositions.set(positions);
  }

  /** Metres, three a particle. */
  get positions(): Float64Array {
    return this.#positions.values;
  }

  /** Positions at the start of the substep. */
  get previousPositions(): Float64Array {
    return this.#previousPositions.values;
  }

  /** Metres a second, three a particle. */
  get velocities(): Float64Array {
    return this.#velocities.values;
  }

  /** Newtons, three a particle: the sum of what acts from outside, gathered anew at each evaluation. */
  get forces(): Float64Array {
    return this.#forces.values;
  }

  /** Metres a second of the air at each particle, three a particle; set once a step. */
  get winds(): Float64Array {
    return this.#winds.values;
  }

  /** Kilograms: a third of each triangle's area × density to each of its corners (Phillips III.B.1). */
  get masses(): Float64Array {
    return this.#masses.values;
  }

  /** 1/kg; 0 while a pin holds the particle. */
  get inverseMasses(): Float64Array {
    return this.#inverseMasses.values;
  }

  /** 1 while a pin holds the particle. */
  get pinned(): Uint8Array {
    return this.#pinned.values;
  }

  /** 1 while a pin leaves it a line or a plane: it keeps its mass, but what pushes it off is of no avail. */
  get held(): Uint8Array {
    return this.#held.values;
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
  place(particle: number, position: Vector3): void {
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
    for (const attached of this.#attached) attached.replay(edit);
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
}
