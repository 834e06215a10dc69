import { list, record, refuse, whole } from "../../math/check-data.js";
import { lerp, type Vec3Tuple, type Tuples } from "../../math/vec3.js";
import type { Cloth } from "../../cloth/index.js";
import type { StateContext, Store } from "../../stores/index.js";
import { cutParts, type EventEmitter } from "../events.js";
import {
  isDue,
  type KnifeKeyframe,
  type KnifeOptions,
  type KnifePath,
} from "../options/options.js";
import { knifeState as knifeCheck } from "../state/solid-checks.js";
import type { Cuts } from "./cut.js";
import { Knife, knifeState, type KnifeState } from "./knife.js";

interface KnivesState {
  /** Number of knives so far. */
  count: number;
  knives: KnifeState[];
}

/** The knives in use: those of the options, which follow their keyframes, and those moved from code. */
export class Knives implements Store {
  readonly name = "knives";
  /** The knives in use, in the order in which they were added. */
  readonly all: Knife[] = [];
  /** Number of knives so far; the number of the next one. */
  #count = 0;
  readonly #paths: readonly Tuples<KnifePath>[];
  readonly #cloths: readonly Cloth[];
  readonly #cuts: Cuts;
  readonly #events: EventEmitter;

  constructor(
    paths: readonly Tuples<KnifePath>[],
    cloths: readonly Cloth[],
    cuts: Cuts,
    events: EventEmitter,
  ) {
    this.#paths = paths;
    this.#cloths = cloths;
    this.#cuts = cuts;
    this.#events = events;
  }

  /**
   * Adds a knife.
   *
   * @param path Index of the path that it follows; default: it is moved from code.
   */
  add(options: Tuples<KnifeOptions>, path?: number): Knife {
    const state = knifeState(options, this.#count, this.#cloths.length);
    const knife = new Knife(this, path === undefined ? state : { ...state, path });
    this.#count++;
    this.all.push(knife);
    return knife;
  }

  /** Removes a knife. */
  remove(knife: Knife): void {
    const index = this.all.indexOf(knife);
    if (index !== -1) this.all.splice(index, 1);
  }

  /**
   * The `input` phase: adds, moves and removes the knives of the options, then starts the step of all knives; times in
   * s.
   */
  startStep(time: number, dt: number): void {
    for (let i = 0; i < this.#paths.length; i++) this.#drive(i, time, dt);
    for (let i = 0; i < this.all.length; i++) this.all[i]!.begin(this.#cloths);
  }

  #drive(path: number, time: number, dt: number): void {
    const { motion, ...options } = this.#paths[path]!;
    const isOver = isDue(motion.at(-1)!.time, time);
    let knife = this.all.find((one) => one.path === path);
    if (isOver) knife?.release();
    if (isOver || !isDue(motion[0]!.time, time)) return;
    knife ??= this.add({ ...bladeAt(motion, time), ...options }, path);
    const { from, to } = bladeAt(motion, time + dt);
    knife.moveTo(from, to);
  }

  /** After the last substep: each knife cuts what its blade has passed through. */
  cut(): void {
    for (let i = 0; i < this.all.length; i++) this.#cutWith(this.all[i]!);
  }

  #cutWith(knife: Knife): void {
    knife.cut(this.#cloths, (cloth, edits) => {
      this.#cuts.add({
        cloth,
        before: this.#cloths[cloth]!.edits.length - edits.length,
        knife: knife.id,
      });
      this.#events.push({ type: "cut", cloth, ...cutParts(edits) });
    });
  }

  get state(): KnivesState {
    return { count: this.#count, knives: this.all.map((knife) => knife.state) };
  }

  /** All knives are new objects. */
  set state({ count, knives }: KnivesState) {
    this.#count = count;
    this.all.length = 0;
    for (const state of knives) this.all.push(new Knife(this, state));
  }

  check(value: unknown, field: string, { cloths }: StateContext): void {
    const knife = knifeCheck(cloths.map(({ vertices }) => vertices));
    record({ count: whole(), knives: list(knife) })(value, field);
    const { count, knives } = value as KnivesState;
    const numbers = new Set<number>();
    for (const [i, { id: number, path = 0 }] of knives.entries()) {
      const where = `${field}.knives.${i}`;
      whole(0, count - 1)(number, `${where}.id`);
      if (path !== 0) whole(0, this.#paths.length - 1)(path, `${where}.path`);
      if (numbers.has(number)) refuse(`${where}.id`, "each number once", number);
      numbers.add(number);
    }
  }
}

/** The blade at a time, s: linear between keyframes. */
function bladeAt(
  motion: readonly Tuples<KnifeKeyframe>[],
  time: number,
): { from: Vec3Tuple; to: Vec3Tuple } {
  const next = motion.findIndex((key) => key.time > time);
  const after = motion.at(next)!; // −1, the last one, after all keyframes
  const before = next <= 0 ? after : motion[next - 1]!;
  const fraction = after === before ? 0 : (time - before.time) / (after.time - before.time);
  return {
    from: lerp(before.from, after.from, fraction),
    to: lerp(before.to, after.to, fraction),
  };
}
