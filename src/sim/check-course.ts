import type { TopologyEdit } from "../mesh/index.js";
import {
  checkHolding,
  damage,
  grabState,
  letGo,
  material,
  pinnedByHand,
  pinState,
  strengthsBefore,
  tearing,
  vertexOf,
} from "./check-cloth.js";
import {
  anything,
  type Check,
  ContainerError,
  finite,
  list,
  numbers,
  pair,
  positive,
  record,
  refuse,
  vector,
  whole,
} from "../math/check-data.js";
import { countsAfter, countsOf, edits, UNKNOWN_COUNTS, type MeshCounts } from "./check-edits.js";
import { ballState, body, colliderState, knifeState } from "./check-solids.js";
import { substeps, wind } from "./check-state.js";
import type { ClothInput, Input } from "./input.js";
import type { Course } from "./recorder.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** More steps than this between two frames and nobody would see the second. */
export const MOST_STEPS_A_FRAME = 100_000;
/** s: that of a scene with one step a frame and one frame a second. */
const LONGEST_STEP = 1;

const duration: Check = (value, field) => {
  const isFine = typeof value === "number" && value > 0 && value <= LONGEST_STEP;
  if (!isFine) refuse(field, `a time over 0 s, at most ${LONGEST_STEP} s`, value);
};

/**
 * Looks at a course that came from a file, as a whole. Its inputs are looked at once more when they are applied: what they
 * name has to be there by then.
 *
 * @throws ContainerError with one line that names the field.
 */
export function checkCourse(value: unknown, field: string): asserts value is Course {
  record({
    steps: list(pair(duration, whole(1))),
    inputs: list(record({ step: whole(), time: finite, input: anything })),
    edits: list(record({ step: whole(), time: finite, cloth: whole(), edits })),
  })(value, field);
  const { steps, inputs, edits: made } = value as Course;
  let count = 0;
  for (const [i, [, more]] of steps.entries()) {
    count += more;
    whole()(count, `${field}.steps.${i}.1`);
  }
  for (const [name, rows, most] of [
    ["inputs", inputs, count],
    ["edits", made, count - 1],
  ] as const) {
    let least = 0;
    for (const [i, { step }] of rows.entries()) {
      whole(least, most)(step, `${field}.${name}.${i}.step`);
      least = step;
    }
  }
  for (const [i, { input }] of inputs.entries()) {
    inputFields(input, `${field}.inputs.${i}.input`, null);
  }
}

/**
 * Looks at what is about to be done to a world.
 *
 * @throws ContainerError with one line that names the field.
 */
export function checkInput(world: World, input: Input): void {
  inputFields(input, "", world);
  const { knives, balls, knifeCount, ballCount, cloths = [] } = input;
  const known = new Set(world.knives.map(({ knife }) => knife));
  checkNew(knives, ({ knife }) => known.has(knife), "options", "knives");
  const thrown = new Set(world.balls.map(({ number }) => number));
  checkNew(balls, ({ number }) => thrown.has(number), "options", "balls");
  if (ballCount !== undefined) whole(world.solids.ballCount)(ballCount, "ballCount");
  if (knifeCount !== undefined) whole(world.knifeCount)(knifeCount, "knifeCount");
  for (const [i, { cloth, hands, pins = [] }] of cloths.entries()) {
    const { grabs, pins: there } = world.cloths[cloth]!;
    const held = new Set(grabs.map(({ hand }) => hand));
    checkNew(hands, ({ hand }) => held.has(hand), "particles", `cloths.${i}.hands`);
    if (pins.length === 0) continue;
    const states = there.map(({ state }) => state);
    for (const [k, { pin, state }] of pins.entries()) {
      whole(0, states.length)(pin, `cloths.${i}.pins.${k}.pin`);
      states[pin] = state;
    }
    checkHolding(states, `cloths.${i}.pins`);
  }
}

/** Those that are not there yet have to be told as a whole, and each once. */
function checkNew<T extends object>(
  told: readonly T[] | undefined,
  isKnown: (one: T) => boolean,
  whole: string,
  field: string,
): void {
  for (const [i, one] of (told ?? []).entries()) {
    if (isKnown(one) || Object.hasOwn(one, whole)) continue;
    throw new ContainerError(`${field}.${i}: there is no such one, and it does not say what it is`);
  }
}

/** @param world Null: it is not known yet. */
function inputFields(value: unknown, field: string, world: World | null): void {
  const anyCloth = record({ cloth: whole(0, (world?.cloths.length ?? Infinity) - 1) }, {}, true);
  record({}, { cloths: list(anyCloth) }, true)(value, field);
  const { cloths = [] } = value as { cloths?: { cloth: number }[] };
  const vertices = world?.cloths.map(({ mesh }) => mesh.vertexCount) ?? null;
  const named = new Set<number>();
  for (const [i, one] of cloths.entries()) {
    const where = `${field === "" ? "" : `${field}.`}cloths.${i}`;
    if (named.has(one.cloth)) refuse(`${where}.cloth`, "each once", one.cloth);
    named.add(one.cloth);
    const counts = clothFields(one, where, world?.cloths[one.cloth] ?? null);
    if (vertices !== null) vertices[one.cloth] = counts.vertices;
  }
  record(
    {},
    {
      gravity: vector,
      wind,
      substeps: substeps(world),
      knives: once("knife", eitherOf("options", knifeState(vertices), knifeWay)),
      knifeCount: whole(),
      balls: once("number", eitherOf("options", ballState, ballPlace)),
      ballCount: whole(),
      colliders: list(
        record({
          collider: whole(0, (world?.solids.colliders.length ?? Infinity) - 1),
          state: colliderState,
        }),
      ),
      cloths: anything,
    },
  )(value, field);
}

const knifeWay = record({ knife: whole(), from: vector, to: vector });
const ballPlace = record({ number: whole() }, { body });
const handWay = record({ hand: whole(), point: vector });

/** What is new, as a whole, which has some field, or what is known, with where it goes. */
function eitherOf(sign: string, fresh: Check, known: Check): Check {
  return (value, field) => {
    const isNew = typeof value === "object" && value !== null && Object.hasOwn(value, sign);
    (isNew ? fresh : known)(value, field);
  };
}

/** A list in which each has another number. */
function once(name: string, check: Check): Check {
  return (value, field) => {
    list(check)(value, field);
    const told = new Set<unknown>();
    for (const [i, one] of (value as Record<string, unknown>[]).entries()) {
      if (told.has(one[name])) refuse(`${field}.${i}.${name}`, "each once", one[name]);
      told.add(one[name]);
    }
  };
}

/** Looks at what is done to a cloth, and tells how many of everything its mesh has then. */
function clothFields(value: object, field: string, cloth: WorldCloth | null): MeshCounts {
  record({}, { edits, undone: whole(0, cloth?.edits.length ?? Infinity) }, true)(value, field);
  const { edits: made = [], undone = 0 } = value as ClothInput;
  const counts = countsThen(cloth, undone, made);
  const particle = vertexOf(counts);
  record(
    { cloth: anything },
    {
      material,
      tearing,
      hands: once("hand", eitherOf("particles", grabState(counts), handWay)),
      pins: list(record({ pin: whole(), state: pinState(counts) })),
      pinnedByHand: pinnedByHand(counts),
      undone: anything,
      edits: anything,
      rebuiltAt: whole(),
      particles: numbers(Int32Array, Infinity, particle),
      positions: numbers(Float64Array, Infinity),
      velocities: numbers(Float64Array, Infinity),
      damage: damage(counts),
      strengths: record({
        vertices: numbers(Int32Array, Infinity, particle),
        given: numbers(Float64Array, Infinity, positive),
        worn: numbers(Float64Array, Infinity, positive),
      }),
      strengthsBefore: strengthsBefore(counts),
      letGo: letGo(counts),
    },
  )(value, field);
  const { particles, positions, velocities, strengths } = value as ClothInput;
  const moved = 3 * (particles?.length ?? 0);
  if (particles !== undefined || positions !== undefined || velocities !== undefined) {
    numbers(Int32Array, Infinity)(particles, `${field}.particles`);
    numbers(Float64Array, moved)(positions, `${field}.positions`);
    numbers(Float64Array, moved)(velocities, `${field}.velocities`);
  }
  if (strengths !== undefined) {
    const { vertices, given, worn } = strengths;
    numbers(Float64Array, vertices.length)(given, `${field}.strengths.given`);
    numbers(Float64Array, vertices.length)(worn, `${field}.strengths.worn`);
  }
  return counts;
}

function countsThen(
  cloth: WorldCloth | null,
  undone: number,
  made: readonly TopologyEdit[],
): MeshCounts {
  if (cloth === null) return UNKNOWN_COUNTS;
  const { mesh, edits } = cloth;
  const before = countsAfter(countsOf(mesh), edits.slice(edits.length - undone), -1);
  return countsAfter(before, made);
}
