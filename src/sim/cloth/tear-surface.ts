import { withRoom } from "../../math/grow.js";
import { stiffnessOnEdge, type Cloth } from "../../cloth/index.js";
import type { TriangleMesh } from "../../mesh/index.js";
import type { Damage, SeamStrengths, Strengths, TearableSurface } from "../../tearing/index.js";
import type { StepForces } from "./step-forces.js";

/** What a cloth is to tearing, besides the cloth itself. */
export interface TearSurfaceParts {
  /** Mean unstressed length of its edges at the start, m. */
  readonly spacing: number;
  readonly damage: Damage;
  readonly strengths: Strengths;
  readonly seams: { readonly strengths: SeamStrengths | undefined };
  readonly holding: { isHeld(vertex: number): boolean };
  readonly forces: StepForces;
  /** Whether strains go with forces in this solver: only then a strength in N follows from the material. */
  readonly hasTrueStrain: boolean;
}

/** A cloth of a world as tearing sees it. */
export class TearSurface implements TearableSurface {
  readonly damage: Damage;
  readonly strengths: Strengths;
  readonly spacing: number;
  readonly forcePerStrainOf: ((edge: number) => number) | undefined;
  readonly #cloth: Cloth;
  readonly #parts: TearSurfaceParts;
  /** Of triangles, for each edge, N per strain, with the material and the number of edits that they follow from. */
  #elastic = new Float64Array(0);
  #elasticOf: object | null = null;
  #elasticEdits = -1;

  constructor(cloth: Cloth, parts: TearSurfaceParts) {
    this.#cloth = cloth;
    this.#parts = parts;
    this.damage = parts.damage;
    this.strengths = parts.strengths;
    this.spacing = parts.spacing;
    if (parts.hasTrueStrain) this.forcePerStrainOf = (edge) => this.#forcePerStrain(edge);
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

  /** The force at which an edge has the strength of the material as its strain, per strain: less where it has yielded by then. */
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
    // Stretched by 1 + strength it is (1 + strength) / (1 + yield) long without load, and bears the yield.
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

  /** They change with the mesh and the material alone. */
  #elasticForces(): Float64Array {
    const cloth = this.#cloth;
    const { mesh, rest, material, edits } = cloth;
    if (this.#elasticOf !== material || this.#elasticEdits !== edits.length) {
      this.#elasticOf = material;
      this.#elasticEdits = edits.length;
      this.#elastic = withRoom(this.#elastic, mesh.edgeCount);
      for (let edge = 0; edge < mesh.edgeCount; edge++) {
        const around = stiffnessOnEdge(cloth, edge) * rest.areaAround(mesh, edge);
        this.#elastic[edge] = around / rest.lengths[edge]!;
      }
    }
    return this.#elastic;
  }
}
