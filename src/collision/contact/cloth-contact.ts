import type { Particles, RestShape } from "../../cloth/index.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { checkOptions, length, nullable, object, oneOf } from "../../math/check-options.js";
import { hasWasm } from "../../kernels/index.js";
import { ContactMemory, type ContactCapacity } from "./contact-memory.js";
import { writeTopology } from "./topology.js";

/** How cloth meets cloth. */
export const SELF_COLLISIONS = ["off", "fast", "exact"] as const;
export type SelfCollision = (typeof SELF_COLLISIONS)[number];

/** What holds layers apart. */
export const CONTACT_RESPONSES = ["projection", "impulses"] as const;
export type ContactResponse = (typeof CONTACT_RESPONSES)[number];

/** What contact needs of a cloth. */
export interface ContactCloth {
  readonly mesh: TriangleMesh;
  readonly particles: Particles;
  readonly rest: Pick<RestShape, "positions">;
  readonly material: {
    readonly friction: number;
    readonly thickness: number;
    readonly stiffness: number;
  };
  /** Mean edge length at the start, m. */
  readonly spacing: number;
}

/** The distance that layers keep is at least this fraction of the mean edge: else they could not be held apart. */
const MIN_THICKNESS = 0.05;
/** How far particles may leave their expected path within an interval, as a fraction of the thickness. */
const REACH = 0.5;
/** A search is valid until the typical particle has moved by this fraction of the mean edge against the others. */
const WAY = 0.25;
/** Contacts keep their direction for this long, s, … */
const INTERVAL = 1 / 240 + 1e-9;
/** … or longer, until the typical particle has moved by this fraction of the mean edge against the others. */
const SHORT_WAY = 0.05;
/** Iterations over all contacts in a substep. */
const ITERATIONS = 4;
/** Largest speed at which layers that are too near move apart, m/s. */
const RECOVERY_SPEED = 0.2;
/** An interval is divided into at most so many parts. */
const MAX_PARTS = 64;
/** Largest number of pairs per particle: in a tight heap there are a hundred. */
const MAX_PAIRS = 5000;
/** Speed at which what has crossed is drawn apart, mean edges per s. */
const UNTANGLE_SPEED = 25;

const MODE = object<{ mode: SelfCollision }>({ mode: oneOf(SELF_COLLISIONS) });
const RESPONSE = object<{ response: ContactResponse }>({ response: oneOf(CONTACT_RESPONSES) });
const THICKNESS = object<{ thickness: number | null }>({ thickness: nullable(length) });

/**
 * Contact of cloths with themselves and with each other, for all cloths of a world.
 *
 * Once per step a search finds all pairs of features that may meet. At the start of each interval those that are near
 * become contacts, which keep their features apart in each substep of the interval.
 *
 * @example
 * import { generateGrid, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [20, 20] });
 * const world = new World({ cloths: [{ mesh }], selfCollision: "fast" });
 * world.contact.mode = "exact"; // from the next step on
 * world.step();
 * console.log(world.contact.crossings); // edges that pass through triangles: 0
 */
export class ClothContact {
  #mode: SelfCollision = "off";
  #thickness: number | null = null;
  #response: ContactResponse = "projection";
  readonly #cloths: readonly ContactCloth[];
  #memory: ContactMemory | null = null;
  /** The mesh and the material have to be read again. */
  #isStale = true;
  #editCounts: number[] = [];
  /** Particles on an axis or a plane, each followed by its inverse mass, 1/kg. */
  readonly #sliding: number[] = [];
  /** Largest distance that any two layers keep, m. */
  #nearness = 0;
  /** Mean edge length of the finest cloth, m. */
  readonly #spacing: number;
  /** The next substep begins a new interval. */
  #isAtEnd = true;
  /** Time left of the step, and since the contacts were made, s. */
  #remaining = 0;
  #elapsed = 0;
  /** Length of the current interval, s. */
  #interval = INTERVAL;
  /** For how long the latest search is valid, and time since then, s. */
  #horizon = 0;
  #searched = 0;
  /** Contacts now. */
  contactCount = 0;
  /** Pairs of features of the latest search. */
  pairCount = 0;
  /** Edges that passed through triangles at the start of the latest step. */
  crossings = 0;
  /** Pairs that pins forced through each other in this step. */
  forced = 0;
  /** Impacts of fast features in this step. */
  impacts = 0;

  constructor(cloths: readonly ContactCloth[]) {
    this.#cloths = cloths;
    let spacing = Infinity;
    for (const cloth of cloths) spacing = Math.min(spacing, cloth.spacing);
    this.#spacing = spacing;
  }

  /** "off", "fast" or "exact". May be changed between steps. */
  get mode(): SelfCollision {
    return this.#mode;
  }

  /** @throws RangeError if the engine has no WebAssembly with SIMD. */
  set mode(mode: SelfCollision) {
    checkOptions("contact", { mode }, MODE);
    if (mode !== "off" && !hasWasm()) {
      throw new RangeError(
        `selfCollision: "${mode}" needs WebAssembly with SIMD, which this engine does not have; use "off"`,
      );
    }
    if (mode === "off") this.crossings = 0;
    this.#mode = mode;
  }

  /** Distance that layers keep, m; null: that of their materials. May be changed between steps. */
  get thickness(): number | null {
    return this.#thickness;
  }

  set thickness(thickness: number | null) {
    checkOptions("contact", { thickness }, THICKNESS);
    this.#thickness = thickness;
  }

  /**
   * What holds layers apart: "projection" of positions, or the "impulses" and springs of Quddus & Waugh. May be changed
   * between steps.
   */
  get response(): ContactResponse {
    return this.#response;
  }

  set response(response: ContactResponse) {
    checkOptions("contact", { response }, RESPONSE);
    this.#response = response;
  }

  /** Where layers bore on each other in the latest substep, m: three numbers per contact. */
  points(): Float64Array {
    const memory = this.#memory;
    if (memory === null || this.#mode === "off") return new Float64Array(0);
    return memory.bearingPoints(this.contactCount);
  }

  /** Call at the start of a step; `duration` in s. Each step searches anew, so that a restored state has the same bits. */
  startStep(duration: number): void {
    this.#isStale = true;
    this.#remaining = duration;
    this.forced = 0;
    this.impacts = 0;
  }

  /**
   * Call at the end of a substep, when the stores own the particles: holds layers apart.
   *
   * @param duration Of the substep, s.
   */
  resolve(duration: number): void {
    const isFirst = this.#isStale || this.#hasEdits();
    if (isFirst) this.#prepare();
    this.#takeMotion();
    if (isFirst || !this.#isInBoxes(duration)) this.#search(duration, isFirst);
    if (isFirst || this.#isAtEnd) this.#startInterval(duration);
    const { functions } = this.#memory!;
    functions.startContacts();
    if (this.#response === "impulses") functions.repelContacts(duration);
    else {
      for (let i = 0; i < ITERATIONS; i++) {
        // Every other iteration is for those that bear already: checking the others takes as long.
        functions.projectContacts(duration, RECOVERY_SPEED, 1 - (i % 2));
      }
      functions.endContacts(duration);
    }
    if (this.crossings > 0) {
      const speed = UNTANGLE_SPEED * this.#spacing;
      functions.untangle(speed * duration, speed);
    }
    this.#elapsed += duration;
    this.#searched += duration;
    this.#remaining -= duration;
    this.#isAtEnd = this.#elapsed + duration > this.#interval || this.#remaining < duration / 2;
    this.#giveMotion();
  }

  /**
   * Call after that, when particles are on their axes and planes again: nothing may have crossed since the start of the
   * interval.
   *
   * @param isAlone True: each substep is an interval, because tears or a rollback may follow.
   */
  guard(isAlone: boolean): void {
    if (isAlone) this.#isAtEnd = true;
    if (!this.#isAtEnd) return;
    this.#takeMotion();
    this.#memory!.functions.takeInterval();
    this.#setSliding(false); // they are on their axes and planes already, and stay there
    if (this.mode === "exact") this.#guardExactly();
    else this.#memory!.functions.guard(this.#elapsed, 0);
    this.#setSliding(true);
    this.impacts += this.#memory!.functions.impactCount();
    this.#giveMotion();
  }

  /**
   * Guards the motion of the interval. Where fixed particles, which nothing can stop, carry cloth along in different
   * directions, it is divided into shorter and shorter parts.
   */
  #guardExactly(): void {
    if (this.#memory!.functions.areInContactBoxes(0) === 0) this.#searchInterval(1);
    let hits = this.#guardPart();
    for (let parts = 2; hits > 0 && parts <= MAX_PARTS; parts *= 2) {
      this.#takeMotion();
      this.#memory!.functions.takeInterval();
      hits = 0;
      for (let part = 0; part < parts; part++) {
        this.#memory!.functions.takePart(part, parts);
        this.#searchInterval(1);
        hits += this.#guardPart();
        if (hits > 0 && parts < MAX_PARTS) break;
      }
    }
    this.forced += hits;
  }

  /** Guards the motion for which pairs were found. Returns the number of pairs that still meet. */
  #guardPart(): number {
    for (let margin = 2; ; margin *= 2) {
      const { functions } = this.#memory!;
      const hits = functions.guard(this.#elapsed, 1);
      if (functions.areInContactBoxes(0) === 1) return hits;
      // Impacts have moved particles to where they may meet others.
      this.#searchInterval(margin);
    }
  }

  /**
   * Moves particles of one cloth between two substeps, as far as nothing passes through anything: crack tips that a tear
   * retracts.
   */
  place(cloth: number, moves: readonly { vertex: number; position: readonly number[] }[]): void {
    const { particles } = this.#cloths[cloth]!;
    this.#prepare();
    const { inverseMasses } = this.#memory!;
    let first = 0;
    let number = 0;
    for (let i = 0; i < this.#cloths.length; i++) {
      const { count, positions, previousPositions } = this.#cloths[i]!.particles;
      for (let k = 0; k < 3 * count; k++) previousPositions[k] = positions[k]!;
      if (i === cloth) first = number;
      else inverseMasses.fill(0, number, number + count);
      number += count;
    }
    const { positions, previousPositions } = particles;
    for (const { vertex, position } of moves) positions.set(position, 3 * vertex);
    this.#takeMotion();
    this.#memory!.functions.startInterval();
    this.#elapsed = INTERVAL;
    this.#searchInterval(1);
    this.forced += this.#guardPart();
    const { tos } = this.#memory!;
    for (let k = 0; k < 3 * particles.count; k++) {
      positions[k] = tos[3 * first + k]!;
      previousPositions[k] = positions[k]!;
    }
    this.#isStale = true;
  }

  /** Gives particles on an axis or a plane their mass, or makes them immovable. */
  #setSliding(moves: boolean): void {
    const { inverseMasses } = this.#memory!;
    const sliding = this.#sliding;
    for (let i = 0; i < sliding.length; i += 2) {
      inverseMasses[sliding[i]!] = moves ? sliding[i + 1]! : 0;
    }
  }

  /** Finds all pairs that may meet on straight ways through the interval; `margin` as a factor of the usual one. */
  #searchInterval(margin: number): void {
    this.#findPairs(1, this.#elapsed, false, margin);
    this.#memory!.functions.measurePairs();
    this.#horizon = 0;
  }

  /** Moves the frame of the boxes on. False if a particle has left its box, or will. */
  #isInBoxes(duration: number): boolean {
    const isIn = this.#memory!.functions.areInContactBoxes(duration) === 1;
    if (!this.#isAtEnd) return true;
    return isIn && this.#searched + INTERVAL <= this.#horizon;
  }

  /** Finds what may meet until the horizon; with `crosses`, also what has crossed before this substep. */
  #search(duration: number, crosses: boolean): void {
    const { functions } = this.#memory!;
    const most = Math.max(duration, this.#remaining);
    const least = Math.min(INTERVAL, most);
    const horizon = duration * functions.horizonOf(WAY * this.#spacing);
    this.#horizon = Math.min(Math.max(least, horizon), most);
    this.#searched = 0;
    this.#findPairs(Math.max(1, this.#horizon / duration), duration, crosses);
    if (crosses) this.crossings = this.#memory!.functions.crossingCount();
  }

  #startInterval(duration: number): void {
    this.#elapsed = 0;
    const { functions } = this.#memory!;
    functions.startInterval();
    const still = duration * functions.horizonOf(SHORT_WAY * this.#spacing);
    const left = this.#horizon - this.#searched;
    this.#interval = Math.max(INTERVAL, Math.min(still, left)) + 1e-9;
    this.contactCount = functions.makeContacts(Math.max(1, this.#interval / duration));
  }

  #findPairs(times: number, duration: number, crosses: boolean, margin = 1): void {
    for (;;) {
      const { functions, capacity } = this.#memory!;
      const gap = 1.5 * this.#nearness;
      const reach = margin * REACH * this.#nearness;
      this.pairCount = functions.findPairs(times, reach, gap, duration, crosses ? 1 : 0);
      if (this.pairCount <= capacity.pairs) break;
      const before = this.#memory!;
      if (this.pairCount > MAX_PAIRS * capacity.particles) {
        throw new RangeError(
          `selfCollision: ${this.pairCount} pairs of features may meet; the cloth has probably blown up: try more solver.substeps, or the solver implicit`,
        );
      }
      this.#reserve({ ...capacity, pairs: 2 * this.pairCount, contacts: 2 * this.pairCount });
      this.#prepare();
      this.#memory!.take(before);
    }
  }

  #hasEdits(): boolean {
    for (let i = 0; i < this.#cloths.length; i++) {
      if (this.#cloths[i]!.mesh.editCount !== this.#editCounts[i]) return true;
    }
    return false;
  }

  #reserve(capacity: ContactCapacity): void {
    this.#memory = new ContactMemory(capacity);
  }

  /** Reads mesh, masses and materials. */
  #prepare(): void {
    let particles = 0;
    let triangles = 0;
    for (let i = 0; i < this.#cloths.length; i++) {
      const { mesh } = this.#cloths[i]!;
      particles += mesh.vertexCount;
      triangles += mesh.triangleCount;
    }
    const capacity = this.#memory?.capacity;
    if (
      capacity === undefined ||
      particles > capacity.particles ||
      triangles > capacity.triangles
    ) {
      const pairs = Math.max(capacity?.pairs ?? 0, 16 * particles);
      this.#reserve({
        particles: particles + (particles >> 2) + 16,
        triangles: triangles + (triangles >> 2) + 16,
        pairs,
        contacts: pairs,
        crossings: triangles,
      });
    }
    const memory = this.#memory!;
    const { rests, inverseMasses, halves, frictions, stiffnesses, cloths } = memory;
    this.#sliding.length = 0;
    let first = 0;
    let firstTriangle = 0;
    let nearness = 0;
    for (let i = 0; i < this.#cloths.length; i++) {
      const cloth = this.#cloths[i]!;
      const { mesh, material, rest } = cloth;
      const { count, inverseMasses: own, constrained } = cloth.particles;
      this.#editCounts[i] = mesh.editCount;
      const friction = Math.sqrt(material.friction);
      const thickness =
        this.#thickness ?? Math.max(material.thickness, MIN_THICKNESS * cloth.spacing);
      nearness = Math.max(nearness, thickness);
      for (let p = 0; p < count; p++) {
        inverseMasses[first + p] = own[p]!;
        if (constrained[p] === 1) this.#sliding.push(first + p, own[p]!);
        halves[first + p] = thickness / 2;
        frictions[first + p] = friction;
        stiffnesses[first + p] = material.stiffness;
        cloths[first + p] = i;
      }
      const { positions } = rest;
      for (let k = 0; k < 3 * count; k++) rests[3 * first + k] = positions[k]!;
      writeTopology(mesh, memory, first, firstTriangle);
      first += count;
      firstTriangle += mesh.triangleCount;
    }
    this.#nearness = nearness;
    memory.begin(particles, triangles);
    memory.functions.listFans();
    this.#isStale = false;
  }

  #takeMotion(): void {
    const { froms, tos, velocities } = this.#memory!;
    let at = 0;
    for (let i = 0; i < this.#cloths.length; i++) {
      const { particles } = this.#cloths[i]!;
      const { positions, previousPositions, velocities: own } = particles;
      const length = 3 * particles.count;
      for (let k = 0; k < length; k++, at++) {
        froms[at] = previousPositions[k]!;
        tos[at] = positions[k]!;
        velocities[at] = own[k]!;
      }
    }
  }

  #giveMotion(): void {
    const { tos, velocities } = this.#memory!;
    let at = 0;
    for (let i = 0; i < this.#cloths.length; i++) {
      const { particles } = this.#cloths[i]!;
      const { positions, velocities: own } = particles;
      const length = 3 * particles.count;
      for (let k = 0; k < length; k++, at++) {
        positions[k] = tos[at]!;
        own[k] = velocities[at]!;
      }
    }
  }
}
