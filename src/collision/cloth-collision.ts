import type { Cloth } from "../cloth/index.js";
import { ClothSide } from "./cloth-side.js";
import { collideCore } from "./collide-core.js";
import { Encounter } from "./encounter.js";
import { gatherCore } from "./gather-core.js";
import type { Solid } from "./solid.js";

/** How far particles and solids may go off the way that is expected of them, as a part of the mean edge. */
const REACH = 0.25;

/** What is pushed off one corner may be pushed onto another: so often at most. */
const MOST_ROUNDS = 32;

/** Keeps one cloth out of all solids. */
export class ClothCollision {
  readonly #side: ClothSide;
  /** One for each solid. */
  readonly #encounters: Encounter[] = [];
  /** The solids that the encounters are with. */
  readonly #solids: Solid[] = [];
  /** How far off what is expected things may go, m. */
  readonly #reach: number;
  /** Time until the end of the step, s. */
  #left = 0;
  #isFresh = false;

  /** @param meanEdge Mean length of its edges, m. */
  constructor(cloth: Cloth, meanEdge: number) {
    this.#side = new ClothSide(cloth);
    this.#reach = REACH * meanEdge;
  }

  /** How often the tree over the triangles was built from scratch. */
  get buildCount(): number {
    return this.#side.bvh.buildCount;
  }

  /** A step begins: what was in reach is found anew. */
  startStep(duration: number): void {
    this.#left = duration;
    this.#isFresh = false;
  }

  /** A substep is over: the particles have gone from their previous positions to the present ones, the solids from start to end. */
  collide(solids: readonly Solid[], duration: number): void {
    const { cloth } = this.#side;
    const { thickness, friction } = cloth.material;
    if (!this.#isFresh || !this.#isAsExpected(solids)) this.#gather(solids, duration);
    this.#left -= duration;
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      const encounter = this.#encounters[i]!;
      if (encounter.isEmpty) continue;
      const offset = solid.thickness + thickness / 2;
      const both = Math.sqrt(solid.friction * friction);
      let hasTouched = true;
      for (let round = 0; hasTouched && round < MOST_ROUNDS; round++) {
        hasTouched = collideCore(this.#side, solid, encounter, offset, both, duration);
        if (hasTouched || round === 0) {
          solid.collideParticles(this.#side, encounter, offset, both, duration);
        }
      }
    }
  }

  #isAsExpected(solids: readonly Solid[]): boolean {
    if (solids.length !== this.#solids.length) return false;
    for (let i = 0; i < solids.length; i++) {
      if (solids[i] !== this.#solids[i] || !solids[i]!.isAsExpected()) return false;
    }
    return this.#side.isAsExpected();
  }

  /** The broad phase, for what is left of the step. */
  #gather(solids: readonly Solid[], duration: number): void {
    const times = Math.max(1, this.#left / duration);
    const { thickness } = this.#side.cloth.material;
    this.#side.lookAhead(times, this.#reach);
    for (let i = 0; i < solids.length; i++) {
      const solid = solids[i]!;
      const encounter = (this.#encounters[i] ??= new Encounter());
      const offset = solid.thickness + thickness / 2;
      this.#solids[i] = solid;
      encounter.clear();
      solid.lookAhead(times, this.#reach);
      solid.gatherParticles(this.#side, encounter, offset);
      gatherCore(this.#side, solid, encounter, offset);
    }
    this.#solids.length = solids.length;
    this.#isFresh = true;
  }
}
