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

interface HoldingState {
  pins: PinState[];
  /** Particles that are pinned without a pin. */
  pinned: number[];
  grabs: GrabState[];
}

/** All that holds a cloth: pins, grabs, and particles that a program has pinned by itself. */
export class Holding implements Store, PinContext, GrabContext {
  readonly name = "holding";
  readonly cloth: Cloth;
  /** Those of the options, then those that were added; a pin that has let go stays here and may take hold again. */
  readonly pins: Pin[] = [];
  /** Which pin holds which particle. */
  readonly anchors: PinAnchors;
  /** What pins hold on an axis or a plane, for the solver. */
  readonly holds = new AxisPlaneConstraints();
  /** The grabs that hold it now. */
  readonly grabs: Grab[] = [];
  /** What these hold, for the solver. */
  readonly attachments: Attachments[] = [];
  readonly #groups: VertexGroups | undefined;
  readonly #forces: StepForces;
  readonly #isTrusted: () => boolean;
  /** Where each grab wants its particles, at the start of a substep. */
  readonly #targets: Snapshot[] = [];

  /**
   * @param groups Of the mesh, for selections.
   * @param isTrusted Whether the forces of the latest step are near enough to what they should be.
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

  /** A pin that takes hold now. */
  addPin(options: Tuples<PinOptions>, time: number): Pin {
    const pin = new Pin(this, options, this.pins.length + 1, time);
    this.pins.push(pin);
    return pin;
  }

  isHeld(particle: number): boolean {
    return (
      this.anchors.pins[particle] !== 0 ||
      this.cloth.particles.pinned[particle] === 1 ||
      this.attachments.some(({ particles }) => particles.includes(particle))
    );
  }

  /** Particles that are pinned without a pin, by `particles.pin`, or more than by one that leaves them an axis or a plane. */
  get #pinnedAlone(): number[] {
    const { pinned, count } = this.cloth.particles;
    const alone: number[] = [];
    for (let p = 0; p < count; p++) {
      if (pinned[p] === 1 && (this.anchors.pins[p] === 0 || this.holds.has(p))) alone.push(p);
    }
    return alone;
  }

  /** What is born of the particles of one pin is held by it as well: a cut through a pinned row leaves no gap. */
  replay(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    const pin = this.anchors.replay(edit);
    if (pin !== 0) this.pins[pin - 1]!.adopt(edit.newVertex, originOf(edit).from);
  }

  /** What pins and grabs held of a vertex that is no more they hold in what it came from. */
  undo(edit: TopologyEdit): void {
    if (edit.type === "separate-edge") return;
    this.anchors.undo(edit.newVertex);
    for (const pin of this.pins) pin.disown(edit.newVertex); // those that have let go would take hold of it again
    for (const { particles } of this.attachments) {
      for (let i = 0; i < particles.length; i++) {
        if (particles[i] === edit.newVertex) particles[i] = originOf(edit).from;
      }
    }
  }

  get state(): HoldingState {
    return {
      pins: this.pins.map((pin) => pin.state),
      pinned: this.#pinnedAlone,
      grabs: this.grabs.map((grab) => grab.state),
    };
  }

  /** Pins that are there at both times stay the same objects; grabs are others. */
  set state({ pins, pinned, grabs }: HoldingState) {
    this.#releaseAll();
    // From where on there are other pins now: in the meantime some may have been added that the other time does not know.
    let same = 0;
    while (same < pins.length && this.pins[same]?.options === pins[same]!.options) same++;
    this.pins.length = same;
    for (const [i, state] of pins.entries()) {
      // What its options select may be something else by now, or gone.
      const pin = this.pins[i] ?? new Pin(this, state.options, i + 1, state.time, []);
      this.pins[i] = pin;
      pin.state = state;
    }
    for (const particle of pinned) this.cloth.particles.pin(particle);
    for (const state of grabs) Grab.resume(this, state);
  }

  #releaseAll(): void {
    const { particles } = this.cloth;
    for (const particle of this.#pinnedAlone) particles.unpin(particle);
    for (const pin of this.pins) pin.release();
    while (this.grabs.length > 0) this.grabs[0]!.release();
    this.holds.clear();
  }

  check(state: unknown, field: string, { counts }: StateContext): void {
    checkHoldingState(state, field, counts);
  }

  keep(): void {
    for (let i = 0; i < this.attachments.length; i++) {
      const { targets } = this.attachments[i]!;
      (this.#targets[i] ??= new Snapshot()).keep(targets, targets.length);
    }
  }

  rollback(): void {
    for (let i = 0; i < this.attachments.length; i++) {
      this.#targets[i]!.putBack(this.attachments[i]!.targets);
    }
  }
}
