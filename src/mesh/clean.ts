import { checkOptions, from0, object, oneOf, optional } from "../math/check-options.js";
import { MeshError } from "./mesh-error.js";
import { checkMeshData } from "./build.js";
import { cross, dot, pointAt, subtract } from "../math/vec3.js";
import type { MeshData, VertexGroups } from "./triangle-mesh.js";
import { weldMap } from "./weld.js";

export interface CleanOptions {
  /**
   * Vertices at most this far apart become one, m; 0 joins only those in the very same place. Absent: none. Files
   * often double the vertices along a uv seam; unwelded, a garment would burst there. Corners keep their uvs.
   */
  weld?: number;
  /** Triangles on the same three vertices as an earlier one, whatever their winding. Default: drop. */
  duplicates?: "drop" | "keep";
  /** Triangles without area, which have no mass and no direction. Default: drop. */
  zeroArea?: "drop" | "keep";
  /** Vertices that no triangle uses. Default: drop. */
  isolated?: "drop" | "keep";
}

const rule = optional(oneOf(["drop", "keep"]));
const CLEANING = object<CleanOptions>({
  weld: optional(from0("a distance of 0 m or more")),
  duplicates: rule,
  zeroArea: rule,
  isolated: rule,
});

/** What `cleanMesh` did. Faces and vertices have their numbers in the input. */
export interface CleanReport {
  /** Vertices that were made one with an earlier vertex. */
  welded: number[];
  /** Dropped: faces with two corners in one vertex after welding. */
  collapsed: number[];
  /** Dropped, or kept when the options say so. */
  duplicates: number[];
  /** Dropped, or kept when the options say so. */
  zeroArea: number[];
  /** Dropped, or kept when the options say so. */
  isolated: number[];
}

export interface CleanResult {
  data: MeshData;
  report: CleanReport;
  /** The face of the input behind each triangle. */
  faceOfTriangle: Int32Array;
  /** The vertex that each vertex of the input has become, −1 where it was dropped. */
  vertexOfInput: Int32Array;
}

/** Twice the area under this part of the longest side squared is none: the corners lie on a line but for rounding. */
const NO_AREA = 1e-12;

/**
 * Makes an imported mesh fit for simulation, by fixed rules, and tells what it did: welds (on request), then drops
 * faces that welding has collapsed, duplicates, faces without area, and at last vertices without faces. The order
 * of what stays is kept. `buildMesh` itself keeps everything.
 *
 * Two parts that hang together only through a face without area come apart when it is dropped; weld them, or keep it.
 *
 * @throws MeshError when the data is bad; the message names the face.
 */
export function cleanMesh(data: MeshData, options: CleanOptions = {}): CleanResult {
  checkMeshData(data);
  const { positions, triangles, uvs } = data;
  checkOptions("", options, CLEANING, MeshError);
  const { weld, duplicates = "drop", zeroArea = "drop", isolated = "drop" } = options;
  const vertexCount = positions.length / 3;
  const kept = weld === undefined ? null : weldMap(positions, weld);
  const vertexOf = (h: number): number => (kept === null ? triangles[h]! : kept[triangles[h]!]!);
  const report: CleanReport = {
    welded: [],
    collapsed: [],
    duplicates: [],
    zeroArea: [],
    isolated: [],
  };
  if (kept !== null) {
    for (let v = 0; v < vertexCount; v++) if (kept[v] !== v) report.welded.push(v);
  }

  const faces: number[] = [];
  // By the two lowest corners of a face, all third corners that were met with them.
  const seen = new Map<number, number[]>();
  for (let face = 0; 3 * face < triangles.length; face++) {
    const [a, b, c] = [vertexOf(3 * face), vertexOf(3 * face + 1), vertexOf(3 * face + 2)] as const;
    if (a === b || b === c || c === a) {
      report.collapsed.push(face);
      continue;
    }
    const highest = Math.max(a, b, c);
    const lowest = Math.min(a, b, c);
    const key = lowest * vertexCount + (a + b + c - lowest - highest);
    const met = seen.get(key);
    const isDuplicate = met?.includes(highest) ?? false;
    if (isDuplicate) report.duplicates.push(face);
    if (isDuplicate && duplicates === "drop") continue;
    if (met === undefined) seen.set(key, [highest]);
    else met.push(highest);
    const isFlat = hasNoArea(positions, a, b, c);
    if (isFlat) report.zeroArea.push(face);
    if (isFlat && zeroArea === "drop") continue;
    faces.push(face);
  }

  const used = new Uint8Array(vertexCount);
  for (const face of faces) for (let i = 0; i < 3; i++) used[vertexOf(3 * face + i)] = 1;
  const vertexOfInput = new Int32Array(vertexCount).fill(-1);
  const survivors: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (kept !== null && kept[v] !== v) {
      vertexOfInput[v] = vertexOfInput[kept[v]!]!;
      continue;
    }
    if (!used[v]) report.isolated.push(v);
    if (!used[v] && isolated === "drop") continue;
    vertexOfInput[v] = survivors.length;
    survivors.push(v);
  }

  const result: MeshData = {
    positions: new Float64Array(3 * survivors.length),
    triangles: new Int32Array(3 * faces.length),
    uvs: new Float64Array(6 * faces.length),
  };
  for (const [i, v] of survivors.entries()) {
    result.positions.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  }
  for (const [t, face] of faces.entries()) {
    for (let i = 0; i < 3; i++) {
      result.triangles[3 * t + i] = vertexOfInput[vertexOf(3 * face + i)]!;
    }
    result.uvs.set(uvs.subarray(6 * face, 6 * face + 6), 6 * t);
  }
  if (data.groups !== undefined) result.groups = movedGroups(data.groups, vertexOfInput);
  return { data: result, report, faceOfTriangle: Int32Array.from(faces), vertexOfInput };
}

/** The groups with the new numbers of their vertices, each once, without those that were dropped. */
function movedGroups(groups: VertexGroups, vertexOfInput: Int32Array): VertexGroups {
  return Object.fromEntries(
    Object.entries(groups).map(([name, vertices]) => {
      const moved = new Set(vertices.map((v) => vertexOfInput[v]!));
      moved.delete(-1);
      return [name, [...moved].toSorted((a, b) => a - b)];
    }),
  );
}

function hasNoArea(positions: Float64Array, a: number, b: number, c: number): boolean {
  const [p, q, r] = [pointAt(positions, a), pointAt(positions, b), pointAt(positions, c)];
  const sides = [subtract(q, p), subtract(r, p), subtract(r, q)] as const;
  const normal = cross(sides[0], sides[1]);
  const longest = Math.max(...sides.map((side) => dot(side, side)));
  return Math.sqrt(dot(normal, normal)) <= NO_AREA * longest;
}
