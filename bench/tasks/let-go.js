import {
  Candidates,
  measure,
  orderBySeverity,
  splitVertex,
  tear,
  trianglesBelowPlane,
} from "../../dist/index.js";
import { loadSceneFile } from "../../dist/node/index.js";
import { createWorld, frameCount } from "../../dist/scene/index.js";

export const title =
  "lateral-pull with and without the rule that the edges of a split particle are let go";

/** Every edge over the limit splits at both ends, and so do the copies, until none can: no edge is let go. */
function tearWithoutRule(cloth, candidates, cap) {
  const { mesh, positions } = cloth;
  const before = mesh.vertexCount;
  const placeOf = (vertex) => (vertex < before ? vertex : placeOf(mesh.vertexOrigins[2 * vertex]));
  const edges = [...candidates.edges.subarray(0, candidates.count)];
  const edits = [];
  for (let found = true; found && edits.length < cap;) {
    found = false;
    for (let i = 0; i < edges.length && edits.length < cap; i++) {
      const ends = [mesh.edgeStart(edges[i]), mesh.edgeEnd(edges[i])];
      for (const [vertex, other] of [ends, ends.toReversed()]) {
        if (cloth.isHeld(vertex)) continue;
        const [from, to] = [3 * placeOf(vertex), 3 * placeOf(other)];
        const axis = [0, 1, 2].map((k) => positions[to + k] - positions[from + k]);
        const below = trianglesBelowPlane(cloth, vertex, placeOf, ...axis);
        if (below === null) continue;
        const edit = splitVertex(mesh, vertex, below);
        edits.push(edit);
        edges.push(...edit.newEdges);
        found = true;
        break;
      }
    }
  }
  return edits;
}

async function pull(withRule) {
  const scene = await loadSceneFile("lateral-pull");
  const world = createWorld(scene);
  const cloth = world.cloths[0];
  const tearing = cloth.tearing;
  cloth.tearing = null; // torn here, as another simulator would do it
  const candidates = new Candidates();
  for (let i = 0; i < 2 * frameCount(scene); i++) {
    world.step();
    measure(cloth, tearing, candidates);
    orderBySeverity(candidates);
    const edits = withRule
      ? tear(cloth, tearing, candidates).tears.map(({ edit }) => edit)
      : tearWithoutRule(cloth, candidates, tearing.maxTearsPerStep);
    for (const edit of edits) cloth.replay(edit);
  }
  return { tears: cloth.edits.length, pieces: world.totals().pieces };
}

export async function run() {
  return { "with the rule": await pull(true), "without it": await pull(false) };
}
