import { ClothSide, type HeldCloth } from "./broad-phase/cloth-broad-phase.js";
import { collideCore, FAST, NO_TOUCH } from "./features/feature-contacts.js";
import { Encounter } from "./broad-phase/candidate-pairs.js";
import { gatherCore } from "./features/collect-pairs.js";
import type { Solid } from "./solids/solid.js";

/** How far particles and solids may go off the way that is expected of them, as a part of the mean edge. */
const REACH = 0.25;
/** … and at most so far, m: gravity takes what falls that far off its way in two steps. */
const LONGEST_REACH = 0.005;

/** The broad phase looks ahead for so many steps at most. */
const MOST_STEPS = 8;
/** What is pushed off one corner may be pushed onto another: so often at most. */
const MOST_ROUNDS = 32;
/** So little a particle may be within the offset of one collider when others have pushed it, m. */
const SLACK = 1e-6;

/** Keeps one cloth out of all solids. */
export class ClothCollision {
  readonly #side: ClothSide;
  /** One for each solid. */
  readonly #encounters: Encounter[] = [];
  /** The solids that the encounters are with. */
  readonly #solids: Solid[] = [];
  /** The expectations of them that the encounters were gathered by. */
  readonly #expectations: number[] = [];
  /** How far off what is expected things may go, m. */
  readonly #reach: number;
  /** Duration of the step, s; how many of them the broad phase looks ahead; and how long it has held so far, s. */
  #step = 0;
  #steps = 1;
  #held = 0;
  /** How often all was looked for. */
  #gatherings = 0;

  /** @param meanEdge Mean length of its edges, m. */
  constructor(cloth: HeldCloth, meanEdge: number) {
    this.#side = new ClothSide(cloth);
    this.#reach = Math.min(REACH * meanEdge, LONGEST_REACH);
  }

  /** How often the tree over the triangles was built from scratch. */
  get buildCount(): number {
    return this.#side.bvh.buildCount;
  }

  /**
   * A step begins. What was found to be in reach stays so until something leaves the box that was expected of it: cloth at
   * rest needs no broad phase at all.
   */
  startStep(duration: number): void {
    this.#step = duration;
    for (let i = 0; i < this.#encounters.length; i++) this.#encounters[i]!.startStep();
  }

  /** The cloth is that of another time, or edits were taken back: all has to be looked for again. */
  forget(): void {
    this.#side.forget();
  }

  /** A substep is over: the particles have gone from their previous positions to the present ones, the solids from start to end. */
  collide(solids: readonly Solid[], duration: number): void {
    const { cloth } = this.#side;
    if (!this.#isAsExpected(solids)) this.#gather(solids, duration);
    this.#held += duration;
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      const encounter = this.#encounters[i]!;
      if (encounter.isEmpty) continue;
      encounter.isBetween(solid, cloth);
      const { offset, friction } = encounter;
      let looked = this.#gatherings;
      for (let round = 0; round < MOST_ROUNDS; round++) {
        // From the second round on, what stays where it was stays as far off: most rounds are about a few.
        if (round > 0) this.#side.lookForMoved();
        const onlyMoved = round > 1 && looked === this.#gatherings && solid.body === null;
        looked = this.#gatherings;
        const touch = collideCore(
          this.#side,
          solid,
          encounter,
          offset,
          friction,
          duration,
          onlyMoved,
        );
        if (touch === NO_TOUCH && round > 0) break;
        // What is pushed out of its box may have come into the way of anything.
        if (touch !== NO_TOUCH && !this.#side.holdsPairs(encounter)) this.#gather(solids, duration);
        solid.collideParticles(this.#side, encounter, offset, friction, duration);
        if (!this.#side.holds(encounter.particles)) this.#gather(solids, duration);
        if (touch !== FAST) break;
      }
    }
    this.#settle(solids, duration);
  }

  /**
   * Where colliders overlap, what one has pushed out may be in another: so they are gone through again, as long as that helps.
   * Between two that leave no room it never does.
   */
  #settle(solids: readonly Solid[], duration: number): void {
    const { cloth } = this.#side;
    let isBusy = true;
    for (let round = 0; isBusy && round < MOST_ROUNDS; round++) {
      isBusy = false;
      for (let i = 0; i < solids.length; i++) {
        const encounter = this.#encounters[i]!;
        const { shared } = encounter;
        if (shared.count === 0) continue;
        encounter.isBetween(solids[i]!, cloth);
        if (!solids[i]!.settle!(this.#side, shared, encounter.offset, SLACK)) continue;
        isBusy = true;
        if (!this.#side.holds(shared)) this.#gather(solids, duration);
      }
    }
  }

  #isAsExpected(solids: readonly Solid[]): boolean {
    if (solids.length !== this.#solids.length) return false;
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      if (solid !== this.#solids[i] || solid.expectation !== this.#expectations[i]) return false;
      if (!solid.isAsExpected()) return false;
    }
    return this.#side.isAsExpected();
  }

  /** The broad phase, for a step from now on, or for several where the cloth goes steadily on or lies still. */
  #gather(solids: readonly Solid[], duration: number): void {
    if (this.#held >= this.#steps * this.#step) this.#steps = Math.min(2 * this.#steps, MOST_STEPS);
    else if (2 * this.#held < this.#steps * this.#step) this.#steps = Math.max(this.#steps / 2, 1);
    this.#held = 0;
    this.#gatherings++;
    const times = Math.max(1, (this.#steps * this.#step) / duration);
    this.#side.lookAhead(times, this.#reach);
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      const encounter = (this.#encounters[i] ??= new Encounter());
      this.#solids[i] = solid;
      encounter.clear();
      encounter.isBetween(solid, this.#side.cloth);
      const { offset } = encounter;
      // What another cloth expects of it will do, as long as it holds.
      const isExpected = solid.expectedBy !== null && solid.expectedBy !== this;
      if (!(isExpected && solid.isAsExpected())) {
        solid.lookAhead(times, this.#reach);
        solid.expectedBy = this;
        solid.expectation++;
      }
      this.#expectations[i] = solid.expectation;
      solid.gatherParticles(this.#side, encounter, offset);
      gatherCore(this.#side, solid, encounter, offset);
    }
    this.#solids.length = solids.length;
    this.#side.findShared(this.#encounters, solids);
  }
}
