import { Cloth, generateGrid, MATERIALS, splitVertex } from "../../dist/index.js";

export const title =
  "one vertex split with all stores following, by the size of the mesh: it should not matter";

const SPLITS = 2000;

function measure(segments) {
  const cloth = new Cloth(
    generateGrid({ size: [1, 1], segments: [segments, segments] }),
    MATERIALS.cotton,
  );
  const { mesh } = cloth;
  const inner = [];
  for (let v = 0; v < mesh.vertexCount; v++) if (mesh.trianglesOf(v).length >= 4) inner.push(v);
  const stride = Math.max(1, Math.floor(inner.length / SPLITS));
  const chosen = inner.filter((_, i) => i % stride === 0).slice(0, SPLITS);
  const began = performance.now();
  for (const vertex of chosen) {
    const triangles = mesh.trianglesOf(vertex);
    if (triangles.length < 2) continue;
    cloth.replay(splitVertex(mesh, vertex, triangles.slice(0, triangles.length >> 1)));
  }
  const microseconds = (1000 * (performance.now() - began)) / chosen.length;
  return {
    triangles: mesh.triangleCount,
    splits: chosen.length,
    "µs a split": microseconds.toFixed(2),
  };
}

export function run() {
  measure(64); // warm up
  return Object.fromEntries(
    [64, 128, 256, 512].map((segments) => [`N = ${segments}`, measure(segments)]),
  );
}
