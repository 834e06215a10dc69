import { IndexSet } from "../../math/index-set.js";
import type { ResolvedMaterial } from "../material.js";
import type { PlasticShape } from "../plastic-shape.js";
import type { RestShape } from "../rest-shape.js";
import { Attached, type TopologyEdit, type TriangleMesh } from "../../mesh/index.js";

/** Maximum numbers of particles and conditions of an element of any kind. */
const MAX_PARTICLES = 4;
const MAX_CONDITIONS = 3;

const norms = new Float64Array(MAX_PARTICLES);

/** Values and gradients of the conditions of one element in a pose: reusable scratch. */
export class Conditions {
  /** C, one per condition. */
  readonly values = new Float64Array(MAX_CONDITIONS);
  /** ∇C: three numbers per particle for each condition, one condition after the other. */
  readonly gradients = new Float64Array(MAX_CONDITIONS * 3 * MAX_PARTICLES);
}

/** The data that elements are built from: current mesh, rest shape, plastic deformation and material. */
export interface Sheet {
  readonly mesh: TriangleMesh;
  readonly rest: RestShape;
  /** Null: nothing has ever been able to yield. */
  readonly plastic: PlasticShape | null;
  readonly material: ResolvedMaterial;
}

/**
 * All elements of one kind in a cloth, one slot per edge or triangle of the mesh. Each element has a few conditions
 * C(x) on the positions of its particles, zero in the unstressed cloth (Baraff and Witkin; Quddus & Waugh 1.1). Energy,
 * forces, damping, Jacobians and XPBD projections all follow from C, its gradient and its Hessian (`curvature`):
 *
 *     E = ½ k C²      F = −(k C + d Ċ) ∇C      Ċ = ∇C · v
 *
 * A kind of element defines only its conditions and how it follows the mesh.
 */
export abstract class Elements {
  abstract readonly kind: string;
  /** True if conditions are angles from −π to π: a change through π is one of less than half a turn. */
  readonly isCyclic: boolean = false;
  /** The part of the mesh that a slot belongs to, with the same index. */
  readonly place: "edge" | "triangle";
  /** Particles per element. */
  readonly size: number;
  /** Conditions per element. */
  readonly conditionCount: number;
  /** Slots in use; a slot whose first particle is −1 has no element. */
  count = 0;
  /** `size` particles per slot. */
  particles!: Int32Array;
  /** k, one per condition: N/m where the condition is a length, N·m where it is an angle or a strain. */
  stiffnesses!: Float64Array;
  /** d, one per condition: unit of k times s. */
  dampings!: Float64Array;
  /**
   * Mean values of the conditions during an XPBD sweep, if enabled by `trackWorkingValues`; otherwise empty.
   *
   * The values at the end of a sweep depend on the order: elements projected last are relaxed, their neighbors are
   * overstretched, and in a row of springs under one force the strains differ by a factor of ten. But the pulls p
   * balance. Other elements undo the displacement w p of an element; averaged over the elements, half of that is done
   * when the element is projected. With the law of `projectSprings` the mean value is
   *
   *     C = p (1 + ½ (k dt² + d dt) w) / (k dt²)
   */
  workingValues: Float64Array = new Float64Array(0);
  /**
   * Writes impulses that kernels hold in their own memory into the array; null if the array has the latest ones.
   *
   * @internal
   */
  pendingImpulses: (() => void) | null = null;
  #impulses!: Float64Array;
  /** Slots that edits have rebuilt. Whoever caches data derived from the elements reads this set and clears it. */
  readonly renewed = new IndexSet();
  readonly #mesh: TriangleMesh;
  readonly #attached: Pick<Attached, "replay">[] = [];
  #attachedWorking: Pick<Attached, "detach"> | null = null;

  constructor(
    mesh: TriangleMesh,
    place: "edge" | "triangle",
    size: number,
    conditionCount: number,
  ) {
    this.place = place;
    this.size = size;
    this.conditionCount = conditionCount;
    this.count = place === "edge" ? mesh.edgeCount : mesh.triangleCount;
    this.#mesh = mesh;
    this.#attached.push(
      new Attached(mesh, place, Int32Array, {
        width: size,
        fill: -1,
        assign: (values) => (this.particles = values),
      }),
    );
    this.attach(conditionCount, (values) => (this.stiffnesses = values));
    this.attach(conditionCount, (values) => (this.dampings = values));
    this.attach(conditionCount, (values) => (this.#impulses = values));
  }

  /** Integral of k C + d Ċ over the step so far, one per condition; divided by the duration: the mean force (λ). */
  get impulses(): Float64Array {
    const { pendingImpulses } = this;
    if (pendingImpulses !== null) {
      this.pendingImpulses = null;
      pendingImpulses();
    }
    return this.#impulses;
  }

  /** Assigns a field an array that is attached to the mesh, with `width` numbers per slot. */
  protected attach(width: number, assign: (values: Float64Array) => void): void {
    this.#attached.push(new Attached(this.#mesh, this.place, Float64Array, { width, assign }));
  }

  /** True if the slot has an element. */
  isAlive(element: number): boolean {
    return this.particles[this.size * element] !== -1;
  }

  /** Grows to at least `count` slots; new slots have no element. */
  grow(count: number): void {
    this.count = Math.max(this.count, count);
  }

  /** Enables or disables `workingValues`. */
  trackWorkingValues(isEnabled: boolean): void {
    if (isEnabled !== (this.#attachedWorking !== null)) this.#changeWorking(isEnabled);
  }

  /** A separate method, because a function that contains a closure allocates on every call. */
  #changeWorking(isEnabled: boolean): void {
    this.#attachedWorking?.detach();
    this.#attachedWorking = null;
    this.workingValues = new Float64Array(0);
    if (!isEnabled) return;
    this.#attachedWorking = new Attached(this.#mesh, this.place, Float64Array, {
      width: this.conditionCount,
      assign: (values) => (this.workingValues = values),
    });
  }

  /** Replays an edit from its record: new elements are copies of their origins. */
  protected copySlots(edit: TopologyEdit): void {
    for (let i = 0; i < this.#attached.length; i++) this.#attached[i]!.replay(edit);
  }

  /** Removes the slots from `count` on, after an undo. */
  shrink(count: number): void {
    if (count >= this.count) return;
    for (let element = count; element < this.count; element++) this.remove(element);
    this.count = count;
  }

  /** Removes the element from its slot. */
  protected remove(element: number): void {
    const { size, conditionCount } = this;
    this.particles.fill(-1, size * element, size * (element + 1));
    this.impulses.fill(0, conditionCount * element, conditionCount * (element + 1));
  }

  /**
   * Writes the values and gradients of the conditions of an element in a pose.
   *
   * @returns False if they are undefined there, for example for an edge of length 0. Then the element exerts no force.
   */
  abstract evaluate(element: number, positions: Float64Array, at: Conditions): boolean;

  /**
   * Writes the Hessian ∇²C of one condition, a symmetric matrix of 3 · `size` rows, in a pose where `evaluate` returns
   * true.
   */
  abstract curvature(
    element: number,
    condition: number,
    positions: Float64Array,
    into: Float64Array,
  ): void;

  /**
   * Writes the positive semidefinite part of the geometric stiffness Σ λ ∇²C, a symmetric matrix of 3 · `size` rows:
   * the resistance of an element under tension to rotation. Only the speed of Newton's method depends on it, so angle
   * elements, whose moments are small, omit it.
   *
   * @param _lambdas The forces of the conditions, from index `_first` on.
   * @returns False if it is 0; then nothing is written.
   */
  geometricStiffness(
    _element: number,
    _positions: Float64Array,
    _lambdas: Float64Array,
    _first: number,
    _into: Float64Array,
  ): boolean {
    return false;
  }

  /**
   * Writes an upper bound of the geometric stiffness λ ∇²C of an element, N/m, one number per particle. `at` is the
   * result of the preceding `evaluate`. The default estimates λ ∇²C by |λ| times the square of the gradients, because
   * an angle changes quadratically under rotation.
   */
  geometricStiffnessBound(element: number, at: Conditions, into: Float64Array): void {
    const { size, conditionCount, stiffnesses } = this;
    into.fill(0);
    for (let c = 0; c < conditionCount; c++) {
      const pull = Math.abs(stiffnesses[conditionCount * element + c]! * at.values[c]!);
      let sum = 0;
      for (let n = 0; n < size; n++) {
        const g = 3 * (size * c + n);
        const x = at.gradients[g]!;
        const y = at.gradients[g + 1]!;
        const z = at.gradients[g + 2]!;
        norms[n] = Math.sqrt(x * x + y * y + z * z);
        sum += norms[n]!;
      }
      for (let n = 0; n < size; n++) into[n]! += pull * norms[n]! * sum;
    }
  }

  /** Rebuilds the element of an edge from the sheet, after an edit or a change of material. */
  renewEdge(_sheet: Sheet, _edge: number): void {}

  /** Rebuilds the elements of a triangle from the sheet, after an edit or a change of material. */
  renewTriangle(_sheet: Sheet, _triangle: number): void {}
}

/** Writes the unloaded length of an edge, m, into an array: a returned number would be allocated on the heap. */
export function writeUnloadedLength(
  { rest, plastic }: Sheet,
  edge: number,
  out: Float64Array,
  at: number,
): void {
  out[at] = plastic === null ? rest.lengths[edge]! : rest.lengths[edge]! * plastic.stretches[edge]!;
}
