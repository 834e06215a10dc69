import type { Material } from "../cloth/index.js";
import { pointAt } from "../math/vector3.js";
import type { TopologyEdit } from "../mesh/index.js";
import type { StrengthsState, TearingOptions } from "../tearing/index.js";
import { countAfter, type ClothInput, type Input } from "./input.js";
import type { Knife } from "./knife.js";
import { SolidsWatch } from "./solids-watch.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** What happened in a world, step by step. All times in s. */
export interface Course {
  /** Durations of the steps in a row, each with how many of them there were. */
  steps: [duration: number, count: number][];
  /** What was done from outside before a step, with its number and the time of the world. */
  inputs: { step: number; time: number; input: Input }[];
  /** How the cloths came apart in a step by themselves. */
  edits: { step: number; time: number; cloth: number; edits: TopologyEdit[] }[];
}

/**
 * Writes down what happens in a world, from its start on: what is done to it between the steps, and how it tears. It looks
 * at the world before and after each step and needs no help of those who act on it.
 */
export class Recorder {
  readonly course: Course = { steps: [], inputs: [], edits: [] };
  stepCount = 0;
  /** Digest of the state after the latest step, before anybody has done anything. */
  hash: string;
  readonly #world: World;
  readonly #fields: World["fields"];
  readonly #cloths: ClothWatch[];
  readonly #solids: SolidsWatch;
  #isBroken = false;
  #time: number;
  #gravity: string;
  #wind: string;
  #substeps: number | "auto";
  /** Where each knife goes, by its number. */
  #knives: Map<number, string>;
  #knifeCount: number;

  /** @throws Error where the world has begun already, or holds what cannot be written down. */
  constructor(world: World) {
    if (world.tally.steps > 0) {
      throw new Error(
        `record: the world has made ${world.tally.steps} steps already, a recording begins at its start; call reset()`,
      );
    }
    this.#world = world;
    this.#fields = [...world.fields];
    this.#cloths = world.cloths.map((cloth) => new ClothWatch(cloth));
    this.#solids = new SolidsWatch(world.solids);
    this.hash = world.hash();
    this.#time = world.time;
    this.#gravity = JSON.stringify(world.gravity);
    this.#wind = JSON.stringify(world.wind);
    this.#substeps = world.solver.substeps;
    this.#knives = waysOf(world.knives);
    this.#knifeCount = world.knifeCount;
    world.recorder = this;
  }

  /** Stops; what is written stays. */
  stop(): void {
    if (this.#world.recorder === this) this.#world.recorder = null;
  }

  /** Called by the world when it goes to another time, or to another course of the same time. */
  breakOff(): void {
    this.#isBroken = true;
  }

  /** Called by the world before a step. */
  beforeStep(duration: number): void {
    this.#check();
    const input = this.#takeInput();
    const { steps, inputs } = this.course;
    if (input !== null) inputs.push({ step: this.stepCount, time: this.#time, input });
    const latest = steps.at(-1);
    if (latest?.[0] === duration) latest[1]++;
    else steps.push([duration, 1]);
  }

  /** Called by the world after a step. */
  afterStep(): void {
    const { time } = this.#world;
    for (const [cloth, watch] of this.#cloths.entries()) {
      const edits = watch.newEdits();
      if (edits.length > 0) this.course.edits.push({ step: this.stepCount, time, cloth, edits });
      watch.look();
    }
    this.#solids.look();
    this.hash = this.#world.hash();
    this.#knives = waysOf(this.#world.knives); // those that follow a path have moved
    this.#knifeCount = this.#world.knifeCount;
    this.#time = time;
    this.stepCount++;
  }

  #check(): void {
    const { time, fields, cloths } = this.#world;
    const isOther = cloths.some((cloth, i) => cloth !== this.#cloths[i]!.cloth);
    if (this.#isBroken || time !== this.#time || isOther) {
      throw new Error(
        "record: the world was put to another time; a recording goes on without a break, make a new one",
      );
    }
    if (fields.length !== this.#fields.length || fields.some((f, i) => f !== this.#fields[i])) {
      throw new Error("record: world.fields was changed, which cannot be written down");
    }
    this.#solids.check();
    for (const watch of this.#cloths) watch.checkMasses();
  }

  #addKnives(input: Input): void {
    const { knives, knifeCount } = this.#world;
    const ways = waysOf(knives);
    const isSame =
      ways.size === this.#knives.size &&
      knives.every(({ knife }) => ways.get(knife) === this.#knives.get(knife));
    if (!isSame) {
      input.knives = knives.map(({ knife, blade: { from, to }, state }) =>
        this.#knives.has(knife) ? { knife, from, to } : state,
      );
    }
    if (knifeCount !== countAfter(this.#knifeCount, knives)) input.knifeCount = knifeCount;
    this.#knives = ways;
  }

  #takeInput(): Input | null {
    const { gravity, wind, solver } = this.#world;
    const input: Input = {};
    const gravityNow = JSON.stringify(gravity);
    const windNow = JSON.stringify(wind);
    if (gravityNow !== this.#gravity) input.gravity = [...gravity];
    if (windNow !== this.#wind) input.wind = JSON.parse(windNow) as typeof wind;
    if (solver.substeps !== this.#substeps) input.substeps = solver.substeps;
    this.#gravity = gravityNow;
    this.#wind = windNow;
    this.#substeps = solver.substeps;
    this.#addKnives(input);
    this.#solids.addTo(input);
    const cloths = this.#cloths.flatMap((watch, i) => watch.takeInput(i) ?? []);
    if (cloths.length > 0) input.cloths = cloths;
    return Object.keys(input).length === 0 ? null : input;
  }
}

/** Where each knife goes, by its number. */
function waysOf(knives: readonly Knife[]): Map<number, string> {
  return new Map(
    knives.map(({ knife, blade }) => [knife, `${blade.from.join()} ${blade.to.join()}`]),
  );
}

/** A cloth as it was after the latest step. */
class ClothWatch {
  readonly cloth: WorldCloth;
  #edits: TopologyEdit[] = [];
  #positions: Float64Array = new Float64Array(0);
  #velocities: Float64Array = new Float64Array(0);
  #damage: Uint8Array = new Uint8Array(0);
  #strengths: StrengthsState | null = null;
  #strengthChanges = -1;
  #letGo!: string;
  #material!: Material;
  #tearing!: Readonly<TearingOptions> | null;
  #pinChanges!: number[];
  #pinnedByHand!: string;
  #masses: Float64Array = new Float64Array(0);
  #implicit: WorldCloth["implicit"] = null;
  /** Where each hand goes, by its number. */
  #hands = new Map<number, string>();

  constructor(cloth: WorldCloth) {
    this.cloth = cloth;
    this.look();
  }

  look(): void {
    const { particles, edits, damage, givenMaterial, tearing, pins, grabs } = this.cloth;
    this.#edits = edits.slice();
    this.#positions = particles.positions.slice(0, 3 * particles.count);
    this.#velocities = particles.velocities.slice(0, 3 * particles.count);
    this.#damage = damage.state;
    this.#lookAtStrengths();
    this.#letGo = this.cloth.letGo.state.join();
    this.#material = givenMaterial;
    this.#tearing = tearing;
    this.#pinChanges = pins.map(({ changes }) => changes);
    this.#pinnedByHand = this.cloth.pinnedByHand.join();
    this.#masses = particles.masses.slice(0, particles.count);
    this.#implicit = this.cloth.implicit;
    this.#hands = new Map(grabs.map(({ hand, point }) => [hand, point.join()]));
  }

  /** Copies are made only where something has changed, or new vertices have come. */
  #lookAtStrengths(): void {
    const { strengths, mesh } = this.cloth;
    const isSame =
      strengths.changes === this.#strengthChanges &&
      (this.#strengths === null || this.#strengths.given.length === mesh.vertexCount);
    if (!isSame) this.#strengths = strengths.state;
    this.#strengthChanges = strengths.changes;
  }

  /** Those that were made since the last look. */
  newEdits(): TopologyEdit[] {
    return this.cloth.edits.slice(this.#edits.length);
  }

  /** What was done to the cloth since the last look, null: nothing. */
  takeInput(number: number): ClothInput | null {
    const { cloth } = this;
    const input: ClothInput = { cloth: number };
    if (cloth.givenMaterial !== this.#material) input.material = cloth.givenMaterial;
    if (cloth.tearing !== this.#tearing) input.tearing = cloth.tearing;
    this.#addEdits(input);
    this.#addParticles(input);
    const damage = cloth.damage.state;
    if (damage.length !== this.#damage.length || damage.some((x, i) => x !== this.#damage[i])) {
      input.damage = damage;
    }
    this.#addStrengths(input);
    // Edits that are taken back and another tearing clear it in a replay, too.
    const { state: letGo } = cloth.letGo;
    const isCleared = input.undone !== undefined || input.tearing !== undefined;
    if (!isCleared && letGo.join() !== this.#letGo) input.letGo = letGo;
    const pins = cloth.pins.flatMap((pin, i) =>
      pin.changes === this.#pinChanges[i] ? [] : [{ pin: i, state: pin.state }],
    );
    if (pins.length > 0) input.pins = pins;
    const { pinnedByHand } = cloth;
    if (pinnedByHand.join() !== this.#pinnedByHand) input.pinnedByHand = pinnedByHand;
    this.#addHands(input);
    return Object.keys(input).length === 1 ? null : input;
  }

  /** Masses follow from the material and the mesh; where neither has changed, somebody has set them. */
  checkMasses(): void {
    const { edits, givenMaterial, particles } = this.cloth;
    const hasSameMesh = edits.length === this.#edits.length && edits.at(-1) === this.#edits.at(-1);
    if (givenMaterial !== this.#material || !hasSameMesh) return;
    const { masses } = particles;
    const changed = this.#masses.findIndex((mass, particle) => mass !== masses[particle]);
    if (changed === -1) return;
    throw new Error(
      `record: the mass of particle ${changed} was changed, which cannot be written down; change the density of the material`,
    );
  }

  #addEdits(input: ClothInput): void {
    const { edits } = this.cloth;
    let common = 0;
    while (common < edits.length && edits[common] === this.#edits[common]) common++;
    if (common < this.#edits.length) input.undone = this.#edits.length - common;
    if (common < edits.length) input.edits = edits.slice(common);
    if (this.cloth.implicit !== this.#implicit) input.rebuiltAt = this.cloth.preparedAt;
  }

  #addParticles(input: ClothInput): void {
    const { count, positions, velocities } = this.cloth.particles;
    const known = this.#positions.length / 3;
    const moved: number[] = [];
    for (let p = 0; p < count; p++) {
      // What is joined again moves, unless it is held; whether it was held then is not known any more.
      let isMoved = p >= known || input.undone !== undefined;
      for (let i = 3 * p; i < 3 * p + 3 && !isMoved; i++) {
        isMoved = positions[i] !== this.#positions[i] || velocities[i] !== this.#velocities[i];
      }
      if (isMoved) moved.push(p);
    }
    if (moved.length === 0) return;
    input.particles = Int32Array.from(moved);
    input.positions = Float64Array.from(moved.flatMap((p) => pointAt(positions, p)));
    input.velocities = Float64Array.from(moved.flatMap((p) => pointAt(velocities, p)));
  }

  /** What is new by an edit follows it in a replay, too; it is told all the same, since it may have been painted since. */
  #addStrengths(input: ClothInput): void {
    const { strengths, mesh } = this.cloth;
    if (strengths.changes === this.#strengthChanges) return;
    const now = strengths.state;
    if (now === null) return;
    const known = this.#strengths;
    const changed: number[] = [];
    const isReworn = input.edits !== undefined || input.undone !== undefined;
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [given, worn] = known === null ? [1, 1] : [known.given[v], known.worn[v]];
      const isSame = now.given[v] === given && now.worn[v] === worn;
      // Where edits were taken back, another vertex may have the number by now.
      if (!isSame || input.undone !== undefined) changed.push(v);
    }
    if (changed.length > 0) {
      input.strengths = {
        vertices: Int32Array.from(changed),
        given: Float64Array.from(changed, (v) => now.given[v]!),
        worn: Float64Array.from(changed, (v) => now.worn[v]!),
      };
    }
    if (isReworn) input.strengthsBefore = now.before;
  }

  #addHands(input: ClothInput): void {
    const { grabs } = this.cloth;
    const isSame =
      grabs.length === this.#hands.size &&
      grabs.every(({ hand, point }) => this.#hands.get(hand) === point.join());
    if (isSame) return;
    input.hands = grabs.map((grab) =>
      this.#hands.has(grab.hand) ? { hand: grab.hand, point: grab.point } : grab.state,
    );
  }
}
