import {
  add,
  lerp,
  cross,
  dot,
  pointAt,
  scale,
  subtract,
  toTuple,
  type Vec3,
  type Vec3Tuple,
} from "../math/vec3.js";
import { triangleCross, type NumberArray } from "../math/vector.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A point on the surface of a mesh. It moves with the cloth. */
export interface SurfacePoint {
  triangle: number;
  /** Weights of the triangle's three corners; they add up to 1. */
  weights: Vec3Tuple;
}

/** The result of a search for a surface point. */
export interface SurfaceHit extends SurfacePoint {
  /** Its position, m. */
  position: Vec3Tuple;
  /** Distance from the given point or from the origin of the ray, m. */
  distance: number;
}

/**
 * A ray that misses a triangle by this fraction of its size still hits it. Otherwise rounding could let it pass between
 * two.
 */
const HIT_TOLERANCE = 1e-9;

/** The current position of a surface point, m. */
export function positionOf(
  mesh: TriangleMesh,
  positions: NumberArray,
  { triangle, weights }: SurfacePoint,
): Vec3Tuple {
  return weighted(...cornersAt(mesh, positions, triangle), weights);
}

/** The weighted mean of three points. */
export function weighted(a: Vec3Tuple, b: Vec3Tuple, c: Vec3Tuple, weights: Vec3Tuple): Vec3Tuple {
  return add(add(scale(a, weights[0]), scale(b, weights[1])), scale(c, weights[2]));
}

/**
 * Finds the point of a surface that is closest to a point in space. Among equals it returns the one on the lowest
 * triangle. O(triangles).
 *
 * @param positions Of the vertices, m.
 * @param to The point in space, m.
 * @returns Null for a mesh without triangles.
 *
 * @example
 * import { closestPoint, generateGrid, World } from "tatter";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
 * const { mesh, positions } = world.cloths[0];
 * const hit = closestPoint(mesh, positions, [0.1, 0.2, 0.5]);
 * console.log(hit?.distance); // about 0.5 m
 */
export function closestPoint(
  mesh: TriangleMesh,
  positions: NumberArray,
  to: Vec3,
): SurfaceHit | null {
  const point = toTuple(to);
  let best = Infinity;
  let triangle = -1;
  let weights: Vec3Tuple = [1, 0, 0];
  for (let t = 0; t < mesh.triangleCount; t++) {
    if (squaredDistanceToBox(mesh, positions, t, point) >= best) continue;
    const found = closestOnTriangle(cornersAt(mesh, positions, t), point);
    if (found.squaredDistance >= best) continue;
    best = found.squaredDistance;
    triangle = t;
    weights = found.weights;
  }
  if (triangle === -1) return null;
  const position = positionOf(mesh, positions, { triangle, weights });
  return { triangle, weights, position, distance: Math.sqrt(best) };
}

/**
 * Finds the first point of a surface that a ray hits, from either side (after Möller and Trumbore). A ray in the plane
 * of a triangle misses it. O(triangles).
 *
 * @param positions Of the vertices, m.
 * @param from The origin of the ray, m.
 * @param direction Of any length.
 * @returns Null if the ray hits nothing.
 *
 * @example
 * import { generateGrid, rayHit, World } from "tatter";
 * const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [10, 10] }) }] });
 * const { mesh, positions } = world.cloths[0];
 * const hit = rayHit(mesh, positions, [0.1, 0.1, 2], [0, 0, -1]); // as from a pointer
 * if (hit !== null) world.grab({ point: hit.position });
 */
export function rayHit(
  mesh: TriangleMesh,
  positions: NumberArray,
  from: Vec3,
  direction: Vec3,
): SurfaceHit | null {
  const origin = toTuple(from);
  const [dx, dy, dz] = toTuple(direction);
  const speed = Math.sqrt(dx * dx + dy * dy + dz * dz);
  let best = Infinity;
  let triangle = -1;
  let weights: Vec3Tuple = [1, 0, 0];
  const normal = [0, 0, 0];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const a = 3 * mesh.halfedgeVertices[3 * t]!;
    const b = 3 * mesh.halfedgeVertices[3 * t + 1]!;
    const c = 3 * mesh.halfedgeVertices[3 * t + 2]!;
    triangleCross(normal, positions, a, b, c);
    const [nx, ny, nz] = normal as unknown as Vec3Tuple;
    const approach = -(dx * nx + dy * ny + dz * nz);
    if (approach === 0) continue;
    const ox = origin[0] - positions[a]!;
    const oy = origin[1] - positions[a + 1]!;
    const oz = origin[2] - positions[a + 2]!;
    const time = (ox * nx + oy * ny + oz * nz) / approach;
    if (!(time >= 0 && time < best)) continue;
    // The dot products of (origin − a) × direction and the two sides give the weights.
    const mx = oy * dz - oz * dy;
    const my = oz * dx - ox * dz;
    const mz = ox * dy - oy * dx;
    const side = (from: number, to: number): number =>
      (mx * (positions[to]! - positions[from]!) +
        my * (positions[to + 1]! - positions[from + 1]!) +
        mz * (positions[to + 2]! - positions[from + 2]!)) /
      approach;
    const weightB = side(a, c);
    const weightC = -side(a, b);
    const weightA = 1 - weightB - weightC;
    if (!(Math.min(weightA, weightB, weightC) >= -HIT_TOLERANCE)) continue;
    best = time;
    triangle = t;
    weights = clamped(weightA, weightB, weightC);
  }
  if (triangle === -1) return null;
  const position = positionOf(mesh, positions, { triangle, weights });
  return { triangle, weights, position, distance: best * speed };
}

/** Clamps weights that rounding made negative. */
function clamped(a: number, b: number, c: number): Vec3Tuple {
  const [x, y, z] = [Math.max(0, a), Math.max(0, b), Math.max(0, c)];
  const sum = x + y + z;
  return [x / sum, y / sum, z / sum];
}

/** Squared distance to the bounding box, m²: a cheap lower bound that skips most triangles. */
function squaredDistanceToBox(
  mesh: TriangleMesh,
  positions: NumberArray,
  triangle: number,
  point: Vec3Tuple,
): number {
  const a = 3 * mesh.halfedgeVertices[3 * triangle]!;
  const b = 3 * mesh.halfedgeVertices[3 * triangle + 1]!;
  const c = 3 * mesh.halfedgeVertices[3 * triangle + 2]!;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [positions[a + k]!, positions[b + k]!, positions[c + k]!];
    const outside = Math.max(Math.min(x, y, z) - point[k]!, point[k]! - Math.max(x, y, z), 0);
    squared += outside * outside;
  }
  return squared;
}

/** Positions of the three corners of a triangle, m. */
function cornersAt(
  mesh: TriangleMesh,
  positions: NumberArray,
  triangle: number,
): [Vec3Tuple, Vec3Tuple, Vec3Tuple] {
  const [a, b, c] = mesh.cornersIn(triangle);
  return [pointAt(positions, a), pointAt(positions, b), pointAt(positions, c)];
}

/** The closest point of one triangle: inside its face, or on one of its sides. */
function closestOnTriangle(
  [a, b, c]: readonly [Vec3Tuple, Vec3Tuple, Vec3Tuple],
  point: Vec3Tuple,
): { weights: Vec3Tuple; squaredDistance: number } {
  const projection = barycentricWeights(a, b, c, point); // NaN if the triangle has no area
  if (Math.min(...projection) >= 0) {
    const offset = subtract(point, weighted(a, b, c, projection));
    return { weights: projection, squaredDistance: dot(offset, offset) };
  }
  const onSides = [
    closestOnSide(a, b, point),
    closestOnSide(b, c, point),
    closestOnSide(c, a, point),
  ];
  let best = 0;
  for (let i = 1; i < 3; i++) {
    if (onSides[i]!.squaredDistance < onSides[best]!.squaredDistance) best = i;
  }
  const { t, squaredDistance } = onSides[best]!;
  const weights: [number, number, number] = [0, 0, 0];
  weights[best] = 1 - t;
  weights[(best + 1) % 3] = t;
  return { weights, squaredDistance };
}

/**
 * Barycentric weights of the projection of a point on the plane of a triangle. NaN or infinite if the triangle has no
 * area.
 */
export function barycentricWeights(
  a: Vec3Tuple,
  b: Vec3Tuple,
  c: Vec3Tuple,
  point: Vec3Tuple,
): Vec3Tuple {
  const normal = cross(subtract(b, a), subtract(c, a));
  const squared = dot(normal, normal);
  const weightB = dot(cross(subtract(a, c), subtract(point, c)), normal) / squared;
  const weightC = dot(cross(subtract(b, a), subtract(point, a)), normal) / squared;
  return [1 - weightB - weightC, weightB, weightC];
}

function closestOnSide(
  a: Vec3Tuple,
  b: Vec3Tuple,
  point: Vec3Tuple,
): { t: number; squaredDistance: number } {
  const side = subtract(b, a);
  const squaredLength = dot(side, side);
  const along = dot(side, subtract(point, a));
  const t = squaredLength === 0 ? 0 : Math.max(0, Math.min(1, along / squaredLength));
  const offset = subtract(point, lerp(a, b, t));
  return { t, squaredDistance: dot(offset, offset) };
}
