import { checkVector } from "../../math/check-vector.js";
import { withRoom } from "../../math/grow.js";
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

/** A knife at one time. */
export interface KnifeState {
  knife: number;
  /** Where the blade will be at the end of the next step, m. */
  from: Vec3Tuple;
  to: Vec3Tuple;
  options: BladeCutOptions;
  /** Which of the paths of the options it follows; absent: a hand. */
  path?: number;
  /** What it is doing to which cloth. */
  cuts: { cloth: number; blade: BladeState }[];
}

/** Where a knife belongs to. */
export interface KnifeContext {
  /** Takes a knife away. */
  remove(knife: Knife): void;
}

/**
 * A blade that cuts what it passes through, however fast or slowly, whether it moves or the cloth does. Make one with
 * `World.knife`.
 */
export class Knife {
  /** Its number among all knives of the world so far. */
  readonly knife: number;
  /** Which of the paths of the options it follows; undefined: a hand. */
  readonly path: number | undefined;
  readonly #context: KnifeContext;
  readonly #options: BladeCutOptions;
  readonly #cuts: ClothCut[];
  #from: Vec3Tuple;
  #to: Vec3Tuple;

  /** A knife as it was at some time. */
  constructor(context: KnifeContext, { knife, from, to, options, path, cuts }: KnifeState) {
    this.knife = knife;
    this.path = path;
    this.#context = context;
    this.#options = options;
    this.#from = [...from];
    this.#to = [...to];
    this.#cuts = cuts.map(({ cloth, blade }) => new ClothCut(cloth, new BladeCut(blade, options)));
  }

  get state(): KnifeState {
    return {
      knife: this.knife,
      ...this.blade,
      options: this.#options,
      ...(this.path !== undefined && { path: this.path }),
      cuts: this.#cuts.map(({ cloth, state }) => ({ cloth, blade: state })),
    };
  }

  /** Where the blade will be at the end of the next step, m. */
  get blade(): { from: Vec3Tuple; to: Vec3Tuple } {
    return { from: [...this.#from], to: [...this.#to] };
  }

  /** Where the two ends of the blade will be at the end of the next step, m. */
  moveTo(from: Vec3, to: Vec3): void {
    checkVector("moveTo.from", from);
    checkVector("moveTo.to", to);
    this.#from = [...toTuple(from)];
    this.#to = [...toTuple(to)];
  }

  /** Takes the knife away, without a cut. */
  release(): void {
    this.#context.remove(this);
  }

  /** The `input` phase: where the cloths are when the blade sets out. */
  begin(cloths: readonly Cloth[]): void {
    for (const cut of this.#cuts) cut.begin(cloths[cut.cloth]!.particles);
  }

  /** After the last substep: cuts what the blade has passed through on its way, and tells of each cloth that it has cut. */
  cut(
    cloths: readonly Cloth[],
    tell: (cloth: number, edits: readonly TopologyEdit[]) => void,
  ): void {
    for (const cut of this.#cuts) {
      const cloth = cloths[cut.cloth]!;
      const { mesh, particles } = cloth;
      const edits = cut.advance(mesh, particles.positions, this.#from, this.#to);
      if (edits.length === 0) continue;
      for (const edit of edits) cloth.replay(edit);
      tell(cut.cloth, edits);
    }
  }
}

/** The cut that a knife makes in one cloth. */
class ClothCut {
  readonly cloth: number;
  readonly #cut: BladeCut;
  /** Where its particles were at the start of the step, m. */
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
    this.#before = withRoom(this.#before, 3 * count);
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
 * A knife that is put to some cloths now.
 *
 * @throws RangeError that names the field.
 */
export function knifeState(
  { from, to, cloth, ...options }: Tuples<KnifeOptions>,
  knife: number,
  clothCount: number,
): KnifeState {
  const cloths = cloth === undefined ? Array.from({ length: clothCount }, (_, i) => i) : [cloth];
  const cuts = cloths.map((number) => ({ cloth: number, blade: { from, to, ends: [] } }));
  return { knife, from, to, options, cuts };
}
