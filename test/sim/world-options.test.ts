import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid, MeshError } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
const image = { width: 1, height: 1, values: Float64Array.of(0.5) };
const SPHERE = { type: "sphere", center: [0, -9, 0], radius: 1 };
const BALL = { position: [0, -5, 0], radius: 0.1, mass: 1 };
const BLADE = [
  { time: 0, from: [5, 0, 0], to: [5, 0, 1] },
  { time: 1, from: [6, 0, 0], to: [6, 0, 1] },
];
const ids = { ids: [0] };

/** Options with one cloth. */
const cloth = (options: object): object => ({ cloths: [{ mesh, ...options }] });
const world = (options: object): object => ({ cloths: [{ mesh }], ...options });
const pin = (options: object): object => cloth({ pins: [{ select: ids }, options] });
const seam = (options: object): object => cloth({ seams: [options] });

/** The message of a refused world, which is one line of the library. */
function fault(options: unknown): string {
  try {
    void new World(options as never);
  } catch (error) {
    const line = `${(error as Error).name}: ${(error as Error).message}`;
    expect(error instanceof RangeError || error instanceof MeshError, line).toBe(true);
    expect(line).not.toMatch(/\n|\[object|undefined/);
    return (error as Error).message;
  }
  return "good";
}

test.each([
  ["nothing", undefined, "options: expected an object with options, but it is missing"],
  ["null", null, "options: expected an object with options, got null"],
  ["a text", "x", 'options: expected an object with options, got "x"'],
  ["a list", [], "options: expected an object with options, got an empty list"],
  ["no cloths", {}, "cloths: expected a list of cloths, but it is missing"],
  ["an object of cloths", { cloths: {} }, "cloths: expected a list of cloths, got an object"],
  ["no cloth at all, which is a world", { cloths: [] }, "good"],
])("a world of %s", (_name, options, line) => {
  expect(fault(options)).toBe(line);
});

describe("a misspelled field is named with the closest known one", () => {
  test.each<[string, object, string]>([
    ["gravty", world({ gravty: [0, 0, 0] }), "gravity"],
    ["tearin", world({ tearin: {} }), "cloths.0.tearing"],
    ["cloths.0.materiel", cloth({ materiel: MATERIALS.silk }), "material"],
    ["cloths.0.transform.positon", cloth({ transform: { positon: [0, 0, 0] } }), "position"],
    ["cloths.0.material.stifness", cloth({ material: { stifness: 1 } }), "stiffness"],
    ["cloths.0.pins.1.realease", pin({ select: ids, realease: 1 }), "release"],
    ["cloths.0.pins.1.select.idz", pin({ select: { idz: [0] } }), "ids"],
    [
      "cloths.0.pins.1.select.sphere.centre",
      pin({ select: { sphere: { centre: [0, 0, 0], radius: 1 } } }),
      "center",
    ],
    [
      "cloths.0.pins.1.motion.0.translaton",
      pin({ select: ids, motion: [{ translaton: 1 }] }),
      "translation",
    ],
    ["cloths.0.seams.0.lines", seam({ lines: [], openTime: 1 }), "line"],
    ["cloths.0.strengthMap.nois", cloth({ strengthMap: { nois: {} } }), "noise"],
    [
      "cloths.0.strengthMap.image.blak",
      cloth({ strengthMap: { image: { ...image, blak: 1 } } }),
      "black",
    ],
    ["cloths.0.strengthMap.noise.amont", cloth({ strengthMap: { noise: { amont: 0 } } }), "amount"],
    ["cloths.0.tearing.limt", cloth({ tearing: { limt: 1.2 } }), "limit"],
    ["wind.veloctiy", world({ wind: { veloctiy: [0, 0, 0] } }), "velocity"],
    ["wind.gusts.perod", world({ wind: { gusts: { amplitude: 1, perod: 1 } } }), "period"],
    ["wind.turbulence.sise", world({ wind: { turbulence: { speed: 1, sise: 1 } } }), "size"],
    ["solver.typ", world({ solver: { typ: "xpbd" } }), "type"],
    ["colliders.0.radus", world({ colliders: [{ ...SPHERE, radus: 1 }] }), "radius"],
    [
      "colliders.0.motion.0.rotaton",
      world({ colliders: [{ ...SPHERE, motion: [{ time: 0, rotaton: [0, 0, 0] }] }] }),
      "rotation",
    ],
    ["balls.0.mas", world({ balls: [{ ...BALL, mas: 1 }] }), "mass"],
    ["knives.0.motoin", world({ knives: [{ motoin: BLADE }] }), "motion"],
    [
      "knives.0.motion.1.form",
      world({ knives: [{ motion: [BLADE[0], { ...BLADE[1], form: [0, 0, 0] }] }] }),
      "from",
    ],
  ])("%s", (path, options, known) => {
    expect(fault(options)).toBe(`${path}: unknown option, did you mean ${known}?`);
  });

  test("or with all of them if none is close", () => {
    expect(fault(world({ zebra: 1 }))).toMatch(/^zebra: unknown option, expected cloths, gravity/);
  });
});

/** The path of an object, and the options with another value in its place. */
const OBJECTS: [path: string, put: (value: unknown) => object][] = [
  ["cloths.0", (value) => ({ cloths: [value] })],
  ["cloths.0.mesh", (value) => ({ cloths: [{ mesh: value }] })],
  ["cloths.0.mesh.positions", (value) => ({ cloths: [{ mesh: { ...mesh, positions: value } }] })],
  ["cloths.0.mesh.groups", (value) => ({ cloths: [{ mesh: { ...mesh, groups: value } }] })],
  ["cloths.0.transform", (value) => cloth({ transform: value })],
  ["cloths.0.material", (value) => cloth({ material: value })],
  ["cloths.0.pins", (value) => cloth({ pins: value })],
  ["cloths.0.pins.1", (value) => cloth({ pins: [{ select: ids }, value] })],
  ["cloths.0.pins.1.select", (value) => pin({ select: value })],
  ["cloths.0.pins.1.select.sphere", (value) => pin({ select: { sphere: value } })],
  ["cloths.0.pins.1.select.uv", (value) => pin({ select: { uv: value } })],
  ["cloths.0.pins.1.hold", (value) => pin({ select: ids, hold: value })],
  ["cloths.0.pins.1.motion", (value) => pin({ select: ids, motion: value })],
  ["cloths.0.pins.1.motion.0", (value) => pin({ select: ids, motion: [value] })],
  ["cloths.0.seams", (value) => cloth({ seams: value })],
  ["cloths.0.seams.0", (value) => cloth({ seams: [value] })],
  ["cloths.0.seams.0.line", (value) => seam({ line: value, openTime: 0 })],
  ["cloths.0.strengthMap", (value) => cloth({ strengthMap: value })],
  ["cloths.0.strengthMap.image", (value) => cloth({ strengthMap: { image: value } })],
  [
    "cloths.0.strengthMap.image.values",
    (value) => cloth({ strengthMap: { image: { ...image, values: value } } }),
  ],
  ["cloths.0.strengthMap.noise", (value) => cloth({ strengthMap: { noise: value } })],
  ["cloths.0.strengthMap.vertices", (value) => cloth({ strengthMap: { vertices: value } })],
  ["gravity", (value) => world({ gravity: value })],
  ["wind", (value) => world({ wind: value })],
  ["wind.gusts", (value) => world({ wind: { gusts: value } })],
  ["wind.turbulence", (value) => world({ wind: { turbulence: value } })],
  ["fields", (value) => world({ fields: value })],
  ["fields.0", (value) => world({ fields: [value] })],
  ["solver", (value) => world({ solver: value })],
  ["colliders", (value) => world({ colliders: value })],
  ["colliders.0", (value) => world({ colliders: [value] })],
  ["colliders.0.motion.0", (value) => world({ colliders: [{ ...SPHERE, motion: [value] }] })],
  ["balls", (value) => world({ balls: value })],
  ["balls.0", (value) => world({ balls: [value] })],
  ["knives", (value) => world({ knives: value })],
  ["knives.0", (value) => world({ knives: [value] })],
  ["knives.0.motion.1", (value) => world({ knives: [{ motion: [BLADE[0], value] }] })],
  ["kernels", (value) => world({ kernels: value })],
];

describe.each(OBJECTS)("%s", (path, put) => {
  test.each(["x", 5, NaN, null, true, () => 1])("cannot be %s", (value) => {
    expect(fault(put(value))).toMatch(RegExp(`^${path.replaceAll(".", "\\.")}: expected `));
  });
});

test("only tearing can be null", () => {
  expect(fault(cloth({ tearing: null }))).toBe("good");
  expect(fault(cloth({ tearing: "slice" }))).toBe(
    'cloths.0.tearing: expected an object with options, got "slice"',
  );
});

test.each<[line: string, options: object]>([
  ["gravity.1: expected a finite number, got NaN", world({ gravity: [0, NaN, 0] })],
  ["seed: expected a whole number from 0 to 4294967295, got NaN", world({ seed: NaN })],
  ["wind.drag: expected 0 N·s/m³ or more, got null", world({ wind: { drag: null } })],
  [
    "wind.gusts.period: expected a time over 0 s, got 0",
    world({ wind: { gusts: { amplitude: 1, period: 0 } } }),
  ],
  [
    "solver.stretchLimit: only for the solvers euler, midpoint, rk4, forward-euler, got auto",
    world({ solver: { stretchLimit: 1.1 } }),
  ],
  [
    "cloths.0.material.density: expected a number over 0, got NaN",
    cloth({ material: { ...MATERIALS.silk, density: NaN } }),
  ],
  ["cloths.0.tearing.limit: expected a ratio over 1, got 0.5", cloth({ tearing: { limit: 0.5 } })],
  [
    "cloths.0.pins.1.motion.1.time: expected keyframes with rising times, got 0",
    pin({
      select: ids,
      motion: [
        { time: 1, translation: [0, 0, 0] },
        { time: 0, translation: [0, 0, 0] },
      ],
    }),
  ],
  [
    "cloths.0.pins.1.hold.axis: expected a direction, got 0, 0, 0",
    pin({ select: ids, hold: { axis: [0, 0, 0] } }),
  ],
  [
    "cloths.0.pins.1.repin: expected a time after release (2 s), got 1 s",
    pin({ select: ids, release: 2, repin: 1 }),
  ],
  [
    "cloths.0.pins.1.breakPerParticle: expected breakForce too, at which each particle tears off",
    pin({ select: ids, breakPerParticle: true }),
  ],
  [
    "cloths.0.pins.1.select: expected one of uv, sphere, ids, group, got none",
    pin({ select: { ids: undefined } }),
  ],
  ["cloths.0.pins.1.select.ids.0: expected 0 to 8, got 99", pin({ select: { ids: [99] } })],
  ["cloths.0.seams.0.select: expected either select or line", seam({ openTime: 1 })],
  [
    "cloths.0.seams.0.line: expected two points or more, got 1",
    seam({ line: [[0, 0]], openTime: 1 }),
  ],
  [
    "cloths.0.seams.0.line.1: expected a point of the cloth in texture space, got 0.5, 9",
    seam({
      line: [
        [0.5, 0.5],
        [0.5, 9],
      ],
      openTime: 1,
    }),
  ],
  [
    "cloths.0.strengthMap.vertices.1: expected a factor over 0, got NaN",
    cloth({ strengthMap: { vertices: [1, NaN] } }),
  ],
  [
    "cloths.0.strengthMap.vertices: expected 9 numbers, one per vertex, got 1",
    cloth({ strengthMap: { vertices: [1] } }),
  ],
  [
    "cloths.0.strengthMap.image.values.0: expected a number from 0 to 1, got 2",
    cloth({ strengthMap: { image: { ...image, values: Float64Array.of(2) } } }),
  ],
  [
    "cloths.0.mesh: face 0: vertex 99 does not exist (0 to 8)",
    { cloths: [{ mesh: { ...mesh, triangles: mesh.triangles.with(0, 99) } }] },
  ],
  [
    "colliders.0.to: expected a point other than from, got the same point (use a sphere instead)",
    world({ colliders: [{ type: "capsule", from: [0, 0, 0], to: [0, 0, 0], radius: 1 }] }),
  ],
  [
    "colliders.0.size.1: expected a length over 0 m, got 0",
    world({ colliders: [{ type: "box", center: [0, 0, 0], size: [1, 0, 1] }] }),
  ],
  [
    "balls.0.radius: expected a length over 0 m, got null",
    world({ balls: [{ ...BALL, radius: null }] }),
  ],
  [
    "knives.0.cloth: there is no cloth 3 (0 to 0)",
    world({ knives: [{ motion: BLADE, cloth: 3 }] }),
  ],
  [
    "knives.0.motion: expected two keyframes or more, got 1",
    world({ knives: [{ motion: BLADE.slice(1) }] }),
  ],
  [
    "knives.0.motion.1.time: expected keyframes with rising times, got 0",
    world({ knives: [{ motion: BLADE.toReversed() }] }),
  ],
])("%s", (line, options) => {
  expect(fault(options)).toBe(line);
});

test("all options are checked before anything is created", () => {
  const unbuildable = { ...mesh, triangles: mesh.triangles.with(0, 99) };
  const options = { cloths: [{ mesh: unbuildable }], knives: [{ motion: [] }] };
  expect(fault(options)).toBe("knives.0.motion: expected two keyframes or more, got 0");
});

test("changed options are checked again when the world is reset", () => {
  const own = new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }] }] });
  Object.assign(own.options.cloths[0]!.pins![0]!, { release: "2" });
  expect(() => own.reset()).toThrow(
    new RangeError('cloths.0.pins.0.release: expected a time in s, got "2"'),
  );
});

test("errors of methods name the method", () => {
  const own = new World({ cloths: [{ mesh }] });
  const select = { group: "top" };
  const keys = [
    { time: 1, translation: [0, 0, 0] as const },
    { time: 1, translation: [0, 0, 0] as const },
  ];
  expect(() => own.pin({ select, motion: keys })).toThrow(/^pin\.motion\.1\.time: expected/);
  expect(() => own.pin({ select: { ids: [99] } })).toThrow(
    /^pin\.select\.ids\.0: expected 0 to 8, got 99/,
  );
  expect(() => own.pin({ select, cloth: 1 })).toThrow(/^pin\.cloth: there is no cloth 1/);
  expect(() => own.cut({ line: [[0, 0, 0]] })).toThrow(/^cut\.line: expected two points or more/);
  expect(() => own.cut({ edge: 999 })).toThrow(/^cut\.edge: expected 0 to /);
  expect(() => own.knife({ from: [0, NaN, 0], to: [0, 0, 0] })).toThrow(/^knife\.from\.1: /);
});
