import { createWorld, checkScene, encodeRecording, SceneRecorder } from "../../src/scene/index.js";
import type { Recording, Scene } from "../../src/scene/index.js";
import type { World } from "../../src/sim/index.js";
import { makePng } from "../io/make-png.js";

// Small seeds of every kind: mutations should differ in structure, not in size.

const OBJ = `# two quads and a pentagon
o sheet
v 0 0 0
v 1 0 0 0.5 0.5 0.5
v 1.5 1e0 0
v -.5 +1 .25
v 0 2 0
v 1 2 0
vt 0 0
vt 1 0
vt 1 1
vn 0 0 1
g left right
usemtl cotton
s 1
f 1/1 2/2 3/3 4//1
f 4 3/3/1 6/-1 5
g
f -6 -5 -4 \\
  -1 -2
l 1 2
`;

const GRID_OBJ = `v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nf 1 2 5 4\nf 2 3 6 5\n`;
const BALL_OBJ = `v 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nv 0 0 -1\n${["1 2 3", "1 3 4", "1 4 5", "1 5 2", "6 3 2", "6 4 3", "6 5 4", "6 2 5"].map((face) => `f ${face}\n`).join("")}`;

export const OBJS = [OBJ, GRID_OBJ, BALL_OBJ];
export const NODE = "# square\n4 2 1 1\n1 0 0 7 1\n2 1 0 7 1\n3 1 1 7 0\n4 0 1 7 0\n";
export const ELE = "2 3 0\n1 1 2 3\n2 1 3 4\n";

export const PNGS: readonly Uint8Array[] = [
  makePng({ width: 2, height: 2, colorType: 0, depth: 8, samples: [0, 100, 200, 255] }),
  makePng({ width: 3, height: 1, colorType: 2, depth: 16, samples: [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
  makePng({
    width: 4,
    height: 2,
    colorType: 3,
    depth: 2,
    samples: [0, 1, 2, 1, 0, 2, 1, 0],
    palette: [
      [0, 0, 0],
      [255, 0, 0],
      [255, 255, 255],
    ],
    alphas: [10, 20],
  }),
];

/** The files that the scenes name. */
export const FILES = {
  "cloth.obj": GRID_OBJ,
  "body.obj": BALL_OBJ,
  "a.node": NODE,
  "a.ele": ELE,
  "map.png": PNGS[0]!,
};

/** Every field of a scene occurs in one of these. */
export const SCENES: readonly Record<string, unknown>[] = [
  {
    name: "tears",
    description: "A sheet that tears.",
    gravity: [0, -9.81, 0],
    wind: {
      velocity: [1, 0, 2],
      drag: 1.2,
      gusts: { amplitude: 0.5, period: 2 },
      turbulence: { speed: 1, size: 0.5 },
    },
    fields: [
      { type: "attractor", point: [0, 1, 0], acceleration: 3, radius: 0.5 },
      { type: "vortex", point: [0, 0, 0], axis: [0, 1, 0], speed: 2, radius: 1 },
    ],
    cloths: [
      {
        name: "sheet",
        mesh: { type: "grid", size: [1, 1], segments: [3, 3] },
        transform: { position: [0, 1, 0], rotation: [10, 0, 0] },
        material: { preset: "cotton", stiffness: 300, damping: 0.1, yield: 0.1 },
        pins: [
          {
            select: { group: "top" },
            motion: [
              { time: 0, translation: [0, 0, 0] },
              { time: 1, translation: [0, 3, 0] },
            ],
          },
          {
            select: { ids: [2] },
            hold: { plane: [0, 0, 1] },
            breakForce: 2,
            breakPerParticle: true,
            release: 1,
            repin: 2,
          },
        ],
        strengthMap: { noise: { amount: 0.3, size: 0.2 } },
        tearing: {
          criterion: "stretch",
          limit: 1.1,
          resolve: "step",
          path: "plane",
          damage: 0.2,
          maxTearsPerStep: 20,
        },
        imperfection: 1e-6,
      },
    ],
    colliders: [
      { type: "sphere", center: [0, 0.5, 0.3], radius: 0.1, friction: 0.3, thickness: 0.01 },
      { type: "half-space", point: [0, -1, 0], normal: [0, 1, 0] },
    ],
    balls: [
      {
        position: [0, 1, 1],
        radius: 0.1,
        mass: 0.2,
        velocity: [0, 0, -9],
        angularVelocity: [0, 1, 0],
        time: 0.01,
      },
    ],
    knives: [
      {
        motion: [
          { time: 0, from: [-1, 0.9, -1], to: [-1, 0.9, 1] },
          { time: 0.1, from: [1, 0.9, -1], to: [1, 0.9, 1] },
        ],
        snap: 0.2,
        minAngle: 5,
      },
    ],
    solver: { type: "xpbd", step: 0.01, substeps: 5 },
    duration: 1,
    frameRate: 50,
    seed: 3,
  },
  {
    name: "implicit",
    cloths: [
      {
        mesh: { type: "disc", radius: 0.5, rings: 1 },
        model: "baraff-witkin",
        material: { preset: "denim", warp: 500, weft: 400, shear: 30, bending: 1e-5, poisson: 0.1 },
        pins: [
          {
            select: {
              uv: [
                [0, 0],
                [0.3, 1],
              ],
            },
            hold: { axis: [1, 0, 0] },
          },
        ],
        tearing: { criterion: "separation-tensor", limit: 0.2, resolve: "substep" },
      },
      {
        mesh: { type: "tube", radius: 0.2, height: 0.4, segments: [4, 1] },
        transform: { position: [2, 0, 0] },
      },
    ],
    colliders: [
      {
        type: "capsule",
        from: [-1, -0.3, 0],
        to: [1, -0.3, 0],
        radius: 0.1,
        motion: [
          { time: 0, translation: [0, 0, 0], rotation: [0, 0, 0] },
          { time: 1, translation: [0, 1, 0], rotation: [0, 90, 0] },
        ],
      },
      { type: "box", center: [0, -2, 0], size: [1, 1, 1], rotation: [0, 45, 0] },
    ],
    solver: {
      type: "implicit",
      substeps: "auto",
      tolerance: 0.01,
      iterations: 6,
      integrator: "bdf2",
      linear: "direct",
    },
    duration: 0.5,
    frameRate: 60,
  },
  {
    name: "files",
    cloths: [
      {
        mesh: {
          type: "file",
          path: "cloth.obj",
          scale: 0.5,
          weld: 0.001,
          duplicates: "drop",
          zeroArea: "keep",
        },
        seams: [
          {
            line: [
              [0.2, 0],
              [0.2, 1],
            ],
            openTime: 0,
            openDuration: 0.1,
            strength: 0.5,
          },
        ],
        strengthMap: { image: { file: "map.png", black: 0.5, white: 1 } },
        tearing: { criterion: "tension", limit: 5 },
      },
      { mesh: { type: "file", path: "a.node" }, model: "angles" },
    ],
    colliders: [
      { type: "mesh", path: "body.obj", scale: 0.1, transform: { position: [0, -1, 0] } },
    ],
    solver: { type: "rk4", step: 0.005, stretchLimit: 1.2 },
    frameRate: 30,
  },
  {
    name: "irregular",
    cloths: [
      {
        mesh: {
          type: "irregular",
          outline: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
          holes: [
            [
              [0.4, 0.4],
              [0.6, 0.4],
              [0.5, 0.6],
            ],
          ],
          spacing: 0.4,
          seed: 2,
        },
        model: "membrane",
        pins: [{ select: { sphere: { center: [0, 1, 0], radius: 0.2 } } }],
      },
    ],
    solver: { type: "midpoint" },
  },
];

function sceneOf(input: unknown): Scene {
  return checkScene(structuredClone(input));
}

function play(world: World, frame: number): void {
  // Small triangles of a cut need too many substeps of an explicit solver.
  const isStable = world.solver.type === "xpbd" || world.solver.type === "implicit";
  if (frame === 0) {
    if (isStable) world.grab({ point: [0, 0.6, 0], radius: 0.4 })?.moveTo([0, 0, 1]);
    world.addBall({ position: [0, 2, 0], radius: 0.1, mass: 1 });
    if (isStable) world.knife({ from: [0.1, 2, 1], to: [0.1, 0.5, 1] });
    world.pin({ select: { ids: [0] } });
  }
  if (frame === 1) {
    if (isStable) {
      world.cut({
        line: [
          [-0.6, 0.7, 0],
          [0.6, 0.7, 0],
        ],
      });
    }
    world.colliders[0]?.moveTo([0, 0, 0]);
    world.cloths[0]!.strengths.set(0, 2);
    world.gravity = [0, -5, 0];
    world.knives[0]?.moveTo([0.1, 2, -1], [0.1, 0.5, -1]);
  }
  if (frame === 2) {
    world.undo();
    world.cloths[0]!.setMaterial({ stiffness: 500 });
    world.cloths[0]!.grabs[0]?.moveTo([0, 0, 2]);
  }
}

/** A world, and a file with a state of it. */
export interface SavedWorld {
  make: () => World;
  bytes: Uint8Array<ArrayBuffer>;
}

export function savedWorlds(): SavedWorld[] {
  return SCENES.map((input) => {
    const make = (): World => createWorld(sceneOf(input), { files: FILES });
    const world = make();
    for (let frame = 0; frame < 3; frame++) {
      play(world, frame);
      world.step(world.solver.step);
    }
    return { make, bytes: world.save() };
  });
}

/** Files of recordings. */
export function recordings(): Uint8Array<ArrayBuffer>[] {
  return SCENES.map((input) => {
    const scene = sceneOf(input);
    const world = createWorld(scene, { files: FILES });
    const recorder = new SceneRecorder(world, scene, FILES, "fuzz");
    for (let frame = 0; frame < 3; frame++) {
      play(world, frame);
      world.step(world.solver.step);
      recorder.endFrame();
    }
    const recording: Recording = { ...recorder.recording, notes: { panel: { wind: null } } };
    return encodeRecording(recording);
  });
}
