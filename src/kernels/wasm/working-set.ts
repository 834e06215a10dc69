import { Springs, type Cloth, type Elements } from "../../cloth/index.js";
import type { EdgeQuantity } from "../kernels.js";
import { orderBlocks, orderTriangles, type BlockOrder } from "./block-order.js";
import { ROW, type Blocks } from "./blocks.js";
import { ClothMemory, type Instantiate } from "./cloth-memory.js";
import { AIR, layoutOf, writeElement } from "./kinds.js";
import { instantiate } from "./module.js";
import { numberParticles } from "./numbering.js";

/** Row of the triangles of the air with 1 / mass. */
const PER_MASS = 3;

/**
 * The data of one cloth in the memory of the kernels. Positions are f32 displacements since the start of the step (the
 * anchor, in f64): a stiff cloth stretches by a micrometer per edge, which f32 positions one meter from the origin cannot
 * represent. Elements lie in blocks of four without a common particle.
 *
 * The order of particles and blocks depends on the mesh at the start and on the numbers of the slots only, never on
 * history. So an undo, a restored state or a replay has the same order, and the same bits. An edit changes the slots that
 * it touches: O(valence).
 */
export class WorkingSet {
  readonly cloth: Cloth;
  /** True while the kernels own the state: from the start of a step to its end, except for pauses. */
  isActive = false;
  /** True from `beginCollision` to `endCollision`: the stores own positions and velocities. */
  isColliding = false;
  /** True within a substep of XPBD: the place of the velocities holds displacements. */
  isPredicted = false;
  /** Forces in the memory; gravity is kept apart. */
  hasForces = false;
  hasWinds = false;
  memory!: ClothMemory;
  /** Time step that the factors of each kind are for, s; NaN: they are out of date. */
  readonly prepared: number[] = [];
  #gravity: Float64Array = new Float64Array(3);
  /** True if the stores have the latest positions and velocities, or had those at the start of the substep. */
  #isStored = false;
  #isStartStored = false;
  /** Edits of the cloth when it was given back last; −1: never. */
  #givenAt = -1;
  readonly #isDamped: boolean[] = [];
  readonly #instantiate: Instantiate;
  readonly #numbers: Int32Array;
  /** Orders of the kinds of elements, then of the triangles for the air. */
  readonly #orders: readonly BlockOrder[];
  /** Slots per kind that have been written, then triangles. */
  readonly #slots: number[] = [];
  #revision = -1;
  #vertexCapacity = -1;
  #edgeCapacity = -1;
  #triangleCapacity = -1;
  readonly #takeImpulses: (() => void)[];

  /** @param cloth A cloth without edits. */
  constructor(cloth: Cloth, create: Instantiate = instantiate) {
    const { mesh, elements, rest } = cloth;
    this.cloth = cloth;
    this.#instantiate = create;
    this.#numbers = numberParticles(mesh, rest.positions);
    this.#orders = [
      ...elements.map((own) => {
        const { particles, size, count } = own;
        const sequence = own instanceof Springs && own.order.length > 0 ? own.order : undefined;
        return orderBlocks(particles, size, count, this.#numbers, sequence);
      }),
      orderTriangles(mesh.halfedgeVertices, mesh.triangleCount, this.#numbers),
    ];
    this.#takeImpulses = elements.map((own, kind) => () => {
      this.memory.blocks[kind]!.readImpulses(own);
    });
  }

  /** The blocks of a kind of element. */
  blocksOf(elements: Elements): Blocks {
    return this.memory.blocks[this.cloth.elements.indexOf(elements)]!;
  }

  /** The triangles that the air pushes. */
  get air(): Blocks {
    return this.memory.blocks.at(-1)!;
  }

  /** Address of the end of the particles. */
  get end(): number {
    return this.memory.endOf(this.cloth.particles.count);
  }

  /** Takes everything from the stores at the start of a step, with impulses of 0. */
  begin(): void {
    this.#follow();
    this.#takeParticles();
    this.#anchor();
    const { functions, dummy, toLost } = this.memory;
    functions.clearVectors(dummy, this.end, toLost);
    this.isActive = true;
    this.#isStored = true;
    this.memory.doubles[ELAPSED] = 0;
    this.hasForces = false;
    this.hasWinds = false;
    this.expectImpulses();
  }

  /** Gives positions and velocities to the stores. Impulses follow when they are read. */
  giveBack(): void {
    if (!this.#isStored) this.publish();
    this.isActive = false;
    this.#givenAt = this.cloth.edits.length;
  }

  /** True if positions and velocities are within bounds; false if that is not known. */
  areWithin(maxDistance: number, maxSpeed: number): boolean {
    if (this.isActive || this.#givenAt !== this.cloth.edits.length) return false;
    const { functions, positions, velocities } = this.memory;
    const { count } = this.cloth.particles;
    return (
      functions.areWithin(positions.byteOffset, 3 * count, maxDistance) !== 0 &&
      functions.areWithin(velocities.byteOffset, 3 * count, maxSpeed) !== 0
    );
  }

  /** See `Kernels.areSlower`. */
  areSlower(speed: Float64Array): boolean {
    const { doubles, functions, first } = this.memory;
    doubles[BOUND] = speed[0]!;
    return functions.areSlower(first, this.end) !== 0;
  }

  /** See `Kernels.measureEdges`. The memory must still have the state that was given back. */
  measureEdges(quantity: EdgeQuantity, bound: Float64Array): boolean {
    const { cloth, memory } = this;
    if (this.isActive || this.#givenAt !== cloth.edits.length || cloth.springs.count === 0) {
      return false;
    }
    const { start, end, laws } = memory.blocks[0]!;
    const number = QUANTITIES.indexOf(quantity);
    memory.doubles[BOUND] = bound[0]!;
    const isQuiet = memory.functions.measureSprings(start, end, laws, number) !== 0;
    bound[0] = memory.doubles[BOUND]!;
    return isQuiet;
  }

  /** Takes everything from the stores again, within a step. */
  resume(): void {
    const { elements } = this.cloth;
    const { hasWinds } = this;
    for (let kind = 0; kind < elements.length; kind++) void elements[kind]!.impulses;
    this.begin();
    if (hasWinds) this.takeWinds();
    for (let kind = 0; kind < elements.length; kind++) {
      const own = elements[kind]!;
      own.pendingImpulses = null;
      this.memory.blocks[kind]!.writeImpulses(own);
    }
    this.expectImpulses();
  }

  /** Gives impulses that are pending to the stores, and the memory to the garbage collector. */
  dispose(): void {
    const { elements } = this.cloth;
    for (let kind = 0; kind < elements.length; kind++) void elements[kind]!.impulses;
    this.memory = undefined!;
  }

  /** From now on the memory has the latest impulses. */
  expectImpulses(): void {
    const { elements } = this.cloth;
    for (let kind = 0; kind < elements.length; kind++) {
      elements[kind]!.pendingImpulses = this.#takeImpulses[kind]!;
    }
  }

  /** Writes positions and velocities to the stores. */
  publish(): void {
    const { memory } = this;
    const { particles } = this.cloth;
    memory.functions.giveParticles(
      particles.count,
      memory.placesAt,
      memory.positions.byteOffset,
      memory.velocities.byteOffset,
      memory.toAnchor,
    );
    particles.positions.set(memory.positions);
    particles.velocities.set(memory.velocities);
    this.#isStored = true;
  }

  /**
   * Writes positions, velocities, and the positions at the start of a substep of `dt` to the stores, after it. Where the
   * stores have these in f64, as after a collision, they are kept: a particle that has been put on a surface starts there,
   * not a rounding error below it.
   */
  publishMotion(dt: number): void {
    const { particles } = this.cloth;
    if (this.#isStartStored) particles.previousPositions.set(particles.positions);
    this.publish();
    if (this.#isStartStored) return;
    const { positions, velocities, previousPositions, count } = particles;
    for (let i = 0; i < 3 * count; i++) previousPositions[i] = positions[i]! - velocities[i]! * dt;
  }

  /** Called when particles have advanced by `dt`, s: the stores have the state before that at best. */
  advanceTime(dt: number): void {
    this.memory.doubles[ELAPSED]! += dt;
    this.#isStartStored = this.#isStored;
    this.#isStored = false;
  }

  /** Takes positions and velocities that others have changed since `publish`. */
  adopt(): void {
    const { memory } = this;
    const { particles } = this.cloth;
    memory.positions.set(particles.positions);
    memory.velocities.set(particles.velocities);
    memory.functions.adoptParticles(
      particles.count,
      memory.placesAt,
      memory.positions.byteOffset,
      memory.velocities.byteOffset,
      memory.toAnchor,
    );
    this.#isStored = true;
  }

  /** Gravity, m/s². */
  get gravity(): Float64Array {
    return this.#gravity;
  }

  /** Makes the forces 0 unless something has been added since they were cleared. */
  openForces(): void {
    if (this.hasForces) return;
    const { memory } = this;
    memory.functions.clearVectors(memory.dummy, this.end, memory.toForce);
    this.hasForces = true;
  }

  /** Adds the forces of the store, N, and sets them to 0 there. */
  adoptForces(): void {
    const { memory } = this;
    const { particles } = this.cloth;
    this.openForces();
    memory.vectors.set(particles.forces);
    memory.functions.addVectors(
      particles.count,
      memory.placesAt,
      memory.vectors.byteOffset,
      memory.toForce,
    );
    particles.forces.fill(0);
  }

  /** Takes the velocities of the air of a step from the store. Cloth without air needs no triangles either. */
  takeWinds(): void {
    this.#anchorOffsets(this.air);
    const { memory } = this;
    const { particles } = this.cloth;
    memory.vectors.set(particles.winds);
    memory.functions.takeVectors(
      particles.count,
      memory.placesAt,
      memory.vectors.byteOffset,
      memory.toWind,
    );
    this.hasWinds = true;
  }

  /** Writes the factors of springs for XPBD with substeps of `dt`, unless they are up to date. */
  prepare(springs: Springs, dt: number): void {
    const kind = this.cloth.elements.indexOf(springs);
    if (this.prepared[kind] === dt) return;
    const { start, end, laws } = this.memory.blocks[kind]!;
    this.memory.functions.prepareSprings(start, end, laws, dt);
    this.prepared[kind] = dt;
  }

  /** True if any of these springs has damping. */
  isDamped(springs: Springs): boolean {
    return this.#isDamped[this.cloth.elements.indexOf(springs)]!;
  }

  #takeParticles(): void {
    const { memory } = this;
    const { particles } = this.cloth;
    memory.positions.set(particles.positions);
    memory.velocities.set(particles.velocities);
    memory.inverseMasses.set(particles.inverseMasses);
    const hasChanged = memory.functions.takeParticles(
      particles.count,
      memory.placesAt,
      memory.positions.byteOffset,
      memory.velocities.byteOffset,
      memory.inverseMasses.byteOffset,
      memory.toAnchor,
      memory.toParts,
    );
    if (hasChanged !== 0) this.prepared.fill(NaN);
  }

  /** Writes the offsets within each element at the anchor, and sets impulses to 0. */
  #anchor(): void {
    const { memory } = this;
    const { functions, toParts } = memory;
    for (let kind = 0; kind < this.cloth.elements.length; kind++) {
      const { start, end, layout } = memory.blocks[kind]!;
      if (layout.offsetRow === -1) functions.anchorSprings(start, end, toParts);
      else this.#anchorOffsets(memory.blocks[kind]!);
    }
  }

  #anchorOffsets({ start, end, layout }: Blocks): void {
    const { functions, toAnchor } = this.memory;
    const { rows, size, offsetRow, impulseRow, conditions } = layout;
    functions.anchorOffsets(start, end, rows, size, offsetRow, impulseRow, conditions, toAnchor);
  }

  /** Follows the mesh: writes what edits and new materials have changed since the last call. */
  #follow(): void {
    const { mesh, elements } = this.cloth;
    const { triangles, revision } = this.cloth.renewed;
    const { vertex, edge, triangle } = mesh.rows;
    const hasGrown =
      vertex.capacity !== this.#vertexCapacity ||
      edge.capacity !== this.#edgeCapacity ||
      triangle.capacity !== this.#triangleCapacity;
    if (hasGrown) this.#allocate();
    const isNew = hasGrown || revision !== this.#revision;
    this.#revision = revision;
    for (let kind = 0; kind < elements.length; kind++) {
      const own = elements[kind]!;
      const { renewed } = own;
      if (isNew) for (let slot = 0; slot < own.count; slot++) this.#write(kind, slot);
      else for (let i = 0; i < renewed.size; i++) this.#write(kind, renewed.at(i));
      for (let slot = own.count; slot < this.#slots[kind]!; slot++) this.#write(kind, slot);
      if (isNew || renewed.size > 0) {
        this.prepared[kind] = NaN;
        if (own instanceof Springs) this.#isDamped[kind] = hasDamping(own);
      }
      this.#slots[kind] = own.count;
      renewed.clear();
    }
    const air = elements.length;
    if (isNew) for (let t = 0; t < mesh.triangleCount; t++) this.#writeTriangle(t);
    else {
      for (let i = 0; i < triangles.size; i++) this.#writeTriangle(triangles.at(i));
    }
    for (let t = mesh.triangleCount; t < this.#slots[air]!; t++) this.#writeTriangle(t);
    this.#slots[air] = mesh.triangleCount;
    triangles.clear();
  }

  /** A memory with as much space as the mesh has. */
  #allocate(): void {
    const { mesh, elements } = this.cloth;
    const { vertex, edge, triangle } = mesh.rows;
    this.#vertexCapacity = vertex.capacity;
    this.#edgeCapacity = edge.capacity;
    this.#triangleCapacity = triangle.capacity;
    const kinds = elements.map((own, kind) => ({
      layout: layoutOf(own),
      order: this.#orders[kind]!,
      slots: own.place === "edge" ? edge.capacity : triangle.capacity,
    }));
    const order = this.#orders.at(-1)!;
    this.memory = new ClothMemory(
      {
        particles: vertex.capacity,
        numbers: this.#numbers,
        kinds: [...kinds, { layout: AIR, order, slots: triangle.capacity }],
      },
      this.#instantiate,
    );
    this.#gravity = this.memory.doubles.subarray(GRAVITY, GRAVITY + 3);
    this.prepared.fill(NaN);
    this.#slots.fill(0);
  }

  #write(kind: number, slot: number): void {
    const elements = this.cloth.elements[kind]!;
    const { dummy, places, floats, blocks } = this.memory;
    const own = blocks[kind]!;
    own.grow(slot + 1, dummy);
    own.setParticles(slot, elements.particles, places, dummy);
    writeElement(elements, slot, floats, own.indexOf(slot), own.lawIndexOf(slot));
  }

  #writeTriangle(triangle: number): void {
    const { mesh, rest, material } = this.cloth;
    const { dummy, places, floats } = this.memory;
    const { air } = this;
    air.grow(triangle + 1, dummy);
    const mass = triangle < mesh.triangleCount ? material.density * rest.areas[triangle]! : 0;
    const isAlive = mass > 0; // the air does not push a face without mass
    air.setParticles(triangle, isAlive ? mesh.halfedgeVertices : NOTHING, places, dummy);
    floats[air.indexOf(triangle) + ROW * PER_MASS] = isAlive ? 1 / mass : 0;
  }
}

function hasDamping({ dampings, count }: Springs): boolean {
  for (let spring = 0; spring < count; spring++) if (dampings[spring] !== 0) return true;
  return false;
}

// Numbers that kernels read from the memory: as arguments of a call they would be allocated on the heap.

/** Index of the time since the anchor, s, among all f64. */
const ELAPSED = 0;
/** Index of the first of three numbers of gravity, m/s². */
const GRAVITY = 1;

/** Index of a bound of edges or speeds, and of the largest stretch after edges have been measured. */
const BOUND = 5;

/** Quantities by their numbers in `assembly/measure.ts`. */
const QUANTITIES: readonly EdgeQuantity[] = ["none", "stretch", "impulse", "relative-impulse"];

/** Stencils without particles. */
const NOTHING = new Int32Array(0);
