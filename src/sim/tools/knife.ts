import { checkVector } from "../../math/check-vector.js";
import { ensureCapacity } from "../../math/grow.js";
import { type Vec3Tuple, type Tuples, toTuple, type Vec3 } from "../../math/vec3.js";
import type { Cloth, Particles } from "../../cloth/index.js";
import {
  BladeCut,
  inheritPositions,
  type BladeCutOptions,
  type BladeState,
  type TopologyEdit,
  type TriangleMesh,
} from "../../mesh/index.js";
import type { KnifeOptions } from "../options/options.js";

/** State of a knife. */
export interface KnifeState {
  /** Its number among all knives of the world so far. */
  id: number;
  /** First end of the blade at the end of the next step, m. */
  from: Vec3Tuple;
  /** Second end. */
  to: Vec3Tuple;
  options: BladeCutOptions;
  /** Index of the path of the options that it follows; absent: it is moved from code. */
  path?: number;
  /** Its cuts, one per cloth. */
  cuts: { cloth: number; blade: BladeState }[];
}

/** The owner of a knife. */
export interface KnifeContext {
  /** Removes a knife. */
  remove(knife: Knife): void;
}

/**
 * A blade that cuts whatever it passes through, at any speed, no matter if the blade or the cloth moves. Make one with
 * `World.knife`.
 */
export class Knife {
  /** Its number among all knives of the world so far. */
  readonly id: number;
  /**
   * Index of the path of the options that it follows; undefined: it is moved from code.
   *
   * @internal
   */
  readonly path: number | undefined;
  readonly #context: KnifeContext;
  readonly #options: BladeCutOptions;
  readonly #cuts: ClothCut[];
  #from: Vec3Tuple;
  #to: Vec3Tuple;

  /**
   * A knife from a state.
   *
   * @internal
   */
  constructor(context: KnifeContext, { id, from, to, options, path, cuts }: KnifeState) {
    this.id = id;
    this.path = path;
    this.#context = context;
    this.#options = options;
    this.#from = [...from];
    this.#to = [...to];
    this.#cuts = cuts.map(({ cloth, blade }) => new ClothCut(cloth, new BladeCut(blade, options)));
  }

  /** @internal */
  get state(): KnifeState {
    return {
      id: this.id,
      ...this.blade,
      options: this.#options,
      ...(this.path !== undefined && { path: this.path }),
      cuts: this.#cuts.map(({ cloth, state }) => ({ cloth, blade: state })),
    };
  }

  /** The ends of the blade at the end of the next step, m. */
  get blade(): { from: Vec3Tuple; to: Vec3Tuple } {
    return { from: [...this.#from], to: [...this.#to] };
  }

  /** Moves the blade: its two ends reach these points, m, at the end of the next step. */
  moveTo(from: Vec3, to: Vec3): void {
    checkVector("moveTo.from", from);
    checkVector("moveTo.to", to);
    this.#from = [...toTuple(from)];
    this.#to = [...toTuple(to)];
  }

  /** Removes the knife, without a cut. */
  release(): void {
    this.#context.remove(this);
  }

  /**
   * The `input` phase: saves the positions of the cloths at the start of the step.
   *
   * @internal
   */
  begin(cloths: readonly Cloth[]): void {
    for (const cut of this.#cuts) cut.begin(cloths[cut.cloth]!.particles);
  }

  /**
   * After the last substep: cuts what the blade has passed through, and calls `onCut` for each cloth that it has cut.
   *
   * @internal
   */
  cut(
    cloths: readonly Cloth[],
    onCut: (cloth: number, edits: readonly TopologyEdit[]) => void,
  ): void {
    for (const cut of this.#cuts) {
      const cloth = cloths[cut.cloth]!;
      const { mesh, particles } = cloth;
      const edits = cut.advance(mesh, particles.positions, this.#from, this.#to);
      if (edits.length === 0) continue;
      for (const edit of edits) cloth.replay(edit);
      onCut(cut.cloth, edits);
    }
  }
}

/** The cut that a knife makes in one cloth. */
class ClothCut {
  readonly cloth: number;
  readonly #cut: BladeCut;
  /** Positions of its particles at the start of the step, m. */
  #before: Float64Array = new Float64Array(0);
  #count = 0;

  constructor(cloth: number, cut: BladeCut) {
    this.cloth = cloth;
    this.#cut = cut;
  }

  get state(): BladeState {
    return this.#cut.state;
  }

  begin({ positions, count }: Particles): void {
    this.#before = ensureCapacity(this.#before, 3 * count);
    this.#before.set(positions.subarray(0, 3 * count));
    this.#count = count;
  }

  advance(
    mesh: TriangleMesh,
    positions: Float64Array,
    from: Vec3Tuple,
    to: Vec3Tuple,
  ): TopologyEdit[] {
    const hasGrown = mesh.vertexCount > this.#count; // a tear within the step
    const before = hasGrown ? inheritPositions(mesh, this.#before, this.#count) : this.#before;
    return this.#cut.advance(mesh, before, positions, from, to).edits;
  }
}

/**
 * The state of a new knife.
 *
 * @throws RangeError that names the field.
 */
export function knifeState(
  { from, to, cloth, ...options }: Tuples<KnifeOptions>,
  id: number,
  clothCount: number,
): KnifeState {
  const cloths = cloth === undefined ? Array.from({ length: clothCount }, (_, i) => i) : [cloth];
  const cuts = cloths.map((number) => ({ cloth: number, blade: { from, to, ends: [] } }));
  return { id, from, to, options, cuts };
}
