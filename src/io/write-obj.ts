import type { TriangleMesh } from "../mesh/index.js";

/** One object of an OBJ file. */
export interface ObjObject {
  name: string;
  mesh: TriangleMesh;
  /** Three coordinates a vertex, m. */
  positions: Float64Array;
}

/**
 * The text of a Wavefront OBJ file: one `o` an object, positions, texture coordinates by corner, triangles.
 * Corners with the same uv share one `vt` line, so the list of uvs does not change when the cloth tears.
 */
export function writeObj(objects: readonly ObjObject[]): string {
  const lines = ["# tatter, SI units, y up"];
  let vertexBase = 1;
  let uvBase = 1;
  for (const { name, mesh, positions } of objects) {
    const { halfedgeVertices, triangleCount, vertexCount } = mesh;
    const { uvLines, uvOfCorner } = shareUvs(mesh);
    lines.push(`o ${name.replaceAll(/\s+/g, "_")}`);
    for (let v = 0; v < vertexCount; v++) {
      const x = number(positions[3 * v]!);
      const y = number(positions[3 * v + 1]!);
      const z = number(positions[3 * v + 2]!);
      lines.push(`v ${x} ${y} ${z}`);
    }
    for (const line of uvLines) lines.push(line);
    for (let t = 0; t < triangleCount; t++) {
      const corner = (h: number): string =>
        `${vertexBase + halfedgeVertices[h]!}/${uvBase + uvOfCorner[h]!}`;
      lines.push(`f ${corner(3 * t)} ${corner(3 * t + 1)} ${corner(3 * t + 2)}`);
    }
    vertexBase += vertexCount;
    uvBase += uvLines.length;
  }
  lines.push("");
  return lines.join("\n");
}

function shareUvs(mesh: TriangleMesh): { uvLines: string[]; uvOfCorner: Int32Array } {
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

/** Nine significant digits: a nanometre on a metre, and no noise of the last bits. */
function number(value: number): string {
  return String(Number(value.toPrecision(9)));
}
