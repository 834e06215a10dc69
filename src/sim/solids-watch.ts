import type { Ball } from "../collision/index.js";
import { ballsAfter, type Input } from "./input.js";
import type { Solids } from "./solids.js";

/** Balls and colliders of a world as they were after the latest step, for a recorder. */
export class SolidsWatch {
  readonly #solids: Solids;
  /** What tells of each ball, by its number. */
  #balls = new Map<number, Float64Array>();
  #ballCount = 0;
  /** What a hand has done with each collider. */
  #colliders: string[];

  /**
   * Begins at the start of a world.
   *
   * @throws Error where there is what the options do not tell: where it came from cannot be written down.
   */
  constructor(solids: Solids) {
    this.#solids = solids;
    this.check();
    const { balls, ballCount, thrownCount } = solids;
    if (ballCount !== thrownCount || balls.length !== thrownCount) {
      throw new Error(
        "record: balls were thrown or taken out already, a recording begins at the start of the world; call reset()",
      );
    }
    this.look();
    this.#colliders = solids.colliders.map(() => "null"); // moved before the first step is moved by hand, too
  }

  /** @throws Error where another simulation takes part. */
  check(): void {
    if (this.#solids.driven.length === 0) return;
    throw new Error(
      "record: world.couple lets another simulation move a body, which cannot be written down; call uncouple",
    );
  }

  look(): void {
    const { balls, ballCount, colliders } = this.#solids;
    this.#balls = new Map(balls.map(({ state: { number, body } }) => [number, body]));
    this.#ballCount = ballCount;
    this.#colliders = colliders.map(({ state }) => JSON.stringify(state));
  }

  /** Writes down what was done since the last look. */
  addTo(input: Input): void {
    const { balls, ballCount, colliders } = this.#solids;
    const isSame =
      balls.length === this.#balls.size && balls.every((ball) => this.#tell(ball) === "same");
    if (!isSame) {
      input.balls = balls.map((ball) => {
        const { state } = ball;
        const { number, body } = state;
        const told = this.#tell(ball);
        if (told === "new") return state;
        return told === "same" ? { number } : { number, body };
      });
    }
    if (ballCount !== ballsAfter(this.#ballCount, balls)) input.ballCount = ballCount;
    const moved = colliders.flatMap(({ state }, collider) =>
      JSON.stringify(state) === this.#colliders[collider] ? [] : [{ collider, state }],
    );
    if (moved.length > 0) input.colliders = moved;
  }

  #tell({ state: { number, body } }: Ball): "new" | "same" | "changed" {
    const known = this.#balls.get(number);
    if (known === undefined) return "new";
    return body.every((x, i) => Object.is(x, known[i])) ? "same" : "changed";
  }
}
