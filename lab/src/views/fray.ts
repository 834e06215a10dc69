import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshLambertMaterial,
  Vector3,
} from "three";
import { randomAt } from "../stage/textures.js";
import type { TornEdgeListener } from "../simulation/torn-edges.js";
import type { FrayStyle } from "./fray-styles.js";

/** Vertices of a strand: two at its root, two halfway, one at its end. They form three triangles. */
const POINTS = 5;
// prettier-ignore
const CORNERS = [0, 2, 1, 1, 2, 3, 2, 4, 3];
/** Maximum number of strands. */
const MAX_STRANDS = 12_000;
/** Maximum number of strands on one edge. */
const MAX_STRANDS_PER_EDGE = 24;
/** Numbers per strand: halfedge, position along it, length, lean, curl. */
const SIZE = 5;

const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
const [edge, out, normal] = [new Vector3(), new Vector3(), new Vector3()];
const [root, center, end, across] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

/**
 * Draws torn edges in the style of the material: loose yarn ends, fibers or a clean band, in one draw call. Strands are
 * added where edges tear, and follow their triangles at each frame.
 */
export class Fray extends Mesh<BufferGeometry, MeshLambertMaterial> implements TornEdgeListener {
  #style: FrayStyle;
  #count = 0;
  #strands = new Float64Array(0);
  /** First strand and number of strands of each halfedge. */
  readonly #ofHalfedge = new Map<number, [first: number, count: number]>();
  /** Geometry of the cloth. */
  #cloth: BufferGeometry | null = null;

  constructor(style: FrayStyle) {
    super(new BufferGeometry(), new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
    this.#style = style;
    // Thin fibers are translucent: brighter than the cloth, even in shadow.
    this.material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <emissivemap_fragment>",
        "totalEmissiveRadiance = 0.3 * diffuseColor.rgb;",
      );
    };
    this.frustumCulled = false;
    this.receiveShadow = true;
    this.raycast = () => {}; // only the cloth can be grabbed
  }

  /** Draws the same edges in another style. */
  set style(style: FrayStyle) {
    if (style === this.#style) return;
    this.#style = style;
    const halfedges = [...this.#ofHalfedge.keys()];
    this.forget();
    for (const halfedge of halfedges) this.addEdge(halfedge);
  }

  /** Removes all strands. */
  forget(): void {
    this.#count = 0;
    this.#ofHalfedge.clear();
  }

  /** Sets the geometry of the cloth. New edges are measured on it. */
  set cloth(cloth: BufferGeometry) {
    this.#cloth = cloth;
  }

  addEdge(halfedge: number): void {
    if (this.#ofHalfedge.has(halfedge) || this.#cloth === null) return;
    const { spacing, lengths, lean, curl, colors } = this.#style;
    this.#read(halfedge);
    const desired = Math.max(
      1,
      Math.min(MAX_STRANDS_PER_EDGE, Math.round(edge.length() / spacing)),
    );
    const count = Math.min(desired, MAX_STRANDS - this.#count);
    const first = this.#count;
    this.#reserve(first + count);
    this.#count += count;
    this.#ofHalfedge.set(halfedge, [first, count]);
    const color = this.geometry.getAttribute("color") as BufferAttribute;
    for (let n = 0; n < count; n++) {
      const by = (k: number): number => randomAt(41 + k, halfedge, n);
      const strand = SIZE * (first + n);
      this.#strands[strand] = halfedge;
      this.#strands[strand + 1] = count === 1 ? 0.5 : (n + 0.2 + 0.6 * by(0)) / count;
      // most strands are short
      this.#strands[strand + 2] = lengths[0] + (lengths[1] - lengths[0]) * by(1) ** 2.2;
      this.#strands[strand + 3] = lean * (2 * by(2) - 1);
      this.#strands[strand + 4] = curl * (2 * by(3) - 1);
      const { r, g, b: blue } = colors[Math.floor(by(4) * colors.length)]!;
      const shade = 0.88 + 0.24 * by(5);
      for (let p = 0; p < POINTS; p++) {
        color.setXYZ(POINTS * (first + n) + p, shade * r, shade * g, shade * blue);
      }
    }
    color.needsUpdate = true;
  }

  removeEdge(halfedge: number): void {
    const [first, count] = this.#ofHalfedge.get(halfedge) ?? [0, 0];
    this.#ofHalfedge.delete(halfedge);
    for (let strand = first; strand < first + count; strand++) this.#strands[SIZE * strand] = -1;
  }

  /** Moves the strands with the cloth. */
  update(): void {
    this.visible = this.#count > 0 && this.#cloth !== null;
    if (!this.visible) return;
    const { width, taper, droop } = this.#style;
    const position = this.geometry.getAttribute("position") as BufferAttribute;
    const normals = this.geometry.getAttribute("normal") as BufferAttribute;
    let known = -1;
    for (let i = 0; i < this.#count; i++) {
      const strand = SIZE * i;
      const halfedge = this.#strands[strand]!;
      const at = POINTS * i;
      if (halfedge === -1) {
        for (let p = 0; p < POINTS; p++) position.setXYZ(at + p, 0, -1000, 0);
        continue;
      }
      if (halfedge !== known) this.#read(halfedge);
      known = halfedge;
      const length = this.#strands[strand + 2]!;
      const half = width === "edge" ? edge.length() / 2 : width / 2;
      across.copy(edge).setLength(half);
      // The root lies slightly inside of the cloth.
      root.copy(a).addScaledVector(edge, this.#strands[strand + 1]!);
      end.copy(out).addScaledVector(across, this.#strands[strand + 3]! / half);
      center.copy(root).addScaledVector(end, 0.5 * length);
      root.addScaledVector(out, -0.15 * length).addScaledVector(normal, 0.0004);
      end.multiplyScalar(length).addScaledVector(normal, this.#strands[strand + 4]! * length);
      end.add(root);
      end.y -= droop * length;
      position.setXYZ(at, root.x - across.x, root.y - across.y, root.z - across.z);
      position.setXYZ(at + 1, root.x + across.x, root.y + across.y, root.z + across.z);
      across.multiplyScalar(taper);
      position.setXYZ(at + 2, center.x - across.x, center.y - across.y, center.z - across.z);
      position.setXYZ(at + 3, center.x + across.x, center.y + across.y, center.z + across.z);
      position.setXYZ(at + 4, end.x, end.y, end.z);
      for (let p = 0; p < POINTS; p++) normals.setXYZ(at + p, normal.x, normal.y, normal.z);
    }
    for (const attribute of [position, normals]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 3 * POINTS * this.#count);
      attribute.needsUpdate = true;
    }
    this.geometry.setDrawRange(0, CORNERS.length * this.#count);
  }

  /**
   * Reads the present shape of an edge: start `a`, vector `edge`, direction `out` of the cloth, and `normal` of the
   * triangle.
   */
  #read(halfedge: number): void {
    const index = this.#cloth!.getIndex()!.array;
    const { array } = this.#cloth!.getAttribute("position");
    const first = halfedge - (halfedge % 3);
    a.fromArray(array, 3 * index[halfedge]!);
    b.fromArray(array, 3 * index[first + ((halfedge + 1) % 3)]!);
    c.fromArray(array, 3 * index[first + ((halfedge + 2) % 3)]!);
    edge.subVectors(b, a);
    c.sub(a);
    normal.crossVectors(edge, c).normalize();
    out.crossVectors(edge, normal).normalize();
  }

  /** Grows the buffers to hold `count` strands. */
  #reserve(count: number): void {
    if (SIZE * count <= this.#strands.length) return;
    const capacity = Math.max(256, 2 * count);
    this.#strands = grown(this.#strands, new Float64Array(SIZE * capacity));
    this.geometry.dispose(); // frees the old buffers on the graphics card
    for (const name of ["position", "normal", "color"]) {
      const old = this.geometry.getAttribute(name)?.array ?? new Float32Array(0);
      const array = grown(old as Float32Array, new Float32Array(3 * POINTS * capacity));
      const attribute = new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
    }
    const index = new Uint32Array(CORNERS.length * capacity);
    for (let i = 0; i < index.length; i++) {
      index[i] = POINTS * Math.floor(i / CORNERS.length) + CORNERS[i % CORNERS.length]!;
    }
    this.geometry.setIndex(new BufferAttribute(index, 1));
  }
}

function grown<T extends Float32Array | Float64Array>(old: T, array: T): T {
  array.set(old);
  return array;
}
