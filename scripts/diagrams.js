// npm run diagrams: draws the images of docs/tearing.md from simulations.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, setUp } from "./setup.js";

setUp();
const { buildMesh } = await import("../dist/mesh/index.js");
const { Candidates, CRITERIA, Damage, ORDERS, PATHS, resolveTearing, tear } =
  await import("../dist/tearing/index.js");
const { generateIrregular } = await import("../dist/generate/index.js");
const { loadSceneFile, openWorld } = await import("../dist/node/index.js");

const SIZE = 230; // width and height of one drawing, pixels
const MARGIN = 10;
const CAPTION = 22;
const LIMITS = { tension: 2.5, stretch: 1.25, "separation-tensor": 0.25 };

/** The cloth of a library scene with other tearing options, after `seconds`. */
async function worldAt(name, tearing, seconds, spacing, solver = { substeps: 40 }) {
  const scene = await loadSceneFile(name);
  const cloth = scene.cloths[0];
  if (spacing !== undefined) {
    cloth.mesh.spacing = spacing;
    scene.solver = { type: "xpbd", ...solver };
  }
  cloth.tearing = { ...cloth.tearing, resolve: "step", starts: "any", heldZone: 0, ...tearing };
  const world = await openWorld(scene);
  while (world.time < seconds - 1e-9) world.step();
  return world.cloths[0];
}

/** Draws a triangle mesh, seen along z. `loaded`: edges to highlight. */
function drawMesh({ mesh, positions, damage }, { loaded = [] } = {}) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let i = 0; i < 3 * mesh.vertexCount; i++) {
    if (i % 3 === 2) continue;
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const available = SIZE - 2 * MARGIN;
  const scale = available / Math.max(high[0] - low[0], high[1] - low[1]);
  const left = MARGIN + (available - scale * (high[0] - low[0])) / 2;
  const top = MARGIN + (available - scale * (high[1] - low[1])) / 2;
  // Units are tenths of a pixel and paths are relative: integers with few digits keep the files small.
  const x = (v) => Math.round(10 * (left + scale * (positions[3 * v] - low[0])));
  const y = (v) => Math.round(10 * (top + scale * (high[1] - positions[3 * v + 1])));
  const step = (a, b) => `${x(b) - x(a)} ${y(b) - y(a)}`;
  const triangles = Array.from({ length: mesh.triangleCount }, (_, triangle) => {
    const [a, b, c] = mesh.cornersIn(triangle);
    return `M${x(a)} ${y(a)}l${step(a, b)} ${step(b, c)}z`;
  });
  const weak = damage.weakVertices().map((v) => `<circle cx="${x(v)}" cy="${y(v)}" r="25"/>`);
  const highlights = loaded.map(([a, b]) => `<path d="M${x(a)} ${y(a)}L${x(b)} ${y(b)}"/>`);
  return [
    `<g transform="scale(.1)">`,
    `<path d="${triangles.join("")}" fill="#e7d6c4" stroke="#7a3b32" stroke-width="6" stroke-linejoin="round"/>`,
    `<g stroke="#c8102e" stroke-width="30" stroke-linecap="round">${highlights.join("")}</g>`,
    `<g fill="#1a6bd8">${weak.join("")}</g></g>`,
  ].join("");
}

/** Writes an SVG with drawings in a row, each with its caption below. */
function writeRow(name, drawings) {
  const width = SIZE * drawings.length;
  const parts = drawings.map(
    ([caption, drawing], i) =>
      `<g transform="translate(${i * SIZE} 0)">${drawing}<text x="${SIZE / 2}" y="${SIZE + CAPTION - 8}" text-anchor="middle">${caption}</text></g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SIZE + CAPTION}" width="${width}" font-family="sans-serif" font-size="13" fill="#333"><rect width="100%" height="100%" fill="#fbf9f5"/>${parts.join("")}</svg>\n`;
  const folder = join(root, "docs/images");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), svg);
  console.log(`docs/images/${name}.svg: ${(svg.length / 1024).toFixed(0)} kB`);
}

/** A patch stretched along x, torn once at an edge in its center. Null: not torn yet, with that edge highlighted. */
function oneTear(path) {
  const data = generateIrregular({ size: [1, 1], spacing: 0.2, seed: 6 });
  const mesh = buildMesh(data);
  const restLengths = new Float64Array(mesh.edgeCount);
  for (let e = 0; e < mesh.edgeCount; e++)
    restLengths[e] = Math.hypot(...edgeVector(mesh, data.positions, e));
  const positions = new Float64Array(2 * data.positions.length);
  positions.set(data.positions);
  for (let i = 0; i < positions.length; i += 3) positions[i] *= 1.3;
  const surface = {
    mesh,
    positions,
    restLengths,
    triangleWeights: new Float64Array(mesh.triangleCount).fill(1),
    damage: new Damage(mesh),
    spacing: 0.2,
    tensionOf: () => 0,
    isHeld: () => false,
  };
  const edge = edgeAlongX(mesh, positions);
  const axis = edgeVector(mesh, positions, edge);
  const candidates = new Candidates();
  candidates.add(
    edge,
    -1,
    2,
    axis.map((component) => component / Math.hypot(...axis)),
  );
  const ends = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
  const before = path === null;
  if (!before) {
    const { tears } = tear(surface, resolveTearing({ path, limit: 1.2 }), candidates);
    for (const { edits, moves, axis: pull } of tears) {
      for (const edit of edits) {
        const [a, b] =
          edit.type === "split-vertex" ? [edit.vertex, edit.vertex] : [edit.start, edit.end];
        for (let k = 0; k < 3; k++) {
          positions[3 * edit.newVertex + k] = (positions[3 * a + k] + positions[3 * b + k]) / 2;
        }
      }
      for (const { vertex, position } of moves) positions.set(position, 3 * vertex);
      if (moves.length > 0) continue;
      // The copy has the position of its original until the next step. Draw them apart to make the tear visible.
      const { vertex, newVertex } = edits[0];
      for (let k = 0; k < 3; k++) {
        positions[3 * vertex + k] += 0.04 * pull[k];
        positions[3 * newVertex + k] -= 0.04 * pull[k];
      }
    }
  }
  return drawMesh(surface, { loaded: before ? [ends] : [] });
}

function edgeVector(mesh, positions, edge) {
  const [a, b] = [3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)];
  return [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
}

/** The edge near the center of the patch that is closest to parallel to x. */
function edgeAlongX(mesh, positions) {
  let best = -1;
  let highest = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const ends = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    if (ends.some((v) => Math.hypot(positions[3 * v] / 1.3, positions[3 * v + 1]) > 0.3)) continue;
    const [x, y] = edgeVector(mesh, positions, edge);
    const along = Math.abs(x) / Math.hypot(x, y);
    if (along <= highest) continue;
    highest = along;
    best = edge;
  }
  return best;
}

/** Draws the same scene at the same time with several tearing options. */
async function compare(name, { scene, seconds, spacing }, variants) {
  const drawings = [];
  for (const [caption, tearing] of variants) {
    drawings.push([caption, drawMesh(await worldAt(scene, tearing, seconds, spacing))]);
  }
  writeRow(name, drawings);
}

writeRow("tear-once", [["before", oneTear(null)], ...PATHS.map((path) => [path, oneTear(path)])]);
// Coarser than the scene itself, so that triangles are visible.
await compare(
  "tear-paths",
  { scene: "notched-pull", seconds: 1.05, spacing: 0.045 },
  PATHS.map((path) => [path, { path }]),
);
await compare(
  "tear-criteria",
  { scene: "notched-pull", seconds: 1.1, spacing: 0.045 },
  CRITERIA.map((criterion) => [criterion, { criterion, limit: LIMITS[criterion], path: "plane" }]),
);
await compare(
  "tear-orders",
  { scene: "notched-pull", seconds: 1.3, spacing: 0.045 },
  ORDERS.map((order) => [
    order,
    { criterion: "stretch", limit: LIMITS.stretch, path: "plane", order, maxTearsPerStep: 1 },
  ]),
);
await compare("tear-weave", { scene: "weave-pull", seconds: 1.2 }, [
  ["weave 0", { weave: 0 }],
  ["weave 1", { weave: 1 }],
]);
writeRow("tear-one-point", [
  ["at rest", drawMesh(await worldAt("hourglass", {}, 0))],
  ["pulled apart", drawMesh(await worldAt("hourglass", {}, 0.4))],
]);

// The same substep length, with another number of substeps per step.
const resolved = [];
for (const resolve of ["step", "exact"]) {
  for (const scale of [1, 0.25]) {
    const cloth = await worldAt(
      "notched-pull",
      { criterion: "stretch", limit: 1.2, path: "plane", resolve },
      0.62,
      0.045,
      { step: scale / 60, substeps: 40 * scale },
    );
    resolved.push([`${resolve}, 1/${60 / scale} s`, drawMesh(cloth)]);
  }
}
writeRow("tear-resolve", resolved);
