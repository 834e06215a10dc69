import { readFileSync } from "node:fs";
import { checkScene, createWorld } from "../dist/scene/index.js";

/** The scene of the dragged corner with other cells, another model and another solver. */
export function cornerDrag(segments, model, solver) {
  const file = new URL("../scenes/corner-drag.json", import.meta.url);
  const scene = JSON.parse(readFileSync(file, "utf8"));
  scene.cloths[0].mesh.segments = [segments, segments];
  scene.cloths[0].model = model;
  scene.solver = solver;
  return createWorld(checkScene(scene));
}

/** Goes on to a time in long steps of one substep each; implicit only. */
export function hurryTo(world, time) {
  const { substeps } = world.solver;
  world.solver.substeps = 1;
  while (world.time < time - 1e-9) world.step(Math.min(1 / 15, time - world.time));
  world.solver.substeps = substeps;
}

/** Puts a world of the same cloth into the state of another one. */
export function copyState(from, to) {
  const { positions, velocities } = from.cloths[0].particles;
  to.cloths[0].particles.positions.set(positions);
  to.cloths[0].particles.velocities.set(velocities);
  to.time = from.time;
}
