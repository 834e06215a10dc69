import { Box3, BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere } from "three";
import {
  anything,
  checkOptions,
  list,
  nullable,
  optional,
  typedArray,
  valuesOf,
  wholeNumber,
} from "../math/check-options.js";
import { grown, ensureCapacity } from "../math/grow.js";
import { length, triangleCross } from "../math/vector.js";
import type { EdgeSplit, TopologyEdit, TriangleMesh, VertexSplit } from "../mesh/index.js";

/**
 * The data that a cloth geometry reads. A cloth of a `World` fits, and so does an object that a page fills from the
 * messages of a worker.
 */
export interface ClothSource {
  readonly mesh: Pick<TriangleMesh, "halfedgeVertices" | "triangleCount" | "uvs"> & {
    /** Number of edits that the mesh already contains. Default 0: it is the initial mesh. */
    readonly editCount?: number;
  };
  /** Three coordinates per particle, m. */
  readonly positions: Float64Array | Float32Array;
  /**
   * Red, green, blue and alpha per particle, from 0 to 1 in the linear color space of three.js, for a material with
   * `vertexColors`. They are copied when the array is another object, and after a tear. Null or absent: no colors.
   */
  readonly colors?: Float32Array | null;
  /**
   * All edits since the start, in order. The geometry replays those that it has not seen. If edits that it has seen
   * were undone, it rebuilds itself from the mesh.
   */
  readonly edits: readonly TopologyEdit[];
}

/** A source may have more fields, as the cloth of a world does. */
const SOURCE = valuesOf<ClothSource>({
  mesh: valuesOf<ClothSource["mesh"]>({
    halfedgeVertices: typedArray,
    triangleCount: wholeNumber(),
    uvs: typedArray,
    editCount: optional(wholeNumber()),
  }),
  positions: typedArray,
  colors: optional(nullable(typedArray)),
  edits: list(anything),
});

/**
 * The surface of a cloth, for `ClothMesh` or any other three.js object. It reads the simulation and never writes to it.
 *
 * A point of the geometry is a particle together with a texture coordinate, because uvs belong to corners. A tear adds
 * points for the corners that moved, patches their entries in the index buffer, and appends new triangles. Nothing else
 * is rebuilt, unless edits are undone. Attributes contain exactly the existing points, so code that measures, merges or
 * exports them gets the cloth only. The arrays behind them have spare capacity and double when they are full.
 * `dispose()` frees the GPU buffers.
 */
export class ClothGeometry extends BufferGeometry {
  #source!: ClothSource;
  #editsSeen = 0;
  /** The last edit that was replayed. If another edit is at its index, edits were undone. */
  #lastSeen: TopologyEdit | undefined;
  #pointCount = 0;
  #triangleCount = 0;
  /** The particle of each point. */
  #particles = new Int32Array(0);
  #uvs = new Float32Array(0);
  #positions = new Float32Array(0);
  #normals = new Float32Array(0);
  #colors = new Float32Array(0);
  /** The colors that were copied last, and for how many points. */
  #colorsSeen: Float32Array | null = null;
  #coloredCount = 0;
  /** Sum of the face normals per particle, so that all points of a particle have the same shading. */
  #particleNormals = new Float32Array(0);
  #index = new Uint32Array(0);

  constructor(source: ClothSource) {
    super();
    this.#build(source);
    this.update();
  }

  /**
   * A copy of the current surface that no longer follows the cloth: a plain `BufferGeometry`. three.js declares the
   * return type as this class.
   */
  override clone(): this {
    return new BufferGeometry().copy(this) as this;
  }

  /**
   * Updates the geometry from the cloth: new and undone tears, then positions and normals.
   *
   * @param source The cloth; pass it if it may be a new object: `World.reset` creates new ones.
   */
  update(source: ClothSource = this.#source): void {
    if (source !== this.#source) this.#build(source);
    this.followEdits();
    this.#copyPositions();
    this.#updateBounds();
    this.#computeNormals();
    this.#copyColors();
    for (const name of ["position", "normal"]) this.getAttribute(name).needsUpdate = true;
  }

  #build(source: ClothSource): void {
    checkOptions("source", source, SOURCE);
    this.#source = source;
    this.#editsSeen = source.mesh.editCount ?? 0;
    this.#lastSeen = source.edits[this.#editsSeen - 1];
    this.#pointCount = 0;
    this.#coloredCount = 0;
    this.#triangleCount = source.mesh.triangleCount;
    const { halfedgeVertices, triangleCount, uvs } = source.mesh;
    this.#index = new Uint32Array(3 * triangleCount);
    const pointsOfParticle = new Map<number, number[]>();
    for (let corner = 0; corner < 3 * triangleCount; corner++) {
      const particle = halfedgeVertices[corner]!;
      let points = pointsOfParticle.get(particle);
      if (points === undefined) pointsOfParticle.set(particle, (points = []));
      this.#index[corner] = this.#pointFor(
        particle,
        points,
        uvs[2 * corner]!,
        uvs[2 * corner + 1]!,
      );
    }
    this.#attach();
  }

  /** The point of a particle with this uv among `points`; added if it is missing. */
  #pointFor(particle: number, points: number[], u: number, v: number): number {
    const [u32, v32] = [Math.fround(u), Math.fround(v)];
    for (const point of points) {
      if (this.#uvs[2 * point] === u32 && this.#uvs[2 * point + 1] === v32) return point;
    }
    const point = this.#pointCount++;
    this.#particles = ensureCapacity(this.#particles, this.#pointCount);
    this.#uvs = ensureCapacity(this.#uvs, 2 * this.#pointCount);
    this.#particles[point] = particle;
    this.#uvs[2 * point] = u;
    this.#uvs[2 * point + 1] = v;
    points.push(point);
    return point;
  }

  /** Replays tears only, new and undone ones. Positions and normals follow with the next `update`. */
  followEdits(): void {
    const { edits } = this.#source;
    // A redone edit is the same object, so this detects every list that has diverged.
    if (edits[this.#editsSeen - 1] !== this.#lastSeen) this.#build(this.#source);
    if (this.#editsSeen === edits.length) return;
    for (; this.#editsSeen < edits.length; this.#editsSeen++) {
      const edit = edits[this.#editsSeen]!;
      if (edit.type === "split-vertex") this.#replayVertexSplit(edit);
      else if (edit.type === "split-edge") this.#replayEdgeSplit(edit);
    }
    this.#lastSeen = edits.at(-1);
    const index = this.getIndex()!;
    index.needsUpdate = true;
    this.#attach(index.count === 3 * this.#triangleCount ? index : null);
  }

  /** The moved corners keep their uvs and get points of the new particle. */
  #replayVertexSplit({ newVertex, movedCorners }: VertexSplit): void {
    const points: number[] = [];
    for (const corner of movedCorners) {
      const point = this.#index[corner]!;
      const [u, v] = [this.#uvs[2 * point]!, this.#uvs[2 * point + 1]!];
      this.#setCorner(corner, this.#pointFor(newVertex, points, u, v));
    }
  }

  /** Old triangles pass their far corners to new ones. The corners at the new vertex get the interpolated uv. */
  #replayEdgeSplit(edit: EdgeSplit): void {
    const points: number[] = [];
    for (let i = 0; i < edit.triangles.length; i++) {
      const first = 3 * edit.triangles[i]!;
      const end = edit.movedCorners[i]!;
      let start = first;
      while (this.#particles[this.#index[start]!] !== edit.start) start++;
      const far = 3 * first + 3 - start - end; // the third corner of the triangle
      const newEnd = 3 * edit.newTriangles[i]!;
      const newCorner = edit.newCorners[i]!;
      const newFar = newCorner === newEnd + 1 ? newEnd + 2 : newEnd + 1;
      const [a, b] = [this.#index[start]!, this.#index[end]!];
      const [u, v] = [this.#uvs[2 * a]!, this.#uvs[2 * a + 1]!];
      const newPoint = this.#pointFor(
        edit.newVertex,
        points,
        u + edit.t * (this.#uvs[2 * b]! - u),
        v + edit.t * (this.#uvs[2 * b + 1]! - v),
      );

      this.#triangleCount = Math.max(this.#triangleCount, edit.newTriangles[i]! + 1);
      this.#index = ensureCapacity(this.#index, 3 * this.#triangleCount);
      this.#setCorner(newEnd, b);
      this.#setCorner(newFar, this.#index[far]!);
      this.#setCorner(newCorner, newPoint);
      this.#setCorner(end, newPoint);
    }
  }

  #setCorner(corner: number, point: number): void {
    this.#index[corner] = point;
    this.getIndex()!.addUpdateRange(corner, 1);
  }

  /**
   * Creates attributes for the current points and triangles. three.js cannot grow a GPU buffer, so the old buffers are
   * freed.
   *
   * @param patched The index attribute, if it already has all triangles: it stays on the GPU and gets its pending
   *   updates.
   */
  #attach(patched: BufferAttribute | null = null): void {
    if (patched !== null) this.index = null;
    this.dispose(); // otherwise the old buffers stay on the GPU
    this.index = patched ?? dynamicAttribute(this.#index, 1, 3 * this.#triangleCount);
    this.setDrawRange(0, 3 * this.#triangleCount);
    this.#positions = grown(this.#positions, 3 * this.#particles.length);
    this.#normals = grown(this.#normals, 3 * this.#particles.length);
    this.setAttribute("position", dynamicAttribute(this.#positions, 3, this.#pointCount));
    this.setAttribute("normal", dynamicAttribute(this.#normals, 3, this.#pointCount));
    this.setAttribute("uv", dynamicAttribute(this.#uvs, 2, this.#pointCount));
  }

  #copyPositions(): void {
    const { positions } = this.#source;
    for (let point = 0; point < this.#pointCount; point++) {
      const from = 3 * this.#particles[point]!;
      for (let k = 0; k < 3; k++) this.#positions[3 * point + k] = positions[from + k]!;
    }
  }

  /** Updates the bounding box and sphere. three.js computes them only once and tests rays against both. */
  #updateBounds(): void {
    const box = (this.boundingBox ??= new Box3());
    const sphere = (this.boundingSphere ??= new Sphere());
    box.setFromBufferAttribute(this.getAttribute("position") as BufferAttribute);
    box.getBoundingSphere(sphere);
  }

  /** Copies the colors if they have changed. */
  #copyColors(): void {
    const { colors = null } = this.#source;
    if (colors === this.#colorsSeen && this.#coloredCount === this.#pointCount) return;
    this.#colorsSeen = colors;
    this.#coloredCount = this.#pointCount;
    const attribute = this.getAttribute("color") as BufferAttribute | undefined;
    if (colors === null) {
      if (attribute === undefined) return;
      this.dispose(); // otherwise its buffer stays on the GPU
      this.deleteAttribute("color");
      return;
    }
    this.#colors = grown(this.#colors, 4 * this.#particles.length);
    for (let point = 0; point < this.#pointCount; point++) {
      const from = 4 * this.#particles[point]!;
      for (let k = 0; k < 4; k++) this.#colors[4 * point + k] = colors[from + k] ?? 0;
    }
    const isSame = attribute?.array.buffer === this.#colors.buffer;
    if (isSame && attribute.count === this.#pointCount) attribute.needsUpdate = true;
    else {
      if (attribute !== undefined) this.dispose();
      this.setAttribute("color", dynamicAttribute(this.#colors, 4, this.#pointCount));
    }
  }

  #computeNormals(): void {
    const { positions } = this.#source;
    const index = this.#index;
    const particles = this.#particles;
    this.#particleNormals = grown(this.#particleNormals, positions.length).fill(0);
    const sums = this.#particleNormals;
    const cross = [0, 0, 0];
    for (let i = 0; i < 3 * this.#triangleCount; i += 3) {
      const a = 3 * particles[index[i]!]!;
      const b = 3 * particles[index[i + 1]!]!;
      const c = 3 * particles[index[i + 2]!]!;
      triangleCross(cross, positions, a, b, c);
      for (const corner of [a, b, c]) {
        for (let k = 0; k < 3; k++) sums[corner + k]! += cross[k]!;
      }
    }
    for (let point = 0; point < this.#pointCount; point++) {
      const p = 3 * particles[point]!;
      const norm = length(sums, p) || 1;
      for (let k = 0; k < 3; k++) this.#normals[3 * point + k] = sums[p + k]! / norm;
    }
  }
}

/** An attribute over the first `count` items of an array. */
function dynamicAttribute(
  array: Float32Array | Uint32Array,
  size: number,
  count: number,
): BufferAttribute {
  return new BufferAttribute(array.subarray(0, size * count), size).setUsage(DynamicDrawUsage);
}
