/**
 * Counts where cloth passes through cloth, exactly. Independent of the library: it reads positions and connectivity only,
 * so it can judge collision code. Every sign of a determinant is exact for f64 coordinates of any size.
 */

/** A cloth, as `WorldCloth` has it. Arrays may be longer than the counts say. */
export interface CountedCloth {
  readonly mesh: {
    readonly vertexCount: number;
    readonly triangleCount: number;
    /** Three vertices per triangle. */
    readonly halfedgeVertices: Int32Array;
    readonly edgeCount: number;
    edgeStart(edge: number): number;
    edgeEnd(edge: number): number;
  };
  /** m, three numbers per vertex. */
  readonly positions: Float64Array;
}

/**
 * An edge that passes properly through a triangle: its ends are strictly on opposite sides, and it meets the triangle
 * strictly inside. Features that touch, or that share a vertex of the mesh, do not cross. The two faces of a crack are
 * two edges, also where both still have the same ends.
 */
export interface Crossing {
  /** Index of the cloth of the edge. */
  edgeCloth: number;
  edge: number;
  /** Index of the cloth of the triangle. */
  triangleCloth: number;
  triangle: number;
}

/** Sign of a determinant. */
type Sign = -1 | 0 | 1;

/** Tells on which side of the triangle a, b, c the point d is; all four are numbers of points. */
type SideTest = (a: number, b: number, c: number, d: number) => Sign;

/**
 * Finds all crossings, also between cloths, in the order of edges and then of triangles. Fast: it tests only features
 * whose boxes overlap.
 *
 * @throws RangeError if a position is not finite.
 */
export function findCrossings(cloths: readonly CountedCloth[]): Crossing[] {
  const all = new Features(cloths);
  const sides = new Sides(all.points);
  const side: SideTest = (a, b, c, d) => sides.of(a, b, c, d);
  const found: [edge: number, triangle: number][] = [];
  visitOverlaps(all, (edge, triangle) => {
    if (all.cross(edge, triangle, side)) found.push([edge, triangle]);
  });
  found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return found.map(([edge, triangle]) => all.crossingOf(edge, triangle));
}

/**
 * Finds all crossings by testing each edge with each triangle in integers, without boxes and without rounding: the
 * oracle of `findCrossings`.
 *
 * @throws RangeError if a position is not finite.
 */
export function bruteForceCrossings(cloths: readonly CountedCloth[]): Crossing[] {
  const all = new Features(cloths);
  const sides = new Sides(all.points);
  const side: SideTest = (a, b, c, d) => sides.exactOf(a, b, c, d);
  const found: Crossing[] = [];
  for (let edge = 0; edge < all.edgeCount; edge++) {
    for (let triangle = 0; triangle < all.triangleCount; triangle++) {
      if (all.cross(edge, triangle, side)) found.push(all.crossingOf(edge, triangle));
    }
  }
  return found;
}

/** The vertices, edges and triangles of all cloths in one numbering, cloth after cloth. */
class Features {
  /** m, three numbers per point. */
  readonly points: Float64Array;
  /** Two points per edge. */
  readonly edges: Int32Array;
  /** Three points per triangle. */
  readonly triangles: Int32Array;
  readonly edgeCount: number;
  readonly triangleCount: number;
  readonly #firstEdges: number[] = [];
  readonly #firstTriangles: number[] = [];

  constructor(cloths: readonly CountedCloth[]) {
    let [vertexCount, edgeCount, triangleCount] = [0, 0, 0];
    for (const { mesh } of cloths) {
      this.#firstEdges.push(edgeCount);
      this.#firstTriangles.push(triangleCount);
      vertexCount += mesh.vertexCount;
      edgeCount += mesh.edgeCount;
      triangleCount += mesh.triangleCount;
    }
    this.edgeCount = edgeCount;
    this.triangleCount = triangleCount;
    this.points = new Float64Array(3 * vertexCount);
    this.edges = new Int32Array(2 * edgeCount);
    this.triangles = new Int32Array(3 * triangleCount);
    let base = 0;
    for (const [i, { mesh, positions }] of cloths.entries()) {
      this.points.set(positions.subarray(0, 3 * mesh.vertexCount), 3 * base);
      const firstEdge = 2 * this.#firstEdges[i]!;
      for (let e = 0; e < mesh.edgeCount; e++) {
        this.edges[firstEdge + 2 * e] = base + mesh.edgeStart(e);
        this.edges[firstEdge + 2 * e + 1] = base + mesh.edgeEnd(e);
      }
      const firstCorner = 3 * this.#firstTriangles[i]!;
      for (let h = 0; h < 3 * mesh.triangleCount; h++) {
        this.triangles[firstCorner + h] = base + mesh.halfedgeVertices[h]!;
      }
      base += mesh.vertexCount;
    }
    // Comparisons with NaN are false, so such a cloth would silently seem free of crossings.
    const wrong = this.points.findIndex((x) => !Number.isFinite(x));
    if (wrong !== -1) throw new RangeError(`coordinate ${wrong} is ${this.points[wrong]}`);
  }

  cross(edge: number, triangle: number, side: SideTest): boolean {
    const p = this.edges[2 * edge]!;
    const q = this.edges[2 * edge + 1]!;
    const a = this.triangles[3 * triangle]!;
    const b = this.triangles[3 * triangle + 1]!;
    const c = this.triangles[3 * triangle + 2]!;
    // The determinant with a shared vertex is 0 anyway, but integers are slow.
    if (p === a || p === b || p === c || q === a || q === b || q === c) return false;
    const start = side(a, b, c, p);
    if (start === 0 || side(a, b, c, q) !== -start) return false;
    // The line of the edge has all three sides of the triangle on the same hand.
    const turn = side(p, q, a, b);
    return turn !== 0 && side(p, q, b, c) === turn && side(p, q, c, a) === turn;
  }

  crossingOf(edge: number, triangle: number): Crossing {
    const edgeCloth = this.#firstEdges.findLastIndex((first) => first <= edge);
    const triangleCloth = this.#firstTriangles.findLastIndex((first) => first <= triangle);
    return {
      edgeCloth,
      edge: edge - this.#firstEdges[edgeCloth]!,
      triangleCloth,
      triangle: triangle - this.#firstTriangles[triangleCloth]!,
    };
  }
}

/** Boxes of features, in rising order of their lower ends along an axis. */
interface SortedBoxes {
  features: Int32Array;
  /** Lower and upper ends of each box: along the axis, then along the two other axes. */
  ends: Float64Array;
}

/** Calls `visit` once for each edge and triangle whose boxes overlap or touch. */
function visitOverlaps(all: Features, visit: (edge: number, triangle: number) => void): void {
  const axis = bestAxis(all);
  const edges = sortedBoxes(all.points, all.edges, 2, axis);
  const triangles = sortedBoxes(all.points, all.triangles, 3, axis);
  const meet = (e: number, t: number): void => {
    const [i, k] = [6 * e, 6 * t];
    const a = edges.ends;
    const b = triangles.ends;
    if (a[i + 2]! > b[k + 3]! || b[k + 2]! > a[i + 3]!) return;
    if (a[i + 4]! > b[k + 5]! || b[k + 4]! > a[i + 5]!) return;
    visit(edges.features[e]!, triangles.features[t]!);
  };
  // Of each pair one box begins first, and the other one before that ends. Equal beginnings: the edge counts as first.
  let [e, t] = [0, 0];
  const edgeCount = edges.features.length;
  const triangleCount = triangles.features.length;
  while (e < edgeCount && t < triangleCount) {
    if (edges.ends[6 * e]! <= triangles.ends[6 * t]!) {
      const end = edges.ends[6 * e + 1]!;
      for (let k = t; k < triangleCount && triangles.ends[6 * k]! <= end; k++) meet(e, k);
      e++;
    } else {
      const end = triangles.ends[6 * t + 1]!;
      for (let i = e; i < edgeCount && edges.ends[6 * i]! <= end; i++) meet(i, t);
      t++;
    }
  }
}

/** Size of a sample of triangles. */
const SAMPLE = 200;
/** Step through the triangles: a prime number, so that the sample is spread over the rows of any grid. */
const STRIDE = 7919;

/** The axis along which the fewest triangles of a sample overlap each other. */
function bestAxis({ points, triangles, triangleCount }: Features): number {
  const corners = new Int32Array(3 * Math.min(SAMPLE, triangleCount));
  for (let i = 0; i < corners.length; i += 3) {
    const triangle = (i * STRIDE) % triangleCount;
    corners.set(triangles.subarray(3 * triangle, 3 * triangle + 3), i);
  }
  const counts = [0, 1, 2].map((axis) => {
    const { ends } = sortedBoxes(points, corners, 3, axis);
    let count = 0;
    for (let i = 0; i < ends.length; i += 6) {
      for (let k = i + 6; k < ends.length && ends[k]! <= ends[i + 1]!; k += 6) count++;
    }
    return count;
  });
  return counts.indexOf(Math.min(...counts));
}

/** @param size Number of points per feature. */
function sortedBoxes(
  points: Float64Array,
  corners: Int32Array,
  size: number,
  axis: number,
): SortedBoxes {
  const count = corners.length / size;
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      let [low, high] = [Infinity, -Infinity];
      for (let c = 0; c < size; c++) {
        const x = points[3 * corners[size * i + c]! + ((axis + k) % 3)]!;
        if (x < low) low = x;
        if (x > high) high = x;
      }
      boxes[6 * i + 2 * k] = low;
      boxes[6 * i + 2 * k + 1] = high;
    }
  }
  const features = Int32Array.from({ length: count }, (_, i) => i);
  features.sort((one, other) => boxes[6 * one]! - boxes[6 * other]!);
  const ends = new Float64Array(6 * count);
  for (const [i, feature] of features.entries()) {
    ends.set(boxes.subarray(6 * feature, 6 * feature + 6), 6 * i);
  }
  return { features, ends };
}

/**
 * Bound of the rounding error of the determinant, relative to the sum of its terms without their signs. Each term
 * passes 8 roundings: three differences, two products, the difference of the products, two sums. So the error is at most
 * 8 units of 2⁻⁵³ plus smaller powers. Twice that also covers the roundings of the sum itself.
 */
const RELATIVE_ERROR = 16 * 2 ** -53;
/**
 * Bound for products that underflow, per meter of the z differences and per product with them: each product loses at most
 * 2⁻¹⁰⁷⁵, and there are three per difference.
 */
const UNDERFLOW_ERROR = 2 ** -1070;

/** Exact sides of points. */
export class Sides {
  readonly #points: Float64Array;
  /** The same points in integers; null until they are needed. */
  #integers: bigint[] | null = null;

  /** @param points Three finite numbers per point. */
  constructor(points: Float64Array) {
    this.#points = points;
  }

  /**
   * The side of the triangle a, b, c on which the point d is: the sign of det(b − a, c − a, d − a). Exact: in floating
   * point where the error bound permits, otherwise in integers.
   */
  of(a: number, b: number, c: number, d: number): Sign {
    const points = this.#points;
    const x = points[3 * a]!;
    const y = points[3 * a + 1]!;
    const z = points[3 * a + 2]!;
    const bx = points[3 * b]! - x;
    const by = points[3 * b + 1]! - y;
    const bz = points[3 * b + 2]! - z;
    const cx = points[3 * c]! - x;
    const cy = points[3 * c + 1]! - y;
    const cz = points[3 * c + 2]! - z;
    const dx = points[3 * d]! - x;
    const dy = points[3 * d + 1]! - y;
    const dz = points[3 * d + 2]! - z;
    const determinant =
      bz * (cx * dy - dx * cy) + cz * (dx * by - bx * dy) + dz * (bx * cy - cx * by);
    const bSize = Math.abs(bz);
    const cSize = Math.abs(cz);
    const dSize = Math.abs(dz);
    const size =
      bSize * (Math.abs(cx * dy) + Math.abs(dx * cy)) +
      cSize * (Math.abs(dx * by) + Math.abs(bx * dy)) +
      dSize * (Math.abs(bx * cy) + Math.abs(cx * by));
    // If something overflows, so does the bound, and both comparisons are false.
    const error = RELATIVE_ERROR * size + UNDERFLOW_ERROR * (bSize + cSize + dSize + 1);
    if (determinant > error) return 1;
    if (determinant < -error) return -1;
    // Cloth often starts in such a plane. A difference is 0 only if the numbers are equal.
    const isInPlane =
      (bx === 0 && cx === 0 && dx === 0) ||
      (by === 0 && cy === 0 && dy === 0) ||
      (bz === 0 && cz === 0 && dz === 0);
    return isInPlane ? 0 : this.exactOf(a, b, c, d);
  }

  /** The same sign, always in integers. */
  exactOf(a: number, b: number, c: number, d: number): Sign {
    const points = (this.#integers ??= commonIntegers(this.#points));
    const x = points[3 * a]!;
    const y = points[3 * a + 1]!;
    const z = points[3 * a + 2]!;
    const bx = points[3 * b]! - x;
    const by = points[3 * b + 1]! - y;
    const bz = points[3 * b + 2]! - z;
    const cx = points[3 * c]! - x;
    const cy = points[3 * c + 1]! - y;
    const cz = points[3 * c + 2]! - z;
    const dx = points[3 * d]! - x;
    const dy = points[3 * d + 1]! - y;
    const dz = points[3 * d + 2]! - z;
    const determinant =
      bz * (cx * dy - dx * cy) + cz * (dx * by - bx * dy) + dz * (bx * cy - cx * by);
    if (determinant === 0n) return 0;
    return determinant > 0n ? 1 : -1;
  }
}

/** Finite numbers as integers, in units of the power of two that suits all of them. */
function commonIntegers(numbers: ArrayLike<number>): bigint[] {
  const parts = Array.from(numbers, partsOf);
  const unit = parts.reduce((least, { exponent }) => Math.min(least, exponent), Infinity);
  return parts.map(({ mantissa, exponent }) =>
    // 0 has no exponent of its own.
    mantissa === 0n ? 0n : mantissa << BigInt(exponent - unit),
  );
}

const bits = new DataView(new ArrayBuffer(8));

/** A finite number as mantissa · 2^exponent. The exponent of 0 is Infinity, so that it never sets the unit. */
function partsOf(x: number): { mantissa: bigint; exponent: number } {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  // Subnormal numbers have the smallest exponent, and no leading one.
  const size = biased === 0 ? fraction : fraction | (1n << 52n);
  if (size === 0n) return { mantissa: 0n, exponent: Infinity };
  return { mantissa: high >>> 31 === 1 ? -size : size, exponent: Math.max(biased, 1) - 1075 };
}
