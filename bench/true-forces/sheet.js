import { generateGrid, World } from "../../dist/index.js";
import { generateIrregular } from "../../dist/generate/index.js";
import { FRAME, FRAMES, materialOf, SIDE, SIZES } from "./cases.js";

/** Angle of the sheet to the vertical at the start. A vertical sheet would buckle to either side. */
const TILT = 0.25;
/** Edge length of the irregular mesh over that of the grid: both have as many particles. */
const SPACING = 1.08;
/** Radius of the dragged patch, m: the same on every mesh, so that the load on it is too. */
const PATCH = 0.05;
/** Sideways part of the pull. */
const SIDEWAYS = 0.3;
/** Where the rip ends, as a fraction of the width from the free side. The rest of the width carries the load. */
const RIP = 0.75;
const TOP = SIDE / 2;
/** Before the start, s: there the world may take a step with its solver without a pull. */
const BEFORE = -1;

/** The flat mesh, rotated about its top side. */
function meshOf({ mesh: kind, size }) {
  const segments = SIZES[size];
  const mesh =
    kind === "grid"
      ? generateGrid({ size: [SIDE, SIDE], segments: [segments, segments] })
      : generateIrregular({ size: [SIDE, SIDE], spacing: (SPACING * SIDE) / segments });
  const { positions } = mesh;
  const rest = positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const drop = TOP - rest[i + 1];
    positions[i] = rest[i];
    positions[i + 1] = TOP - drop * Math.cos(TILT);
    positions[i + 2] = drop * Math.sin(TILT);
  }
  return { mesh, rest };
}

/**
 * The path of the corner: a spiral about the top side. An arc keeps all distances to that side, so that the sheet stays
 * sound at any speed; a small part of the speed points outward, so that the load grows. One keyframe per frame; between
 * two, a pin moves in a straight line.
 */
function motionOf({ pull, outward }, speed) {
  const [y, z] = [-SIDE * Math.cos(TILT), SIDE * Math.sin(TILT)];
  const around = Math.sqrt(1 - outward ** 2);
  const motion = [{ time: BEFORE, translation: [0, 0, 0] }];
  for (let frame = 0; frame <= FRAMES; frame++) {
    const path = speed * frame * FRAME;
    const stretch = pull * SIDE + outward * path;
    const radius = SIDE + stretch;
    const angle = TILT + (around * path) / radius;
    motion.push({
      time: frame * FRAME,
      translation: [
        SIDEWAYS * stretch,
        -radius * Math.cos(angle) - y,
        radius * Math.sin(angle) - z,
      ],
    });
  }
  return motion;
}

/**
 * The world of a case at time 0, with the sheet still unloaded. A rip is cut after the solver has made a step, so that
 * the solver has to follow it.
 */
export function openSheet(one, solver, options = {}) {
  const { material, ...drag } = materialOf(one.material);
  const { mesh, rest } = meshOf(one);
  const isNear = (i, x, y, radius) => Math.hypot(rest[3 * i] - x, rest[3 * i + 1] - y) < radius;
  const ids = [...Array(rest.length / 3).keys()];
  const top = ids.filter((i) => rest[3 * i + 1] > TOP - 1e-9);
  const patch = ids.filter((i) => isNear(i, SIDE / 2, -SIDE / 2, PATCH));
  if (top.length === 0 || patch.length === 0) throw new Error(`${one.name}: nothing is pinned`);
  const world = new World({
    cloths: [
      {
        mesh,
        model: one.model,
        material,
        pins: [
          { select: { ids: top } },
          { select: { ids: patch }, motion: motionOf(drag, one.speed) },
        ],
      },
    ],
    wind: { drag: 0 },
    solver,
    ...options,
  });
  if (one.isRipped) {
    const start = world.capture();
    world.time = BEFORE;
    world.step();
    world.restore(start);
    ripSheet(world, rest);
  }
  return world;
}

/**
 * Opens the edges nearest to the middle, from the side that is not dragged, as a tear would: a cut along a line would
 * leave short edges, and explicit substeps would have to be ten times shorter.
 */
function ripSheet(world, rest) {
  const [{ mesh }] = world.cloths;
  for (const edge of shortestPath(mesh, rest, [-SIDE / 2, 0], [(RIP - 0.5) * SIDE, 0])) {
    world.cut({ edge });
  }
  if (mesh.editCount === 0) throw new Error("true-forces: the rip opened nothing");
}

/** The edges of the shortest path between the vertices nearest to two points, by Dijkstra. */
function shortestPath(mesh, rest, from, to) {
  const vertices = [...Array(mesh.vertexCount).keys()];
  const nearest = ([x, y]) => {
    const distanceOf = (i) => Math.hypot(rest[3 * i] - x, rest[3 * i + 1] - y);
    return vertices.reduce((best, i) => (distanceOf(i) < distanceOf(best) ? i : best), 0);
  };
  const around = vertices.map(() => []);
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const length = Math.hypot(rest[3 * a] - rest[3 * b], rest[3 * a + 1] - rest[3 * b + 1]);
    around[a].push({ edge, next: b, length });
    around[b].push({ edge, next: a, length });
  }
  const [start, goal] = [nearest(from), nearest(to)];
  const reached = new Map([[start, { distance: 0 }]]);
  const open = new Set([start]);
  while (open.size > 0) {
    const at = [...open].reduce((a, b) =>
      reached.get(b).distance < reached.get(a).distance ? b : a,
    );
    if (at === goal) break;
    open.delete(at);
    for (const { edge, next, length } of around[at]) {
      const distance = reached.get(at).distance + length;
      if (reached.has(next) && reached.get(next).distance <= distance) continue;
      reached.set(next, { distance, edge, before: at });
      open.add(next);
    }
  }
  const path = [];
  for (let at = goal; at !== start; at = reached.get(at).before) path.unshift(reached.get(at).edge);
  return path;
}
