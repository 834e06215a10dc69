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
import { grown, withRoom } from "../math/grow.js";
import { length, triangleCross } from "../math/vector.js";
import type { EdgeSplit, TopologyEdit, TriangleMesh, VertexSplit } from "../mesh/index.js";

/**
 * What a cloth has to show in order to be drawn. A cloth of a `World` fits as it is; so does an object that
 * a page fills from the messages of a worker.
 */
export interface ClothSource {
  readonly mesh: Pick<TriangleMesh, "halfedgeVertices" | "triangleCount" | "uvs"> & {
    /** How many of the edits the mesh holds already; default 0: it is the mesh of the start. */
    readonly editCount?: number;
  };
  /** Three coordinates a particle, m. */
  readonly positions: Float64Array | Float32Array;
  /**
   * Red, green, blue and alpha of each particle, from 0 to 1 in the linear space of three.js, for a material with
   * `vertexColors`. The view reads another list, and the same one again when the cloth has torn. Null or absent: none.
   */
  readonly colors?: Float32Array | null;
  /**
   * All edits since the start, in order; the view replays those that it has not seen, and starts anew from the mesh where
   * some that it has seen were taken back.
   */
  readonly edits: readonly TopologyEdit[];
}

/** A source may hold more, as the cloth of a world does. */
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
 * The surface of a cloth, for `ClothMesh` or any other object of three.js. It reads the simulation and never writes it.
 *
 * A point of the picture is a particle together with a texture coordinate, because uvs belong to corners.
 * A tear adds points for the corners that moved and patches their places in the index buffer, and new triangles
 * stand at its end; nothing else is rebuilt, unless edits are taken back. Attributes hold exactly the points that there are,
 * so that whoever measures, merges or exports them gets the cloth and nothing else; the arrays behind them have spare room
 * and double when they are full. `dispose()` frees what is on the graphics card.
 */
export class ClothGeometry extends BufferGeometry {
  #source!: ClothSource;
  #editsSeen = 0;
  /** The latest of them: where another one stands in its place, edits were taken back. */
  #lastSeen: TopologyEdit | undefined;
  #pointCount = 0;
  #triangleCount = 0;
  /** The particle behind each point of the picture. */
  #particles = new Int32Array(0);
  #uvs = new Float32Array(0);
  #positions = new Float32Array(0);
  #normals = new Float32Array(0);
  #colors = new Float32Array(0);
  /** Those of the source that the points have, and how many points have them. */
  #colorsSeen: Float32Array | null = null;
  #coloredCount = 0;
  /** Sum of the face normals at each particle, so that points of one particle share their shading. */
  #particleNormals = new Float32Array(0);
  #index = new Uint32Array(0);

  constructor(source: ClothSource) {
    super();
    this.#build(source);
    this.update();
  }

  /** A still picture of the cloth as it is now: a plain `BufferGeometry`, which three.js declares as one of this class. */
  override clone(): this {
    return new BufferGeometry().copy(this) as this;
  }

  /**
   * Follows the cloth: new tears and those that were taken back, then positions and normals.
   *
   * @param source The cloth, where it may be another one than before: `World.reset` makes new ones.
   */
  update(source: ClothSource = this.#source): void {
    if (source !== this.#source) this.#build(source);
    this.followEdits();
    this.#copyPositions();
    this.#measure();
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

  /** The point of a particle with this uv among `points`, made if it is missing. */
  #pointFor(particle: number, points: number[], u: number, v: number): number {
    const [u32, v32] = [Math.fround(u), Math.fround(v)];
    for (const point of points) {
      if (this.#uvs[2 * point] === u32 && this.#uvs[2 * point + 1] === v32) return point;
    }
    const point = this.#pointCount++;
    this.#particles = withRoom(this.#particles, this.#pointCount);
    this.#uvs = withRoom(this.#uvs, 2 * this.#pointCount);
    this.#particles[point] = particle;
    this.#uvs[2 * point] = u;
    this.#uvs[2 * point + 1] = v;
    points.push(point);
    return point;
  }

  /** Takes over tears alone, new ones and those that were taken back; positions and normals follow with the next `update`. */
  followEdits(): void {
    const { edits } = this.#source;
    // An edit that is done again is the same object, so this finds every list that has gone another way.
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

  /** Corners keep their uvs and get a point of the new particle. */
  #replayVertexSplit({ newVertex, movedCorners }: VertexSplit): void {
    const points: number[] = [];
    for (const corner of movedCorners) {
      const point = this.#index[corner]!;
      const [u, v] = [this.#uvs[2 * point]!, this.#uvs[2 * point + 1]!];
      this.#setCorner(corner, this.#pointFor(newVertex, points, u, v));
    }
  }

  /** Old triangles give their far corners to new ones; the corners between get the uv between. */
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
      const middle = this.#pointFor(
        edit.newVertex,
        points,
        u + edit.t * (this.#uvs[2 * b]! - u),
        v + edit.t * (this.#uvs[2 * b + 1]! - v),
      );

      this.#triangleCount = Math.max(this.#triangleCount, edit.newTriangles[i]! + 1);
      this.#index = withRoom(this.#index, 3 * this.#triangleCount);
      this.#setCorner(newEnd, b);
      this.#setCorner(newFar, this.#index[far]!);
      this.#setCorner(newCorner, middle);
      this.#setCorner(end, middle);
    }
  }

  #setCorner(corner: number, point: number): void {
    this.#index[corner] = point;
    this.getIndex()!.addUpdateRange(corner, 1);
  }

  /**
   * Attributes of as many points and triangles as there are now. three.js cannot let a buffer on the card grow, so the old
   * ones are freed and new ones made.
   *
   * @param patched The index where it has all triangles: it stays on the card, with its patches to come.
   */
  #attach(patched: BufferAttribute | null = null): void {
    if (patched !== null) this.index = null;
    this.dispose(); // the old buffers would stay on the card otherwise
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

  /** Box and sphere go with the cloth: three.js measures once only, and tries rays against both. */
  #measure(): void {
    const box = (this.boundingBox ??= new Box3());
    const sphere = (this.boundingSphere ??= new Sphere());
    box.setFromBufferAttribute(this.getAttribute("position") as BufferAttribute);
    box.getBoundingSphere(sphere);
  }

  /** Only where they are others than before. */
  #copyColors(): void {
    const { colors = null } = this.#source;
    if (colors === this.#colorsSeen && this.#coloredCount === this.#pointCount) return;
    this.#colorsSeen = colors;
    this.#coloredCount = this.#pointCount;
    const attribute = this.getAttribute("color") as BufferAttribute | undefined;
    if (colors === null) {
      if (attribute === undefined) return;
      this.dispose(); // its buffer would stay on the card otherwise
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
      const size = length(sums, p) || 1;
      for (let k = 0; k < 3; k++) this.#normals[3 * point + k] = sums[p + k]! / size;
    }
  }
}

/** The first `count` items of an array. */
function dynamicAttribute(
  array: Float32Array | Uint32Array,
  size: number,
  count: number,
): BufferAttribute {
  return new BufferAttribute(array.subarray(0, size * count), size).setUsage(DynamicDrawUsage);
}
