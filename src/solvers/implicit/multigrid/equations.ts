import {
  AXIS,
  Hinges,
  Springs,
  type AxisPlaneConstraints,
  type Cloth,
} from "../../../cloth/index.js";
import { instantiate, numberParticles, type EquationFunctions } from "../../../kernels/index.js";
import { roundUpTo } from "../../../math/round-up.js";
import type { TopologyEdit } from "../../../mesh/index.js";
import { coarseLevelsOf, type CoarseLevel, type SpringEnds } from "./coarse-levels.js";
import { layoutsOf } from "./element-layouts.js";
import { ElementMemory } from "./element-memory.js";
import {
  ANCHORS,
  CONSTRAINTS,
  CONSTRAINTS_END,
  DIAGONALS,
  DIRECTION,
  DOWNHILL,
  FINER,
  INVERSES,
  ITERATIONS,
  KINDS,
  LEVEL,
  LEVELS,
  LEVELS_END,
  LINE,
  MAX_OWN_PAIRS,
  PRODUCT,
  RESERVED,
  RESIDUAL,
  SCRATCH,
  SIZE,
  SOLVED,
  STEP,
  SUM,
  TARGETS,
  U,
  U_BEFORE,
  type Reserve,
  type Views,
} from "./layout.js";
import { planLevel, writeLevel } from "./level-memory.js";
import { ParticleWeights } from "./particle-weights.js";

/** Vectors of the header with 16 bytes per particle. */
const VECTORS = [
  U,
  TARGETS,
  DOWNHILL,
  STEP,
  RESIDUAL,
  SOLVED,
  DIRECTION,
  PRODUCT,
  U_BEFORE,
  SCRATCH,
];

function viewsOf(buffer: ArrayBuffer): Views {
  return {
    words: new Uint32Array(buffer),
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
  };
}

/**
 * The equations of a substep of one cloth, in the memory of the kernels.
 *
 * Everything depends on the mesh at the start and on the numbers of slots and vertices, never on history: an undo, a
 * restored state or a replay has the same bits. An edit rewrites the elements and particles that it touches.
 */
export class Equations {
  readonly cloth: Cloth;
  views!: Views;
  functions!: EquationFunctions;
  readonly kinds: readonly ElementMemory[];
  /** Indices of the vectors for the particle at offset 0: of f32; of f64 for the anchors. */
  displacements = 0;
  targets = 0;
  before = 0;
  anchors = 0;
  readonly #levels: readonly CoarseLevel[];
  readonly #numbers: Int32Array;
  readonly #weights: ParticleWeights;
  /** Addresses: rows of weights, coarse parts, and their starts and ends, of the particles. */
  #rows = 0;
  #parts = 0;
  #spans = 0;
  /** Axial vectors of the blocks of the first coarse level; 0 if there are none. */
  #axials = 0;
  #revision = -1;
  /** The memory is not fit for another substep. */
  #isStale = false;
  #capacities = { vertex: -1, edge: -1, triangle: -1 };
  /** Particles whose rows of weights have been written. */
  #written = 0;

  /** @param cloth A cloth whose elements all have a layout. */
  constructor(cloth: Cloth) {
    const { mesh, rest, particles, elements } = cloth;
    this.cloth = cloth;
    this.#numbers = numberParticles(mesh, rest.positions);
    this.#levels = coarseLevelsOf(particles.count, ...couplingsOf(cloth));
    this.#weights = new ParticleWeights(cloth, this.#levels[0]!);
    const offsetOf = (particle: number): number => this.offsetOf(particle);
    this.kinds = layoutsOf(cloth)!.map(
      (layout, i) =>
        new ElementMemory(cloth, elements[i]!, layout, this.#weights, this.#numbers, offsetOf),
    );
  }

  /** Follows an edit: a new particle gets the row of weights of its original. */
  replay(edit: TopologyEdit): void {
    this.#weights.replay(edit);
  }

  /** Follows the undo of an edit: the next edit may give the same numbers to others. */
  undo(): void {
    const { vertexCount, edgeCount, triangleCount } = this.cloth.mesh;
    this.#written = Math.min(this.#written, vertexCount);
    for (const kind of this.kinds) {
      kind.shrink(kind.elements.place === "edge" ? edgeCount : triangleCount);
    }
  }

  /** Offset of a particle in a vector, bytes. Offset 0 belongs to empty lanes. */
  offsetOf(particle: number): number {
    return 16 * (1 + (particle < this.#numbers.length ? this.#numbers[particle]! : particle));
  }

  /** Offsets of all particles that there is space for. */
  offsets = new Int32Array(0);

  /** Writes what has changed in the mesh, the material and the pins since the last call. */
  follow(): void {
    const { mesh, particles, renewed, plastic } = this.cloth;
    const { vertex, edge, triangle } = mesh.rows;
    const capacities = this.#capacities;
    const hasGrown =
      this.#isStale ||
      vertex.capacity !== capacities.vertex ||
      edge.capacity !== capacities.edge ||
      triangle.capacity !== capacities.triangle;
    if (hasGrown) this.#allocate();
    const isNew = hasGrown || renewed.revision !== this.#revision;
    this.#revision = renewed.revision;
    this.views.words[SIZE] = 16 * (1 + particles.count);
    this.views.words[this.views.words[LEVELS]! / 4 + FINER] = this.views.words[SIZE]!;
    for (let i = 0; i < this.kinds.length; i++) {
      const kind = this.kinds[i]!;
      kind.follow(isNew);
      if (plastic !== null) kind.writeLaws();
      this.views.words[KINDS + 2 * kind.layout.list] = kind.start;
      this.views.words[KINDS + 2 * kind.layout.list + 1] = kind.end;
    }
    renewed.triangles.clear();
    this.#followPins(hasGrown);
  }

  /** Writes the rows of particles that were pinned or released, and of new ones. */
  #followPins(isNew: boolean): void {
    const { inverseMasses, constrained, count } = this.cloth.particles;
    for (let p = 0; p < count; p++) {
      const hasChanged = this.#weights.fix(p, inverseMasses[p] === 0 || constrained[p] === 1);
      if (isNew || hasChanged || p >= this.#written) this.#writeParticle(p);
      if (hasChanged) this.#writeElementsAt(p);
    }
    this.#written = count;
  }

  #writeParticle(particle: number): void {
    const offset = this.offsetOf(particle);
    this.#weights.writeRow(this.views, particle, this.#rows + 2 * offset);
    const span = (this.#spans + offset / 2) / 4;
    const start = this.#parts + 8 * MAX_OWN_PAIRS * (offset / 16);
    this.views.words[span] = start;
    this.views.words[span + 1] = this.#weights.writeParticle(
      this.views,
      particle,
      start,
      MAX_OWN_PAIRS,
    );
  }

  /** Writes the coarse parts of the elements at the triangles of a particle. */
  #writeElementsAt(particle: number): void {
    const { mesh } = this.cloth;
    for (let h = mesh.vertexHalfedges[particle]!; h !== -1; h = mesh.nextAtVertex[h]!) {
      const triangle = mesh.triangleOf(h);
      for (let i = 0; i < this.kinds.length; i++) {
        const kind = this.kinds[i]!;
        const { place, count } = kind.elements;
        if (place === "triangle") {
          if (triangle < count) kind.writeParts(triangle);
          continue;
        }
        for (let g = 3 * triangle; g < 3 * triangle + 3; g++) {
          const edge = mesh.halfedgeEdges[g]!;
          if (edge < count) kind.writeParts(edge);
        }
      }
    }
  }

  /** Reserves a memory for all rows that the mesh has space for, and writes the coarse levels. */
  #allocate(): void {
    this.#isStale = false;
    const { vertex, edge, triangle } = this.cloth.mesh.rows;
    this.#capacities = {
      vertex: vertex.capacity,
      edge: edge.capacity,
      triangle: triangle.capacity,
    };
    const capacityOf = (kind: ElementMemory): number => this.#capacities[kind.elements.place];
    const isSymmetric = this.kinds.every(({ elements }) => elements.place === "edge");
    const particles = 1 + vertex.capacity;
    this.offsets = Int32Array.from({ length: vertex.capacity }, (_, p) => this.offsetOf(p));
    let size = RESERVED;
    const reserve: Reserve = (bytes) => {
      const start = size;
      size += roundUpTo(LINE, bytes);
      return start;
    };
    const header = new Map(VECTORS.map((index) => [index, reserve(16 * particles)]));
    header.set(DIAGONALS, reserve(32 * particles));
    header.set(INVERSES, reserve(48 * particles));
    header.set(ANCHORS, reserve(32 * particles));
    header.set(CONSTRAINTS, reserve(32 * particles));
    this.#spans = reserve(8 * particles);
    this.#parts = reserve(8 * MAX_OWN_PAIRS * particles);
    this.#rows = reserve(32 * particles);
    for (const kind of this.kinds) kind.plan(capacityOf(kind), reserve);
    const last = this.#levels.length - 1;
    const plans = this.#levels.map((level, i) =>
      planLevel(level, i === last, isSymmetric, reserve, i === 0 ? this.#rows : undefined),
    );
    const levels = reserve(LEVEL * plans.length);
    header.set(LEVELS, levels);
    header.set(LEVELS_END, levels + LEVEL * plans.length);
    const { buffer, functions } = instantiate(size);
    this.functions = functions;
    const views = viewsOf(buffer);
    for (const [index, address] of header) views.words[index] = address;
    this.displacements = header.get(U)! / 4;
    this.targets = header.get(TARGETS)! / 4;
    this.before = header.get(U_BEFORE)! / 4;
    this.anchors = header.get(ANCHORS)! / 8;
    this.#weights.blocks = plans[0]!.blocks;
    this.#axials = plans[0]!.axials;
    for (const [i, plan] of plans.entries()) {
      writeLevel(views, levels + LEVEL * i, this.#levels[i]!, plan, plans[i - 1] ?? null);
    }
    for (const kind of this.kinds) kind.attach(views, capacityOf(kind));
    this.views = views;
  }

  /** Frees the memory of the kernels, and its arrays from the mesh. What they hold can still be read. */
  dispose(): void {
    this.#weights.detach();
    if (this.#capacities.vertex === -1) return; // nothing is reserved before the first step
    const { buffer } = this.views.words.slice();
    this.views = viewsOf(buffer);
    for (const kind of this.kinds) kind.move(this.views);
    this.functions = {} as EquationFunctions;
  }

  /** Starts with a new memory in the next substep: after a blow-up, what only the solver owns is not finite. */
  renew(): void {
    this.#isStale = true;
  }

  /** Writes the particles on an axis or a plane. */
  writeConstraints({ count, particles, modes, directions }: AxisPlaneConstraints): void {
    const { words, floats } = this.views;
    for (let i = 0; i < count; i++) {
      const at = words[CONSTRAINTS]! / 4 + 8 * i;
      words[at] = this.offsetOf(particles[i]!);
      words[at + 1] = modes[i] === AXIS ? 1 : 0;
      for (let k = 0; k < 3; k++) floats[at + 4 + k] = directions[3 * i + k]!;
    }
    words[CONSTRAINTS_END] = words[CONSTRAINTS]! + 32 * count;
  }

  // The phases of a substep. Results are in SUM, because V8 allocates numbers that a function returns.

  /** Writes the pose of elements at the anchors. SUM: Σ λ² |∇C|² of the previous substep. */
  anchor(): void {
    this.views.doubles[SUM] = 0;
    for (let i = 0; i < this.kinds.length; i++) this.kinds[i]!.anchor(this.functions);
  }

  /**
   * Evaluates −∇Φ, the matrices of elements and the diagonal blocks at the current displacements.
   *
   * @param isFirst True: geometric stiffness from the multipliers of the previous substep.
   */
  evaluate(isFirst: boolean): void {
    const { functions } = this;
    functions.startEquations();
    for (let i = 0; i < this.kinds.length; i++) this.kinds[i]!.add(functions, isFirst);
    functions.invertDiagonals();
  }

  /** Computes and factors the coarse levels at the current displacements. */
  coarsen(): void {
    const { functions } = this;
    functions.clearCoarse();
    functions.coarsenParticles(this.#spans);
    for (let i = 0; i < this.kinds.length; i++) {
      this.kinds[i]!.coarsen(functions, this.#weights.blocks, this.#axials);
    }
    functions.factorCoarse();
  }

  /** Solves for the step by `least` to `most` conjugate gradients, and computes the multipliers. SUM: Σ λ² |∇C|². */
  solve(least: number, most: number): void {
    const { functions, views } = this;
    functions.solve(least, most);
    views.doubles[SUM] = 0;
    for (let i = 0; i < this.kinds.length; i++) this.kinds[i]!.solveMultipliers(functions);
  }

  /** Conjugate gradients of the latest solve. */
  get iterations(): number {
    return this.views.words[ITERATIONS]!;
  }

  /** SUM: −∇Φ times itself. */
  squareResidual(): void {
    const downhill = this.views.words[DOWNHILL]!;
    this.functions.dotProduct(downhill, downhill);
  }

  /** SUM: −∇Φ times the step. */
  projectResidual(): void {
    this.functions.dotProduct(this.views.words[DOWNHILL]!, this.views.words[STEP]!);
  }

  /** Displaces the particles by a multiple of the step. */
  takeStep(fraction: number): void {
    this.views.doubles[SUM] = fraction;
    this.functions.takeStep();
  }

  /** One Jacobi sweep on the positions, damped by `weight`. */
  relax(weight: number): void {
    this.views.doubles[SUM] = weight;
    this.functions.relaxPositions();
  }

  /** Adds the impulses of the substep. */
  commit(): void {
    for (let i = 0; i < this.kinds.length; i++) this.kinds[i]!.commit(this.functions);
  }
}

/**
 * What couples the particles of a cloth: its edges, which decide on the groups, then all others. The material plays no
 * part: it may have changed before a state is restored.
 */
function couplingsOf({ mesh, rest, elements }: Cloth): [SpringEnds, SpringEnds[]] {
  const others: SpringEnds[] = elements.filter((own) => own instanceof Springs).slice(1);
  for (const own of elements) {
    if (own instanceof Hinges) others.push(farCornersOf(own));
  }
  return [edgesOf(mesh, rest), others];
}

/** The edges as springs of a sheet of 1 N/m. */
function edgesOf(mesh: Cloth["mesh"], rest: Cloth["rest"]): SpringEnds {
  const count = mesh.edgeCount;
  const particles = new Int32Array(2 * count);
  const stiffnesses = new Float64Array(count);
  for (let edge = 0; edge < count; edge++) {
    particles[2 * edge] = mesh.edgeStart(edge);
    particles[2 * edge + 1] = mesh.edgeEnd(edge);
    const squared = rest.lengths[edge]! * rest.lengths[edge]!;
    stiffnesses[edge] = squared > 0 ? rest.areaAround(mesh, edge) / squared : 0;
  }
  return { count, particles, stiffnesses };
}

/** The pairs of far corners of all hinges. */
function farCornersOf({ count, particles, stiffnesses }: Hinges): SpringEnds {
  const ends = new Int32Array(2 * count);
  for (let hinge = 0; hinge < count; hinge++) {
    ends[2 * hinge] = particles[4 * hinge] === -1 ? -1 : particles[4 * hinge + 2]!;
    ends[2 * hinge + 1] = particles[4 * hinge + 3]!;
  }
  return { count, particles: ends, stiffnesses };
}
