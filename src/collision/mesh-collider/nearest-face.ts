import { dot } from "../../math/scratch-vector.js";
import type { Bvh } from "../bvh/bvh.js";
import type { MeshSurface } from "./surface.js";
import { Closest, closestOnTriangle } from "../narrow-phase/closest-points.js";

/** Nearer than this, the way to the surface has no direction that rounding leaves be, m. */
const TOUCHING = 1e-12;
/** What rounding may do to a bound: a face is left out only if it is farther than the nearest beyond any doubt. */
const SURE = 1 + 1e-9;

/** Places in `numbers`. */
export const ENOUGH = 1;
export const BOUND = 2;
export const SIGNED = 3;
export const NEXT = 4;

const points = new Float64Array(12);
const closest = new Closest();
const outward = new Float64Array(3);
/** Nodes that wait in a search: at most one for each level of the tree. */
const waiting = new Int32Array(128);

/** The face of a mesh that is nearest to a point at the end of the substep. Of faces that are equally near, one. */
export class NearestFace {
  /** −1 for none. */
  face = -1;
  /**
   * Its distance, m, never negative; how far off a face is looked at even if it is not nearer; a lower bound of the
   * distance of the face looked at last; what `measure` found; and a lower bound of the distance of all other faces that
   * are not behind the plane across the way to the nearest point. Here, because results and arguments would make numbers on the heap.
   */
  readonly numbers = Float64Array.of(Infinity, 0, 0, 0, Infinity);
  /** Of the nearest point, in its face. */
  readonly weights = new Float64Array(3);
  /** From the nearest point to the point. */
  readonly way = new Float64Array(3);

  get distance(): number {
    return this.numbers[0]!;
  }

  /** Forgets what was found; the search is for the point at offset `at` of `from`. */
  start(from: Float64Array, at: number): void {
    this.face = -1;
    this.numbers[0] = Infinity;
    this.numbers[ENOUGH] = 0;
    this.numbers[NEXT] = Infinity;
    for (let k = 0; k < 3; k++) points[k] = from[at + k]!;
  }

  /** Looks at one more face, unless it is farther than both what is enough and the nearest. */
  look(surface: MeshSurface, face: number): void {
    const { numbers } = this;
    const { triangles } = surface.topology;
    const { ends } = surface;
    const a = 3 * triangles[3 * face]!;
    const b = 3 * triangles[3 * face + 1]!;
    const c = 3 * triangles[3 * face + 2]!;
    const best = numbers[0]!;
    if (best > numbers[ENOUGH]! && best < Infinity && this.#isBehind(ends, a, b, c)) {
      numbers[BOUND] = best;
      return;
    }
    const x = points[0]! - (ends[a]! + ends[b]! + ends[c]!) / 3;
    const y = points[1]! - (ends[a + 1]! + ends[b + 1]! + ends[c + 1]!) / 3;
    const z = points[2]! - (ends[a + 2]! + ends[b + 2]! + ends[c + 2]!) / 3;
    const radius = surface.normals.radii[face]!;
    const far = (Math.max(best, numbers[ENOUGH]!) + radius) * SURE;
    const squared = x * x + y * y + z * z;
    if (squared > far * far) {
      numbers[BOUND] = Math.sqrt(squared) - radius;
      numbers[NEXT] = Math.min(numbers[NEXT]!, numbers[BOUND]);
      return;
    }
    for (let k = 0; k < 3; k++) {
      points[3 + k] = ends[a + k]!;
      points[6 + k] = ends[b + k]!;
      points[9 + k] = ends[c + k]!;
    }
    closestOnTriangle(points, 0, 3, 6, 9, closest);
    const { way, weights } = closest;
    const distance = Math.sqrt(way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!);
    numbers[BOUND] = distance;
    if (distance < best || (distance === best && face < this.face)) {
      numbers[NEXT] = Math.min(numbers[NEXT]!, best);
      this.face = face;
      numbers[0] = distance;
      for (let k = 0; k < 3; k++) {
        this.weights[k] = weights[k]!;
        this.way[k] = way[k]!;
      }
    } else numbers[NEXT] = Math.min(numbers[NEXT]!, distance);
  }

  /** Whether a face is behind the plane across the way to the nearest point: then it cannot be nearer. */
  #isBehind(ends: Float64Array, a: number, b: number, c: number): boolean {
    const { way, numbers } = this;
    const x = way[0]!;
    const y = way[1]!;
    const z = way[2]!;
    const best = numbers[0]!;
    const top = x * points[0]! + y * points[1]! + z * points[2]! - best * best + TOUCHING * best;
    return (
      x * ends[a]! + y * ends[a + 1]! + z * ends[a + 2]! <= top &&
      x * ends[b]! + y * ends[b + 1]! + z * ends[b + 2]! <= top &&
      x * ends[c]! + y * ends[c + 1]! + z * ends[c + 2]! <= top
    );
  }

  /** Looks at all faces of a tree over their boxes at the end of the substep. */
  search(surface: MeshSurface, { tree }: Bvh): void {
    const { bounds, first } = tree;
    let top = 0;
    waiting[0] = 0;
    while (top >= 0) {
      const node = waiting[top--]!;
      const reach = this.distance * SURE;
      if (squaredGap(bounds, 6 * node) > reach * reach) continue;
      const child = first[node]!;
      if (child < 0) {
        this.look(surface, ~child);
        continue;
      }
      // The nearer one is looked at first: what it finds may spare the other.
      const isSecondNearer = squaredGap(bounds, 6 * child + 6) < squaredGap(bounds, 6 * child);
      waiting[++top] = isSecondNearer ? child : child + 1;
      waiting[++top] = isSecondNearer ? child + 1 : child;
    }
  }

  /**
   * The distance, negative inside a closed mesh, to `numbers[SIGNED]`, and the unit normal there: out of a closed mesh, to
   * the side of the point where there is no inside.
   */
  measure(surface: MeshSurface, normal: Float64Array): void {
    const { numbers } = this;
    normal.fill(0);
    numbers[SIGNED] = numbers[0]!;
    if (this.face === -1) return;
    const isClosed = surface.isClosed(this.face);
    surface.outwardAt(this.face, this.weights, outward);
    const { way, distance } = this;
    if (distance < TOUCHING) {
      const size = Math.sqrt(dot(outward, outward));
      for (let k = 0; k < 3; k++) normal[k] = size > 0 ? outward[k]! / size : 0;
      numbers[SIGNED] = 0;
      return;
    }
    const sign = isClosed && dot(way, outward) < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) normal[k] = (sign * way[k]!) / distance;
    numbers[SIGNED] = sign * distance;
  }
}

/** From the point to a box, squared. */
function squaredGap(bounds: Float64Array, at: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(bounds[at + k]! - points[k]!, points[k]! - bounds[at + 3 + k]!, 0);
    squared += gap * gap;
  }
  return squared;
}
