import { checkOptions, text as textCheck } from "../math/check-options.js";
import { ensureCapacity } from "../math/grow.js";
import { overLimit, resolveLimits, type Limits } from "../math/limits.js";
import type { VertexGroups } from "../mesh/index.js";
import { FileFormatError } from "./file-format-error.js";
import { LineScanner } from "./line-scanner.js";
import { NamedTrianglesCollector } from "./named-triangles.js";
import type { IgnoredKeyword, ObjFile } from "./obj-file.js";
import { planarUvs } from "./planar-uvs.js";
import { PolygonTriangulator } from "./polygon-triangulator.js";

/** Keywords that are ignored: normals, smoothing, materials, lines and points. A cloth needs none of them. */
const IGNORED_KEYWORDS = new Set(["vn", "s", "usemtl", "mtllib", "l", "p"]);

/** Maximum number of groups per triangle, on average over the allowed number of triangles. */
const MAX_GROUPS_PER_TRIANGLE = 8;

/**
 * Reads a Wavefront OBJ file: positions, texture coordinates, groups and objects. Faces with more than three corners
 * are triangulated, including concave ones.
 *
 * @param limits `vertices`, `triangles` and `corners` apply.
 * @throws FileFormatError at the first line that is invalid or exceeds a limit, and if there is no face.
 */
export function readObj(text: string, limits?: Partial<Limits>): ObjFile {
  checkOptions("text", text, textCheck, FileFormatError);
  const reader = new ObjReader(text, resolveLimits(limits));
  reader.readLines();
  return reader.result();
}

class ObjReader {
  readonly #scanner: LineScanner;
  readonly #limits: Limits;
  readonly #triangulator = new PolygonTriangulator();
  readonly #groups = new NamedTrianglesCollector("default");
  readonly #objects = new NamedTrianglesCollector(null);
  readonly #ignored = new Map<string, IgnoredKeyword>();

  #vertexCount = 0;
  #positions = new Float64Array(0);
  /** The last face that uses each vertex: shows whether a face uses it twice. */
  #faceOfVertex = new Int32Array(0);
  #uvCount = 0;
  #uvs = new Float64Array(0);
  #faceCount = 0;
  #triangleCount = 0;
  #triangles = new Int32Array(0);
  #cornerUvs = new Float64Array(0);
  #faceOfTriangle = new Int32Array(0);
  #lineOfTriangle = new Int32Array(0);
  #hasUvs = false;
  #cornersWithoutUv = 0;

  /** Number of corners of the current face. */
  #cornerCount = 0;
  /** Vertex of each corner of the current face, from 0. */
  #faceVertices = new Int32Array(8);
  /** Uv of each corner of the current face, from 0; −1 for none. */
  #faceUvs = new Int32Array(8);

  constructor(text: string, limits: Limits) {
    this.#limits = limits;
    this.#scanner = new LineScanner(text, { hashEndsWord: false });
  }

  readLines(): void {
    const scanner = this.#scanner;
    while (scanner.nextFilledLine()) {
      const keyword = scanner.word();
      if (keyword === "v") this.#readVertex();
      else if (keyword === "vt") this.#readUv();
      else if (keyword === "f") this.#readFace();
      else if (keyword === "g") this.#groups.setNames(this.#restOfLine());
      else if (keyword === "o") this.#objects.setNames([this.#restOfLine().join(" ")]);
      else this.#ignore(keyword);
    }
  }

  result(): ObjFile {
    if (this.#faceCount === 0) throw new FileFormatError(this.#noFaceMessage());
    const positions = this.#positions.slice(0, 3 * this.#vertexCount);
    const triangles = this.#triangles.slice(0, 3 * this.#triangleCount);
    const uvs = this.#hasUvs
      ? this.#cornerUvs.slice(0, 6 * this.#triangleCount)
      : planarUvs(positions, triangles);
    return {
      data: { positions, triangles, uvs, groups: this.#vertexGroups(triangles) },
      hasUvs: this.#hasUvs,
      cornersWithoutUv: this.#hasUvs ? this.#cornersWithoutUv : 0,
      groups: this.#groups.lists,
      objects: this.#objects.lists,
      faceOfTriangle: this.#faceOfTriangle.slice(0, this.#triangleCount),
      lineOfTriangle: this.#lineOfTriangle.slice(0, this.#triangleCount),
      ignored: [...this.#ignored.values()],
    };
  }

  /** The vertices of the faces under each name. A group and an object with the same name are merged. */
  #vertexGroups(triangles: Int32Array): VertexGroups {
    const groups = new Map<string, Set<number>>();
    for (const { name, triangles: named } of [...this.#groups.lists, ...this.#objects.lists]) {
      const vertices = groups.get(name) ?? new Set();
      groups.set(name, vertices);
      for (const triangle of named) {
        for (let k = 0; k < 3; k++) vertices.add(triangles[3 * triangle + k]!);
      }
    }
    return Object.fromEntries(
      Array.from(groups, ([name, vertices]) => [name, [...vertices].toSorted((a, b) => a - b)]),
    );
  }

  /** `v x y z`, optionally with a weight or a color, which are checked and dropped. */
  #readVertex(): void {
    const scanner = this.#scanner;
    const at = 3 * this.#vertexCount;
    this.#checkLimit("vertices", this.#vertexCount + 1);
    this.#positions = ensureCapacity(this.#positions, 3 * (this.#vertexCount + 1));
    this.#faceOfVertex = ensureCapacity(this.#faceOfVertex, this.#vertexCount + 1);
    let count = 0;
    for (; scanner.nextWord(); count++) {
      const value = scanner.number();
      if (Number.isNaN(value)) this.#failNumbers("three numbers", "v");
      if (count < 3) this.#positions[at + count] = value;
    }
    if (count < 3) this.#failNumbers("three numbers", "v");
    this.#vertexCount++;
  }

  /** `vt u`, `vt u v` or `vt u v w`; w is for 3D textures and is dropped. */
  #readUv(): void {
    const scanner = this.#scanner;
    const at = 2 * this.#uvCount;
    this.#checkLimit("triangles", Math.ceil((this.#uvCount + 1) / 3), "uvs for ");
    this.#uvs = ensureCapacity(this.#uvs, at + 2);
    let count = 0;
    for (; scanner.nextWord(); count++) {
      const value = scanner.number();
      if (Number.isNaN(value)) this.#failNumbers("one to three numbers", "vt");
      if (count < 2) this.#uvs[at + count] = value;
    }
    if (count < 1 || count > 3) this.#failNumbers("one to three numbers", "vt");
    this.#uvCount++;
  }

  /** `f` with corners `v`, `v/vt`, `v//vn` or `v/vt/vn`. */
  #readFace(): void {
    this.#faceCount++;
    this.#cornerCount = 0;
    while (this.#scanner.nextWord()) this.#readCorner();
    const count = this.#cornerCount;
    if (count < 3) {
      this.#failFace(
        `has ${count} ${count === 1 ? "corner" : "corners"}, but needs at least three`,
      );
    }
    this.#checkLimit("triangles", this.#triangleCount + count - 2);
    this.#triangulator.triangulate(this.#positions, this.#faceVertices, count);
    for (let i = 0; i < count - 2; i++) this.#addTriangle(3 * i);
  }

  #readCorner(): void {
    const { text, wordStart, wordEnd } = this.#scanner;
    const slash = indexOfSlash(text, wordStart, wordEnd);
    const secondSlash = indexOfSlash(text, slash + 1, wordEnd);
    const vertex = this.#index(wordStart, slash, this.#vertexCount, "vertex", "vertices");
    const hasUv = secondSlash > slash + 1;
    const uv = hasUv ? this.#index(slash + 1, secondSlash, this.#uvCount, "uv", "uvs (vt)") : -1;
    if (secondSlash + 1 < wordEnd && Number.isNaN(this.#scanner.integer(secondSlash + 1))) {
      this.#failCorner(); // normals may be any integers
    }
    if (this.#faceOfVertex[vertex] === this.#faceCount) {
      this.#failFace(`names vertex ${vertex + 1} a second time; remove one of them`);
    }
    this.#faceOfVertex[vertex] = this.#faceCount;
    this.#checkLimit("corners", this.#cornerCount + 1);
    this.#faceVertices = ensureCapacity(this.#faceVertices, this.#cornerCount + 1);
    this.#faceUvs = ensureCapacity(this.#faceUvs, this.#cornerCount + 1);
    this.#faceVertices[this.#cornerCount] = vertex;
    this.#faceUvs[this.#cornerCount] = uv;
    this.#cornerCount++;
    if (hasUv) this.#hasUvs = true;
    else this.#cornersWithoutUv++;
  }

  /** The index between `start` and `end`, from 0. Files count from 1, or backwards from the latest with −1. */
  #index(start: number, end: number, count: number, one: string, many: string): number {
    const value = this.#scanner.integer(start, end);
    if (Number.isNaN(value)) this.#failCorner();
    if (value === 0) this.#failFace(`names ${one} 0, but OBJ counts from 1`);
    if (Math.abs(value) > count) {
      const name = this.#scanner.text.slice(start, Math.min(end, start + 20));
      const defined = count === 1 ? `${one} is` : `${many} are`;
      this.#failFace(`names ${one} ${name}, but only ${count} ${defined} defined above it`);
    }
    return value > 0 ? value - 1 : count + value;
  }

  /** Adds the triangle at an offset of the triangulator's list. */
  #addTriangle(offset: number): void {
    const triangle = this.#triangleCount++;
    this.#triangles = ensureCapacity(this.#triangles, 3 * (triangle + 1));
    this.#cornerUvs = ensureCapacity(this.#cornerUvs, 6 * (triangle + 1));
    this.#faceOfTriangle = ensureCapacity(this.#faceOfTriangle, triangle + 1);
    this.#lineOfTriangle = ensureCapacity(this.#lineOfTriangle, triangle + 1);
    for (let k = 0; k < 3; k++) {
      const corner = this.#triangulator.triangles[offset + k]!;
      const uv = this.#faceUvs[corner]!;
      const to = 3 * triangle + k;
      this.#triangles[to] = this.#faceVertices[corner]!;
      if (uv === -1) continue; // keeps (0, 0)
      this.#cornerUvs[2 * to] = this.#uvs[2 * uv]!;
      this.#cornerUvs[2 * to + 1] = this.#uvs[2 * uv + 1]!;
    }
    this.#faceOfTriangle[triangle] = this.#faceCount;
    this.#lineOfTriangle[triangle] = this.#scanner.line;
    this.#groups.add(triangle);
    this.#checkLimit(
      "triangles",
      Math.ceil(this.#groups.count / MAX_GROUPS_PER_TRIANGLE),
      "groups with ",
    );
    this.#objects.add(triangle);
  }

  #restOfLine(): string[] {
    const words: string[] = [];
    while (this.#scanner.nextWord()) words.push(this.#scanner.word());
    return words;
  }

  #ignore(keyword: string): void {
    const entry = this.#ignored.get(keyword);
    if (entry !== undefined) entry.count++;
    else {
      const { line } = this.#scanner;
      this.#ignored.set(keyword, { keyword, count: 1, line, known: IGNORED_KEYWORDS.has(keyword) });
    }
  }

  /** A file without faces is probably in another format, so none of its content is quoted. */
  #noFaceMessage(): string {
    const unknown = [...this.#ignored.values()].find(({ known }) => !known);
    const hint =
      unknown === undefined ? "" : `; line ${unknown.line} does not start with an OBJ keyword`;
    return `no face in this file: expected lines like "f 1 2 3"${hint}`;
  }

  #checkLimit(name: "vertices" | "triangles" | "corners", count: number, prefix = ""): void {
    if (count <= this.#limits[name]) return;
    const { line } = this.#scanner;
    throw new FileFormatError(
      `line ${line}: ${overLimit(this.#limits, name, count, (counted) => `${prefix}${count} ${counted}`)}`,
    );
  }

  #failNumbers(expected: string, keyword: string): never {
    const { line } = this.#scanner;
    const got = this.#scanner.quotedLine(this.#vertexCount > 0, keyword);
    throw new FileFormatError(`line ${line}: expected ${expected} after ${keyword}, got ${got}`);
  }

  #failCorner(): never {
    const got = this.#vertexCount > 0 ? this.#scanner.quotedWord() : "other text";
    this.#failFace(`expected corners like 1, 1/2, 1//3 or 1/2/3, got ${got}`, ":");
  }

  #failFace(problem: string, colon = ""): never {
    const { line } = this.#scanner;
    throw new FileFormatError(`line ${line}: face ${this.#faceCount}${colon} ${problem}`);
  }
}

/** Position of the next slash, or `end` if there is none. */
function indexOfSlash(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) !== 47) at++;
  return Math.min(at, end);
}
