import { cross, dot, pointAt, scale, norm, subtract } from "../../math/vec3.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { Elements, type Conditions, type Sheet } from "./elements.js";
import { weftDirection } from "./weave-direction.js";

// Scratch arrays that pass numbers between functions: as arguments of a call that is not inlined each would be boxed.

/** Stress that `setStress` wrote last, N/m (second Piola–Kirchhoff): along the weft u, along the warp v, and shear. */
export const stress = new Float64Array(3);

/** Forces λ of the three conditions: the input of `setStress`. */
export const lambda = new Float64Array(3);

/** The vectors p and q: the input of `writeGradient`. */
export const directions = new Float64Array(6);

/** w_u and w_v that `deform` wrote last: the images of unit vectors along u and along v. */
export const w = new Float64Array(6);

/** w_u · w_u, w_v · w_v and w_u · w_v of the triangle measured last. */
export const metric = new Float64Array(3);

/**
 * Elements that treat a triangle as a piece of a sheet, in coordinates u along the weft and v along the warp, m. The
 * weave follows the texture: weft along u (Phillips eq. 32), or at `weaveAngle` to it; warp perpendicular to the weft.
 * The index of an element is the index of its triangle.
 *
 *           • x₂          (w_u, w_v) = (x₁ − x₀, x₂ − x₀) [ Δu₁ Δu₂ ]⁻¹
 *          / \                                           [ Δv₁ Δv₂ ]       (Quddus & Waugh 1.1.1)
 *     x₀  •───• x₁
 *
 * Three conditions per element: stretch along u, stretch along v, and shear.
 */
export abstract class SheetElements extends Elements {
  /**
   * ∂/∂u and ∂/∂v of the weights of x₁ and x₂ without load, 1/m, four per triangle; those of x₀ are minus their sum.
   */
  shapeSlopes!: Float64Array;
  /** The same at the start, before anything yielded. */
  #startSlopes!: Float64Array;
  /** Rest areas, m². */
  areas!: Float64Array;

  constructor(mesh: TriangleMesh) {
    super(mesh, "triangle", 3, 3);
    this.attach(4, (values) => (this.shapeSlopes = values));
    this.attach(4, (values) => (this.#startSlopes = values));
    this.attach(1, (values) => (this.areas = values));
  }

  /** Sets the stiffnesses of the three conditions of a triangle. */
  protected abstract setStiffness(sheet: Sheet, triangle: number): void;

  /** Writes `stress` from the forces `lambda` of the conditions, in the pose of `w`. */
  protected abstract setStress(triangle: number): void;

  override renewTriangle(sheet: Sheet, triangle: number): void {
    const { mesh, rest } = sheet;
    this.grow(mesh.triangleCount);
    const slopes = shapeSlopes(sheet, triangle);
    if (slopes === null) {
      this.remove(triangle); // no area: nothing to stretch
      return;
    }
    this.#startSlopes.set(slopes, 4 * triangle);
    this.areas[triangle] = rest.areas[triangle]!;
    for (let n = 0; n < 3; n++) {
      this.particles[3 * triangle + n] = mesh.halfedgeVertices[3 * triangle + n]!;
    }
    this.renewShape(sheet, triangle);
  }

  /**
   * Updates the unloaded shape of a triangle and its stiffnesses. With the plastic deformation P, w refers to the
   * yielded sheet: its slopes are those at the start times P⁻¹. It hardens like a spring whose force per elongation
   * does not change when it gets longer, so stiffnesses scale with the squares of the plastic stretches along u and v.
   */
  renewShape(sheet: Sheet, triangle: number): void {
    const at = 4 * triangle;
    const start = this.#startSlopes;
    for (let i = at; i < at + 4; i++) this.shapeSlopes[i] = start[i]!;
    this.setStiffness(sheet, triangle);
    if (sheet.plastic !== null) {
      const { deformations } = sheet.plastic;
      const a = deformations[at]!;
      const b = deformations[at + 1]!;
      const c = deformations[at + 2]!;
      const d = deformations[at + 3]!;
      for (let i = at; i < at + 4; i += 2) {
        this.shapeSlopes[i] = start[i]! * a + start[i + 1]! * c;
        this.shapeSlopes[i + 1] = start[i]! * b + start[i + 1]! * d;
      }
      const squared = (a * d - b * c) * (a * d - b * c);
      const u = (c * c + d * d) / squared; // |P e_u|²
      const v = (a * a + b * b) / squared;
      this.stiffnesses[3 * triangle]! *= u;
      this.stiffnesses[3 * triangle + 1]! *= v;
      this.stiffnesses[3 * triangle + 2]! *= Math.sqrt(u * v);
    }
    const { stiffness, damping, shearDamping } = sheet.material;
    for (let n = 3 * triangle; n < 3 * triangle + 2; n++) {
      this.dampings[n] = this.stiffnesses[n]! * (damping / stiffness);
    }
    this.dampings[3 * triangle + 2] = this.areas[triangle]! * shearDamping;
  }

  /** Writes w_u and w_v of a triangle in a pose. */
  protected deform(triangle: number, positions: Float64Array): void {
    const { particles, shapeSlopes } = this;
    const x0 = 3 * particles[3 * triangle]!;
    const x1 = 3 * particles[3 * triangle + 1]!;
    const x2 = 3 * particles[3 * triangle + 2]!;
    const u1 = shapeSlopes[4 * triangle]!;
    const v1 = shapeSlopes[4 * triangle + 1]!;
    const u2 = shapeSlopes[4 * triangle + 2]!;
    const v2 = shapeSlopes[4 * triangle + 3]!;
    for (let n = 0; n < 3; n++) {
      const a = positions[x1 + n]! - positions[x0 + n]!;
      const b = positions[x2 + n]! - positions[x0 + n]!;
      w[n] = u1 * a + u2 * b;
      w[3 + n] = v1 * a + v2 * b;
    }
  }

  /** Writes `metric` of a triangle from its working values of XPBD. */
  measureWorking(triangle: number): void {
    this.setMetric(triangle, 3 * triangle);
  }

  /** Writes `metric` of a triangle in a pose. */
  measureStretch(triangle: number, positions: Float64Array): void {
    this.deform(triangle, positions);
    metric[0] = w[0]! * w[0]! + w[1]! * w[1]! + w[2]! * w[2]!;
    metric[1] = w[3]! * w[3]! + w[4]! * w[4]! + w[5]! * w[5]!;
    metric[2] = w[0]! * w[3]! + w[1]! * w[4]! + w[2]! * w[5]!;
  }

  /** Writes `metric` from the three `workingValues` of a triangle, starting at index `at`. */
  protected abstract setMetric(triangle: number, at: number): void;

  /**
   * Writes the gradient of a condition at all three particles: slope by u times p plus slope by v times q of
   * `directions`.
   */
  protected writeGradient(triangle: number, gradients: Float64Array, to: number): void {
    const { shapeSlopes } = this;
    const u1 = shapeSlopes[4 * triangle]!;
    const v1 = shapeSlopes[4 * triangle + 1]!;
    const u2 = shapeSlopes[4 * triangle + 2]!;
    const v2 = shapeSlopes[4 * triangle + 3]!;
    const px = directions[0]!;
    const py = directions[1]!;
    const pz = directions[2]!;
    const qx = directions[3]!;
    const qy = directions[4]!;
    const qz = directions[5]!;
    const x1 = u1 * px + v1 * qx;
    const y1 = u1 * py + v1 * qy;
    const z1 = u1 * pz + v1 * qz;
    const x2 = u2 * px + v2 * qx;
    const y2 = u2 * py + v2 * qy;
    const z2 = u2 * pz + v2 * qz;
    gradients[to] = -x1 - x2;
    gradients[to + 1] = -y1 - y2;
    gradients[to + 2] = -z1 - z2;
    gradients[to + 3] = x1;
    gradients[to + 4] = y1;
    gradients[to + 5] = z1;
    gradients[to + 6] = x2;
    gradients[to + 7] = y2;
    gradients[to + 8] = z2;
  }

  /**
   * A sheet under the stress S has the geometric stiffness area · ∇Nᵢᵀ S ∇Nⱼ between two particles with weights N: at
   * most the largest principal stress times both slopes.
   */
  override geometricStiffnessBound(triangle: number, at: Conditions, into: Float64Array): void {
    const { shapeSlopes, areas, stiffnesses } = this;
    const k = 3 * triangle;
    for (let c = 0; c < 3; c++) lambda[c] = stiffnesses[k + c]! * at.values[c]!;
    this.setStress(triangle);
    const half = (stress[0]! - stress[1]!) / 2;
    const largest =
      (stress[0]! + stress[1]!) / 2 + Math.sqrt(half * half + stress[2]! * stress[2]!);
    const u1 = shapeSlopes[4 * triangle]!;
    const v1 = shapeSlopes[4 * triangle + 1]!;
    const u2 = shapeSlopes[4 * triangle + 2]!;
    const v2 = shapeSlopes[4 * triangle + 3]!;
    into[0] = Math.sqrt((u1 + u2) * (u1 + u2) + (v1 + v2) * (v1 + v2));
    into[1] = Math.sqrt(u1 * u1 + v1 * v1);
    into[2] = Math.sqrt(u2 * u2 + v2 * v2);
    const sum = into[0] + into[1] + into[2];
    const factor = largest > 0 ? areas[triangle]! * largest * sum : 0;
    for (let n = 0; n < 3; n++) into[n]! *= factor;
  }

  /**
   * area · ∇Nᵢᵀ S⁺ ∇Nⱼ between two particles, in all directions, where S⁺ is the stress without compression (without
   * principal stresses below 0). For `stretch-shear` it is slightly more than λ ∇²C, which is 0 along w_u and w_v.
   */
  override geometricStiffness(
    triangle: number,
    positions: Float64Array,
    lambdas: Float64Array,
    first: number,
    into: Float64Array,
  ): boolean {
    this.deform(triangle, positions);
    for (let c = 0; c < 3; c++) lambda[c] = lambdas[first + c]!;
    this.setStress(triangle);
    if (!removeCompression()) return false;
    const area = this.areas[triangle]!;
    into.fill(0, 0, 81);
    for (let a = 0; a < 3; a++) {
      const ua = this.#slope(triangle, a, 0);
      const va = this.#slope(triangle, a, 1);
      for (let b = 0; b < 3; b++) {
        const ub = this.#slope(triangle, b, 0);
        const vb = this.#slope(triangle, b, 1);
        const resistance =
          area * (stress[0]! * ua * ub + stress[1]! * va * vb + stress[2]! * (ua * vb + va * ub));
        for (let axis = 0; axis < 3; axis++) {
          into[9 * (3 * a + axis) + 3 * b + axis] = resistance;
        }
      }
    }
    return true;
  }

  /** Product of the slopes of two weights: both by u (condition 0), both by v (1), or mixed (2). */
  protected slopeProduct(triangle: number, condition: number, a: number, b: number): number {
    const ua = this.#slope(triangle, a, 0);
    const va = this.#slope(triangle, a, 1);
    const ub = this.#slope(triangle, b, 0);
    const vb = this.#slope(triangle, b, 1);
    if (condition === 0) return ua * ub;
    return condition === 1 ? va * vb : ua * vb + va * ub;
  }

  /** ∂/∂u (`along` 0) or ∂/∂v (1) of the weight of one of the three particles. */
  #slope(triangle: number, particle: number, along: number): number {
    const { shapeSlopes } = this;
    const at = 4 * triangle + along;
    if (particle === 0) return -shapeSlopes[at]! - shapeSlopes[at + 2]!;
    return shapeSlopes[at + 2 * (particle - 1)]!;
  }

  /**
   * Adds the tension of one triangle along one of its edges, N: the stress along the edge times area over length.
   *
   * @param a First particle of the edge.
   * @param b Second particle of the edge.
   * @param duration Duration of the step whose impulses are in the store, s.
   */
  addTensionAlong(
    triangle: number,
    a: number,
    b: number,
    positions: Float64Array,
    duration: number,
    into: Float64Array,
    at: number,
  ): void {
    if (!this.isAlive(triangle)) return;
    this.deform(triangle, positions);
    const { impulses } = this;
    const k = 3 * triangle;
    for (let c = 0; c < 3; c++) lambda[c] = impulses[k + c]! / duration;
    this.setStress(triangle);
    let squared = 0;
    let alongU = 0;
    let alongV = 0;
    for (let n = 0; n < 3; n++) {
      const offset = positions[3 * b + n]! - positions[3 * a + n]!;
      squared += offset * offset;
      alongU += w[n]! * offset;
      alongV += w[3 + n]! * offset;
    }
    if (squared === 0) return;
    const along =
      stress[0]! * alongU * alongU +
      stress[1]! * alongV * alongV +
      2 * stress[2]! * alongU * alongV;
    into[at]! += (along * this.areas[triangle]!) / (squared * Math.sqrt(squared));
  }
}

/** Removes compression from `stress`. Returns false if no tension remains. */
function removeCompression(): boolean {
  const mean = (stress[0]! + stress[1]!) / 2;
  const half = (stress[0]! - stress[1]!) / 2;
  const radius = Math.sqrt(half * half + stress[2]! * stress[2]!);
  const largest = mean + radius;
  if (!(largest > 0)) return false;
  if (mean - radius >= 0) return true;
  // largest · d dᵀ with the principal direction d: d dᵀ = ½ (I + [half, shear; shear, −half] / radius).
  const shear = stress[2]!;
  stress[0] = (largest * (1 + half / radius)) / 2;
  stress[1] = (largest * (1 - half / radius)) / 2;
  stress[2] = (largest * shear) / (2 * radius);
  return true;
}

/**
 * Returns the slopes of the weights of the second and third corner of an unstressed triangle, by u and by v, 1/m; null
 * for a triangle without area.
 */
function shapeSlopes(
  sheet: Sheet,
  triangle: number,
): [u1: number, v1: number, u2: number, v2: number] | null {
  const { mesh, rest } = sheet;
  const { positions } = rest;
  const h = 3 * triangle;
  const origin = pointAt(positions, mesh.halfedgeVertices[h]!);
  const a = subtract(pointAt(positions, mesh.halfedgeVertices[h + 1]!), origin);
  const b = subtract(pointAt(positions, mesh.halfedgeVertices[h + 2]!), origin);
  const normal = cross(a, b);
  const twiceArea = norm(normal);
  // A split of a triangle without area leaves rounding errors as area: the slopes would be huge and meaningless.
  if (!(twiceArea > MIN_AREA * (dot(a, a) + dot(b, b)))) return null;
  const weft = weftDirection(sheet, triangle, a, b, normal);
  const warp = scale(cross(normal, weft), 1 / twiceArea);
  const [au, av, bu, bv] = [dot(a, weft), dot(a, warp), dot(b, weft), dot(b, warp)];
  return [bv / twiceArea, -bu / twiceArea, -av / twiceArea, au / twiceArea];
}

/** Triangles with less area than this fraction of the sum of their squared sides count as degenerate. */
const MIN_AREA = 1e-9;
