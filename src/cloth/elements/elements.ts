import { IndexSet } from "../../math/index-set.js";
import type { ResolvedMaterial } from "../material.js";
import type { PlasticShape } from "../plastic-shape.js";
import type { RestShape } from "../rest-shape.js";
import { Attached, type TopologyEdit, type TriangleMesh } from "../../mesh/index.js";

/** The most particles and the most conditions that an element of any kind has. */
const MAX_PARTICLES = 4;
const MAX_CONDITIONS = 3;

const sizes = new Float64Array(MAX_PARTICLES);

/** What the conditions of one element say in a pose: scratch that is written over and over. */
export class Conditions {
  /** C, one a condition. */
  readonly values = new Float64Array(MAX_CONDITIONS);
  /** ∇C: for each condition three numbers a particle, one condition after the other. */
  readonly gradients = new Float64Array(MAX_CONDITIONS * 3 * MAX_PARTICLES);
}

/** What elements are made from: the mesh as it is, the sheet at the start, what has yielded of it, and its material. */
export interface Sheet {
  readonly mesh: TriangleMesh;
  readonly rest: RestShape;
  /** Null: nothing ever yields. */
  readonly plastic: PlasticShape | null;
  readonly material: ResolvedMaterial;
}

/**
 * All elements of one kind in a cloth, one slot an edge or a triangle of the mesh. Each element is a few
 * conditions C(x) on the places of its particles, zero in the unstressed cloth (Baraff and Witkin; Quddus & Waugh 1.1).
 * Energy, forces, damping, Jacobians and XPBD projections all follow from C, its gradient and its curvature:
 *
 *     E = ½ k C²      F = −(k C + d Ċ) ∇C      Ċ = ∇C · v
 *
 * so a kind of element says only what its conditions are, and how it follows the mesh.
 */
export abstract class Elements {
  abstract readonly kind: string;
  /** What of the mesh a slot stands for, with the same number. */
  readonly place: "edge" | "triangle";
  /** Particles of an element. */
  readonly size: number;
  /** Conditions of an element. */
  readonly conditionCount: number;
  /** Slots in use; a slot whose first particle is −1 holds no element. */
  count = 0;
  /** `size` particles a slot. */
  particles!: Int32Array;
  /** k, one a condition: N/m where the condition is a length, N·m where it is an angle or a strain. */
  stiffnesses!: Float64Array;
  /** d, one a condition: k times seconds. */
  dampings!: Float64Array;
  /** Integral of k C + d Ċ over the step so far, one a condition; over its duration: the mean force (λ). */
  impulses!: Float64Array;
  /**
   * The values that the conditions have on the whole while XPBD works, where somebody asks for them (`keepWorking`), else empty.
   *
   * What it leaves behind at the end of a sweep depends on the order: those that came last are relaxed, their neighbours
   * overstretched, and in a row of springs with one force the strains differ by a factor of ten. But the pulls p balance. Of
   * the way w p by which the others undo the own pull of an element, a half is done when its turn comes, in the mean over
   * the elements; with the law of `projectSprings` that makes the mean value
   *
   *     C = p (1 + ½ (k dt² + d dt) w) / (k dt²)
   */
  working: Float64Array = new Float64Array(0);
  /** Slots that edits have made anew, for those who keep what follows from them: they read the set and clear it. */
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
    this.attach(conditionCount, (values) => (this.impulses = values));
  }

  /** Gives a field an array with `width` numbers a slot, which is attached to the mesh. */
  protected attach(width: number, assign: (values: Float64Array) => void): void {
    this.#attached.push(new Attached(this.#mesh, this.place, Float64Array, { width, assign }));
  }

  isAlive(element: number): boolean {
    return this.particles[this.size * element] !== -1;
  }

  /** Takes `count` slots into use; new ones hold no element. */
  grow(count: number): void {
    this.count = Math.max(this.count, count);
  }

  /** From now on projections keep the values of the conditions, or no longer. */
  keepWorking(isWanted: boolean): void {
    if (isWanted !== (this.#attachedWorking !== null)) this.#changeWorking(isWanted);
  }

  /** On its own: a function with a closure in it allocates whenever it is called. */
  #changeWorking(isWanted: boolean): void {
    this.#attachedWorking?.detach();
    this.#attachedWorking = null;
    this.working = new Float64Array(0);
    if (!isWanted) return;
    this.#attachedWorking = new Attached(this.#mesh, this.place, Float64Array, {
      width: this.conditionCount,
      assign: (values) => (this.working = values),
    });
  }

  /** Follows an edit by its record: new elements are like those that they come from. */
  protected copySlots(edit: TopologyEdit): void {
    for (let i = 0; i < this.#attached.length; i++) this.#attached[i]!.replay(edit);
  }

  /** Gives up the slots from `count` on, after an edit was taken back. */
  shrink(count: number): void {
    if (count >= this.count) return;
    for (let element = count; element < this.count; element++) this.remove(element);
    this.count = count;
  }

  /** Takes the element out of its slot. */
  protected remove(element: number): void {
    const { size, conditionCount } = this;
    this.particles.fill(-1, size * element, size * (element + 1));
    this.impulses.fill(0, conditionCount * element, conditionCount * (element + 1));
  }

  /**
   * Writes the values and gradients of the conditions of an element in a pose.
   *
   * @returns Whether they mean anything there: false for a shape without direction, as an edge without length. Then
   *   the element exerts no force.
   */
  abstract evaluate(element: number, positions: Float64Array, at: Conditions): boolean;

  /**
   * Writes the second derivatives ∇²C of one condition, a symmetric matrix of 3 · `size` rows, in a pose where `evaluate`
   * gives true.
   */
  abstract curvature(
    element: number,
    condition: number,
    positions: Float64Array,
    into: Float64Array,
  ): void;

  /**
   * Writes the part of Σ λ ∇²C that can only resist: a symmetric matrix of 3 · `size` rows without negative eigenvalues,
   * which is what tension adds to the stiffness against being turned. Without it nothing is lost but the speed of
   * Newton's method, so angles leave it out, whose moments are small.
   *
   * @param lambdas The forces of the conditions, from `first` on.
   * @returns Whether there is any; if not, nothing is written.
   */
  stiffening(
    _element: number,
    _positions: Float64Array,
    _lambdas: Float64Array,
    _first: number,
    _into: Float64Array,
  ): boolean {
    return false;
  }

  /**
   * Bounds from above with what stiffness, N/m, an element that is under tension resists being turned (λ ∇²C, which its
   * stiffness against being stretched does not contain): one number a particle. `at` is what `evaluate` has just written.
   * An angle changes by its square when it is turned, so where nothing better is known |λ| times the square of the
   * gradients stands for it.
   */
  turningStiffness(element: number, at: Conditions, into: Float64Array): void {
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
        sizes[n] = Math.sqrt(x * x + y * y + z * z);
        sum += sizes[n]!;
      }
      for (let n = 0; n < size; n++) into[n]! += pull * sizes[n]! * sum;
    }
  }

  /** Makes the element of an edge anew from the sheet, after an edit or a change of material. */
  renewEdge(_sheet: Sheet, _edge: number): void {}

  /** Makes the elements of a triangle anew from the sheet, after an edit or a change of material. */
  renewTriangle(_sheet: Sheet, _triangle: number): void {}
}

/** Writes how long an edge is without load, m: a number that is returned goes on the heap. */
export function lengthWithoutLoad(
  { rest, plastic }: Sheet,
  edge: number,
  out: Float64Array,
  at: number,
): void {
  out[at] = plastic === null ? rest.lengths[edge]! : rest.lengths[edge]! * plastic.stretches[edge]!;
}
