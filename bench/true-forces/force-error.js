import { median } from "../peers/timing.js";
import { FRAMES } from "./cases.js";
import { loadReference } from "./references.js";
import { openTaut } from "./start.js";

/**
 * Simulates a case with a solver and compares the forces of the most loaded edges with the reference.
 *
 * @param one A case of `CASES`.
 * @param solver `WorldOptions.solver`.
 * @param options Other options of the world, as `kernels`.
 * @returns `error`: rms of the difference over rms of the reference; `milliseconds` per frame, median; `untrusted`: frames
 *   of which the solver says that its forces cannot be trusted; `substeps` of the last frame.
 */
export function forceError(one, solver, options) {
  const reference = loadReference(one);
  if (reference === null) throw new RangeError(`case: ${one.name} has no reference`);
  const { edges, forces } = reference;
  const world = openTaut(one, solver, options);
  const [cloth] = world.cloths;
  if (cloth.mesh.edgeCount !== reference.edgesOfMesh) {
    throw new Error(
      `${one.name}: expected ${reference.edgesOfMesh} edges; make its reference again`,
    );
  }
  const times = [];
  let [error, total, untrusted] = [0, 0, 0];
  for (let frame = 0; frame < FRAMES; frame++) {
    const began = performance.now();
    world.step();
    times.push(performance.now() - began);
    if (!cloth.solver.isTrusted) untrusted++;
    for (let i = 0; i < edges.length; i++) {
      const expected = forces[frame * edges.length + i];
      error += (cloth.tensionOf(edges[i]) - expected) ** 2;
      total += expected ** 2;
    }
  }
  const { substeps } = world.stats;
  world.dispose();
  return { error: Math.sqrt(error / total), milliseconds: median(times), untrusted, substeps };
}
