import { withRoom } from "../math/grow.js";
import { CandidatePairs } from "./broad-phase/candidate-pairs.js";
import { ClothBroadPhase, type CollidingCloth } from "./broad-phase/cloth-broad-phase.js";
import { MovedParticles } from "./broad-phase/moved-particles.js";
import { FAST_TOUCH, FeatureContacts, NO_TOUCH } from "./features/feature-contacts.js";
import { FeaturePairs } from "./features/feature-pairs.js";
import { Contact } from "./response/contact.js";
import type { Solid } from "./solids/solid.js";

/** How far particles and solids may go off the path that is expected of them, as a part of the mean edge. */
const REACH = 0.25;
/** … and at most so far, m: gravity takes what falls that far off its path in two steps. */
const MAX_REACH = 0.005;

/** The broad phase looks ahead for so many steps at most. */
const MAX_STEPS = 8;
/** What is pushed off one corner may be pushed onto another: so often at most. */
const MAX_ROUNDS = 32;
/** So little a particle may be within the offset of one collider when others have pushed it, m. */
const SLACK = 1e-6;

/** Keeps one cloth out of all solids. */
export class ClothCollision {
  readonly #broadPhase: ClothBroadPhase;
  readonly #featurePairs = new FeaturePairs();
  readonly #featureContacts = new FeatureContacts();
  readonly #contact = new Contact();
  readonly #moved = new MovedParticles();
  /** Scratch of `#findShared`: how many colliders each particle may meet; 0 between calls. */
  #meets = new Uint8Array(0);
  /** What may meet each solid. */
  readonly #pairs: CandidatePairs[] = [];
  /** The solids that the pairs are with. */
  readonly #solids: Solid[] = [];
  /** The versions of their boxes that the pairs were collected by. */
  readonly #boxVersions: number[] = [];
  /** How far boxes are fattened, m. */
  readonly #reach: number;
  /** Duration of the step, s; how many of them the boxes are for; and how long they have held so far, s. */
  #step = 0;
  #steps = 1;
  #held = 0;
  /** How often pairs were collected. */
  #collections = 0;

  /** @param meanEdge Mean length of its edges, m. */
  constructor(cloth: CollidingCloth, meanEdge: number) {
    this.#broadPhase = new ClothBroadPhase(cloth);
    this.#reach = Math.min(REACH * meanEdge, MAX_REACH);
  }

  /** How often the tree over the triangles was built from scratch. */
  get buildCount(): number {
    return this.#broadPhase.buildCount;
  }

  /**
   * A step begins. What was found to be in reach stays so until something leaves its box: cloth at rest needs no broad phase
   * at all.
   */
  startStep(duration: number): void {
    this.#step = duration;
    for (let i = 0; i < this.#pairs.length; i++) this.#pairs[i]!.startStep();
  }

  /** The cloth is that of another time, or edits were taken back: all has to be looked for again. */
  forget(): void {
    this.#broadPhase.invalidate();
  }

  /** A substep is over: the particles have gone from their previous positions to the present ones, the solids from start to end. */
  collide(solids: readonly Solid[], duration: number): void {
    const { cloth } = this.#broadPhase;
    if (!this.#isInBoxes(solids)) this.#collect(solids, duration);
    this.#held += duration;
    this.#contact.duration = duration;
    this.#contact.holds = cloth.holds;
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
      // From the second round on, what stays where it was stays as far off: most rounds are about a few.
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
      // What is pushed out of its box may have come into the way of anything.
      if (touch !== NO_TOUCH && !broadPhase.areFeaturesInBoxes(pairs)) {
        this.#collect(solids, duration);
      }
      solid.collideParticles(broadPhase, pairs, contact);
      if (!broadPhase.areInBoxes(pairs.particles)) this.#collect(solids, duration);
      if (touch !== FAST_TOUCH) break;
    }
  }

  /**
   * Where colliders overlap, what one has pushed out may be in another: so they are gone through again, as long as that helps.
   * Between two that leave no room it never does.
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

  /** The broad phase, for a step from now on, or for several where the cloth goes steadily on or lies still. */
  #collect(solids: readonly Solid[], duration: number): void {
    if (this.#held >= this.#steps * this.#step) this.#steps = Math.min(2 * this.#steps, MAX_STEPS);
    else if (2 * this.#held < this.#steps * this.#step) this.#steps = Math.max(this.#steps / 2, 1);
    this.#held = 0;
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
      // The boxes that another cloth has made will do, as long as they hold.
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

  /** Finds the particles that may meet several colliders: what one of them pushes out may be in another. */
  #findShared(solids: readonly Solid[]): void {
    const meets = (this.#meets = withRoom(this.#meets, this.#broadPhase.cloth.particles.count));
    for (let i = 0; i < solids.length; i++) {
      if (!canDepenetrate(solids[i]!)) continue;
      const { items, count } = this.#pairs[i]!.particles;
      for (let k = 0; k < count; k++) meets[items[k]!]!++;
    }
    for (let i = 0; i < solids.length; i++) {
      const { particles, shared } = this.#pairs[i]!;
      shared.clear();
      if (!canDepenetrate(solids[i]!)) continue;
      for (let k = 0; k < particles.count; k++) {
        if (meets[particles.items[k]!]! > 1) shared.push(particles.items[k]!);
      }
    }
    meets.fill(0);
  }
}

function canDepenetrate(solid: Solid): boolean {
  return solid.body === null && solid.depenetrate !== undefined;
}
