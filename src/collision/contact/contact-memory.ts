import { instantiate, type ContactFunctions } from "../../kernels/index.js";
import { roundUpTo } from "../../math/round-up.js";

/** Index of the header, in 32-bit words. */
const HEADER = 2048 / 4;
/** Bytes at the start of the memory: scratch, header and numbers. */
const RESERVED = 4096;
const LINE = 64;
/** Bytes of a pair of features, of a contact, and of a crossing: see `assembly/contact/memory.ts`. */
const PAIR = 32;
const CONTACT = 192;
const CROSSING = 64;
/** Fields of a contact. */
const WEIGHTS = 16;
const PUSH = 96;
/** Bytes of the sums over particles that move together. */
const ZONE = 256;
/** Bytes of a box, and of the counters of a sort. */
const BOX = 32;
const SORT_COUNTERS = 4096;

/** Space for how much. */
export interface ContactCapacity {
  particles: number;
  triangles: number;
  pairs: number;
  contacts: number;
  crossings: number;
}

/** The memory in which the cloths of a world meet. Its size never changes; more of anything needs a new one. */
export class ContactMemory {
  readonly capacity: Readonly<ContactCapacity>;
  readonly functions: ContactFunctions;
  readonly words: Uint32Array;
  // Three numbers per particle: start of the interval, start and end of the substep, velocities, rest shape.
  readonly starts: Float64Array;
  readonly froms: Float64Array;
  readonly tos: Float64Array;
  readonly velocities: Float64Array;
  readonly rests: Float64Array;
  // One per particle.
  readonly inverseMasses: Float64Array;
  /** Half of the thickness, m. */
  readonly halves: Float64Array;
  /** Root of the friction coefficient. */
  readonly frictions: Float64Array;
  /** N/m. */
  readonly stiffnesses: Float64Array;
  readonly cloths: Uint32Array;
  readonly tangled: Uint32Array;
  /** Four numbers per triangle: its particles, and bits of what it owns. */
  readonly triangles: Uint32Array;
  /** Four per triangle: the particle on the other side of each edge. */
  readonly opposites: Uint32Array;
  readonly #wholes: Float64Array;
  /** Addresses of the pairs and contacts. */
  readonly pairsAt: number;
  readonly contactsAt: number;

  constructor(capacity: ContactCapacity) {
    this.capacity = { ...capacity };
    const { particles, triangles } = capacity;
    let size = RESERVED;
    const reserve = (bytes: number): number => {
      const start = size;
      size += roundUpTo(LINE, bytes);
      return start;
    };
    let leaves = 1;
    while (leaves < triangles) leaves *= 2;
    const vectors = Array.from({ length: 5 }, () => reserve(24 * particles));
    const numbers = Array.from({ length: 3 }, () => reserve(8 * particles));
    const cloths = reserve(4 * particles);
    const mesh = [reserve(16 * triangles), reserve(16 * triangles)];
    const fans = [reserve(4 * (particles + 1)), reserve(12 * triangles)];
    const boxes = [reserve(BOX * particles), reserve(2 * BOX * leaves)];
    const sort = [reserve(4 * triangles), reserve(4 * triangles)];
    const sortScratch = reserve(4 * triangles + SORT_COUNTERS);
    this.pairsAt = reserve(PAIR * capacity.pairs);
    this.contactsAt = reserve(CONTACT * capacity.contacts);
    const crossings = reserve(CROSSING * capacity.crossings);
    const marks = Array.from({ length: 3 }, () => reserve(4 * particles));
    const zones = reserve(ZONE * particles);
    const flatness = [reserve(32 * triangles), reserve(4 * particles)];
    const wholes = reserve(24 * particles);
    const ways = reserve(8 * particles);
    const stiffnesses = reserve(8 * particles);
    const { buffer, functions } = instantiate(size);
    this.functions = functions;
    this.words = new Uint32Array(buffer);
    this.words.set(
      [
        ...vectors,
        ...numbers,
        cloths,
        ...mesh,
        ...fans,
        ...boxes,
        ...sort,
        sortScratch,
        this.pairsAt,
        capacity.pairs,
        this.contactsAt,
        capacity.contacts,
        crossings,
        capacity.crossings,
        ...marks,
        zones,
        ...flatness,
        wholes,
        ways,
        stiffnesses,
      ],
      HEADER + 2,
    );
    const doubles = (at: number, count: number) => new Float64Array(buffer, at, count);
    [this.starts, this.froms, this.tos, this.velocities, this.rests] = vectors.map((at) =>
      doubles(at, 3 * particles),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
    [this.inverseMasses, this.halves, this.frictions] = numbers.map((at) =>
      doubles(at, particles),
    ) as [Float64Array, Float64Array, Float64Array];
    this.#wholes = doubles(wholes, 3 * particles);
    this.stiffnesses = doubles(stiffnesses, particles);
    this.cloths = new Uint32Array(buffer, cloths, particles);
    this.tangled = new Uint32Array(buffer, marks[2], particles);
    this.triangles = new Uint32Array(buffer, mesh[0], 4 * triangles);
    this.opposites = new Uint32Array(buffer, mesh[1], 4 * triangles);
  }

  /** Copies motion, marks and masses, some of which may be fixed for now, from another memory of as many particles. */
  take(other: ContactMemory): void {
    this.starts.set(other.starts);
    this.froms.set(other.froms);
    this.tos.set(other.tos);
    this.velocities.set(other.velocities);
    this.inverseMasses.set(other.inverseMasses);
    this.tangled.set(other.tangled);
    this.#wholes.set(other.#wholes);
  }

  /** The points of the first feature of all contacts with an impulse, three numbers each. */
  bearingPoints(contacts: number): Float64Array {
    const { tos, words, contactsAt } = this;
    const doubles = new Float64Array(words.buffer);
    const points: number[] = [];
    for (let i = 0; i < contacts; i++) {
      const at = contactsAt + CONTACT * i;
      if (doubles[(at + PUSH) / 8] === 0) continue;
      // The weights of the first feature are positive: of one particle, or of the two of an edge.
      const weights = (at + WEIGHTS) / 8;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let j = 0; j < 4; j++) {
          if (doubles[weights + j]! > 0)
            sum += doubles[weights + j]! * tos[3 * words[at / 4 + j]! + k]!;
        }
        points.push(sum);
      }
    }
    return Float64Array.from(points);
  }

  /** Sets the counts in use, and passes the header to the functions. */
  begin(particles: number, triangles: number): void {
    this.words[HEADER] = particles;
    this.words[HEADER + 1] = triangles;
    this.functions.readContactHeader();
  }
}
