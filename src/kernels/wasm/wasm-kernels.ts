import type { Vec3Tuple } from "../../math/vec3.js";
import {
  CornerShear,
  Hinges,
  Membrane,
  Springs,
  type Attachments,
  type AxisPlaneConstraints,
  type Cloth,
  type Elements,
  type Particles,
  type Stages,
  type StretchLimit,
} from "../../cloth/index.js";
import type { EdgeQuantity, Kernels } from "../kernels.js";
import { referenceKernels as reference } from "../reference.js";
import type { Instantiate } from "./cloth-memory.js";
import {
  addGrabForces,
  constrainForces,
  constrainPositions,
  constrainVelocities,
  projectGrab,
} from "./few-particles.js";
import { instantiate } from "./module.js";
import { WorkingSet } from "./working-set.js";

/**
 * The kernels in WebAssembly SIMD, for `xpbd` and `euler`. They have a working set of their own for each cloth, in single
 * precision. A cloth that has yielded, or can, runs on the reference kernels: plastic flow changes its elements in every
 * substep.
 */
export class WasmKernels implements Kernels {
  readonly name = "wasm";
  readonly #sets = new Map<Particles, WorkingSet>();
  readonly #instantiate: Instantiate;

  /** @param create Tests replace the module by their own functions. */
  constructor(create: Instantiate = instantiate) {
    this.#instantiate = create;
  }

  /** The working set of a cloth while the kernels own its state; null: the stores own it. */
  #active(particles: Particles): WorkingSet | null {
    const set = this.#sets.get(particles);
    return set !== undefined && set.isActive ? set : null;
  }

  attach(cloth: Cloth): void {
    this.#sets.set(cloth.particles, new WorkingSet(cloth, this.#instantiate));
  }

  dispose(): void {
    for (const set of this.#sets.values()) set.dispose();
    this.#sets.clear();
  }

  beginStep(cloth: Cloth): void {
    const set = this.#sets.get(cloth.particles);
    if (set !== undefined && cloth.plastic === null) set.begin();
    else reference.beginStep(cloth);
  }

  endStep(cloth: Cloth): void {
    this.#active(cloth.particles)?.giveBack();
  }

  pause(cloth: Cloth): void {
    this.#active(cloth.particles)?.giveBack();
  }

  resume(cloth: Cloth): void {
    const set = this.#sets.get(cloth.particles);
    if (cloth.plastic === null) set?.resume();
  }

  publish(cloth: Cloth): void {
    this.#active(cloth.particles)?.publish();
  }

  adoptForces(particles: Particles): void {
    this.#active(particles)?.adoptForces();
  }

  beginCollision(cloth: Cloth, dt: number): void {
    const set = this.#active(cloth.particles);
    if (set === null) return;
    set.publishMotion(dt);
    set.isActive = false;
    set.isColliding = true;
  }

  endCollision(cloth: Cloth): void {
    const set = this.#sets.get(cloth.particles);
    if (set === undefined || !set.isColliding) return;
    set.isColliding = false;
    set.isActive = true;
    set.adopt();
  }

  clearImpulses(cloth: Cloth): void {
    const set = this.#active(cloth.particles);
    if (set === null) {
      reference.clearImpulses(cloth);
      return;
    }
    for (let kind = 0; kind < cloth.elements.length; kind++) {
      set.memory.blocks[kind]!.clearImpulses();
    }
    set.expectImpulses();
  }

  clearForces(particles: Particles): void {
    const set = this.#active(particles);
    if (set === null) reference.clearForces(particles);
    else {
      set.hasForces = false;
      set.gravity.fill(0);
    }
  }

  /** Gravity needs no force: it changes all velocities alike. */
  addGravity(particles: Particles, gravity: Vec3Tuple): void {
    const set = this.#active(particles);
    if (set === null) reference.addGravity(particles, gravity);
    else for (let k = 0; k < 3; k++) set.gravity[k]! += gravity[k]!;
  }

  addAir(cloth: Cloth, drag: number, dt: number): void {
    const set = this.#active(cloth.particles);
    if (set === null) {
      reference.addAir(cloth, drag, dt);
      return;
    }
    if (drag === 0) return;
    if (!set.hasWinds) set.takeWinds();
    set.openForces();
    const { functions, dummy, toForce, toWind } = set.memory;
    functions.relateAir(dummy, set.end, toForce, toWind);
    functions.addAir(set.air.start, set.air.end, toForce, drag, dt);
  }

  applyForces(particles: Particles, dt: number): void {
    const set = this.#active(particles);
    if (set === null) {
      reference.applyForces(particles, dt);
      return;
    }
    const { memory, end, hasForces } = set;
    const { functions, first, toForce, toLost } = memory;
    if (hasForces) functions.applyForces(first, end, toForce, toLost, dt);
    else functions.applyGravity(first, end, toLost, dt);
  }

  predict(particles: Particles, dt: number): void {
    const set = this.#active(particles);
    if (set === null) {
      reference.predict(particles, dt);
      return;
    }
    const { functions, first, toSubstep } = set.memory;
    functions.predict(first, set.end, toSubstep, dt);
    set.advanceTime(dt);
    set.isPredicted = true;
  }

  advance(particles: Particles, dt: number): void {
    const set = this.#active(particles);
    if (set === null) {
      reference.advance(particles, dt);
      return;
    }
    set.memory.functions.advance(set.memory.first, set.end, dt);
    set.advanceTime(dt);
  }

  deriveVelocities(particles: Particles, dt: number): void {
    const set = this.#active(particles);
    if (set === null) {
      reference.deriveVelocities(particles, dt);
      return;
    }
    const { functions, first, toSubstep } = set.memory;
    functions.deriveVelocities(first, set.end, toSubstep, 1 / dt);
    set.isPredicted = false;
  }

  addElementForces(particles: Particles, elements: Elements, dt: number): void {
    const set = this.#active(particles);
    if (set === null) {
      reference.addElementForces(particles, elements, dt);
      return;
    }
    set.openForces();
    const { functions, toForce } = set.memory;
    const { start, end, laws } = set.blocksOf(elements);
    if (elements instanceof Springs) {
      if (set.isDamped(elements)) {
        set.memory.writeDampingTime(elements.dampingTime);
        functions.addDampedSpringForces(start, end, laws, toForce, dt);
      } else functions.addSpringForces(start, end, laws, toForce, dt);
    } else if (elements instanceof Hinges) functions.addHingeForces(start, end, toForce, dt);
    else if (elements instanceof CornerShear) functions.addCornerForces(start, end, toForce, dt);
    else if (elements instanceof Membrane) functions.addMembraneForces(start, end, toForce, dt);
    else functions.addStretchShearForces(start, end, toForce, dt);
  }

  projectElements(particles: Particles, elements: Elements, dt: number): void {
    const set = this.#active(particles);
    if (set === null) {
      reference.projectElements(particles, elements, dt);
      return;
    }
    const { functions } = set.memory;
    const blocks = set.blocksOf(elements);
    const { start, end } = blocks;
    if (elements instanceof Springs) {
      set.prepare(elements, dt);
      if (set.isDamped(elements)) functions.projectDampedSprings(start, end, 1 / dt);
      else functions.projectSprings(start, end, 1 / dt);
    } else if (elements instanceof Hinges) functions.projectHinges(start, end, dt);
    else if (elements instanceof CornerShear) functions.projectCorners(start, end, dt);
    else if (elements instanceof Membrane) functions.projectMembranes(start, end, dt);
    else functions.projectStretchShear(start, end, dt);
  }

  moveAttachments(attachments: Attachments, dt: number): void {
    reference.moveAttachments(attachments, dt);
  }

  projectAttachments(particles: Particles, attachments: Attachments, dt: number): void {
    const set = this.#active(particles);
    if (set === null) reference.projectAttachments(particles, attachments, dt);
    else projectGrab(set.memory, attachments, dt);
  }

  addAttachmentForces(particles: Particles, attachments: Attachments, forces: Float64Array): void {
    const set = this.#active(particles);
    if (set === null) reference.addAttachmentForces(particles, attachments, forces);
    else {
      set.openForces();
      addGrabForces(set.memory, attachments);
    }
  }

  constrainPositions(particles: Particles, constraints: AxisPlaneConstraints, dt: number): void {
    const set = this.#active(particles);
    if (set === null) reference.constrainPositions(particles, constraints, dt);
    else constrainPositions(set.memory, constraints, dt, set.isPredicted);
  }

  constrainVelocities(particles: Particles, constraints: AxisPlaneConstraints): void {
    const set = this.#active(particles);
    if (set === null) reference.constrainVelocities(particles, constraints);
    else constrainVelocities(set.memory, constraints);
  }

  constrainForces(
    particles: Particles,
    constraints: AxisPlaneConstraints,
    forces: Float64Array,
  ): void {
    const set = this.#active(particles);
    if (set === null) reference.constrainForces(particles, constraints, forces);
    else if (constraints.count > 0) {
      set.openForces();
      constrainForces(set.memory, constraints, set.gravity);
    }
  }

  limitStretch(cloth: Cloth, limit: StretchLimit, dt: number): void {
    this.pause(cloth);
    reference.limitStretch(cloth, limit, dt);
    this.resume(cloth);
  }

  areWithin(cloth: Cloth, maxDistance: number, maxSpeed: number): boolean {
    return this.#sets.get(cloth.particles)?.areWithin(maxDistance, maxSpeed) ?? false;
  }

  areSlower(cloth: Cloth, speed: Float64Array): boolean {
    return this.#active(cloth.particles)?.areSlower(speed) ?? false;
  }

  measureEdges(cloth: Cloth, quantity: EdgeQuantity, bound: Float64Array): boolean {
    return this.#sets.get(cloth.particles)?.measureEdges(quantity, bound) ?? false;
  }

  // Only solvers that run on the reference kernels use the rest.

  startStages(particles: Particles, stages: Stages): void {
    reference.startStages(particles, stages);
  }

  moveToStage(particles: Particles, stages: Stages, dt: number): void {
    reference.moveToStage(particles, stages, dt);
  }

  addStage(particles: Particles, stages: Stages, weight: number): void {
    reference.addStage(particles, stages, weight);
  }

  finishStages(particles: Particles, stages: Stages, dt: number): void {
    reference.finishStages(particles, stages, dt);
  }

  flowStretch(cloth: Cloth, dt: number): void {
    reference.flowStretch(cloth, dt);
  }

  flowBend(cloth: Cloth): void {
    reference.flowBend(cloth);
  }
}
