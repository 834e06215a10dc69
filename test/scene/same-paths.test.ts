import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { checkScene, createWorld } from "../../src/scene/index.js";
import { World } from "../../src/sim/index.js";

const grid = { size: [1, 1], segments: [2, 2] } as const;
const MESH = generateGrid(grid);

interface Options {
  [name: string]: unknown;
  cloths: Record<string, unknown>[];
}

function messageOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return (error as Error).message;
  }
  return "good: nothing is wrong";
}

function fromWorld({ cloths, ...options }: Options): string {
  const made = cloths.map((cloth) => ({ mesh: MESH, ...cloth }));
  return messageOf(() => new World({ cloths: made, ...options }));
}

/** The same options in a scene, which describes its meshes. */
function fromScene({ cloths, ...options }: Options): string {
  const scene = {
    name: "faults",
    ...options,
    cloths: cloths.map((cloth) => ({ mesh: { type: "grid", ...grid }, ...cloth })),
  };
  return messageOf(() => createWorld(checkScene(scene)));
}

function pathOf(message: string): string {
  return message.slice(0, message.indexOf(":"));
}

const ids = { ids: [0] };
const cloth = (options: Record<string, unknown>): Options => ({ cloths: [{}, options] });
const pin = (options: object): Options => cloth({ pins: [{ select: ids }, options] });
const seam = (options: object): Options => cloth({ seams: [options] });
const world = (options: object): Options => ({ cloths: [{}], ...options });

const SPHERE = { type: "sphere", center: [0, -9, 0], radius: 1 };
const BALL = { position: [0, -5, 0], radius: 0.1, mass: 1 };
const BLADE = [
  { time: 0, from: [5, 0, 0], to: [5, 0, 1] },
  { time: 1, from: [6, 0, 0], to: [6, 0, 1] },
];
const key = (time: number): object => ({ time, translation: [0, 0, 0] });

const FAULTS: [path: string, options: Options][] = [
  // misspelled
  ["gravty", world({ gravty: [0, 0, 0] })],
  ["cloths.1.materiel", cloth({ materiel: {} })],
  ["cloths.1.material.stifness", cloth({ material: { stifness: 1 } })],
  ["cloths.1.pins.1.realease", pin({ select: ids, realease: 1 })],
  ["cloths.1.pins.1.select.idz", pin({ select: { idz: [0] } })],
  ["cloths.1.pins.1.motion.0.moves", pin({ select: ids, motion: [{ ...key(0), moves: 1 }] })],
  ["cloths.1.seams.0.lins", seam({ lins: [], openTime: 1 })],
  ["cloths.1.strengthMap.noise.amont", cloth({ strengthMap: { noise: { amont: 1, size: 1 } } })],
  ["cloths.1.strengthMap.image.blak", cloth({ strengthMap: { image: { blak: 1 } } })],
  ["cloths.1.tearing.limt", cloth({ tearing: { limt: 1.2 } })],
  ["wind.gusts.perod", world({ wind: { gusts: { amplitude: 1, perod: 1 } } })],
  ["solver.typ", world({ solver: { typ: "xpbd" } })],
  ["colliders.0.radus", world({ colliders: [{ ...SPHERE, radus: 1 }] })],
  ["balls.0.mas", world({ balls: [{ ...BALL, mas: 1 }] })],
  ["knives.0.motion.0.form", world({ knives: [{ motion: [{ ...BLADE[0], form: 1 }, BLADE[1]] }] })],
  // of another type
  ["gravity", world({ gravity: "down" })],
  ["gravity", world({ gravity: [0, -9.81] })],
  ["gravity.1", world({ gravity: [0, "-9.81", 0] })],
  ["wind", world({ wind: "west" })],
  ["wind.gusts", world({ wind: { gusts: null } })],
  ["seed", world({ seed: NaN })],
  ["solver", world({ solver: "implicit" })],
  ["solver.type", world({ solver: { type: "magic" } })],
  ["solver.substeps", world({ solver: { substeps: 0 } })],
  ["cloths.1.model", cloth({ model: "springy" })],
  ["cloths.1.material", cloth({ material: "silk" })],
  ["cloths.1.tearing", cloth({ tearing: "slice" })],
  ["cloths.1.tearing.criterion", cloth({ tearing: { criterion: "foo" } })],
  ["cloths.1.transform.position.1", cloth({ transform: { position: [0, null, 0] } })],
  ["cloths.1.pins", cloth({ pins: {} })],
  ["cloths.1.pins.1", cloth({ pins: [{ select: ids }, "top"] })],
  ["cloths.1.pins.1.select", pin({ select: "top" })],
  ["cloths.1.pins.1.select", pin({})],
  ["cloths.1.pins.1.select", pin({ select: {} })],
  ["cloths.1.pins.1.select.ids.0", pin({ select: { ids: [-1] } })],
  ["cloths.1.pins.1.select.ids.0", pin({ select: { ids: [99] } })],
  ["cloths.1.pins.1.select.uv", pin({ select: { uv: [[1, 1], [0, 0]] } })], // prettier-ignore
  ["cloths.1.pins.1.select.uv.1.0", pin({ select: { uv: [[0, 0], ["1", 1]] } })], // prettier-ignore
  ["cloths.1.pins.1.select.group", pin({ select: { group: "hem" } })],
  ["cloths.1.pins.1.hold", pin({ select: ids, hold: "axis" })],
  ["cloths.1.pins.1.hold.axis", pin({ select: ids, hold: { axis: [0, 0, 0] } })],
  ["cloths.1.pins.1.hold.plane.2", pin({ select: ids, hold: { plane: [0, 0, "1"] } })],
  ["cloths.1.pins.1.motion.0", pin({ select: ids, motion: [null] })],
  ["cloths.1.seams.0.line.1", seam({ line: [[0, 0], [1]], openTime: 1 })],
  ["cloths.1.strengthMap.vertices.1", cloth({ strengthMap: { vertices: [1, 0] } })],
  ["colliders.0.type", world({ colliders: [{ ...SPHERE, type: "cone" }] })],
  ["colliders.0", world({ colliders: ["sphere"] })],
  [
    "colliders.0.size.1",
    world({ colliders: [{ type: "box", center: [0, 0, 0], size: [1, 0, 1] }] }),
  ],
  ["balls.0.radius", world({ balls: [{ ...BALL, radius: "1" }] })],
  ["knives.0.snap", world({ knives: [{ motion: BLADE, snap: 1 }] })],
  // incompatible values
  ["cloths.1.tearing.limit", cloth({ tearing: { limit: 0.5 } })],
  ["cloths.1.pins.1.motion.1.time", pin({ select: ids, motion: [key(1), key(1)] })],
  ["cloths.1.pins.1.repin", pin({ select: ids, release: 2, repin: 1 })],
  ["cloths.1.pins.1.breakPerParticle", pin({ select: ids, breakPerParticle: true })],
  ["cloths.1.seams.0.select", seam({ openTime: 1 })],
  ["cloths.1.seams.0.line", seam({ line: [[0, 0]], openTime: 1 })],
  ["cloths.1.seams.0.openDuration", seam({ select: ids, strength: 1, openDuration: 1 })],
  ["solver.stretchLimit", world({ solver: { stretchLimit: 1.1 } })],
  ["colliders.0.motion.1.time", world({ colliders: [{ ...SPHERE, motion: [key(1), key(0)] }] })],
  [
    "colliders.0.to",
    world({ colliders: [{ type: "capsule", from: [0, 0, 0], to: [0, 0, 0], radius: 1 }] }),
  ],
  ["knives.0.motion", world({ knives: [{ motion: BLADE.slice(1) }] })],
  ["knives.0.motion.1.time", world({ knives: [{ motion: BLADE.toReversed() }] })],
  ["knives.0.cloth", world({ knives: [{ motion: BLADE, cloth: 3 }] })],
];

test.each(FAULTS)("%s gives the same error in a world and in a scene: %j", (path, options) => {
  const messages = [fromWorld(options), fromScene(options)];
  expect(messages.map(pathOf), messages.join("\n")).toEqual([path, path]);
  const isUnknown = messages.map((message) => message.includes(": unknown "));
  expect(isUnknown[0]).toBe(isUnknown[1]);
  if (isUnknown[0]) for (const line of messages) expect(line).toMatch(/did you mean|expected /);
});
