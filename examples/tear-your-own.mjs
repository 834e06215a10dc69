// Tearing in your own simulator: a few lines of Verlet integration move the particles, tatter tears the cloth.
//   node examples/tear-your-own.mjs [file.obj]
import { writeFileSync } from "node:fs";
import { writeObj } from "tatter/io";
import { buildMesh, generateGrid, Pieces, triangleAreas, validate } from "tatter/mesh";
import { Candidates, Damage, measure, order, resolveTearing, tear } from "tatter/tearing";

const sheet = generateGrid({ size: [1, 1], segments: [20, 20] });
const mesh = buildMesh(sheet);
const pieces = new Pieces(mesh);

// The simulator's own arrays, with capacity for the particles and edges that tears add.
const positions = new Float64Array(4 * sheet.positions.length);
positions.set(sheet.positions);
const before = positions.slice();
const restLengths = new Float64Array(4 * mesh.edgeCount);
for (let edge = 0; edge < mesh.edgeCount; edge++) restLengths[edge] = lengthOf(edge);
const isPinned = (v) => Math.abs(sheet.positions[3 * v] ?? 0) > 0.499; // both sides, but not new vertices

// The data that tearing needs.
const surface = {
  mesh,
  positions,
  restLengths,
  triangleWeights: triangleAreas(mesh, sheet.positions), // to find the heavier end of an edge
  damage: new Damage(mesh), // weak points that tears leave
  spacing: 1 / 20, // typical edge length, m; much shorter edges are not divided
  tensionOf: () => 0, // N, for the criterion "tension"
  isHeld: isPinned, // these vertices never split
};
const options = resolveTearing({ criterion: "separation-tensor", limit: 0.3, path: "slice" });
const candidates = new Candidates();

function lengthOf(edge) {
  const [a, b] = [3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)];
  return Math.hypot(...[0, 1, 2].map((k) => positions[b + k] - positions[a + k]));
}

/** Position Verlet, then several sweeps that project each spring to its rest length. The sides move apart. */
function move() {
  for (let i = 0; i < 3 * mesh.vertexCount; i++) {
    const v = Math.floor(i / 3);
    const next = 1.98 * positions[i] - 0.98 * before[i];
    before[i] = positions[i];
    if (!isPinned(v)) positions[i] = next;
    else if (i % 3 === 0) positions[i] += 0.002 * Math.sign(positions[i]);
  }
  for (let sweep = 0; sweep < 8; sweep++) {
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      const excess = 1 - restLengths[edge] / lengthOf(edge);
      const [moveA, moveB] = [isPinned(a) ? 0 : 0.5, isPinned(b) ? 0 : 0.5];
      for (let k = 0; k < 3; k++) {
        const gap = excess * (positions[3 * b + k] - positions[3 * a + k]);
        positions[3 * a + k] += moveA * gap;
        positions[3 * b + k] -= moveB * gap;
      }
    }
  }
}

/** Copies of particles start at their originals; both sides of a torn edge have its rest length. */
function follow(edit) {
  const { vertex, newVertex, dividedEdges, newEdges } = edit; // the paths "plane" and "slice" only split vertices
  for (const store of [positions, before])
    store.copyWithin(3 * newVertex, 3 * vertex, 3 * vertex + 3);
  for (const [i, edge] of newEdges.entries()) restLengths[edge] = restLengths[dividedEdges[i]];
  pieces.replay(edit);
}

let count = 0;
for (let step = 0; step < 150; step++) {
  move();
  measure(surface, options, candidates);
  order(candidates, options.order, surface, { next: Math.random });
  const { tears } = tear(surface, options, candidates);
  for (const { edits } of tears) for (const edit of edits) follow(edit);
  count += tears.length;
}
console.log(`${count} tears, ${pieces.count} pieces, mesh ${validate(mesh) ?? "whole"}`);

const file = process.argv[2];
if (file !== undefined) {
  writeFileSync(file, writeObj([{ name: "cloth", mesh, positions }]));
  console.log(`wrote ${file}`);
}
