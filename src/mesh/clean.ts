import { checkOptions, from0, object, oneOf, optional } from "../math/check-options.js";
import { MeshError } from "./mesh-error.js";
import { checkMeshData } from "./build.js";
import { cross, dot, pointAt, subtract } from "../math/vec3.js";
import type { MeshData, VertexGroups } from "./triangle-mesh.js";
import { weldMap } from "./weld.js";

/** Options of `cleanMesh`. */
export interface CleanOptions {
  /**
   * Vertices at most this far apart are welded, m; 0 welds only equal positions. Default: no welding. Files often
   * duplicate the vertices along a uv seam; without welding, a garment would separate there. Corners keep their uvs.
   */
  weld?: number;
  /** Triangles with the same three vertices as an earlier one, with any winding. Default: drop. */
  duplicates?: "drop" | "keep";
  /** Triangles without area: they have no mass and no direction. Default: drop. */
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

/** The changes by `cleanMesh`. Faces and vertices have their indices of the input. */
export interface CleanReport {
  /** Vertices that were welded to an earlier vertex. */
  welded: number[];
  /** Dropped faces with two corners in one vertex after welding. */
  collapsed: number[];
  /** Duplicate faces; dropped unless the options keep them. */
  duplicates: number[];
  /** Faces without area; dropped unless the options keep them. */
  zeroArea: number[];
  /** Isolated vertices; dropped unless the options keep them. */
  isolated: number[];
}

/** The result of `cleanMesh`. */
export interface CleanResult {
  data: MeshData;
  report: CleanReport;
  /** The input face of each triangle. */
  faceOfTriangle: Int32Array;
  /** The new index of each input vertex, −1 if it was dropped. */
  vertexOfInput: Int32Array;
}

/** Twice the area, as a fraction of the longest side squared, under which a triangle counts as collinear. */
const NO_AREA = 1e-12;

/**
 * Makes an imported mesh fit for simulation and reports what it did. It welds vertices (on request), then drops
 * collapsed faces, duplicate faces, faces without area, and vertices without faces. The order of what remains is kept.
 * `buildMesh` itself keeps everything.
 *
 * Two parts that are connected only through a face without area separate when it is dropped: weld them, or keep the
 * face.
 *
 * @throws MeshError if the data is bad; the message names the face.
 *
 * @example
 * import { cleanMesh, generateGrid, World } from "tatter";
 * const imported = generateGrid({ size: [1, 1], segments: [10, 10] }); // for example from readObj of tatter/io
 * const { data, report } = cleanMesh(imported, { weld: 1e-4 }); // m
 * console.log(`${report.duplicates.length} duplicate faces`);
 * const world = new World({ cloths: [{ mesh: data }] });
 */
export function cleanMesh(data: MeshData, options: CleanOptions = {}): CleanResult {
  checkMeshData(data);
  const { positions, triangles, uvs } = data;
  checkOptions("", options, CLEANING, MeshError);
  const { weld, duplicates = "drop", zeroArea = "drop", isolated = "drop" } = options;
  const vertexCount = positions.length / 3;
  const weldTargets = weld === undefined ? null : weldMap(positions, weld);
  const vertexOf = (h: number): number =>
    weldTargets === null ? triangles[h]! : weldTargets[triangles[h]!]!;
  const report: CleanReport = {
    welded: [],
    collapsed: [],
    duplicates: [],
    zeroArea: [],
    isolated: [],
  };
  if (weldTargets !== null) {
    for (let v = 0; v < vertexCount; v++) if (weldTargets[v] !== v) report.welded.push(v);
  }

  const faces: number[] = [];
  // Key: the two lowest corners of a face. Value: all third corners seen with them.
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
    if (weldTargets !== null && weldTargets[v] !== v) {
      vertexOfInput[v] = vertexOfInput[weldTargets[v]!]!;
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

/** The groups with the new indices of their vertices, each once, without dropped ones. */
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
