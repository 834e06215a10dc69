// The mesh module alone: no cloth, no physics. Cuts a disc out of a sheet, writes an OBJ file, and undoes the cut.
//   node examples/cut-a-disc.mjs [file.obj]
import { writeFileSync } from "node:fs";
import { writeObj } from "tatter/io";
import {
  boundaryLoops,
  buildMesh,
  closestPoint,
  cutAlong,
  generateGrid,
  inheritPositions,
  Pieces,
  undo,
  validate,
} from "tatter/mesh";

const sheet = generateGrid({ size: [1, 1], segments: [24, 24] });
const mesh = buildMesh(sheet);
const pieces = new Pieces(mesh);

// A circle of surface points, with any number of points.
const line = Array.from({ length: 90 }, (_, i) => {
  const angle = (2 * Math.PI * i) / 89;
  return closestPoint(mesh, sheet.positions, [0.3 * Math.cos(angle), 0.3 * Math.sin(angle), 0]);
});

const { edits, edges } = cutAlong(mesh, sheet.positions, line);
for (const edit of edits) pieces.replay(edit); // every store that follows the mesh does the same
const [disc] = pieces.update();
console.log(`${edits.length} edits opened ${edges.length} edges`);
console.log(`${pieces.count} pieces; the one that came off has ${disc.vertices.length} vertices`);
console.log(`${boundaryLoops(mesh).length} borders, mesh ${validate(mesh) ?? "whole"}`);

// The positions before the cut with the present topology: new vertices inherit theirs.
const positions = inheritPositions(mesh, sheet.positions);
for (const vertex of disc.vertices) positions[3 * vertex + 2] += 0.2;
const file = process.argv[2];
if (file !== undefined) writeFileSync(file, writeObj([{ name: "sheet", mesh, positions }]));

for (const edit of edits.toReversed()) {
  undo(mesh, edit);
  pieces.undo(edit);
}
console.log(`undone: ${pieces.count} piece, ${mesh.triangleCount} triangles as before`);
