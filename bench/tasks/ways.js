import { CRITERIA, ORDERS, PATHS } from "../../dist/index.js";
import { loadSceneFile } from "../../dist/node/index.js";
import { createWorld } from "../../dist/scene/index.js";

export const title =
  "what tears come of each criterion and path, and of each order: means over 6 meshes of the scene notched-pull, until it is in two";

const SEEDS = [1, 2, 3, 4, 5, 6];
const LIMITS = { tension: 2.5, stretch: 1.25, "separation-tensor": 0.25 };

/** Opened edges that hang together are one rip: how many there are, and how far they reach across and along the pull. */
function ripsOf({ edits, mesh, rest }) {
  const neighbours = new Map();
  // A vertex and its copies lie in one place of the cloth at rest.
  const placeOf = (vertex) => rest.positions.subarray(3 * vertex, 3 * vertex + 2).join();
  for (const { type, newEdges } of edits) {
    if (type !== "split-vertex") continue;
    for (const edge of newEdges) {
      const [a, b] = [placeOf(mesh.edgeStart(edge)), placeOf(mesh.edgeEnd(edge))];
      neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
      neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
    }
  }
  const seen = new Set();
  const result = { rips: 0, along: 0, across: 0, longest: 0 };
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const rip = new Set([start]);
    for (const place of rip) for (const next of neighbours.get(place)) rip.add(next);
    for (const place of rip) seen.add(place);
    const [width, height] = [0, 1].map((k) => {
      const places = [...rip].map((place) => Number(place.split(",")[k]));
      return Math.max(...places) - Math.min(...places);
    });
    result.rips++;
    result.along += width;
    result.across += height;
    result.longest = Math.max(result.longest, Math.hypot(width, height));
  }
  return result;
}

async function pull(tearing, seed) {
  const scene = await loadSceneFile("notched-pull");
  const [options] = scene.cloths;
  options.mesh.seed = seed;
  options.tearing = { ...options.tearing, limit: LIMITS[tearing.criterion], ...tearing };
  const world = createWorld(scene);
  const cloth = world.cloths[0];
  const [left, right] = cloth.pins.map(({ particles }) => particles[0]);
  const isOne = () => cloth.pieces.pieceOf(left) === cloth.pieces.pieceOf(right);
  while (isOne() && world.time < scene.duration) world.step();
  return { tears: world.tally.tears, ...ripsOf(cloth) };
}

export async function run() {
  const ways = CRITERIA.flatMap((criterion) =>
    PATHS.map((path) => [`${criterion}, ${path}`, { criterion, path }]),
  );
  for (const order of ORDERS) {
    const tearing = { criterion: "stretch", path: "plane", order, maxTearsPerStep: 1 };
    ways.push([`stretch, plane, ${order}, one tear a step`, tearing]);
  }
  const rows = {};
  for (const [name, tearing] of ways) {
    const runs = [];
    for (const seed of SEEDS) runs.push(await pull(tearing, seed));
    const mean = (field) => runs.reduce((sum, run) => sum + run[field], 0) / runs.length;
    rows[name] = {
      tears: mean("tears").toFixed(0),
      rips: mean("rips").toFixed(1),
      "longest, m": mean("longest").toFixed(2),
      "reach across / along the pull": (mean("across") / mean("along")).toFixed(1),
    };
  }
  return rows;
}
