import type { Tuples } from "../../math/vec3.js";
import { Snapshot } from "../../math/snapshot.js";
import {
  AxisPlaneConstraints,
  selectVertices,
  type Attachments,
  type Cloth,
  type Particles,
  type Selection,
} from "../../cloth/index.js";
import { originOf, type TopologyEdit, type VertexGroups } from "../../mesh/index.js";
import type { StateContext, Store } from "../../stores/index.js";
import type { PinOptions } from "../options/options.js";
import { Grab, type GrabContext, type GrabState } from "./grab.js";
import { checkHoldingState } from "./holding-checks.js";
import { PinAnchors } from "./pin-anchors.js";
import { Pin, type PinContext, type PinState } from "./pin.js";
import type { StepForces } from "./step-forces.js";

/** State of the pins and grabs of a cloth. */
interface HoldingState {
  pins: PinState[];
  /** Particles that are pinned without a pin, by `particles.pin`. */
  pinned: number[];
  grabs: GrabState[];
}

/** Pins and grabs of a cloth, and particles pinned from code. */
export class Holding implements Store, PinContext, GrabContext {
  readonly name = "holding";
  readonly cloth: Cloth;
  /** Pins of the options, then those that were added. A released pin stays here and may be pinned again. */
  readonly pins: Pin[] = [];
  /** The pin and the anchor of each particle. */
  readonly anchors: PinAnchors;
  /** Particles that pins hold on an axis or a plane, for the solver. */
  readonly constraints = new AxisPlaneConstraints();
  /** The grabs of the cloth now. */
  readonly grabs: Grab[] = [];
  /** The attachments of these grabs, for the solver. */
  readonly attachments: Attachments[] = [];
  readonly #groups: VertexGroups | undefined;
  readonly #forces: StepForces;
  readonly #isTrusted: () => boolean;
  /** Targets of each grab at the start of a substep. */
  readonly #targets: Snapshot[] = [];

  /**
   * @param groups Vertex groups of the mesh, for selections.
   * @param isTrusted True if the solver converged in the latest step.
   */
  constructor(
    cloth: Cloth,
    groups: VertexGroups | undefined,
    forces: StepForces,
    isTrusted: () => boolean,
  ) {
    this.cloth = cloth;
    this.#groups = groups;
    this.#forces = forces;
    this.#isTrusted = isTrusted;
    this.anchors = new PinAnchors(cloth.mesh);
  }

  get particles(): Particles {
    return this.cloth.particles;
  }

  get isTrusted(): boolean {
    return this.#isTrusted();
  }

  addForceOn(particle: number, into: Float64Array): void {
    this.#forces.addForceOn(particle, into);
  }

  select(selection: Selection): number[] {
    const { positions } = this.cloth.particles;
    return selectVertices(this.cloth.mesh, selection, { positions, groups: this.#groups });
  }

  /** Adds a pin at a time, s. */
  addPin(options: Tuples<PinOptions>, time: number): Pin {
    const pin = new Pin(this, options, this.pins.length + 1, time);
    this.pins.push(pin);
    return pin;
  }

  /** True if a particle is pinned or grabbed. */
  isHeld(particle: number): boolean {
    if (this.anchors.pins[particle] !== 0 || this.cloth.particles.pinned[particle] === 1)
      return true;
    // A loop, because tears ask for all vertices around them, and a closure would be allocated for each.
    for (let i = 0; i < this.attachments.length; i++) {
      if (this.attachments[i]!.particles.includes(particle)) return true;
    }
    return false;
  }

  /**
   * Particles that are pinned by `particles.pin`: without a pin, or in addition to a pin that leaves them an axis or a
   * plane.
   */
  get #pinnedFromCode(): number[] {
    const { pinned, count } = this.cloth.particles;
    const found: number[] = [];
    for (let p = 0; p < count; p++) {
      if (pinned[p] === 1 && (this.anchors.pins[p] === 0 || this.constraints.has(p))) found.push(p);
    }
    return found;
  }

  /**
   * If all particles that a new one comes from belong to one pin, that pin holds it too: a cut through a pinned row
   * leaves no gap.
   */
  replay(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    const pin = this.anchors.replay(edit);
    if (pin !== 0) this.pins[pin - 1]!.adopt(edit.newVertex, originOf(edit).from);
  }

  /** Pins drop a vertex that is removed. Grabs continue with the vertex that it came from. */
  undo(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    this.anchors.undo(edit.newVertex);
    for (const pin of this.pins) pin.disown(edit.newVertex); // released pins too: they would pin it again
    for (const { particles } of this.attachments) {
      for (let i = 0; i < particles.length; i++) {
        if (particles[i] === edit.newVertex) particles[i] = originOf(edit).from;
      }
    }
  }

  get state(): HoldingState {
    return {
      pins: this.pins.map((pin) => pin.state),
      pinned: this.#pinnedFromCode,
      grabs: this.grabs.map((grab) => grab.state),
    };
  }

  /** Pins that exist at both times stay the same objects. Grabs are new objects. */
  set state({ pins, pinned, grabs }: HoldingState) {
    this.#releaseAll();
    // The number of leading pins that are the same; later ones may have been added since.
    let same = 0;
    while (same < pins.length && this.pins[same]?.options === pins[same]!.options) same++;
    this.pins.length = same;
    for (const [i, state] of pins.entries()) {
      // Nothing is selected here: the mesh may have changed, so the state lists the particles.
      const pin = this.pins[i] ?? new Pin(this, state.options, i + 1, state.time, []);
      this.pins[i] = pin;
      pin.state = state;
    }
    for (const particle of pinned) this.cloth.particles.pin(particle);
    for (const state of grabs) Grab.resume(this, state);
  }

  #releaseAll(): void {
    const { particles } = this.cloth;
    for (const particle of this.#pinnedFromCode) particles.unpin(particle);
    for (const pin of this.pins) pin.release();
    while (this.grabs.length > 0) this.grabs[0]!.release();
    this.constraints.clear();
  }

  check(state: unknown, field: string, { counts }: StateContext): void {
    checkHoldingState(state, field, counts);
  }

  takeSnapshot(): void {
    for (let i = 0; i < this.attachments.length; i++) {
      const { targets } = this.attachments[i]!;
      (this.#targets[i] ??= new Snapshot()).take(targets, targets.length);
    }
  }

  rollback(): void {
    for (let i = 0; i < this.attachments.length; i++) {
      this.#targets[i]!.restore(this.attachments[i]!.targets);
    }
  }
}
