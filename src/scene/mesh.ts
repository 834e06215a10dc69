import type { Limits } from "../math/limits.js";
import { printable, shortened } from "../math/printable.js";
import { FileFormatError, readObj, readTriangle } from "../io/index.js";
import { generateIrregular, generateTShirt } from "../generate/index.js";
import {
  cleanMesh,
  generateDisc,
  generateGrid,
  generateTube,
  MeshError,
  MeshSizeError,
  type CleanReport,
  type MeshData,
} from "../mesh/index.js";
import { filesOf, type SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import type { SizeLedger } from "./size-ledger.js";

type SceneMesh = Scene["cloths"][number]["mesh"];
type FileMesh = SceneMesh & { type: "file" };

/** Largest number of notes about unknown lines of a file. */
const MAX_NOTES = 5;

/**
 * The mesh of a cloth, generated or read from files.
 *
 * @param where Field path, for messages.
 * @param note Called with one line for each thing that was repaired in a file.
 * @param ledger Counts the meshes so far; this one is added.
 * @throws SceneError with one line.
 */
export function meshOf(
  mesh: SceneMesh,
  files: SceneFiles,
  where: string,
  note: (line: string) => void,
  ledger: SizeLedger,
): MeshData {
  try {
    if (mesh.type === "file") {
      const data = readMesh(mesh, files, ledger.limits, (line) =>
        note(printable(`${where}.path: ${mesh.path}: ${line}`)),
      );
      ledger.add(`${where}.path: ${mesh.path}`, ...sizeOf(data));
      return data;
    }
    if (mesh.type === "irregular" || mesh.type === "t-shirt") {
      // The generators only estimate the number of vertices; near the limit they are counted after generation.
      const maxVertices = Math.floor(1.5 * ledger.verticesLeft) + 100;
      const data =
        mesh.type === "irregular"
          ? generateIrregular({ ...optionsOf(mesh), maxVertices })
          : generateTShirt({ ...optionsOf(mesh), maxVertices });
      ledger.add(`${where}.spacing`, ...sizeOf(data));
      return data;
    }
    if (mesh.type === "disc") {
      const { rings } = mesh;
      ledger.add(`${where}.rings`, 1 + 3 * rings * (rings + 1), 6 * rings * rings);
      return generateDisc(optionsOf(mesh));
    }
    const [columns, rows] = mesh.segments;
    const around = mesh.type === "tube" ? columns : columns + 1;
    ledger.add(`${where}.segments`, around * (rows + 1), 2 * columns * rows);
    return mesh.type === "tube" ? generateTube(optionsOf(mesh)) : generateGrid(optionsOf(mesh));
  } catch (error) {
    if (error instanceof MeshSizeError && error.field === "spacing") {
      ledger.add(`${where}.${error.field}`, error.count, 0, true); // which throws
    }
    if (error instanceof FileFormatError) {
      throw new SceneError(`${where}.path: ${(mesh as FileMesh).path}: ${error.message}`);
    }
    if (error instanceof MeshError) {
      const file = mesh.type === "file" ? `.path: ${mesh.path}` : "";
      throw new SceneError(`${where}${file}: ${error.message}`);
    }
    throw error;
  }
}

function sizeOf({ positions, triangles }: MeshData): [vertices: number, triangles: number] {
  return [positions.length / 3, triangles.length / 3];
}

/** An object without its `type`, which is not an option of the generators. */
export function optionsOf<T extends { type: string }>({
  type: _type,
  ...options
}: T): Omit<T, "type"> {
  return options;
}

function readMesh(
  mesh: FileMesh,
  files: SceneFiles,
  limits: Limits,
  note: (line: string) => void,
): MeshData {
  const texts = filesOf(mesh.path).map((path) => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    if (typeof text !== "string") {
      throw new MeshError(`expected its text in files["${path}"] of createWorld`);
    }
    return text;
  });
  const { data, notes } =
    texts.length === 1 ? fromObj(texts[0]!, limits) : fromTriangle(texts[0]!, texts[1]!, limits);
  const positions = data.positions.map((x) => mesh.scale * x);
  const { weld, duplicates, zeroArea } = mesh;
  const clean = cleanMesh({ ...data, positions }, { weld, duplicates, zeroArea });
  const cleaned = cleanNotes(clean.report, mesh);
  if (clean.data.triangles.length === 0) {
    throw new MeshError(
      ["expected a mesh with triangles, but none is left", ...cleaned].join("; "),
    );
  }
  notes.push(...cleaned);
  if (mesh.weld === undefined) notes.push(...weldNotes(clean.data));
  for (const line of notes) note(line);
  return clean.data;
}

interface ReadMesh {
  data: MeshData;
  /** What the reader filled in or left out. */
  notes: string[];
}

const NO_UVS = "the file has no uvs; they are computed from the shape, (0, 0) to (1, 1)";

function fromObj(text: string, limits: Limits): ReadMesh {
  const { data, hasUvs, cornersWithoutUv, ignored } = readObj(text, limits);
  const notes = hasUvs ? [] : [NO_UVS];
  if (cornersWithoutUv > 0) {
    notes.push(`${cornersWithoutUv} corners have no uv, others have one; they get (0, 0)`);
  }
  const unknown = ignored.filter(({ known }) => !known);
  for (const { keyword, line, count: lines } of unknown.slice(0, MAX_NOTES)) {
    const word = shortened(keyword, 20);
    notes.push(`line ${line}: unknown keyword "${word}" (${lines} lines ignored)`);
  }
  const more = unknown.slice(MAX_NOTES);
  if (more.length > 0) {
    const lines = more.reduce((sum, { count }) => sum + count, 0);
    notes.push(`${more.length} other unknown keywords (${lines} lines ignored)`);
  }
  return { data, notes };
}

function fromTriangle(nodes: string, elements: string, limits: Limits): ReadMesh {
  return { data: readTriangle(nodes, elements, limits).data, notes: [NO_UVS] };
}

function cleanNotes(report: CleanReport, { duplicates, zeroArea }: FileMesh): string[] {
  const { welded, collapsed, duplicates: doubled, zeroArea: flat, isolated } = report;
  const lines: [readonly number[], string][] = [
    [welded, `welded ${count(welded, "vertex", "vertices")} to others`],
    [collapsed, `dropped ${count(collapsed, "face", "faces")} that welding collapsed`],
    [doubled, `${verb(duplicates)} ${count(doubled, "duplicate face", "duplicate faces")}`],
    [flat, `${verb(zeroArea)} ${count(flat, "face", "faces")} without area`],
    [isolated, `dropped ${count(isolated, "vertex", "vertices")} without faces`],
  ];
  return lines.filter(([list]) => list.length > 0).map(([, line]) => line);
}

/** Duplicate vertices are a common mistake: the garment separates along its uv seams. */
function weldNotes(data: MeshData): string[] {
  const { welded } = cleanMesh(data, { weld: 0 }).report;
  if (welded.length === 0) return [];
  const are = welded.length === 1 ? "vertex is" : "vertices are";
  return [
    `${welded.length} ${are} in the same place as others, and the cloth is open there; "weld": 0 joins them`,
  ];
}

function count(list: readonly number[], one: string, many: string): string {
  return `${list.length} ${list.length === 1 ? one : many}`;
}

function verb(rule: "drop" | "keep"): string {
  return rule === "drop" ? "dropped" : "kept";
}
