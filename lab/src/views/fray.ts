import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshLambertMaterial,
  Vector3,
} from "three";
import { chance } from "../stage/textures.js";
import type { TornEdgeWatcher } from "../simulation/torn-edges.js";
import type { FrayStyle } from "./fray-styles.js";

/** Points of a strand: two at its root, two half-way, one at its end; as three triangles. */
const POINTS = 5;
// prettier-ignore
const CORNERS = [0, 2, 1, 1, 2, 3, 2, 4, 3];
/** More than these would cost more than they show. */
const MAX_STRANDS = 12_000;
/** On one edge. */
const MAX_STRANDS_PER_EDGE = 24;
/** What a strand keeps: its halfedge, its place along it, length, lean, curl. */
const SIZE = 5;

const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
const [edge, out, normal] = [new Vector3(), new Vector3(), new Vector3()];
const [root, middle, end, across] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

/**
 * Torn edges as the material tears: loose ends of yarn, fibres or a clean band, in one drawing. Strands are added where edges come
 * apart, and all of them follow their triangles at each frame.
 */
export class Fray extends Mesh<BufferGeometry, MeshLambertMaterial> implements TornEdgeWatcher {
  #style: FrayStyle;
  #count = 0;
  #strands = new Float64Array(0);
  /** The first strand of each halfedge, and how many it has. */
  readonly #ofHalfedge = new Map<number, [first: number, count: number]>();
  /** Of the cloth. */
  #cloth: BufferGeometry | null = null;

  constructor(style: FrayStyle) {
    super(new BufferGeometry(), new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
    this.#style = style;
    // Thin fibres let light through: they are paler than the cloth, also in its shade.
    this.material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <emissivemap_fragment>",
        "totalEmissiveRadiance = 0.3 * diffuseColor.rgb;",
      );
    };
    this.frustumCulled = false;
    this.receiveShadow = true;
    this.raycast = () => {}; // a hand takes the cloth
  }

  /** Draws the same edges in another way. */
  set style(style: FrayStyle) {
    if (style === this.#style) return;
    this.#style = style;
    const halfedges = [...this.#ofHalfedge.keys()];
    this.forget();
    for (const halfedge of halfedges) this.addEdge(halfedge);
  }

  /** Nothing is torn. */
  forget(): void {
    this.#count = 0;
    this.#ofHalfedge.clear();
  }

  /** The geometry of the cloth from now on; new edges are measured by it. */
  set cloth(cloth: BufferGeometry) {
    this.#cloth = cloth;
  }

  addEdge(halfedge: number): void {
    if (this.#ofHalfedge.has(halfedge) || this.#cloth === null) return;
    const { spacing, lengths, lean, curl, colours } = this.#style;
    this.#read(halfedge);
    const wanted = Math.max(1, Math.min(MAX_STRANDS_PER_EDGE, Math.round(edge.length() / spacing)));
    const count = Math.min(wanted, MAX_STRANDS - this.#count);
    const first = this.#count;
    this.#reserve(first + count);
    this.#count += count;
    this.#ofHalfedge.set(halfedge, [first, count]);
    const colour = this.geometry.getAttribute("color") as BufferAttribute;
    for (let n = 0; n < count; n++) {
      const by = (k: number): number => chance(41 + k, halfedge, n);
      const strand = SIZE * (first + n);
      this.#strands[strand] = halfedge;
      this.#strands[strand + 1] = count === 1 ? 0.5 : (n + 0.2 + 0.6 * by(0)) / count;
      // Few are long.
      this.#strands[strand + 2] = lengths[0] + (lengths[1] - lengths[0]) * by(1) ** 2.2;
      this.#strands[strand + 3] = lean * (2 * by(2) - 1);
      this.#strands[strand + 4] = curl * (2 * by(3) - 1);
      const { r, g, b: blue } = colours[Math.floor(by(4) * colours.length)]!;
      const shade = 0.88 + 0.24 * by(5);
      for (let p = 0; p < POINTS; p++) {
        colour.setXYZ(POINTS * (first + n) + p, shade * r, shade * g, shade * blue);
      }
    }
    colour.needsUpdate = true;
  }

  removeEdge(halfedge: number): void {
    const [first, count] = this.#ofHalfedge.get(halfedge) ?? [0, 0];
    this.#ofHalfedge.delete(halfedge);
    for (let strand = first; strand < first + count; strand++) this.#strands[SIZE * strand] = -1;
  }

  /** Follows the cloth. */
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
      // It comes out of the weave: its root lies a little within the cloth.
      root.copy(a).addScaledVector(edge, this.#strands[strand + 1]!);
      end.copy(out).addScaledVector(across, this.#strands[strand + 3]! / half);
      middle.copy(root).addScaledVector(end, 0.5 * length);
      root.addScaledVector(out, -0.15 * length).addScaledVector(normal, 0.0004);
      end.multiplyScalar(length).addScaledVector(normal, this.#strands[strand + 4]! * length);
      end.add(root);
      end.y -= droop * length;
      position.setXYZ(at, root.x - across.x, root.y - across.y, root.z - across.z);
      position.setXYZ(at + 1, root.x + across.x, root.y + across.y, root.z + across.z);
      across.multiplyScalar(taper);
      position.setXYZ(at + 2, middle.x - across.x, middle.y - across.y, middle.z - across.z);
      position.setXYZ(at + 3, middle.x + across.x, middle.y + across.y, middle.z + across.z);
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

  /** An edge as it lies now: from `a` by `edge`, `out` of the cloth, square to the `normal` of its triangle. */
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

  /** Room for so many strands. */
  #reserve(count: number): void {
    if (SIZE * count <= this.#strands.length) return;
    const capacity = Math.max(256, 2 * count);
    this.#strands = grown(this.#strands, new Float64Array(SIZE * capacity));
    this.geometry.dispose(); // the old buffers would stay on the card otherwise
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
