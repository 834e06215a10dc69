import { generateGrid, World } from "tatter";

export const title =
  "cloth of N × N cells and three colliders, xpbd with 20 substeps: a curtain pushed by a sphere, a capsule and a box; " +
  "a sheet draped over a sphere, a box and the floor";

const WARM_UP = 60;
const STEPS = 20;

/** A curtain of 2 m × 2 m, pushed by colliders that move back and forth. */
function curtain(segments) {
  const sway = [0, 1, 2, 3].map((i) => ({
    time: i,
    translation: [0, 0, i % 2 === 0 ? -0.3 : 0.3],
  }));
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [2, 2], segments: [segments, segments] }),
        transform: { position: [0, 1, 0] },
        pins: [
          {
            select: {
              uv: [
                [0, 0.999],
                [1, 1],
              ],
            },
          },
        ],
      },
    ],
    colliders: [
      { type: "sphere", center: [-0.6, 0.8, 0], radius: 0.2, motion: sway },
      { type: "capsule", from: [0, 0.3, 0], to: [0, 0.9, 0], radius: 0.1, motion: sway },
      {
        type: "box",
        center: [0.6, 0.7, 0],
        size: [0.3, 0.3, 0.3],
        rotation: [20, 30, 0],
        motion: sway,
      },
    ],
  });
}

/** A sheet of 2 m × 2 m that falls on two colliders and a floor. After the warm-up, half of it is in contact. */
function draped(segments) {
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [2, 2], segments: [segments, segments] }),
        transform: { position: [0, 0.75, 0], rotation: [-90, 0, 0] },
      },
    ],
    colliders: [
      { type: "sphere", center: [-0.3, 0.4, -0.3], radius: 0.3 },
      { type: "box", center: [0.4, 0.3, 0.4], size: [0.4, 0.6, 0.4], rotation: [0, 30, 0] },
      { type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] },
    ],
  });
}

function measure(world) {
  for (let i = 0; i < WARM_UP; i++) world.step();
  const before = { ...world.clock.milliseconds };
  for (let i = 0; i < STEPS; i++) world.step();
  const phase = (name) => (world.clock.milliseconds[name] - before[name]) / STEPS;
  const { particles } = world.start;
  return {
    particles,
    "solve ms": phase("solve").toFixed(2),
    "collide ms": phase("collide").toFixed(2),
    "collide / solve": (phase("collide") / phase("solve")).toFixed(3),
    "collide ns per particle and substep": ((1e6 * phase("collide")) / (20 * particles)).toFixed(1),
  };
}

export function run() {
  const rows = {};
  for (const make of [curtain, draped]) {
    for (const segments of [31, 63, 99, 127, 252]) {
      rows[`${make.name} N = ${segments}`] = measure(make(segments));
    }
  }
  return rows;
}
