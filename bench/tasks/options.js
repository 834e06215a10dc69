import { CRITERIA, ORDERS, PATHS } from "../../dist/index.js";
import { loadSceneFile } from "../../dist/node/index.js";
import { ripsOf } from "../rips.js";
import { createWorld } from "../../dist/scene/index.js";

export const title =
  "tears of each criterion and path, and of each order: means over 6 meshes of the scene notched-pull with xpbd, until " +
  "it is in two";

const SEEDS = [1, 2, 3, 4, 5, 6];
const LIMITS = { tension: 2.5, stretch: 1.25, "separation-tensor": 0.25 };

async function pull(tearing, seed) {
  const scene = await loadSceneFile("notched-pull");
  const [options] = scene.cloths;
  scene.solver = { type: "xpbd", substeps: 40 };
  options.mesh.seed = seed;
  options.tearing = {
    ...options.tearing,
    resolve: "step",
    limit: LIMITS[tearing.criterion],
    starts: "any",
    heldZone: 0,
    ...tearing,
  };
  const world = createWorld(scene);
  const cloth = world.cloths[0];
  const [left, right] = cloth.pins.map(({ particles }) => particles[0]);
  const isOne = () => cloth.pieces.pieceOf(left) === cloth.pieces.pieceOf(right);
  while (isOne() && world.time < scene.duration) world.step();
  const rips = ripsOf(cloth);
  const sum = (field) => rips.reduce((total, rip) => total + rip[field], 0);
  return {
    tears: world.stats.tears,
    rips: rips.length,
    along: sum("x"),
    across: sum("y"),
    longest: Math.max(0, ...rips.map(({ x, y }) => Math.hypot(x, y))),
  };
}

export async function run() {
  const variants = CRITERIA.flatMap((criterion) =>
    PATHS.map((path) => [`${criterion}, ${path}`, { criterion, path }]),
  );
  for (const order of ORDERS) {
    const tearing = { criterion: "stretch", path: "plane", order, maxTearsPerStep: 1 };
    variants.push([`stretch, plane, ${order}, one tear per step`, tearing]);
  }
  const rows = {};
  for (const [name, tearing] of variants) {
    const runs = [];
    for (const seed of SEEDS) runs.push(await pull(tearing, seed));
    const mean = (field) => runs.reduce((sum, run) => sum + run[field], 0) / runs.length;
    rows[name] = {
      tears: mean("tears").toFixed(0),
      rips: mean("rips").toFixed(1),
      "longest, m": mean("longest").toFixed(2),
      "extent across / along the pull": (mean("across") / mean("along")).toFixed(1),
    };
  }
  return rows;
}
