import { overLimit, type Limits } from "../math/limits.js";
import type { GreyPicture } from "../io/index.js";
import { SceneError } from "./scene-error.js";

/** Counts what the meshes and pictures of a scene come to, one after the other, and refuses what is too much. */
export class SizeLedger {
  readonly limits: Limits;
  #vertices = 0;
  #triangles = 0;
  #pixels = 0;
  /** Those that were read so far, by their paths: several cloths may have one. */
  readonly #pictures = new Map<string, GreyPicture>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** How many vertices may still come. */
  get verticesLeft(): number {
    return this.limits.vertices - this.#vertices;
  }

  /**
   * @param where The field that makes the mesh so large.
   * @param about Whether the count is an estimate.
   * @throws SceneError that names the field, the count, the limit and how to raise it.
   */
  add(where: string, vertices: number, triangles: number, about = false): void {
    const before = this.#vertices;
    this.#vertices += vertices;
    this.#triangles += triangles;
    this.#check(where, "vertices", this.#vertices, before > 0, about);
    this.#check(where, "triangles", this.#triangles, before > 0, about);
  }

  /**
   * A picture, read once.
   *
   * @throws SceneError where all are too much.
   */
  picture(where: string, path: string, read: () => GreyPicture): GreyPicture {
    const known = this.#pictures.get(path);
    if (known !== undefined) return known;
    const picture = read();
    const isSum = this.#pixels > 0;
    this.#pixels += picture.width * picture.height;
    this.#check(where, "pixels", this.#pixels, isSum, false);
    this.#pictures.set(path, picture);
    return picture;
  }

  #check(
    where: string,
    name: "vertices" | "triangles" | "pixels",
    count: number,
    isSum: boolean,
    about: boolean,
  ): void {
    if (count <= this.limits[name]) return;
    const line = overLimit(
      this.limits,
      name,
      count,
      (counted) => `${about ? "about " : ""}${count} ${counted}${isSum ? " in all" : ""}`,
    );
    throw new SceneError(`${where}: ${line}`);
  }
}
