import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Mesh,
  Sphere,
  Vector3,
  type Material,
} from "three";
import { grown, grownCapacity } from "../math/grow.js";
import { length, triangleCross } from "../math/vector.js";
import type { TopologyEdit, TriangleMesh } from "../mesh/index.js";

/**
 * What a cloth has to show in order to be drawn. A cloth of a `World` fits as it is; so does an object that
 * a page fills from the messages of a worker.
 */
export interface ClothSource {
  readonly mesh: Pick<TriangleMesh, "halfedgeVertices" | "triangleCount" | "uvs">;
  /** Three coordinates a particle, m. */
  readonly positions: Float64Array | Float32Array;
  /** All edits since the start, in order; the view replays those that it has not seen. */
  readonly edits: readonly TopologyEdit[];
}

/**
 * A cloth in a three.js scene. Call `update()` after stepping the world and before drawing. It reads the
 * simulation and never writes it.
 *
 * A point of the picture is a particle together with a texture coordinate, because uvs belong to corners.
 * A tear adds points for the corners that moved and patches their places in the index buffer; nothing
 * else is rebuilt. Buffers double when they are full; `geometry.dispose()` frees them at the end.
 */
export class ClothMesh extends Mesh {
  #source!: ClothSource;
  #editsSeen = 0;
  #pointCount = 0;
  /** The particle behind each point of the picture. */
  #particles = new Int32Array(0);
  #uvs = new Float32Array(0);
  #positions = new Float32Array(0);
  #normals = new Float32Array(0);
  /** Sum of the face normals at each particle, so that points of one particle share their shading. */
  #particleNormals = new Float32Array(0);
  #index = new Uint32Array(0);

  constructor(source: ClothSource, material: Material | Material[]) {
    super(new BufferGeometry(), material);
    this.geometry.boundingSphere = new Sphere();
    this.update(source);
  }

  /**
   * Follows the cloth: new tears, then positions and normals.
   *
   * @param source The cloth, where it may be another one than before: `World.reset` makes new ones.
   */
  update(source: ClothSource = this.#source): void {
    if (source === this.#source) this.#replayEdits();
    else this.#build(source);
    this.#copyPositions();
    this.#computeNormals();
    for (const name of ["position", "normal"]) this.geometry.getAttribute(name).needsUpdate = true;
  }

  #build(source: ClothSource): void {
    this.#source = source;
    this.#editsSeen = source.edits.length;
    this.#pointCount = 0;
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
    this.#attachBuffers();
    this.geometry.setIndex(new BufferAttribute(this.#index, 1).setUsage(DynamicDrawUsage));
  }

  /** The point of a particle with this uv among `points`, made if it is missing. */
  #pointFor(particle: number, points: number[], u: number, v: number): number {
    const [u32, v32] = [Math.fround(u), Math.fround(v)];
    for (const point of points) {
      if (this.#uvs[2 * point] === u32 && this.#uvs[2 * point + 1] === v32) return point;
    }
    const point = this.#pointCount++;
    const capacity = grownCapacity(this.#particles.length, this.#pointCount);
    this.#particles = grown(this.#particles, capacity);
    this.#uvs = grown(this.#uvs, 2 * capacity);
    this.#particles[point] = particle;
    this.#uvs[2 * point] = u;
    this.#uvs[2 * point + 1] = v;
    points.push(point);
    return point;
  }

  #replayEdits(): void {
    const { edits, mesh } = this.#source;
    if (this.#editsSeen === edits.length) return;
    const index = this.geometry.getIndex()!;
    for (; this.#editsSeen < edits.length; this.#editsSeen++) {
      const { newVertex, movedCorners } = edits[this.#editsSeen]!;
      const points: number[] = [];
      for (const corner of movedCorners) {
        const [u, v] = [mesh.uvs[2 * corner]!, mesh.uvs[2 * corner + 1]!];
        this.#index[corner] = this.#pointFor(newVertex, points, u, v);
        index.addUpdateRange(corner, 1);
      }
    }
    index.needsUpdate = true;
    if (this.#positions.length < 3 * this.#particles.length) this.#attachBuffers();
    const uv = this.geometry.getAttribute("uv") as BufferAttribute;
    uv.needsUpdate = true;
  }

  /** New buffers on the graphics card for the grown arrays. */
  #attachBuffers(): void {
    const { geometry } = this;
    this.#positions = grown(this.#positions, 3 * this.#particles.length);
    this.#normals = grown(this.#normals, 3 * this.#particles.length);
    geometry.dispose(); // the old buffers would stay on the card otherwise
    geometry.setAttribute("position", dynamicAttribute(this.#positions, 3));
    geometry.setAttribute("normal", dynamicAttribute(this.#normals, 3));
    geometry.setAttribute("uv", dynamicAttribute(this.#uvs, 2));
  }

  #copyPositions(): void {
    const { positions } = this.#source;
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    const at = new Vector3();
    for (let point = 0; point < this.#pointCount; point++) {
      at.fromArray(positions, 3 * this.#particles[point]!);
      at.toArray(this.#positions, 3 * point);
      low.min(at);
      high.max(at);
    }
    const sphere = this.geometry.boundingSphere!;
    sphere.center.addVectors(low, high).multiplyScalar(0.5);
    sphere.radius = low.distanceTo(high) / 2;
  }

  #computeNormals(): void {
    const { positions } = this.#source;
    const index = this.#index;
    const particles = this.#particles;
    this.#particleNormals = grown(this.#particleNormals, positions.length).fill(0);
    const sums = this.#particleNormals;
    const cross = [0, 0, 0];
    for (let i = 0; i < index.length; i += 3) {
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

function dynamicAttribute(array: Float32Array, size: number): BufferAttribute {
  return new BufferAttribute(array, size).setUsage(DynamicDrawUsage);
}
