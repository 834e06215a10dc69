import { ensureCapacity } from "../../math/grow.js";
import { stiffnessOnEdge, type Cloth } from "../../cloth/index.js";
import type { TriangleMesh } from "../../mesh/index.js";
import type { Kernels } from "../../kernels/index.js";
import type {
  Damage,
  EdgeQuantity,
  SeamStrengths,
  Strengths,
  TearableSurface,
} from "../../tearing/index.js";
import type { StepForces } from "./step-forces.js";

/** What tearing reads of a cloth, besides the cloth itself. */
export interface TearSurfaceParts {
  /** Mean unstressed length of its edges at the start, m. */
  readonly spacing: number;
  readonly damage: Damage;
  readonly strengths: Strengths;
  readonly seams: { readonly strengths: SeamStrengths | undefined };
  readonly holding: { isHeld(vertex: number): boolean };
  readonly forces: StepForces;
  /** See `Kernels`. */
  readonly measureEdges: (
    quantity: Parameters<Kernels["measureEdges"]>[1],
    bound: Float64Array,
  ) => boolean;
}

/** A cloth of a world, for the tearing module. */
export class TearSurface implements TearableSurface {
  readonly damage: Damage;
  readonly strengths: Strengths;
  readonly spacing: number;
  forcePerStrainOf: ((edge: number) => number) | undefined;
  readonly #cloth: Cloth;
  readonly #parts: TearSurfaceParts;
  /**
   * Elastic force per strain of each edge of a sheet of triangles, N, with the material and the number of edits that it
   * belongs to.
   */
  #elastic = new Float64Array(0);
  #elasticOf: object | null = null;
  #elasticEdits = -1;

  constructor(cloth: Cloth, parts: TearSurfaceParts) {
    this.#cloth = cloth;
    this.#parts = parts;
    this.damage = parts.damage;
    this.strengths = parts.strengths;
    this.spacing = parts.spacing;
  }

  /** True if strains match forces in the solver. Only then a limit in N follows from the material. */
  set hasTrueStrain(hasTrueStrain: boolean) {
    this.forcePerStrainOf = hasTrueStrain ? (edge) => this.#forcePerStrain(edge) : undefined;
  }

  get mesh(): TriangleMesh {
    return this.#cloth.mesh;
  }

  get positions(): Float64Array {
    return this.#cloth.particles.positions;
  }

  get restLengths(): Float64Array {
    return this.#cloth.rest.lengths;
  }

  get triangleWeights(): Float64Array {
    return this.#cloth.rest.areas;
  }

  get unlimitedLengths(): Float64Array | undefined {
    return this.#parts.forces.stretchLimit?.lengths;
  }

  get breakingStrain(): number {
    return this.#cloth.material.breakingStrain;
  }

  get weave(): number {
    return this.#cloth.material.weave;
  }

  get weaveAngle(): number {
    return this.#cloth.material.weaveAngle;
  }

  get seamStrengths(): SeamStrengths | undefined {
    return this.#parts.seams.strengths;
  }

  isHeld(vertex: number): boolean {
    return this.#parts.holding.isHeld(vertex);
  }

  tensionOf(edge: number): number {
    return this.#parts.forces.tensionOf(edge);
  }

  writeTensions(into: Float64Array): void {
    this.#parts.forces.writeTensions(into);
  }

  measureEdges(quantity: EdgeQuantity, bound: Float64Array): boolean {
    const { measureEdges, forces } = this.#parts;
    if (quantity === "none" || quantity === "stretch") return measureEdges(quantity, bound);
    bound[0]! *= forces.duration;
    return measureEdges(quantity === "tension" ? "impulse" : "relative-impulse", bound);
  }

  /** Writes the force of each edge at the breaking strain, per strain, N. It is less if the material yields before. */
  writeForcesPerStrain(into: Float64Array): void {
    const { material, mesh, rest, springs } = this.#cloth;
    const { breakingStrain, yield: yieldStrain } = material;
    const { edgeCount } = mesh;
    const { lengths } = rest;
    if (springs.count > 0) {
      const { stiffnesses } = springs;
      for (let edge = 0; edge < edgeCount; edge++) into[edge] = stiffnesses[edge]! * lengths[edge]!;
    } else {
      const elastic = this.#elasticForces();
      for (let edge = 0; edge < edgeCount; edge++) into[edge] = elastic[edge]!;
    }
    if (!(yieldStrain < breakingStrain)) return;
    // Stretched to 1 + breakingStrain, its length without load is (1 + breakingStrain) / (1 + yield). Its elastic strain
    // is then the yield.
    for (let edge = 0; edge < edgeCount; edge++) {
      into[edge] =
        (into[edge]! * yieldStrain * (1 + breakingStrain)) / ((1 + yieldStrain) * breakingStrain);
    }
  }

  #forcePerStrain(edge: number): number {
    const { material, mesh, rest, springs } = this.#cloth;
    const { breakingStrain, yield: yieldStrain } = material;
    const length = rest.lengths[edge]!;
    const elastic =
      springs.count > 0
        ? springs.stiffnesses[edge]! * length
        : (stiffnessOnEdge(this.#cloth, edge) * rest.areaAround(mesh, edge)) / length;
    if (!(yieldStrain < breakingStrain)) return elastic;
    return (elastic * yieldStrain * (1 + breakingStrain)) / ((1 + yieldStrain) * breakingStrain);
  }

  /** Cached: these depend only on the mesh and the material. */
  #elasticForces(): Float64Array {
    const cloth = this.#cloth;
    const { mesh, rest, material, edits } = cloth;
    if (this.#elasticOf !== material || this.#elasticEdits !== edits.length) {
      this.#elasticOf = material;
      this.#elasticEdits = edits.length;
      this.#elastic = ensureCapacity(this.#elastic, mesh.edgeCount);
      for (let edge = 0; edge < mesh.edgeCount; edge++) {
        const around = stiffnessOnEdge(cloth, edge) * rest.areaAround(mesh, edge);
        this.#elastic[edge] = around / rest.lengths[edge]!;
      }
    }
    return this.#elastic;
  }
}
