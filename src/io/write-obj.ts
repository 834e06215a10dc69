import {
  checkOptions,
  list,
  numbers,
  optional,
  text,
  typedArray,
  valuesOf,
  wholeNumber,
} from "../math/check-options.js";
import type { TriangleMesh } from "../mesh/index.js";
import type { NamedTriangles } from "./named-triangles.js";

/** One object of an OBJ file. */
export interface ObjObject {
  name: string;
  mesh: TriangleMesh;
  /** Three coordinates per vertex, m. */
  positions: Float64Array;
  /** Groups of triangles; a triangle may be in several, or in none. */
  groups?: readonly NamedTriangles[];
}

type WrittenMesh = Pick<TriangleMesh, "vertexCount" | "triangleCount" | "halfedgeVertices" | "uvs">;

/** Objects may have other fields too. */
const OBJECTS = list(
  valuesOf<Omit<ObjObject, "mesh"> & { mesh: WrittenMesh }>({
    name: text,
    mesh: valuesOf<WrittenMesh>({
      vertexCount: wholeNumber(),
      triangleCount: wholeNumber(),
      halfedgeVertices: typedArray,
      uvs: typedArray,
    }),
    positions: typedArray,
    groups: optional(list(valuesOf<NamedTriangles>({ name: text, triangles: numbers }))),
  }),
  "a list of objects",
);

/** Faces under one `g` line; without a `g` line if `names` is null. */
interface Section {
  names: string[] | null;
  triangles: Iterable<number>;
}

/**
 * Writes a Wavefront OBJ file: one `o` per object, with positions, texture coordinates per corner, and triangles. If
 * every vertex has one uv, uvs have the same indices as vertices, as simple readers expect. On a mesh with uv seams,
 * corners with the same uv share one `vt` line.
 *
 * With groups, triangles in no group come first, under the name of their object. Then follow the triangles of each
 * group, in the order of the groups. Without groups the triangles keep their order.
 *
 * @throws RangeError that names a missing field or a triangle that does not exist.
 */
export function writeObj(objects: readonly ObjObject[]): string {
  checkObjects(objects);
  const lines = ["# tatter, SI units, y up"];
  let vertexBase = 1;
  let uvBase = 1;
  // A `g` line is valid until the next one, so if one object has groups, every object needs a line.
  const hasGroups = objects.some(({ groups }) => groups !== undefined && groups.length > 0);
  for (const object of objects) {
    const { name, mesh, positions } = object;
    const { halfedgeVertices, vertexCount } = mesh;
    const { uvLines, uvOfCorner } = uvsByVertex(mesh) ?? shareUvs(mesh);
    lines.push(`o ${oneWord(name)}`);
    for (let v = 0; v < vertexCount; v++) {
      const x = number(positions[3 * v]!);
      const y = number(positions[3 * v + 1]!);
      const z = number(positions[3 * v + 2]!);
      lines.push(`v ${x} ${y} ${z}`);
    }
    for (const line of uvLines) lines.push(line);
    const corner = (h: number): string =>
      `${vertexBase + halfedgeVertices[h]!}/${uvBase + uvOfCorner[h]!}`;
    for (const { names, triangles } of hasGroups ? sectionsOf(object) : [allTriangles(mesh)]) {
      if (names !== null) lines.push(`g ${names.map(groupName).join(" ")}`);
      for (const t of triangles) {
        lines.push(`f ${corner(3 * t)} ${corner(3 * t + 1)} ${corner(3 * t + 2)}`);
      }
    }
    vertexBase += vertexCount;
    uvBase += uvLines.length;
  }
  lines.push("");
  return lines.join("\n");
}

function checkObjects(objects: readonly ObjObject[]): void {
  checkOptions("objects", objects, OBJECTS);
  for (const [i, { mesh, positions }] of objects.entries()) {
    const needed = 3 * mesh.vertexCount;
    if (positions.length >= needed) continue;
    throw new RangeError(
      `objects.${i}.positions: expected three numbers per vertex (${needed}), got ${positions.length}`,
    );
  }
}

function allTriangles(mesh: TriangleMesh): Section {
  return { names: null, triangles: Array(mesh.triangleCount).keys() };
}

/** One section for each combination of groups that some triangle is in, and one for each empty group. */
function sectionsOf({ name, mesh, groups = [] }: ObjObject): Section[] {
  const groupsOfTriangle = Array.from({ length: mesh.triangleCount }, (): number[] => []);
  for (const [g, group] of groups.entries()) {
    for (const t of group.triangles) {
      const memberships = groupsOfTriangle[t];
      if (memberships === undefined) {
        const range = `0 to ${mesh.triangleCount - 1}`;
        throw new RangeError(`group "${group.name}": triangle ${t} does not exist (${range})`);
      }
      if (memberships.at(-1) !== g) memberships.push(g);
    }
  }
  const sections = new Map<string, { names: string[]; triangles: Set<number> }>();
  const place = (t: number): void => {
    const memberships = groupsOfTriangle[t]!;
    const key = memberships.join();
    let section = sections.get(key);
    if (section === undefined) {
      const names = memberships.length === 0 ? [name] : memberships.map((g) => groups[g]!.name);
      sections.set(key, (section = { names, triangles: new Set() }));
    }
    section.triangles.add(t);
  };
  for (const [t, memberships] of groupsOfTriangle.entries()) if (memberships.length === 0) place(t);
  for (const group of groups) {
    for (const t of group.triangles) place(t);
    if (group.triangles.length === 0) {
      sections.set(`${group.name} is empty`, { names: [group.name], triangles: new Set() });
    }
  }
  return [...sections.values()];
}

interface UvTable {
  uvLines: string[];
  uvOfCorner: Int32Array;
}

/** One uv per vertex; null if the corners of a vertex disagree. An isolated vertex gets (0, 0). */
function uvsByVertex({
  halfedgeVertices,
  uvs,
  vertexCount,
  triangleCount,
}: TriangleMesh): UvTable | null {
  const uvOfVertex = new Float64Array(2 * vertexCount).fill(NaN);
  for (let h = 0; h < 3 * triangleCount; h++) {
    const vertex = halfedgeVertices[h]!;
    for (let k = 0; k < 2; k++) {
      const known = uvOfVertex[2 * vertex + k]!;
      if (Number.isNaN(known)) uvOfVertex[2 * vertex + k] = uvs[2 * h + k]!;
      else if (known !== uvs[2 * h + k]) return null;
    }
  }
  const uvLines = Array.from({ length: vertexCount }, (_, v) => {
    const [u, w] = [uvOfVertex[2 * v]!, uvOfVertex[2 * v + 1]!];
    return Number.isNaN(u) ? "vt 0 0" : `vt ${number(u)} ${number(w)}`;
  });
  return { uvLines, uvOfCorner: halfedgeVertices.slice(0, 3 * triangleCount) };
}

function shareUvs(mesh: TriangleMesh): UvTable {
  const uvLines: string[] = [];
  const uvOfCorner = new Int32Array(3 * mesh.triangleCount);
  const rows = new Map<number, Map<number, number>>();
  for (let h = 0; h < uvOfCorner.length; h++) {
    const u = mesh.uvs[2 * h]!;
    const v = mesh.uvs[2 * h + 1]!;
    let row = rows.get(u);
    if (row === undefined) rows.set(u, (row = new Map()));
    let uv = row.get(v);
    if (uv === undefined) {
      uv = uvLines.length;
      row.set(v, uv);
      uvLines.push(`vt ${number(u)} ${number(v)}`);
    }
    uvOfCorner[h] = uv;
  }
  return { uvLines, uvOfCorner };
}

/** Nine significant digits: a nanometer per meter, without noise in the last bits. */
function number(value: number): string {
  return String(Number(value.toPrecision(9)));
}

/** A name as one word that no reader parses as a comment or a continued line. */
function oneWord(name: string): string {
  return name.replaceAll(/\s+/g, "_").replace(/^#/, "_").replace(/\\$/, "_");
}

/** An empty group name would mean the default group. */
function groupName(name: string): string {
  return oneWord(name) || "_";
}
