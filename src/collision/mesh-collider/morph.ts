import type { MeshCollider } from "../options.js";

/** The shapes that a mesh takes in turn, in its own frame. Vertices that are in one place in all of them are one. */
export class MeshMorph {
  readonly vertexCount: number;
  /** For each vertex of the options its number here. */
  readonly numberOf: Int32Array;
  /** Three vertices each; none that has one of them twice. */
  readonly triangles: Int32Array;
  /** Where the vertices are in each shape; at least one. */
  readonly shapes: readonly Float64Array[];
  readonly #times: Float64Array;

  /** Files with a vertex for each corner of a face are common: what is drawn with hard edges is closed nevertheless. */
  constructor({ positions, triangles, shapes = [] }: MeshCollider) {
    const given = shapes.length > 0 ? shapes.map((shape) => shape.positions) : [positions];
    const kept: number[] = [];
    const numbers = new Map<string, number>();
    const numberOf = Int32Array.from({ length: positions.length / 3 }, (_, vertex) => {
      const place = given.map((shape) => [0, 1, 2].map((k) => shape[3 * vertex + k]!).join());
      const key = place.join(";");
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, kept.length);
      return kept.push(vertex) - 1;
    });
    this.numberOf = numberOf;
    this.vertexCount = kept.length;
    this.shapes = given.map((shape) =>
      Float64Array.from({ length: 3 * kept.length }, (_, i) => {
        const k = i % 3;
        return shape[3 * kept[(i - k) / 3]! + k]!;
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

  /** The shape at one of some times: linear between the times of the shapes, constant outside. */
  at(moments: Float64Array, moment: number, out: Float64Array): void {
    const time = moments[moment]!;
    const times = this.#times;
    let after = 0;
    while (after < times.length - 1 && times[after]! <= time) after++;
    const before = Math.max(0, after - 1);
    const last = this.shapes[after]!;
    const first = this.shapes[before]!;
    const span = after > before ? times[after]! - times[before]! : 0;
    const part = span > 0 ? Math.max(0, Math.min(1, (time - times[before]!) / span)) : 0;
    for (let i = 0; i < out.length; i++) out[i] = first[i]! + part * (last[i]! - first[i]!);
  }
}
