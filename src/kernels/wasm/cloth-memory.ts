import { roundUpTo } from "../../math/round-up.js";
import type { KindLayout } from "./kinds.js";
import type { BlockOrder } from "./block-order.js";
import { Blocks } from "./blocks.js";
import { instantiate, type WasmFunctions, type WasmInstance } from "./module.js";

/** Bytes of a particle, of its anchor, and of the loads on it. */
const PARTICLE = 32;
/** Bytes at the start of the memory that the kernels use as scratch. */
const SCRATCH = 4096;
/** Index of the four numbers at `DAMPING_TIME` in `assembly/blocks.ts`. */
const DAMPING_TIME = 1024 / Float32Array.BYTES_PER_ELEMENT;
/** Arrays start at multiples of this: a line of the cache. */
const LINE = 64;

/** Creates functions that work on a memory of at least some bytes. */
export type Instantiate = (bytes: number) => WasmInstance;

/** What a memory has to hold. */
export interface MemoryPlan {
  /** Largest number of particles. */
  readonly particles: number;
  /** Place of each particle at the start; later ones follow in the order of their numbers. */
  readonly numbers: Int32Array;
  /** Kinds of blocks with their largest number of slots. */
  readonly kinds: readonly { layout: KindLayout; order: BlockOrder; slots: number }[];
}

/** The memory of one cloth: where its arrays lie, and views of them. Its size never changes. */
export class ClothMemory {
  readonly functions: WasmFunctions;
  readonly buffer: ArrayBuffer;
  readonly blocks: readonly Blocks[];
  /** Address of a particle of infinite mass, for empty lanes; the first real one follows. */
  readonly dummy: number;
  /** Distance from a particle to its velocity at the start of a substep of XPBD, and to what that predicts. */
  readonly toSubstep: number;
  /** Distance from a particle to its anchor as two parts in f32, high and low. */
  readonly toParts: number;
  /** Distances from a particle to its anchor, to the force on it, and to the velocity of the air there. */
  readonly toAnchor: number;
  readonly toForce: number;
  readonly toWind: number;
  /** Distance from a particle to what rounding has lost of its velocity. */
  readonly toLost: number;
  /** Address of each particle by its number in the mesh, and where this list lies. */
  readonly places: Uint32Array;
  readonly placesAt: number;
  /** Numbers of the stores, in the order of the mesh: f64, three per particle, one per particle for inverse masses. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly vectors: Float64Array;
  readonly inverseMasses: Float64Array;
  /** All numbers of the memory as f32 and as f64. */
  readonly floats: Float32Array;
  readonly doubles: Float64Array;

  constructor({ particles, numbers, kinds }: MemoryPlan, create: Instantiate = instantiate) {
    this.blocks = kinds.map(({ layout, order, slots }) => new Blocks(layout, order, slots));
    let size = SCRATCH;
    const reserve = (bytes: number): number => {
      const start = size;
      size += roundUpTo(LINE, bytes);
      return start;
    };
    this.dummy = reserve(PARTICLE * (particles + 1));
    this.toAnchor = reserve(PARTICLE * (particles + 1)) - this.dummy;
    this.toSubstep = reserve(PARTICLE * (particles + 1)) - this.dummy;
    this.toParts = reserve(PARTICLE * (particles + 1)) - this.dummy;
    this.toForce = reserve(PARTICLE * (particles + 1)) - this.dummy;
    this.toWind = reserve(PARTICLE * (particles + 1)) - this.dummy;
    this.toLost = this.toWind + PARTICLE / 2;
    this.placesAt = reserve(Uint32Array.BYTES_PER_ELEMENT * particles);
    const double = Float64Array.BYTES_PER_ELEMENT;
    const [positions, velocities, vectors, inverseMasses] = [3, 3, 3, 1].map((width) =>
      reserve(double * width * particles),
    );
    const starts = this.blocks.map((own) => [reserve(own.bytes), reserve(own.lawBytes)] as const);
    const { buffer, functions } = create(size);
    this.buffer = buffer;
    this.functions = functions;
    for (const [i, [start, laws]] of starts.entries()) this.blocks[i]!.place(buffer, start, laws);
    this.places = new Uint32Array(buffer, this.placesAt, particles);
    for (let p = 0; p < particles; p++) {
      const place = p < numbers.length ? numbers[p]! : p;
      this.places[p] = this.dummy + PARTICLE * (1 + place);
    }
    this.positions = new Float64Array(buffer, positions, 3 * particles);
    this.velocities = new Float64Array(buffer, velocities, 3 * particles);
    this.vectors = new Float64Array(buffer, vectors, 3 * particles);
    this.inverseMasses = new Float64Array(buffer, inverseMasses, particles);
    this.floats = new Float32Array(buffer);
    this.doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / double));
    functions.setDummy(this.dummy);
  }

  /** Sets the largest damping over stiffness of springs, s, for the forces that are added next. */
  writeDampingTime(time: number): void {
    for (let i = DAMPING_TIME; i < DAMPING_TIME + 4; i++) this.floats[i] = time;
  }

  /** Address of the first particle. */
  get first(): number {
    return this.dummy + PARTICLE;
  }

  /** Address of the end of `count` particles. */
  endOf(count: number): number {
    return this.first + PARTICLE * count;
  }
}
