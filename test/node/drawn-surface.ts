import { readObj } from "../../src/io/index.js";
import type { Random } from "../../src/math/random.js";
import {
  buildMesh,
  closestPoint,
  positionOf,
  type SurfacePoint,
  type TriangleMesh,
} from "../../src/mesh/index.js";

/** The surface of an OBJ text. */
export interface DrawnSurface {
  mesh: TriangleMesh;
  positions: Float64Array;
}

export function drawnSurface(text: string): DrawnSurface {
  const { data } = readObj(text);
  return { mesh: buildMesh(data), positions: data.positions };
}

/** The largest differences between two surfaces. */
export interface Gap {
  /** m. */
  distance: number;
  /** Displacement of the texture, in uvs. */
  uv: number;
}

/** Distances of random points, one per triangle, of each surface to the other one. */
export function distanceBetween(a: DrawnSurface, b: DrawnSurface, random: Random): Gap {
  const there = gapFrom(a, b, random);
  const back = gapFrom(b, a, random);
  return {
    distance: Math.max(there.distance, back.distance),
    uv: Math.max(there.uv, back.uv),
  };
}

function gapFrom(from: DrawnSurface, to: DrawnSurface, random: Random): Gap {
  const gap = { distance: 0, uv: 0 };
  for (let triangle = 0; triangle < from.mesh.triangleCount; triangle++) {
    const point = { triangle, weights: weightsByChance(random) };
    const hit = closestPoint(to.mesh, to.positions, positionOf(from.mesh, from.positions, point))!;
    const [u, v] = uvOf(from.mesh, point);
    const [hitU, hitV] = uvOf(to.mesh, hit);
    gap.distance = Math.max(gap.distance, hit.distance);
    gap.uv = Math.max(gap.uv, Math.hypot(u - hitU, v - hitV));
  }
  return gap;
}

/** Uniform over a triangle. */
function weightsByChance(random: Random): [number, number, number] {
  const root = Math.sqrt(random.next());
  const part = random.next();
  return [1 - root, root * (1 - part), root * part];
}

function uvOf({ uvs }: TriangleMesh, { triangle, weights }: SurfacePoint): [number, number] {
  const mixed: [number, number] = [0, 0];
  for (const [i, weight] of weights.entries()) {
    mixed[0] += weight * uvs[2 * (3 * triangle + i)]!;
    mixed[1] += weight * uvs[2 * (3 * triangle + i) + 1]!;
  }
  return mixed;
}
