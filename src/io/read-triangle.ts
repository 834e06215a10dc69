import { checkOptions, text } from "../math/check-options.js";
import { ensureCapacity } from "../math/grow.js";
import { overLimit, resolveLimits, type Limits } from "../math/limits.js";
import type { MeshData } from "../mesh/index.js";
import { FileFormatError } from "./file-format-error.js";
import { planarUvs } from "./planar-uvs.js";
import { RecordReader } from "./record-reader.js";

/** The content of a pair of `.node` and `.ele` files. */
export interface TriangleFile {
  /** Vertices in the order of the file, from 0; z is 0 in a two-dimensional file. */
  data: MeshData;
  /** The format has no texture coordinates: `data.uvs` are `planarUvs`. */
  hasUvs: false;
  /** Boundary marker of each vertex; null if the file has none. */
  vertexMarkers: Int32Array | null;
  /** The line of each triangle in the `.ele` file, counted from 1. */
  lineOfTriangle: Int32Array;
}

/**
 * Reads a mesh in the formats of Jonathan Shewchuk's Triangle. Vertices count from 0 or from 1, depending on the first
 * one. Attributes are dropped. Of triangles with six nodes the three corners are used; the other nodes become isolated
 * vertices.
 *
 * @param limits `vertices` and `triangles` apply.
 * @throws FileFormatError at the first line that is invalid, does not fit the header or exceeds a limit.
 */
export function readTriangle(
  nodeText: string,
  eleText: string,
  limits?: Partial<Limits>,
): TriangleFile {
  checkOptions("nodeText", nodeText, text, FileFormatError);
  checkOptions("eleText", eleText, text, FileFormatError);
  const allLimits = resolveLimits(limits);
  const nodes = readNodes(nodeText, allLimits);
  const { positions, vertexMarkers } = nodes;
  const { triangles, lineOfTriangle } = readElements(eleText, nodes, allLimits);
  const uvs = planarUvs(positions, triangles);
  return { data: { positions, triangles, uvs }, hasUvs: false, vertexMarkers, lineOfTriangle };
}

interface Nodes {
  positions: Float64Array;
  vertexMarkers: Int32Array | null;
  /** Index of the first vertex in the file: 0 or 1. */
  firstNumber: number;
}

/** Header `vertices dimension attributes markers`, then lines `number x y [z] attributes… [marker]`. */
function readNodes(text: string, limits: Limits): Nodes {
  const records = new RecordReader(".node", "vertices", text);
  const [count, dimension, attributeCount, markerCount] = records.header([0, 2, 0, 0]);
  if (dimension !== 2 && dimension !== 3) {
    records.fail(`expected 2 or 3 dimensions, got ${dimension}`);
  }
  if (markerCount! > 1) records.fail(`expected 0 or 1 boundary markers, got ${markerCount}`);
  const columns = [
    "number, x, y",
    ...(dimension === 3 ? ["z"] : []),
    ...attributeColumns(attributeCount!),
    ...(markerCount === 1 ? ["marker"] : []),
  ].join(", ");
  const width = 1 + dimension! + attributeCount! + markerCount!;

  let positions = new Float64Array(0);
  let markers = new Int32Array(0);
  let filled = 0;
  while (records.next(count!, width, columns)) {
    if (filled === limits.vertices) records.fail(overLimit(limits, "vertices", filled + 1));
    positions = ensureCapacity(positions, 3 * (filled + 1));
    markers = ensureCapacity(markers, filled + 1);
    for (let axis = 0; axis < dimension!; axis++) {
      positions[3 * filled + axis] = records.values[1 + axis]!;
    }
    const marker = markerCount === 1 ? records.values[width - 1]! : 0;
    if (marker !== Math.trunc(marker) || Math.abs(marker) >= 2 ** 31) {
      records.fail(`expected a whole number for the marker, got ${marker}`);
    }
    markers[filled] = marker;
    filled++;
  }
  return {
    positions: positions.slice(0, 3 * filled),
    vertexMarkers: markerCount === 1 ? markers.slice(0, filled) : null,
    firstNumber: records.firstNumber,
  };
}

/** Header `triangles nodes attributes`, then lines `number node node node … attributes…`. */
function readElements(
  text: string,
  { positions, firstNumber }: Nodes,
  limits: Limits,
): { triangles: Int32Array; lineOfTriangle: Int32Array } {
  const records = new RecordReader(".ele", "triangles", text);
  const [count, nodeCount, attributeCount] = records.header([0, 3, 0]);
  if (nodeCount !== 3 && nodeCount !== 6) {
    records.fail(`expected 3 or 6 nodes per triangle, got ${nodeCount}`);
  }
  const columns = [`number, ${nodeCount} nodes`, ...attributeColumns(attributeCount!)].join(", ");
  const lastNumber = firstNumber + positions.length / 3 - 1;

  let triangles = new Int32Array(0);
  let lineOfTriangle = new Int32Array(0);
  let filled = 0;
  while (records.next(count!, 1 + nodeCount! + attributeCount!, columns)) {
    if (filled === limits.triangles) records.fail(overLimit(limits, "triangles", filled + 1));
    triangles = ensureCapacity(triangles, 3 * (filled + 1));
    lineOfTriangle = ensureCapacity(lineOfTriangle, filled + 1);
    const { values } = records;
    for (let k = 1; k <= nodeCount!; k++) {
      const node = values[k]!;
      if (node !== Math.trunc(node) || node < firstNumber || node > lastNumber) {
        const which = `triangle ${values[0]} names vertex ${node}`;
        records.fail(`${which}, but the .node file has ${firstNumber} to ${lastNumber}`);
      }
    }
    for (let k = 0; k < 3; k++) {
      if (values[1 + k] === values[1 + ((k + 1) % 3)]) {
        records.fail(`triangle ${values[0]} names vertex ${values[1 + k]} twice`);
      }
      triangles[3 * filled + k] = values[1 + k]! - firstNumber;
    }
    lineOfTriangle[filled] = records.line;
    filled++;
  }
  return {
    triangles: triangles.slice(0, 3 * filled),
    lineOfTriangle: lineOfTriangle.slice(0, filled),
  };
}

/** Description of the attribute columns, for messages. */
function attributeColumns(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? "1 attribute" : `${count} attributes`];
}
