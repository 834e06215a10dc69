import { ensureCapacity } from "../math/grow.js";
import { CandidatePairs } from "./broad-phase/candidate-pairs.js";
import { ClothBroadPhase, type CollidingCloth } from "./broad-phase/cloth-broad-phase.js";
import { MovedParticles } from "./broad-phase/moved-particles.js";
import { FAST_TOUCH, FeatureContacts, NO_TOUCH } from "./features/feature-contacts.js";
import { FeaturePairs } from "./features/feature-pairs.js";
import { Contact } from "./response/contact.js";
import type { Solid } from "./solids/solid.js";

/** How far particles and solids may leave their expected path, as a fraction of the mean edge. */
const REACH = 0.25;
/** … and at most this far, m. A falling particle leaves its expected path by this much in two steps. */
const MAX_REACH = 0.005;

/** The boxes are valid for at most this many steps. */
const MAX_STEPS = 8;
/** Particles pushed off one corner may be pushed onto another: largest number of rounds. */
const MAX_ROUNDS = 32;
/** Depth within the offset of a collider that is accepted after other colliders have pushed a particle, m. */
const SLACK = 1e-6;

/** Collides one cloth with all solids. */
export class ClothCollision {
  readonly #broadPhase: ClothBroadPhase;
  readonly #featurePairs = new FeaturePairs();
  readonly #featureContacts = new FeatureContacts();
  readonly #contact = new Contact();
  readonly #moved = new MovedParticles();
  /** Scratch of `#findShared`: number of colliders that each particle may touch; 0 between calls. */
  #colliderCounts = new Uint8Array(0);
  /** Candidate pairs, one per solid. */
  readonly #pairs: CandidatePairs[] = [];
  /** The solids of the pairs. */
  readonly #solids: Solid[] = [];
  /** The box versions of the solids when the pairs were collected. */
  readonly #boxVersions: number[] = [];
  /** How far boxes are fattened, m. */
  readonly #reach: number;
  /** Duration of a step, s; number of steps that the boxes are fattened for; and time since then, s. */
  #step = 0;
  #steps = 1;
  #elapsed = 0;
  /** Number of times that pairs were collected. */
  #collections = 0;

  /** @param meanEdge Mean edge length, m. */
  constructor(cloth: CollidingCloth, meanEdge: number) {
    this.#broadPhase = new ClothBroadPhase(cloth);
    this.#reach = Math.min(REACH * meanEdge, MAX_REACH);
  }

  /** Number of full builds of the BVH over the triangles. */
  get buildCount(): number {
    return this.#broadPhase.buildCount;
  }

  /**
   * Call at the start of a step. Candidate pairs stay valid until something leaves its box, so cloth at rest needs no
   * broad phase.
   *
   * @param duration s.
   */
  startStep(duration: number): void {
    this.#step = duration;
    for (let i = 0; i < this.#pairs.length; i++) this.#pairs[i]!.startStep();
  }

  /** Discards the candidate pairs: the cloth was restored, or edits were undone. */
  invalidate(): void {
    this.#broadPhase.invalidate();
  }

  /**
   * Call at the end of a substep, in which particles have moved from their previous to their current positions, and
   * solids from their start to their end.
   *
   * @param duration Of the substep, s.
   */
  collide(solids: readonly Solid[], duration: number): void {
    const { cloth } = this.#broadPhase;
    if (!this.#isInBoxes(solids)) this.#collect(solids, duration);
    this.#elapsed += duration;
    this.#contact.duration = duration;
    this.#contact.constraints = cloth.constraints;
    for (let i = 0; i < solids.length; i++) {
      const pairs = this.#pairs[i]!;
      if (pairs.isEmpty) continue;
      pairs.combine(solids[i]!, cloth.material);
      this.#contact.friction = pairs.friction;
      this.#collideWith(solids[i]!, pairs, solids, duration);
    }
    this.#depenetrate(solids, duration);
  }

  #collideWith(
    solid: Solid,
    pairs: CandidatePairs,
    solids: readonly Solid[],
    duration: number,
  ): void {
    const broadPhase = this.#broadPhase;
    const { particles } = broadPhase.cloth;
    const contact = this.#contact;
    const moved = this.#moved;
    let collections = this.#collections;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      // From the second round on, a pair that has not moved keeps its distance. Most rounds move only a few particles.
      if (round > 0) moved.update(particles);
      const onlyMoved = round > 1 && collections === this.#collections && solid.body === null;
      collections = this.#collections;
      const touch = this.#featureContacts.resolve(
        particles,
        solid,
        pairs,
        contact,
        moved,
        onlyMoved,
      );
      if (touch === NO_TOUCH && round > 0) break;
      // A particle that was pushed out of its box may touch anything.
      if (touch !== NO_TOUCH && !broadPhase.areFeaturesInBoxes(pairs)) {
        this.#collect(solids, duration);
      }
      solid.collideParticles(broadPhase, pairs, contact);
      if (!broadPhase.areInBoxes(pairs.particles)) this.#collect(solids, duration);
      if (touch !== FAST_TOUCH) break;
    }
  }

  /**
   * Where colliders overlap, one may push a particle into another. So they are repeated as long as that helps. Between
   * two colliders that leave no space it never does.
   */
  #depenetrate(solids: readonly Solid[], duration: number): void {
    const { cloth } = this.#broadPhase;
    let isBusy = true;
    for (let round = 0; isBusy && round < MAX_ROUNDS; round++) {
      isBusy = false;
      for (let i = 0; i < solids.length; i++) {
        const pairs = this.#pairs[i]!;
        const { shared } = pairs;
        if (shared.count === 0) continue;
        pairs.combine(solids[i]!, cloth.material);
        if (!solids[i]!.depenetrate!(cloth.particles, shared, pairs.offset, SLACK)) continue;
        isBusy = true;
        if (!this.#broadPhase.areInBoxes(shared)) this.#collect(solids, duration);
      }
    }
  }

  #isInBoxes(solids: readonly Solid[]): boolean {
    if (solids.length !== this.#solids.length) return false;
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      if (solid !== this.#solids[i] || solid.boxVersion !== this.#boxVersions[i]) return false;
      if (!solid.isInBoxes()) return false;
    }
    return this.#broadPhase.isInBoxes();
  }

  /** The broad phase, for the next step, or for several steps if the cloth moves steadily or rests. */
  #collect(solids: readonly Solid[], duration: number): void {
    if (this.#elapsed >= this.#steps * this.#step)
      this.#steps = Math.min(2 * this.#steps, MAX_STEPS);
    else if (2 * this.#elapsed < this.#steps * this.#step)
      this.#steps = Math.max(this.#steps / 2, 1);
    this.#elapsed = 0;
    this.#collections++;
    const broadPhase = this.#broadPhase;
    const times = Math.max(1, (this.#steps * this.#step) / duration);
    broadPhase.fattenBoxes(times, this.#reach);
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      const pairs = (this.#pairs[i] ??= new CandidatePairs());
      this.#solids[i] = solid;
      pairs.clear();
      pairs.combine(solid, broadPhase.cloth.material);
      // Boxes that another cloth has updated are reused while they are valid.
      const isBoxed = solid.boxOwner !== null && solid.boxOwner !== this;
      if (!(isBoxed && solid.isInBoxes())) {
        solid.fattenBoxes(times, this.#reach);
        solid.boxOwner = this;
        solid.boxVersion++;
      }
      this.#boxVersions[i] = solid.boxVersion;
      solid.collectParticles(broadPhase, pairs);
      this.#featurePairs.collect(broadPhase, solid, pairs);
    }
    this.#solids.length = solids.length;
    this.#findShared(solids);
  }

  /** Finds the particles that may touch several colliders: one of them may push a particle into another. */
  #findShared(solids: readonly Solid[]): void {
    const counts = (this.#colliderCounts = ensureCapacity(
      this.#colliderCounts,
      this.#broadPhase.cloth.particles.count,
    ));
    for (let i = 0; i < solids.length; i++) {
      if (!canDepenetrate(solids[i]!)) continue;
      const { items, count } = this.#pairs[i]!.particles;
      for (let k = 0; k < count; k++) counts[items[k]!]!++;
    }
    for (let i = 0; i < solids.length; i++) {
      const { particles, shared } = this.#pairs[i]!;
      shared.clear();
      if (!canDepenetrate(solids[i]!)) continue;
      for (let k = 0; k < particles.count; k++) {
        if (counts[particles.items[k]!]! > 1) shared.push(particles.items[k]!);
      }
    }
    counts.fill(0);
  }
}

function canDepenetrate(solid: Solid): boolean {
  return solid.body === null && solid.depenetrate !== undefined;
}
