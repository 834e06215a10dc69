import type { Material } from "../cloth/index.js";
import { pointAt } from "../math/vector3.js";
import type { TopologyEdit } from "../mesh/index.js";
import type { StrengthsState, TearingOptions } from "../tearing/index.js";
import type { ClothInput } from "./input.js";
import type { WorldCloth } from "./world-cloth.js";

/** A cloth as it was after the latest step. */
export class ClothWatch {
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
    this.#positions = copied(particles.positions, 3 * particles.count, this.#positions);
    this.#velocities = copied(particles.velocities, 3 * particles.count, this.#velocities);
    this.#damage = damage.state;
    this.#lookAtStrengths();
    this.#letGo = this.cloth.letGo.state.join();
    this.#material = givenMaterial;
    this.#tearing = tearing;
    this.#pinChanges = pins.map(({ changes }) => changes);
    this.#pinnedByHand = this.cloth.pinnedByHand.join();
    this.#masses = copied(particles.masses, particles.count, this.#masses);
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
    if (damage.length !== this.#damage.length || firstOther(damage, this.#damage) !== -1) {
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
    const changed = firstOther(this.#masses, particles.masses);
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

/** A copy of the first numbers, in the memory of an earlier one where that has the size: there is one after every step. */
function copied(numbers: Float64Array, count: number, earlier: Float64Array): Float64Array {
  if (earlier.length !== count) return numbers.slice(0, count);
  earlier.set(numbers.subarray(0, count));
  return earlier;
}

/** The place of the first number of one list that is another in a second list; -1: none. */
function firstOther<Numbers extends Float64Array | Uint8Array>(one: Numbers, two: Numbers): number {
  for (let i = 0; i < one.length; i++) if (one[i] !== two[i]) return i;
  return -1;
}
