import type { MeshCollider } from "../options.js";

/** The shapes of a mesh over time, in its own frame. Vertices that coincide in all shapes are merged. */
export class MeshMorph {
  readonly vertexCount: number;
  /** Merged index of each vertex of the options. */
  readonly numberOf: Int32Array;
  /** Three vertices each, without triangles that use a vertex twice. */
  readonly triangles: Int32Array;
  /** Vertex positions of each shape; at least one shape. */
  readonly shapes: readonly Float64Array[];
  readonly #times: Float64Array;

  /** Files often have one vertex per face corner, for hard edges. Merging makes such a mesh closed. */
  constructor({ positions, triangles, shapes = [] }: MeshCollider) {
    const given = shapes.length > 0 ? shapes.map((shape) => shape.positions) : [positions];
    const merged: number[] = [];
    const numbers = new Map<string, number>();
    const numberOf = Int32Array.from({ length: positions.length / 3 }, (_, vertex) => {
      const positionKeys = given.map((shape) =>
        [0, 1, 2].map((k) => shape[3 * vertex + k]!).join(),
      );
      const key = positionKeys.join(";");
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, merged.length);
      return merged.push(vertex) - 1;
    });
    this.numberOf = numberOf;
    this.vertexCount = merged.length;
    this.shapes = given.map((shape) =>
      Float64Array.from({ length: 3 * merged.length }, (_, i) => {
        const k = i % 3;
        return shape[3 * merged[(i - k) / 3]! + k]!;
      }),
    );
    this.#times = Float64Array.from(shapes, ({ time }) => time);
    const corners: number[] = [];
    for (let i = 0; i < triangles.length; i += 3) {
      const a = numberOf[triangles[i]!]!;
      const b = numberOf[triangles[i + 1]!]!;
      const c = numberOf[triangles[i + 2]!]!;
      if (a !== b && b !== c && c !== a) corners.push(a, b, c);
    }
    this.triangles = Int32Array.from(corners);
  }

  get isStill(): boolean {
    return this.shapes.length < 2;
  }

  /** Writes the shape at `moments[at]`, s: linear between the times of the shapes, constant outside. */
  write(moments: Float64Array, at: number, out: Float64Array): void {
    const time = moments[at]!;
    const times = this.#times;
    let after = 0;
    while (after < times.length - 1 && times[after]! <= time) after++;
    const before = Math.max(0, after - 1);
    const last = this.shapes[after]!;
    const first = this.shapes[before]!;
    const span = after > before ? times[after]! - times[before]! : 0;
    const fraction = span > 0 ? Math.max(0, Math.min(1, (time - times[before]!) / span)) : 0;
    for (let i = 0; i < out.length; i++) out[i] = first[i]! + fraction * (last[i]! - first[i]!);
  }
}
