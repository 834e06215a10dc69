// Drags by hand: an irregular sheet hangs from its top edge, is grabbed as in the lab, and is pulled until it tears.
import { gripOn } from "../lab/src/simulation/grip.js";
import { restKey, ripsOf, tornEdges } from "./rips.js";

/** Presets, with their breaking strains. */
export const SHEETS = ["paper", "cotton", "denim", "silk"];

/** Where the sheet is grabbed and in which direction it is pulled; y is up, z is out of the sheet. */
export const PLACES = {
  edge: { point: [0.05, -0.31], direction: [0, -0.6, 0.8] },
  cut: { point: [0.12, -0.29], direction: [0.1, -0.3, 0.95], cut: true },
  middle: { point: [0, 0], direction: [0, -0.3, 0.95] },
};

const SIZE = [1, 0.7];
/** A cut of 6 cm, from the bottom edge up. */
const CUT = [
  [0, -0.36, 0],
  [0, -0.29, 0],
];
/** m/s */
const SPEED = 0.8;
/** Steps of 1/60 s before the grab, and of the pull. */
const [REST, PULL] = [12, 72];

/**
 * Pulls one sheet.
 *
 * @param {object} library `World`, `MATERIALS` and `generateIrregular`.
 * @param {object} drag
 */
export function dragByHand(
  { World, MATERIALS, generateIrregular },
  { material: preset, place, seed, spacing = 0.03, tearing = {}, solver = {} },
) {
  const mesh = generateIrregular({ size: SIZE, spacing, seed });
  const ids = [...mesh.positions.keys()]
    .filter((i) => i % 3 === 1 && mesh.positions[i] > SIZE[1] / 2 - 1e-6)
    .map((i) => (i - 1) / 3);
  const material = MATERIALS[preset];
  const pins = [{ select: { ids } }];
  const world = new World({ cloths: [{ mesh, material, pins, tearing }], solver, seed });
  const cloth = world.cloths[0];
  const { point, direction, cut } = PLACES[place];
  if (cut) world.cut({ line: CUT });
  const first = cloth.edits.length;
  const nearest = nearestAtRest(cloth, point);
  for (let i = 0; i < REST; i++) world.step();
  const at = [0, 1, 2].map((k) => cloth.positions[3 * nearest + k]);
  const grab = world.grab({ point: at, ...gripOn([cloth]) });
  const clips = withNeighbors(cloth, ids);
  const grip = withNeighbors(cloth, grab.state.particles);
  const length = Math.hypot(...direction);
  let force = 0;
  for (let i = 1; i <= PULL; i++) {
    grab.moveTo(at.map((x, k) => x + (SPEED * i * direction[k]) / 60 / length));
    world.step();
    force = Math.max(force, Math.hypot(...grab.force));
  }

  const rips = ripsOf(cloth, first);
  const touching = (zone) =>
    tornEdges(cloth, first).filter((edge) => edge.some((v) => zone.has(restKey(cloth, v)))).length;
  const total = rips.reduce((sum, rip) => sum + rip.length, 0);
  const longest = Math.max(0, ...rips.map((rip) => rip.length));
  return {
    /** Torn length, m. */
    total,
    /** Share of the longest rip. */
    share: total > 0 ? longest / total : 0,
    rips: rips.length,
    crumbs: piecesUnder(cloth, 5),
    /** Torn edges with an end at most one edge from a pinned particle. */
    atClips: touching(clips),
    /** The same for particles of the grip. */
    atGrip: touching(grip),
    /** Largest force of the hand, N. */
    force,
    world,
  };
}

/** True if a drag left one rip, as far as the bars of the project go. */
export function isOneRip({ total, share, crumbs, atClips, atGrip }) {
  return total > 0 && share >= 0.7 && crumbs <= 5 && atClips === 0 && atGrip === 0;
}

function nearestAtRest({ rest, mesh }, [x, y]) {
  let nearest = 0;
  let smallest = Infinity;
  for (let v = 0; v < mesh.vertexCount; v++) {
    const distance = Math.hypot(rest.positions[3 * v] - x, rest.positions[3 * v + 1] - y);
    if (distance >= smallest) continue;
    smallest = distance;
    nearest = v;
  }
  return nearest;
}

/** Rest places of some vertices and all their neighbors, before any tear. */
function withNeighbors(cloth, vertices) {
  const { mesh } = cloth;
  const keys = [...vertices].flatMap((vertex) =>
    [vertex, ...mesh.edgesOf(vertex).map((edge) => mesh.otherEnd(edge, vertex))].map((v) =>
      restKey(cloth, v),
    ),
  );
  return new Set(keys);
}

/** Number of pieces of fewer triangles. */
function piecesUnder({ mesh, pieces }, size) {
  const sizes = new Map();
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const piece = pieces.pieceOf(mesh.halfedgeVertices[3 * triangle]);
    sizes.set(piece, (sizes.get(piece) ?? 0) + 1);
  }
  return [...sizes.values()].filter((count) => count < size).length;
}
