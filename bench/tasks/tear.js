import { Material } from "three";
import { Candidates, order, tear } from "../../dist/tearing/index.js";
import { generateGrid, PATHS, resolveTearing, World } from "../../dist/index.js";
import { ClothMesh } from "../../dist/three/index.js";

export const title =
  "one whole tear (choose, edit, commit into particles, elements and render buffers), median, µs";

const TEARS = 300; // per small world: more would be too close to each other
const WARM_UP = 30; // worlds until all code is optimized
const SMALL_WORLDS = 10; // as many tears in all as in the large world, to reduce noise

/** Tears edges far from each other and extends each tear once, one at a time as in a step. Returns µs per tear. */
function timesOf(segments, path, maxTears) {
  const world = new World({
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }) }],
  });
  const cloth = world.cloths[0];
  const clothMesh = new ClothMesh(cloth, new Material());
  const options = resolveTearing({ path, limit: 1.3 });
  const { mesh, positions } = cloth;
  for (let i = 0; i < positions.length; i++) positions[i] *= 1.4; // so that crack tips retract
  const inside = [];
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const isInside = [mesh.edgeStart(edge), mesh.edgeEnd(edge)].every(
      (vertex) => mesh.trianglesOf(vertex).length >= 4 && mesh.edgeTriangleCount(edge) === 2,
    );
    if (isInside) inside.push(edge);
  }
  const stride = Math.max(1, Math.floor(inside.length / maxTears));
  const candidates = new Candidates();
  const times = [];

  /** Measures one tear. @returns The tears. */
  function tearNow() {
    const began = performance.now();
    const { surface, random } = cloth.tears;
    order(candidates, options.order, surface, random);
    const { tears } = tear(surface, options, candidates);
    cloth.tears.commit(tears, options);
    clothMesh.followEdits();
    if (tears.length > 0) times.push(1000 * (performance.now() - began));
    return tears;
  }

  for (let i = 0; i < inside.length && times.length < maxTears; i += stride) {
    const edge = inside[i];
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const along = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
    const length = Math.hypot(...along);
    const axis = along.map((component) => component / length);
    candidates.clear();
    candidates.add(edge, -1, 2, axis);
    const [torn] = tearNow();
    if (torn === undefined) continue;
    // Continue from one of its ends.
    const opened = torn.edits.at(-1).newEdges?.[0];
    if (opened === undefined) continue;
    candidates.clear();
    candidates.add(-1, mesh.otherEnd(opened, torn.edits.at(-1).newVertex), 4, axis);
    tearNow();
  }
  return times;
}

/** The median excludes the few tears that have to grow an array. */
function median(times) {
  return times.toSorted((x, y) => x - y)[times.length >> 1];
}

export function run() {
  for (let i = 0; i < WARM_UP; i++) for (const path of PATHS) timesOf(64, path, TEARS);
  const small = PATHS.map((path) =>
    Array.from({ length: SMALL_WORLDS }, () => timesOf(32, path, TEARS)).flat(),
  );
  const large = PATHS.map((path) => timesOf(500, path, SMALL_WORLDS * TEARS));
  return Object.fromEntries(
    PATHS.map((path, i) => {
      const [few, many] = [median(small[i]), median(large[i])];
      const row = {
        "1k particles": few.toFixed(1),
        "250k particles": many.toFixed(1),
        ratio: (many / few).toFixed(2),
      };
      return [path, row];
    }),
  );
}
