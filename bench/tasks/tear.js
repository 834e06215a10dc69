import { Material } from "three";
import {
  Candidates,
  generateGrid,
  order,
  PATHS,
  resolveTearing,
  tear,
  World,
} from "../../dist/index.js";
import { ClothMesh } from "../../dist/three/index.js";

export const title =
  "one whole tear (choose, edit, commit into particles, elements and render buffers), median, µs";

const TEARS = 300;
const WARM_UP = 30; // runs until the code is as fast as it gets

/** Tears edges far from each other, one at a time, each as a step would; the median is free of the growth of arrays. */
function medianOf(segments, path) {
  const world = new World({
    cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [segments, segments] }) }],
  });
  const cloth = world.cloths[0];
  const picture = new ClothMesh(cloth, new Material());
  const options = resolveTearing({ path, limit: 1.3 });
  const { mesh, positions } = cloth;
  const inside = [];
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const isInside = [mesh.edgeStart(edge), mesh.edgeEnd(edge)].every(
      (vertex) => mesh.trianglesOf(vertex).length >= 4 && mesh.edgeTriangleCount(edge) === 2,
    );
    if (isInside) inside.push(edge);
  }
  const stride = Math.max(1, Math.floor(inside.length / TEARS));
  const candidates = new Candidates();
  const times = [];
  for (let i = 0; i < inside.length && times.length < TEARS; i += stride) {
    const edge = inside[i];
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const axis = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
    const length = Math.hypot(...axis);
    candidates.clear();
    candidates.add(
      edge,
      -1,
      2,
      axis.map((part) => part / length),
    );
    const began = performance.now();
    order(candidates, options.order, cloth, cloth.random);
    const { tears } = tear(cloth, options, candidates);
    for (const { edits, moves } of tears) {
      for (const edit of edits) cloth.replay(edit);
      for (const { vertex, position } of moves) cloth.particles.place(vertex, position);
    }
    picture.followEdits();
    if (tears.length > 0) times.push(1000 * (performance.now() - began));
  }
  times.sort((x, y) => x - y);
  return times[times.length >> 1];
}

export function run() {
  for (let i = 0; i < WARM_UP; i++) for (const path of PATHS) medianOf(64, path);
  return Object.fromEntries(
    PATHS.map((path) => {
      const [small, large] = [32, 500].map((segments) => medianOf(segments, path));
      const row = {
        "1k particles": small.toFixed(1),
        "250k particles": large.toFixed(1),
        ratio: (large / small).toFixed(2),
      };
      return [path, row];
    }),
  );
}
