import { readFileSync, writeFileSync } from "node:fs";
import { decode, encode } from "./base64.js";
import { FRAME, SIZES } from "./cases.js";
import { ExplicitSheet } from "./explicit.js";
import { openSheet } from "./sheet.js";

/** Iterations of the relaxation per cell of a side: waves cross the sheet some dozen times. */
const ITERATIONS = 100;

/** Taut positions at the start, by case without its speed. */
const known = new Map();

/** Displacement of the dragged patch at a time, m. */
export function pullAt(world, time) {
  const { motion } = world.cloths[0].pins[1].options;
  return motion.find((frame) => Math.abs(frame.time - time) < FRAME / 2).translation;
}

/** A step without inertia, s. */
const LONG = 1;
const STEPS = 30;

/**
 * Positions of the taut sheet at rest: of springs by relaxation in double precision, of other models by long steps of the
 * converged solver. These take a minute or two, so they are stored.
 */
function tautPositions(one) {
  if (one.model === "springs") return tautSheet(one).sheet.positions;
  const key = keyOf(one);
  if (!known.has(key)) known.set(key, loadStart(one) ?? relaxed(one));
  return known.get(key);
}

/** The file of the start of a case: all speeds have the same. */
function fileOf({ name }) {
  return new URL(`starts/${name.slice(0, name.lastIndexOf("-"))}.json`, import.meta.url);
}

/** Stores how far the particles of a taut sheet are from the unloaded one. In f32 that is exact to a few nm. */
export function storeStart(one) {
  if (one.model === "springs") return;
  const rest = restOf(one);
  const moves = Float32Array.from(
    tautPositions(one).subarray(0, rest.length),
    (x, i) => x - rest[i],
  );
  writeFileSync(fileOf(one), `${JSON.stringify({ moves: encode(moves) }, null, 2)}\n`);
}

function loadStart(one) {
  let text;
  try {
    text = readFileSync(fileOf(one), "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
  const moves = new Float32Array(decode(JSON.parse(text).moves));
  const positions = restOf(one);
  if (moves.length !== positions.length) {
    throw new Error(`${one.name}: expected ${positions.length} numbers; make its start again`);
  }
  return positions.map((x, i) => x + moves[i]);
}

/** Positions of the unloaded sheet. */
function restOf(one) {
  const world = openSheet(one, { type: "xpbd" }, { kernels: "reference" });
  const { positions, count } = world.cloths[0].particles;
  return positions.slice(0, 3 * count);
}

function relaxed(one) {
  const solver = {
    type: "implicit",
    linear: "direct",
    substeps: 1,
    iterations: 200,
    tolerance: 1e-9,
  };
  const world = openSheet(one, solver);
  const { particles } = world.cloths[0];
  for (let step = 0; step < STEPS; step++) {
    world.time = -LONG; // the dragged patch arrives at its pull at time 0
    particles.velocities.fill(0);
    world.step(LONG);
  }
  return particles.positions.slice(0, 3 * particles.count);
}

const keyOf = (one) => [one.size, one.mesh, one.model, one.material, one.isRipped].join();

/** The taut sheet of springs at rest in double precision. */
export function tautSheet(one) {
  const world = openSheet(one, { type: "xpbd" }, { kernels: "reference" });
  const sheet = new ExplicitSheet(world);
  const key = keyOf(one);
  const pull = pullAt(world, 0);
  // The sheet follows the corner in proportion to the distance from the top, which stays.
  const top = 0.5;
  for (let i = 0; i < sheet.count; i++) {
    const depth = (top - sheet.positions[3 * i + 1]) / top / 2;
    const isDragged = world.cloths[0].pins[1].particles.includes(i);
    for (let k = 0; k < 3; k++) sheet.positions[3 * i + k] += (isDragged ? 1 : depth) * pull[k];
  }
  for (const i of world.cloths[0].pins[0].particles) {
    for (let k = 0; k < 3; k++) sheet.positions[3 * i + k] = world.cloths[0].positions[3 * i + k];
  }
  if (!known.has(key)) {
    sheet.relax(ITERATIONS * SIZES[one.size]);
    known.set(key, sheet.positions.slice());
  }
  sheet.positions.set(known.get(key));
  return { world, sheet };
}

/** A world of a case with any solver, taut and at rest at time 0. */
export function openTaut(one, solver, options) {
  return openAt(tautPositions(one), one, solver, options);
}

function openAt(positions, one, solver, options) {
  const world = openSheet(one, solver, options);
  const { particles } = world.cloths[0];
  particles.positions.set(positions);
  particles.velocities.fill(0);
  world.time = 0;
  return world;
}

/** Frames in which a settled sheet comes to rest, about. */
const SETTLING = 20;

/**
 * A world of a case with any model, for times only: from the taut pose of springs, some frames without velocities. The
 * exact pose of other models would take minutes.
 */
export function openSettled(one, solver) {
  const world = openSheet(one, solver);
  const { particles } = world.cloths[0];
  particles.positions.set(tautPositions({ ...one, model: "springs" }));
  for (let frame = 0; frame < SETTLING; frame++) {
    world.time = -FRAME; // the dragged patch arrives at its pull at time 0
    particles.velocities.fill(0);
    world.step();
  }
  const positions = particles.positions.slice();
  world.dispose();
  // A new world: after a change of velocities the solver takes more substeps, as for a contact.
  return openAt(positions, one, solver);
}
