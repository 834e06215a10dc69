import { readFileSync, writeFileSync } from "node:fs";
import { decode, encode } from "./base64.js";
import { FRAME, FRAMES } from "./cases.js";
import { openTaut, pullAt, tautSheet } from "./start.js";

/** Substep of the reference as a fraction of the longest stable one; long runs take longer ones. */
const SAFETY = { "1k": 0.5, "4k": 0.8, "16k": 0.8 };

const fileOf = (name) => new URL(`references/${name}.json`, import.meta.url);

/**
 * Simulates a case explicitly in double precision.
 *
 * @returns Forces of all edges in each frame, N.
 */
export function explicitForces(one, { safety = SAFETY[one.size], progress = () => {} } = {}) {
  if (one.model !== "springs") return forcesByEuler(one, progress);
  const { world, sheet } = tautSheet(one);
  const patch = world.cloths[0].pins[1].particles;
  const substeps = Math.ceil(FRAME / (safety * sheet.stableStep()));
  const frames = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    const [from, to] = [frame, frame + 1].map((n) => pullAt(world, n * FRAME));
    for (const i of patch) {
      for (let k = 0; k < 3; k++) sheet.velocities[3 * i + k] = (to[k] - from[k]) / FRAME;
    }
    sheet.advance(FRAME, substeps);
    frames.push(sheet.impulses.slice(0, sheet.edgeCount).map((impulse) => impulse / FRAME));
    progress(`${one.name}: frame ${frame + 1} of ${FRAMES}, ${substeps} substeps`);
  }
  return frames;
}

/** Substeps over those of a stable step. */
const REFINEMENT = 2;

/** The same for other models than springs, by the solver `euler` and the reference kernels, which are in double precision. */
function forcesByEuler(one, progress) {
  const options = { kernels: "reference" };
  const probe = openTaut(one, { type: "euler" }, options);
  probe.step();
  const substeps = REFINEMENT * probe.stats.substeps;
  probe.dispose();
  const world = openTaut(one, { type: "euler", substeps }, options);
  const [cloth] = world.cloths;
  const frames = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    world.step();
    frames.push([...Array(cloth.mesh.edgeCount).keys()].map((edge) => cloth.tensionOf(edge)));
    progress(`${one.name}: frame ${frame + 1} of ${FRAMES}, ${substeps} substeps`);
  }
  return frames;
}

/** The 5 % most loaded edges, by their rms force over all frames. */
function mostLoaded(frames) {
  const squares = frames[0].map((_, edge) =>
    frames.reduce((sum, forces) => sum + forces[edge] ** 2, 0),
  );
  return [...squares.keys()]
    .toSorted((a, b) => squares[b] - squares[a])
    .slice(0, Math.ceil(squares.length / 20))
    .toSorted((a, b) => a - b);
}

/** Writes the forces of the most loaded edges of a case. */
export function storeReference(one, frames) {
  const edges = mostLoaded(frames);
  const forces = Float32Array.from(frames.flatMap((all) => edges.map((edge) => all[edge])));
  const reference = {
    case: one.name,
    command: `node bench/true-forces/make-references.js --case ${one.name}`,
    frames: FRAMES,
    edgesOfMesh: frames[0].length,
    edges: encode(Int32Array.from(edges)),
    forces: encode(forces),
  };
  writeFileSync(fileOf(one.name), `${JSON.stringify(reference, null, 2)}\n`);
}

/** @returns The compared edges, and their forces frame by frame, N; null if the case has no reference. */
export function loadReference({ name }) {
  let text;
  try {
    text = readFileSync(fileOf(name), "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
  const { edgesOfMesh, edges, forces } = JSON.parse(text);
  return {
    edgesOfMesh,
    edges: new Int32Array(decode(edges)),
    forces: new Float32Array(decode(forces)),
  };
}
