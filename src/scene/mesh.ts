import { FileFormatError, readObj, readTriangle } from "../io/index.js";
import { generateIrregular, generateTShirt } from "../generate/index.js";
import {
  cleanMesh,
  generateDisc,
  generateGrid,
  generateTube,
  MeshError,
  type CleanReport,
  type MeshData,
} from "../mesh/index.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";

/** The texts of the files that a scene names, by the path that stands in the scene. */
export type SceneFiles = Readonly<Record<string, string>>;

type SceneMesh = Scene["cloths"][number]["mesh"];
type FileMesh = SceneMesh & { type: "file" };

/** The files that a scene needs besides itself, as it names them. */
export function neededFiles(scene: Scene): string[] {
  const paths = scene.cloths.flatMap(({ mesh }) => (mesh.type === "file" ? filesOf(mesh) : []));
  return [...new Set(paths)];
}

/** Triangle keeps vertices and triangles apart, in two files of the same name. */
function filesOf({ path }: FileMesh): string[] {
  if (!/\.(node|ele)$/i.test(path)) return [path];
  const name = path.replace(/\.(node|ele)$/i, "");
  return [`${name}.node`, `${name}.ele`];
}

/**
 * The mesh of a cloth, generated or read.
 *
 * @param where The field that it stands in, for messages.
 * @param note Called with each thing that was mended in a file.
 * @throws SceneError with one line.
 */
export function meshOf(
  mesh: SceneMesh,
  files: SceneFiles,
  where: string,
  note: (line: string) => void,
): MeshData {
  try {
    if (mesh.type === "grid") return generateGrid(mesh);
    if (mesh.type === "irregular") return generateIrregular(mesh);
    if (mesh.type === "disc") return generateDisc(mesh);
    if (mesh.type === "tube") return generateTube(mesh);
    if (mesh.type === "t-shirt") return generateTShirt(mesh);
    return readMesh(mesh, files, (line) => note(`${where}.path: ${mesh.path}: ${line}`));
  } catch (error) {
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

function readMesh(mesh: FileMesh, files: SceneFiles, note: (line: string) => void): MeshData {
  const texts = filesOf(mesh).map((path) => {
    const text = files[path];
    if (text === undefined)
      throw new MeshError(`its text was not given to createWorld, in files["${path}"]`);
    return text;
  });
  const { data, hasUvs } =
    texts.length === 1 ? readObj(texts[0]!) : readTriangle(texts[0]!, texts[1]!);
  if (!hasUvs) note("has no uvs; they are taken from the shape, (0, 0) to (1, 1)");
  const positions = data.positions.map((x) => mesh.scale * x);
  const clean = cleanMesh({ ...data, positions }, mesh);
  for (const line of describe(clean.report, mesh)) note(line);
  if (clean.data.triangles.length === 0) throw new MeshError("no triangle is left");
  return clean.data;
}

function describe(report: CleanReport, { duplicates, zeroArea }: FileMesh): string[] {
  const lines: [readonly number[], string][] = [
    [
      report.welded,
      `welded ${count(report.welded, "vertex", "vertices")} to others in the same place`,
    ],
    [
      report.collapsed,
      `dropped ${count(report.collapsed, "face", "faces")} that welding collapsed`,
    ],
    [
      report.duplicates,
      `${verb(duplicates)} ${count(report.duplicates, "face that stands", "faces that stand")} twice`,
    ],
    [report.zeroArea, `${verb(zeroArea)} ${count(report.zeroArea, "face", "faces")} without area`],
    [report.isolated, `dropped ${count(report.isolated, "vertex", "vertices")} without faces`],
  ];
  return lines.filter(([list]) => list.length > 0).map(([, line]) => line);
}

function count(list: readonly number[], one: string, many: string): string {
  return `${list.length} ${list.length === 1 ? one : many}`;
}

function verb(rule: "drop" | "keep"): string {
  return rule === "drop" ? "dropped" : "kept";
}
