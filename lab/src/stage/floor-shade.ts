import {
  DataTexture,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RGBAFormat,
  Vector3,
  type BufferGeometry,
} from "three";
import { sphereAround } from "./bounds.js";
import { distanceTo, type NearSolid } from "./solid-distance.js";

/** Texels along each side. */
const SIZE = 128;
/** Height above which cloth does not darken the floor, m. */
const HIGH = 0.16;
/** Decay length of the darkness around a solid, m. */
const SPREAD = 0.09;
/** Cutoff, so that the darkness has no visible border. */
const FAINTEST = Math.exp(-4);
const SMOOTHING = 2;

const point = new Vector3();
const towards = new Vector3();

/**
 * Contact shadows on a level floor, which the sun's shadow map does not have. They are drawn into a small texture, from
 * low triangles and from distances to solids, on a plane just above the floor. Invisible while nothing is low.
 */
export class FloorShade extends Mesh {
  readonly #values = new Float32Array(SIZE * SIZE);
  readonly #spare = new Float32Array(SIZE * SIZE);
  readonly #pixels = new Uint8Array(4 * SIZE * SIZE);
  readonly #texture = new DataTexture(this.#pixels, SIZE, SIZE, RGBAFormat);
  /** m. */
  #side = 3.2;

  constructor() {
    super(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2));
    this.#texture.minFilter = this.#texture.magFilter = LinearFilter;
    this.material = new MeshBasicMaterial({
      map: this.#texture,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
    });
    this.renderOrder = 1;
    this.raycast = () => {}; // tools ignore it
    this.visible = false;
  }

  /** Maximum darkness. */
  set strength(strength: number) {
    (this.material as MeshBasicMaterial).opacity = strength;
  }

  /**
   * @param floor Height of a level floor, m. Null: none.
   * @param scale Size of the scene relative to the usual one.
   */
  update(
    cloths: readonly Mesh[],
    solids: readonly NearSolid[],
    floor: number | null,
    scale: number,
  ): void {
    this.visible = false;
    if (floor === null) return;
    const { center } = sphereAround(cloths);
    this.#side = 3.2 * scale;
    this.position.set(center.x, floor + 0.001, center.z);
    this.scale.set(this.#side, 1, this.#side);
    this.#values.fill(0);
    let isAnyLow = false;
    for (const { geometry } of cloths) if (this.#drawCloth(geometry, floor)) isAnyLow = true;
    for (const solid of solids) if (this.#drawSolid(solid, floor)) isAnyLow = true;
    if (!isAnyLow) return;
    this.visible = true;
    for (let pass = 0; pass < SMOOTHING; pass++) this.#smooth();
    for (let i = 0; i < SIZE * SIZE; i++) this.#pixels[4 * i + 3] = 255 * this.#values[i]!;
    this.#texture.needsUpdate = true;
  }

  /** Returns the texel column of a world position. */
  #column(x: number): number {
    return ((x - this.position.x) / this.#side + 0.5) * SIZE - 0.5;
  }

  /** Texture rows go up, which is opposite to z. */
  #row(z: number): number {
    return (0.5 - (z - this.position.z) / this.#side) * SIZE - 0.5;
  }

  #drawCloth(cloth: BufferGeometry, floor: number): boolean {
    const x = cloth.getAttribute("position").array;
    const index = cloth.getIndex()!.array;
    const end = Math.min(index.length, cloth.drawRange.count);
    let isAnyLow = false;
    for (let h = 0; h < end; h += 3) {
      const [a, b, c] = [3 * index[h]!, 3 * index[h + 1]!, 3 * index[h + 2]!];
      const height = (x[a + 1]! + x[b + 1]! + x[c + 1]!) / 3 - floor;
      if (height > HIGH || height < -0.05) continue;
      isAnyLow = true;
      this.#drawTriangle(x, a, b, c, (1 - Math.max(0, height) / HIGH) ** 2);
    }
    return isAnyLow;
  }

  #drawTriangle(x: ArrayLike<number>, a: number, b: number, c: number, value: number): void {
    const [ax, ay] = [this.#column(x[a]!), this.#row(x[a + 2]!)];
    const [bx, by] = [this.#column(x[b]!), this.#row(x[b + 2]!)];
    const [cx, cy] = [this.#column(x[c]!), this.#row(x[c + 2]!)];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    const [left, right] = [Math.min(ax, bx, cx), Math.max(ax, bx, cx)];
    const [low, high] = [Math.min(ay, by, cy), Math.max(ay, by, cy)];
    for (
      let row = Math.max(0, Math.round(low));
      row <= Math.min(SIZE - 1, Math.round(high));
      row++
    ) {
      for (
        let column = Math.max(0, Math.round(left));
        column <= Math.min(SIZE - 1, Math.round(right));
        column++
      ) {
        const u = ((bx - column) * (cy - row) - (cx - column) * (by - row)) / area;
        const v = ((cx - column) * (ay - row) - (ax - column) * (cy - row)) / area;
        // Half a texel of margin, so that small and upright triangles cover at least one texel.
        if (Math.abs(area) > 1 && Math.min(u, v, 1 - u - v) < -0.4) continue;
        const at = SIZE * row + column;
        this.#values[at] = Math.max(this.#values[at]!, value);
      }
    }
  }

  #drawSolid(solid: NearSolid, floor: number): boolean {
    const { elements } = solid.toWorld;
    const [x, y, z] = [elements[12], elements[13], elements[14]];
    const reach = solid.reach + 4 * SPREAD;
    if (y - floor > reach) return false;
    const texel = this.#side / SIZE;
    const [column, row, wide] = [this.#column(x), this.#row(z), reach / texel];
    for (let r = Math.max(0, Math.floor(row - wide)); r < Math.min(SIZE, row + wide); r++) {
      for (let c = Math.max(0, Math.floor(column - wide)); c < Math.min(SIZE, column + wide); c++) {
        point.set(
          this.position.x + ((c + 0.5) / SIZE - 0.5) * this.#side,
          floor,
          this.position.z + (0.5 - (r + 0.5) / SIZE) * this.#side,
        );
        const distance = distanceTo(solid, point, towards);
        const near = Math.max(0, Math.exp(-distance / SPREAD) - FAINTEST);
        const value = near * (0.35 + 0.65 * Math.max(0, towards.y));
        const at = SIZE * r + c;
        this.#values[at] = Math.max(this.#values[at]!, value);
      }
    }
    return true;
  }

  /** Smooths over three texels in each direction. */
  #smooth(): void {
    const [from, to] = [this.#values, this.#spare];
    for (const [stride, source, target] of [
      [1, from, to],
      [SIZE, to, from],
    ] as const) {
      for (let i = 0; i < SIZE * SIZE; i++) {
        const [before, after] = [source[i - stride] ?? 0, source[i + stride] ?? 0];
        target[i] = (before + 2 * source[i]! + after) / 4;
      }
    }
  }
}
