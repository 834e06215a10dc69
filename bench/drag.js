import { readFileSync } from "node:fs";
import { upsample } from "./upsample.js";
import { checkScene, createWorld } from "../dist/scene/index.js";

/** The scene `corner-drag` with another resolution, model and solver. */
export function cornerDrag(segments, model, solver) {
  const file = new URL("../scenes/corner-drag.json", import.meta.url);
  const scene = JSON.parse(readFileSync(file, "utf8"));
  scene.cloths[0].mesh.segments = [segments, segments];
  scene.cloths[0].model = model;
  scene.solver = solver;
  return createWorld(checkScene(scene));
}

const COARSE = 16;

/**
 * `cornerDrag` at a later time. A coarse sheet is simulated up to `time` in long implicit steps of one substep each,
 * then upsampled, and the fine sheet takes one step.
 */
export function cornerDragAt(time, segments, model, solver) {
  const coarse = cornerDrag(COARSE, model, { type: "implicit", substeps: 1 });
  while (coarse.time < time - 1e-9) coarse.step(Math.min(1 / 15, time - coarse.time));
  const world = cornerDrag(segments, model, solver);
  upsample(coarse.cloths[0].particles, COARSE, world.cloths[0].particles, segments);
  world.time = time;
  world.step();
  return world;
}

/** Copies positions, velocities and the time of one world to another world with the same cloth. */
export function copyState(from, to) {
  const { positions, velocities } = from.cloths[0].particles;
  to.cloths[0].particles.positions.set(positions);
  to.cloths[0].particles.velocities.set(velocities);
  to.time = from.time;
}
