import { overLimit, type Limits } from "../math/limits.js";
import type { GreyImage } from "../io/index.js";
import { SceneError } from "./scene-error.js";

/** Sums the sizes of the meshes and images of a scene, and throws if a limit is exceeded. */
export class SizeLedger {
  readonly limits: Limits;
  #vertices = 0;
  #triangles = 0;
  #pixels = 0;
  /** Images read so far, by path: several cloths may share one. */
  readonly #images = new Map<string, GreyImage>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Number of vertices left within the limit. */
  get verticesLeft(): number {
    return this.limits.vertices - this.#vertices;
  }

  /**
   * Adds a mesh.
   *
   * @param where The field that sets the size of the mesh.
   * @param isEstimate True if the count is an estimate.
   * @throws SceneError that names the field, the count, the limit and how to raise it.
   */
  add(where: string, vertices: number, triangles: number, isEstimate = false): void {
    const before = this.#vertices;
    this.#vertices += vertices;
    this.#triangles += triangles;
    this.#check(where, "vertices", this.#vertices, before > 0, isEstimate);
    this.#check(where, "triangles", this.#triangles, before > 0, isEstimate);
  }

  /**
   * Reads an image, once per path.
   *
   * @throws SceneError if all images together exceed the limit.
   */
  image(where: string, path: string, read: () => GreyImage): GreyImage {
    const known = this.#images.get(path);
    if (known !== undefined) return known;
    const image = read();
    const isSum = this.#pixels > 0;
    this.#pixels += image.width * image.height;
    this.#check(where, "pixels", this.#pixels, isSum, false);
    this.#images.set(path, image);
    return image;
  }

  #check(
    where: string,
    name: "vertices" | "triangles" | "pixels",
    count: number,
    isSum: boolean,
    isEstimate: boolean,
  ): void {
    if (count <= this.limits[name]) return;
    const line = overLimit(
      this.limits,
      name,
      count,
      (counted) => `${isEstimate ? "about " : ""}${count} ${counted}${isSum ? " in all" : ""}`,
    );
    throw new SceneError(`${where}: ${line}`);
  }
}
