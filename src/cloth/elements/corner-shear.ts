import { writeAngle } from "../../math/trigonometry.js";
import { cross, writeDot } from "../../math/scratch-vector.js";
import type { TriangleMesh } from "../../mesh/index.js";
import { Conditions, Elements, writeUnloadedLength, type Sheet } from "./elements.js";

/** Sides shorter than this fraction of their rest length exert no force: it would go to infinity. */
const MIN_SIDE = 0.1;
/** Minimum sine of the angle between two sides: collinear sides define no plane. */
const MIN_SINE = 1e-9;
/** With this factor a sheet of equilateral triangles has the shear stiffness of the material. */
const EQUILATERAL = 8 / 9;

const atRest = new Conditions();
const sides = new Float64Array(3);
/** Opposite and adjacent leg of an angle, times a common factor. */
const legs = new Float64Array(2);

/**
 * Shear resistance by the corner angles of a triangle (Phillips eq. 12–14), three conditions per triangle. The index of
 * an element is the index of its triangle.
 *
 *            c •
 *             / \           C_a = α_a − α_a at rest, and so for b and c
 *            /   \
 *         a •─────• b       q_ab = n × (b − a) / |b − a|²        n: unit normal
 *           α_a
 *
 * ∇α_a = (q_ab + q_ca, −q_ab, −q_ca) at (a, b, c): b rotates about a with the lever arm |b − a|, c with |c − a|, and a
 * takes the reaction of both.
 */
export class CornerShear extends Elements {
  override readonly kind = "corner-shear";
  /** Unloaded angles, radians, three per triangle. */
  restAngles!: Float64Array;
  /** The same at the start, before anything yielded. */
  #startAngles!: Float64Array;
  /** Squares of the rest lengths of the sides ab, bc, ca, m², times `MIN_SIDE`². */
  minSquaredSides!: Float64Array;

  constructor(mesh: TriangleMesh) {
    super(mesh, "triangle", 3, 3);
    this.attach(3, (values) => (this.restAngles = values));
    this.attach(3, (values) => (this.#startAngles = values));
    this.attach(3, (values) => (this.minSquaredSides = values));
  }

  override renewTriangle(sheet: Sheet, triangle: number): void {
    const { mesh, rest, material } = sheet;
    this.grow(mesh.triangleCount);
    const first = 3 * triangle;
    const stiffness = EQUILATERAL * material.shear * rest.areas[triangle]!;
    const damping = EQUILATERAL * material.shearDamping * rest.areas[triangle]!;
    for (let n = 0; n < 3; n++) {
      const side = MIN_SIDE * rest.lengths[mesh.halfedgeEdges[first + n]!]!;
      this.particles[first + n] = mesh.halfedgeVertices[first + n]!;
      this.stiffnesses[first + n] = stiffness;
      this.dampings[first + n] = damping;
      this.restAngles[first + n] = 0;
      this.minSquaredSides[first + n] = side * side;
    }
    if (this.evaluate(triangle, rest.positions, atRest)) {
      this.#startAngles.set(atRest.values, first);
      this.renewAngles(sheet, triangle);
    } else this.remove(triangle);
  }

  /**
   * Updates the unloaded angles of a triangle after sides of it have yielded: the angles between the unloaded sides, so
   * that springs and corners agree on one shape. If these sides form no triangle, the angles at the start are used.
   */
  renewAngles(sheet: Sheet, triangle: number): void {
    const { mesh, rest } = sheet;
    const first = 3 * triangle;
    const ab = mesh.halfedgeEdges[first]!;
    const bc = mesh.halfedgeEdges[first + 1]!;
    const ca = mesh.halfedgeEdges[first + 2]!;
    const { restAngles } = this;
    writeUnloadedLength(sheet, ab, sides, 0);
    writeUnloadedLength(sheet, bc, sides, 1);
    writeUnloadedLength(sheet, ca, sides, 2);
    const u = sides[0]!;
    const v = sides[1]!;
    const w = sides[2]!;
    // Heron's formula: the square of four times the area.
    const squared = (u + v + w) * (v + w - u) * (u + w - v) * (u + v - w);
    const isUnyielded = u === rest.lengths[ab] && v === rest.lengths[bc] && w === rest.lengths[ca];
    if (isUnyielded || !(squared > 0)) {
      for (let c = first; c < first + 3; c++) restAngles[c] = this.#startAngles[c]!;
      return;
    }
    const area = Math.sqrt(squared);
    legs[0] = area;
    legs[1] = u * u + w * w - v * v;
    writeAngle(legs, restAngles, first);
    legs[1] = u * u + v * v - w * w;
    writeAngle(legs, restAngles, first + 1);
    restAngles[first + 2] = Math.PI - restAngles[first]! - restAngles[first + 1]!;
  }

  override evaluate(
    triangle: number,
    positions: Float64Array,
    { values, gradients }: Conditions,
  ): boolean {
    const first = 3 * triangle;
    const { particles, restAngles } = this;
    const a = 3 * particles[first]!;
    const b = 3 * particles[first + 1]!;
    const c = 3 * particles[first + 2]!;
    const ax = positions[a]!;
    const ay = positions[a + 1]!;
    const az = positions[a + 2]!;
    const bx = positions[b]!;
    const by = positions[b + 1]!;
    const bz = positions[b + 2]!;
    const cx = positions[c]!;
    const cy = positions[c + 1]!;
    const cz = positions[c + 2]!;
    // The sides ab, bc, ca.
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - bx;
    const vy = cy - by;
    const vz = cz - bz;
    const wx = ax - cx;
    const wy = ay - cy;
    const wz = az - cz;
    const uu = ux * ux + uy * uy + uz * uz;
    const vv = vx * vx + vy * vy + vz * vz;
    const ww = wx * wx + wy * wy + wz * wz;
    const minSquared = this.minSquaredSides;
    if (!(uu > minSquared[first]! && vv > minSquared[first + 1]! && ww > minSquared[first + 2]!)) {
      return false;
    }
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(twiceArea > MIN_SINE * uu)) return false;
    nx /= twiceArea;
    ny /= twiceArea;
    nz /= twiceArea;
    legs[0] = twiceArea;
    legs[1] = -(ux * wx + uy * wy + uz * wz);
    writeAngle(legs, values, 0);
    legs[1] = -(ux * vx + uy * vy + uz * vz);
    writeAngle(legs, values, 1);
    const atA = values[0]!;
    const atB = values[1]!;
    values[0] = atA - restAngles[first]!;
    values[1] = atB - restAngles[first + 1]!;
    values[2] = Math.PI - atA - atB - restAngles[first + 2]!;
    const qx = (ny * uz - nz * uy) / uu;
    const qy = (nz * ux - nx * uz) / uu;
    const qz = (nx * uy - ny * ux) / uu;
    const rx = (ny * vz - nz * vy) / vv;
    const ry = (nz * vx - nx * vz) / vv;
    const rz = (nx * vy - ny * vx) / vv;
    const sx = (ny * wz - nz * wy) / ww;
    const sy = (nz * wx - nx * wz) / ww;
    const sz = (nx * wy - ny * wx) / ww;
    gradients[0] = qx + sx;
    gradients[1] = qy + sy;
    gradients[2] = qz + sz;
    gradients[3] = -qx;
    gradients[4] = -qy;
    gradients[5] = -qz;
    gradients[6] = -sx;
    gradients[7] = -sy;
    gradients[8] = -sz;
    gradients[9] = -qx;
    gradients[10] = -qy;
    gradients[11] = -qz;
    gradients[12] = qx + rx;
    gradients[13] = qy + ry;
    gradients[14] = qz + rz;
    gradients[15] = -rx;
    gradients[16] = -ry;
    gradients[17] = -rz;
    gradients[18] = -sx;
    gradients[19] = -sy;
    gradients[20] = -sz;
    gradients[21] = -rx;
    gradients[22] = -ry;
    gradients[23] = -rz;
    gradients[24] = rx + sx;
    gradients[25] = ry + sy;
    gradients[26] = rz + sz;
    return true;
  }

  /**
   * In the plane an angle is the difference of two polar angles, whose second derivatives are −(û pᵀ + p ûᵀ) / |u|²
   * with p = n × û. Out of the plane, a side whose end rises by δ changes α by cot α · δ² / 2|u|²; two that rise by δ
   * and ε change it by a further −δ ε / (sin α |u| |v|).
   */
  override curvature(
    triangle: number,
    condition: number,
    positions: Float64Array,
    into: Float64Array,
  ): void {
    const { particles } = this;
    const i = condition;
    const j = (condition + 1) % 3;
    const k = (condition + 2) % 3;
    const apex = 3 * particles[3 * triangle + i]!;
    const one = 3 * particles[3 * triangle + j]!;
    const two = 3 * particles[3 * triangle + k]!;
    for (let n = 0; n < 3; n++) {
      u[n] = positions[one + n]! - positions[apex + n]!;
      v[n] = positions[two + n]! - positions[apex + n]!;
    }
    cross(normal, u, v);
    writeDot(normal, normal, products, 0);
    writeDot(u, u, products, 1);
    writeDot(v, v, products, 2);
    writeDot(u, v, products, 3);
    const twiceArea = Math.sqrt(products[0]!);
    for (let n = 0; n < 3; n++) normal[n]! /= twiceArea;
    const lengthU = Math.sqrt(products[1]!);
    const lengthV = Math.sqrt(products[2]!);
    const cosine = products[3]! / (lengthU * lengthV);
    const sine = twiceArea / (lengthU * lengthV);
    cross(p, normal, u);
    cross(q, normal, v);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const outOfPlane = normal[row]! * normal[column]!;
        const rotationU = (u[row]! * p[column]! + p[row]! * u[column]!) / (lengthU * lengthU);
        const rotationV = (v[row]! * q[column]! + q[row]! * v[column]!) / (lengthV * lengthV);
        const jj = (rotationU + (cosine / sine) * outOfPlane) / (lengthU * lengthU);
        const kk = (-rotationV + (cosine / sine) * outOfPlane) / (lengthV * lengthV);
        const jk = -outOfPlane / (sine * lengthU * lengthV);
        const to = 9 * row + column;
        into[to + 30 * j] = jj;
        into[to + 30 * k] = kk;
        into[to + 27 * j + 3 * k] = into[to + 27 * k + 3 * j] = jk;
        into[to + 27 * i + 3 * j] = into[to + 27 * j + 3 * i] = -jj - jk;
        into[to + 27 * i + 3 * k] = into[to + 27 * k + 3 * i] = -kk - jk;
        into[to + 30 * i] = jj + kk + 2 * jk;
      }
    }
  }
}

// Scratch of `curvature`: both sides, the unit normal, and the perpendiculars of the sides in the plane.
const u = new Float64Array(3);
const v = new Float64Array(3);
const normal = new Float64Array(3);
const products = new Float64Array(4);
const p = new Float64Array(3);
const q = new Float64Array(3);
