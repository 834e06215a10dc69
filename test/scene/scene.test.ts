import { describe, expect, test } from "vitest";
import { MATERIALS, type MaterialName } from "../../src/cloth/index.js";
import type { World } from "../../src/sim/index.js";
import {
  advanceFrame,
  checkScene,
  createWorld,
  frameCount,
  runReport,
  SceneError,
  setField,
  type SceneInput,
} from "../../src/scene/index.js";

const SMALL: SceneInput = {
  name: "small",
  cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] } }],
};

/** The error of a scene with one field set. */
function lineFor(...assignments: string[]): string {
  const input = structuredClone(SMALL);
  try {
    for (const assignment of assignments) setField(input, assignment);
    createWorld(checkScene(input));
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return "good";
}

describe("a scene", () => {
  test("has defaults for most fields", () => {
    const scene = checkScene(SMALL);
    expect(scene.gravity).toEqual([0, -9.81, 0]);
    expect(scene.solver).toEqual({ type: "auto", step: 1 / 60, substeps: "auto" });
    expect(scene.wind.drag).toBe(1.2);
    expect(createWorld(scene).cloths[0]!.material.density).toBe(0.15);
  });

  test("overrides its preset", () => {
    const scene = checkScene({
      ...SMALL,
      cloths: [{ ...SMALL.cloths[0]!, material: { preset: "cotton", stiffness: 123 } }],
    });
    const { material } = createWorld(scene).cloths[0]!;
    expect([material.density, material.stiffness]).toEqual([0.15, 123]);
  });

  test("accepts every preset, with overrides", () => {
    for (const preset of Object.keys(MATERIALS) as MaterialName[]) {
      const cloth = { ...SMALL.cloths[0]!, tearing: {}, material: { preset, weaveAngle: 30 } };
      const made = createWorld(checkScene({ ...SMALL, cloths: [cloth] })).cloths[0]!;
      expect(made.material).toMatchObject({ ...MATERIALS[preset], weaveAngle: 30 });
      expect(made.tearing!.weave).toBeUndefined(); // that of the material counts
      expect(made.tears.surface.weave).toBe(MATERIALS[preset].weave);
    }
    const material = { preset: "denim", stiffness: 1300, weft: 5 };
    const cloth = { ...SMALL.cloths[0]!, material };
    const made = createWorld(checkScene({ ...SMALL, cloths: [cloth] })).cloths[0]!;
    expect([made.material.warp, made.material.weft]).toEqual([1600, 5]);
  });

  test("applies the transform to its cloth", () => {
    const scene = checkScene({
      ...SMALL,
      cloths: [
        {
          ...SMALL.cloths[0]!,
          transform: { position: [1, 2, 3], rotation: [-90, 0, 0] },
          imperfection: 0,
        },
      ],
    });
    const { positions } = createWorld(scene).cloths[0]!;
    for (const [k, value] of [0.5, 2, 3.5].entries()) expect(positions[k]).toBeCloseTo(value, 12);
  });
});

describe("the pins of a scene", () => {
  const pinsOf = (...pins: object[]): World => {
    const input = structuredClone(SMALL) as { cloths: object[] };
    Object.assign(input.cloths[0]!, { pins, transform: { position: [0, 3, 0] } });
    return createWorld(checkScene(input));
  };

  test("select in all four ways", () => {
    const world = pinsOf(
      {
        select: {
          uv: [
            [0, 0],
            [0, 0],
          ],
        },
      },
      { select: { ids: [8] } },
      { select: { sphere: { center: [0, 3, 0], radius: 0.1 } } },
      { select: { group: "top" } },
    );
    const found = world.cloths[0]!.pins.map(({ particles }) => particles);
    expect(found).toEqual([[0], [8], [4], [6, 7]]);
  });

  test("constrain to a line or a plane, and pin again", () => {
    const world = pinsOf(
      { select: { group: "top" }, hold: { axis: [1, 0, 0] } },
      { select: { group: "bottom" }, hold: { plane: [0, 0, 1] }, release: 0.1, repin: 0.2 },
      { select: { ids: [4] }, hold: "point" },
    );
    const { pins, particles } = world.cloths[0]!;
    const { constraints } = world.cloths[0]!.holding;
    expect([constraints.count, particles.pinned[4]]).toEqual([6, 1]);
    const holding: boolean[] = [];
    for (let i = 0; i < 15; i++) {
      world.step();
      holding.push(pins[1]!.isHolding);
    }
    expect(holding).toEqual([
      ...Array(6).fill(true),
      ...Array(6).fill(false),
      ...Array(3).fill(true),
    ]);
  });

  test("find the groups of a file, after welding", () => {
    const text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\ng flap\nf 4 5 6\n";
    const mesh = { type: "file", path: "a.obj", weld: 0 };
    const input = { name: "x", cloths: [{ mesh, pins: [{ select: { group: "flap" } }] }] };
    const world = createWorld(checkScene(input), { files: { "a.obj": text } });
    expect(world.cloths[0]!.pins[0]!.particles).toEqual([1, 2, 3]);
  });
});

test("the seams of a scene open, and its pins break", () => {
  const input = structuredClone(SMALL) as { cloths: object[] };
  Object.assign(input.cloths[0]!, {
    pins: [{ select: { group: "top" }, breakForce: 0.01, breakPerParticle: true, repin: 0.1 }],
    seams: [
      { select: { ids: [1, 4] }, openTime: 0.05 },
      {
        line: [
          [0, 0.75],
          [1, 0.75],
        ],
        openTime: 0.1,
        openDuration: 0.2,
      },
    ],
  });
  const world = createWorld(checkScene(input));
  const { seams } = world.cloths[0]!;
  for (let i = 0; i < 9; i++) world.step();
  expect(seams[0]!.openFraction).toBe(1);
  expect(seams[1]!.openFraction).toBeCloseTo((8 / 60 - 0.1) / 0.2, 9);
  expect(world.stats.tearOffs).toBeGreaterThanOrEqual(3);
});

test("a scene has gusts, turbulence and fields, and the world gets them", () => {
  const world = createWorld(
    checkScene({
      ...SMALL,
      gravity: [0, 0, 0],
      wind: { gusts: { amplitude: 0.5, period: 2 }, turbulence: { speed: 1, size: 0.4 } },
      fields: [
        { type: "attractor", point: [0, 0, 1], acceleration: 9, radius: 1 },
        { type: "vortex", point: [0, 0, 0], speed: 3, radius: 0.5 },
      ],
    }),
  );
  expect(world.wind).toEqual({
    velocity: [0, 0, 0],
    drag: 1.2,
    gusts: { amplitude: 0.5, period: 2 },
    turbulence: { speed: 1, size: 0.4 },
  });
  const { positions, particles } = world.cloths[0]!;
  const [forces, winds] = [new Float64Array(27), new Float64Array(27)];
  world.fields[0]!.addForces!(world.cloths[0]!, forces, 0);
  world.fields[1]!.addWinds!(world.cloths[0]!, winds, 0);
  expect(forces[3 * 4 + 2]! / particles.masses[4]!).toBeCloseTo(9, 4); // the center, one radius away
  expect(winds[3 * 3 + 2]).toBeCloseTo(-6 * positions[9]!, 4); // (∓0.5, 0, 0), at the radius
});

describe("an invalid field is refused with its path and the expected value", () => {
  test.for([
    ["gravty=3", /^gravty: unknown field/],
    ["cloths.0.tearing.limti=3", /^cloths\.0\.tearing\.limti: unknown field, expected .*limit/],
    [
      "cloths.0.mesh.radius=3",
      /^cloths\.0\.mesh\.radius: unknown field, expected one of type, size, segments, diagonals$/,
    ],
    [
      'cloths.0.mesh={"type":"disc","radus":1,"rings":3}',
      /^cloths\.0\.mesh\.radus: unknown field, expected one of type, radius, rings \(and 1 more\)$/,
    ],
    ["gravity=3", /^gravity: expected a list, got 3$/],
    ["gravity=[0,1]", /^gravity/],
    ["duration=-1", /^duration: expected a number of more than 0, got -1$/],
    ["duration=long", /^duration: expected a number, got "long"$/],
    ["seed=1.5", /^seed: expected a whole number, got 1\.5$/],
    ["cloths=[]", /^cloths: expected at least 1 item, got \[\]$/],
    [
      "cloths.0.mesh.segments=[0,2]",
      /^cloths\.0\.mesh\.segments\.0: expected a number of at least 1, got 0$/,
    ],
    [
      "cloths.0.mesh.type=cube",
      /^cloths\.0\.mesh\.type: expected "grid" or "irregular" or .*"file", got "cube"$/,
    ],
    [
      "cloths.0.mesh.diagonals=both",
      /diagonals: expected "one-way" or .*"union-jack", got "both"$/,
    ],
    [
      "cloths.0.tearing.limit=0.9",
      /^cloths\.0\.tearing\.limit: expected a ratio over 1.*got 0\.9$/,
    ],
    [
      "cloths.0.material.density=0",
      /^cloths\.0\.material\.density: expected a number of more than 0, got 0$/,
    ],
    ["frameRate=0.5", /^frameRate: expected a number of at least 1, got 0\.5$/],
    ["solver.step=1e-12", /^solver\.step: expected a number of at least 0\.00001, got 1e-12$/],
    [
      'cloths.0.pins=[{"select":{"uv":[[1,1],[0,0]]}}]',
      /select\.uv: expected the lower corner first/,
    ],
    ["solver.step=0.05", /^solver\.step: expected at most the time between two frames/],
    [
      'colliders=[{"type":"half-space","normal":[0,0,0]}]',
      /^colliders\.0\.normal: expected a direction/,
    ],
    [
      'cloths.0.pins=[{"select":{"uv":[[0.6,0.6],[0.7,0.7]]}}]',
      /^cloths\.0\.pins\.0\.select\.uv: expected a box with a vertex that no earlier pin holds/,
    ],
    [
      'cloths.0.pins=[{"select":{"uv":[[0,0],[1,1]]},"motion":[{"time":1,"translation":[0,0,0]},{"time":1,"translation":[0,0,0]}]}]',
      /motion\.1\.time: expected keyframes with rising times/,
    ],
    ...[
      ['{"select":{}}', /^select: expected exactly one of uv, sphere, ids and group, got {}$/],
      ['{"select":{"ids":[1],"group":"top"}}', /^select: expected exactly one of uv, sphere,/],
      [
        '{"select":{"spere":{}}}',
        /^select\.spere: unknown field, expected one of uv, sphere, ids, gr/,
      ],
      ['{"select":{"ids":[1,9]}}', /^select\.ids\.1: expected 0 to 8, got 9$/],
      ['{"select":{"ids":[]}}', /^select\.ids: expected at least 1 item, got \[\]$/],
      ['{"select":{"ids":[0.5]}}', /^select\.ids\.0: expected a whole number, got 0\.5$/],
      ['{"select":{"group":"hem"}}', /^select\.group: expected top or bottom.*, got "hem"/],
      [
        '{"select":{"sphere":{"center":[9,9,9],"radius":1}}}',
        /^select\.sphere: expected a sphere with a vertex that no earlier pin holds$/,
      ],
      [
        '{"select":{"sphere":{"center":[0,0,0],"radius":-1}}}',
        /^select\.sphere\.radius: expected a number of at least 0, got -1$/,
      ],
      [
        '{"select":{"ids":[1]},"hold":"line"}',
        /^hold: expected "point", { "axis": \[x, y, z\] } or/,
      ],
      ['{"select":{"ids":[1]},"hold":{"axis":[1,0]}}', /^hold\.axis: expected at least 3 items/],
      [
        '{"select":{"ids":[1]},"hold":{"axis":[0,0,0]}}',
        /^hold\.axis: expected a direction, not \(0, 0/,
      ],
      [
        '{"select":{"ids":[1]},"hold":{"plane":[0,1e-300,0]}}',
        /^hold\.plane: expected a direction/,
      ],
      ['{"select":{"ids":[1]},"repin":1}', /^repin: expected a time after release, got 1$/],
      [
        '{"select":{"ids":[1]},"release":2,"repin":2}',
        /^repin: expected a time after release, got 2$/,
      ],
      [
        '{"select":{"ids":[1]},"breakForce":0}',
        /^breakForce: expected a number of more than 0, got 0$/,
      ],
      [
        '{"select":{"ids":[1]},"breakPerParticle":true}',
        /^breakPerParticle: expected breakForce too, at which each particle tears off, got true$/,
      ],
    ].map(
      ([pin, line]) =>
        [
          `cloths.0.pins=[${pin as string}]`,
          new RegExp((line as RegExp).source.replace("^", "^cloths\\.0\\.pins\\.0\\.")),
        ] as const,
    ),
    ...[
      ["{}", /^select: expected either select or line, but it is missing \(and 1 more\)/],
      ['{"openTime":1}', /^select: expected either select or line, but it is missing$/],
      [
        '{"openTime":1,"select":{"group":"top"},"line":[[0,0],[1,1]]}',
        /^select: expected either select or line, got {"group":"top"}$/,
      ],
      [
        '{"openTime":-1,"select":{"ids":[1,4]}}',
        /^openTime: expected a number of at least 0, got -1$/,
      ],
      [
        '{"openTime":1,"openDuration":-1,"select":{"ids":[1,4]}}',
        /^openDuration: expected a number of at least 0, got -1$/,
      ],
      ['{"openTime":1,"line":[[0,0]]}', /^line: expected at least 2 items, got \[\[0,0\]\]$/],
      [
        '{"openTime":1,"line":[[0,0],[1,2]]}',
        /^line\.1: expected a point of the cloth in texture space, got 1, 2$/,
      ],
      [
        '{"openTime":1,"select":{"group":"top"}}',
        /^select: expected both ends of an inner edge of the cloth, but it selects none; /,
      ],
      [
        '{"openTime":1,"select":{"group":"hem"}}',
        /^select\.group: expected top or bottom.*, got "hem"/,
      ],
      [
        '{"openTime":1,"select":{"ids":[1,4]},"weakness":3}',
        /^weakness: unknown field, expected one of select, line, openTime, openDuration, strength$/,
      ],
      [
        '{"select":{"ids":[1,4]}}',
        /^openTime: expected a time at which it opens, a strength, or both, but it is missing$/,
      ],
      [
        '{"select":{"ids":[1,4]},"strength":0.5,"openDuration":1}',
        /^openDuration: expected openTime too, the time at which it begins, got 1$/,
      ],
      [
        '{"select":{"ids":[1,4]},"strength":0}',
        /^strength: expected a number of more than 0, got 0$/,
      ],
    ].map(
      ([seam, line]) =>
        [
          `cloths.0.seams=[${seam as string}]`,
          new RegExp((line as RegExp).source.replace("^", "^cloths\\.0\\.seams\\.0\\.")),
        ] as const,
    ),
    [
      'cloths.0.pins=[{"select":{"group":"top"}},{"select":{"ids":[7]}}]',
      /^cloths\.0\.pins\.1\.select\.ids: expected a vertex that no earlier pin holds$/,
    ],
    [
      'cloths.0.pins=[{"select":{"group":"top"}},{"select":{"group":"top"}}]',
      /^cloths\.0\.pins\.1\.select\.group: expected a group with a vertex that no earlier pin holds$/,
    ],
    [
      'cloths.0.tearing={"strengthMap":"weak.png"}',
      /^cloths\.0\.tearing\.strengthMap: unknown field, expected cloths\.\*\.strengthMap$/,
    ],
    [
      'cloths.0.tearing={"damage":1}',
      /^cloths\.0\.tearing\.damage: expected a number of less than 1, got 1$/,
    ],
    [
      'cloths.0.strengthMap={"image":{"file":"weak.png"}}',
      /^cloths\.0\.strengthMap\.image\.file: weak\.png: expected its bytes in files\["weak\.png"\] of createWorld$/,
    ],
    [
      'cloths.0.strengthMap={"image":{"file":"weak.png","black":0}}',
      /^cloths\.0\.strengthMap\.image\.black: expected a number of more than 0, got 0$/,
    ],
    [
      'cloths.0.strengthMap={"vertices":[1,2]}',
      /^cloths\.0\.strengthMap\.vertices: expected \d+ numbers, one per vertex, got 2$/,
    ],
    [
      'cloths.0.strengthMap={"noise":{"amount":0.5}}',
      /^cloths\.0\.strengthMap\.noise\.size: expected a number, but it is missing$/,
    ],
    [
      'cloths.0.strengthMap={"nois":{}}',
      /^cloths\.0\.strengthMap\.nois: unknown field, expected one of image, vertices, noise$/,
    ],
    [
      'wind.gusts={"amplitude":-1,"period":2}',
      /^wind\.gusts\.amplitude: expected a number of at least 0, got -1$/,
    ],
    ['wind.gusts={"amplitude":1}', /^wind\.gusts\.period: expected a number, but it is missing$/],
    [
      'wind.turbulence={"speed":1,"size":0}',
      /^wind\.turbulence\.size: expected a number of more than 0, got 0$/,
    ],
    [
      "wind.gust=1",
      /^wind\.gust: unknown field, expected one of velocity, drag, gusts, turbulence$/,
    ],
    [
      'fields=[{"type":"magnet"}]',
      /^fields\.0\.type: expected "attractor" or "vortex", got "magnet"$/,
    ],
    [
      'fields=[{"type":"attractor","point":[0,0,0],"acceleration":3,"radius":0}]',
      /^fields\.0\.radius: expected a number of more than 0, got 0$/,
    ],
    [
      'fields=[{"type":"vortex","point":[0,0,0],"axis":[0,0,0],"speed":3,"radius":1}]',
      /^fields\.0\.axis: expected a direction, not \(0, 0, 0\), got \[0,0,0\]$/,
    ],
    [
      'fields=[{"type":"vortex","point":[0,0,0],"acceleration":3,"radius":1}]',
      /^fields\.0\.acceleration: unknown field, expected one of type, point, axis, speed, radius/,
    ],
  ] as const)("%s", ([assignment, line]) => {
    expect(lineFor(assignment)).toMatch(line);
  });

  test("two errors give one line that counts the other", () => {
    expect(lineFor("duration=-1", "seed=-1")).toMatch(/^[^\n]* \(and 1 more\)$/);
  });

  test("a value that is not an object is refused too", () => {
    for (const input of [null, 3, "x", []]) expect(() => checkScene(input)).toThrow(SceneError);
  });
});

describe("features that do not exist yet are refused by name", () => {
  test.for([
    "cloths.0.tearing.criterion=energy",
    'cloths.0.pins=[{"select":{"ids":[1]},"stiffness":5}]',
  ])("%s", (assignment) => {
    expect(lineFor(assignment)).toMatch(/not supported yet/);
  });
});

describe("setting a field", () => {
  test("creates objects along the path and reads JSON or a word", () => {
    const input = structuredClone(SMALL) as Record<string, unknown>;
    setField(input, "cloths.0.tearing.limit=1.2");
    setField(input, "name=other");
    expect(input).toMatchObject({ name: "other", cloths: [{ tearing: { limit: 1.2 } }] });
  });

  test("reports an error in the path", () => {
    expect(lineFor("limit")).toBe("--set limit: expected path=value, as in solver.substeps=30");
    expect(lineFor("cloths.3.name=x")).toBe("--set cloths.3: expected a number from 0 to 0");
    expect(lineFor("name.x=1")).toBe("--set name.x: name has no fields");
    expect(lineFor("__proto__.x=1")).toBe("--set __proto__: expected another field name");
  });
});

describe("frames", () => {
  test("cover the duration of the scene; a partial frame counts as one", () => {
    expect(frameCount({ duration: 4, frameRate: 30 })).toBe(120);
    expect(frameCount({ duration: 0.1, frameRate: 30 })).toBe(3);
    expect(frameCount({ duration: 0.05, frameRate: 30 })).toBe(2);
  });

  test("are reached exactly, with a shorter last step if steps do not fill them", () => {
    for (const [step, frameRate, steps] of [
      [1 / 60, 30, 2],
      [1 / 60, 24, 3],
      [0.02, 30, 2],
      [0.0166666666667, 60, 1],
    ] as const) {
      const world = createWorld(checkScene({ ...SMALL, frameRate, solver: { step } }));
      for (let frame = 1; frame <= 10; frame++) advanceFrame(world, frameRate);
      expect(world.time).toBeCloseTo(10 / frameRate, 9);
      expect(world.stats.steps).toBe(10 * steps);
    }
  });
});

test("more frames than steps per second make the steps shorter, with the same substep length", () => {
  const scene = checkScene({ ...SMALL, frameRate: 120, solver: { type: "xpbd" } });
  const world = createWorld(scene);
  advanceFrame(world, scene.frameRate);
  expect(world.time).toBe(1 / 120);
  expect(world.stats).toMatchObject({ steps: 1, substeps: 10 });
});

test("the report has the maximum substeps of any step, not those of the last one", () => {
  const scene = checkScene({ ...SMALL, solver: { substeps: 9 } });
  const world = createWorld(scene);
  world.step();
  world.solver.substeps = 4;
  world.step();
  const report = runReport(scene, world, { version: "test", frames: 1, wallSeconds: 0 });
  expect(report.substeps).toBe(9);
});
