import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { RENAMED_FIELDS } from "../../src/scene/renamed-fields.js";
import {
  checkScene,
  migrateScene,
  migrateSceneText,
  SceneError,
  setField,
  type RenamedField,
} from "../../src/scene/index.js";
import { runs } from "../runs.js";

type Fields = Record<string, unknown>;

const GRID = { type: "grid", size: [1, 1], segments: [4, 4] };

/** Every field name of version 0.1 that was renamed. */
const oldScene = (): Fields => ({
  name: "every old name",
  wind: { velocity: [1, 0, 0], gusts: { strength: 0.5, period: 2 } },
  fields: [
    { type: "vortex", point: [0, 0, 0], speed: 2, radius: 1 },
    { type: "attractor", point: [0, 1, 0], strength: 3, radius: 0.5 },
  ],
  cloths: [
    { mesh: GRID },
    {
      mesh: GRID,
      material: { preset: "paper", strength: 0.1 },
      pins: [
        {
          select: { group: "top" },
          strength: 5,
          each: true,
          motion: [
            { time: 0, move: [0, 0, 0] },
            { time: 1, move: [0, 1, 0] },
          ],
        },
      ],
      seams: [{ select: { ids: [7, 12] }, opens: 0.5, lasts: 0.25, strength: 0.5 }],
      strength: { map: { file: "map.png", black: 0.5 }, noise: { amount: 0.1, size: 0.2 } },
      tearing: { limit: 1.2, shortestEdge: 0.2, weakStrength: 0.5, onePointStrength: 0.5 },
    },
  ],
  colliders: [
    {
      type: "sphere",
      center: [0, -2, 0],
      radius: 1,
      motion: [{ time: 0, move: [0, 1, 0], turn: [0, 90, 0] }],
    },
  ],
  bodies: [
    { type: "ball", position: [0, 2, 0], radius: 0.1, mass: 1, spin: [0, 1, 0] },
    { position: [0, 3, 0], radius: 0.1, mass: 1, type: "ball" },
  ],
});

const newScene = (): Fields => ({
  name: "every old name",
  wind: { velocity: [1, 0, 0], gusts: { amplitude: 0.5, period: 2 } },
  fields: [
    { type: "vortex", point: [0, 0, 0], speed: 2, radius: 1 },
    { type: "attractor", point: [0, 1, 0], acceleration: 3, radius: 0.5 },
  ],
  cloths: [
    { mesh: GRID },
    {
      mesh: GRID,
      material: { preset: "paper", breakingStrain: 0.1 },
      pins: [
        {
          select: { group: "top" },
          breakForce: 5,
          breakPerParticle: true,
          motion: [
            { time: 0, translation: [0, 0, 0] },
            { time: 1, translation: [0, 1, 0] },
          ],
        },
      ],
      seams: [{ select: { ids: [7, 12] }, openTime: 0.5, openDuration: 0.25, strength: 0.5 }],
      strengthMap: { image: { file: "map.png", black: 0.5 }, noise: { amount: 0.1, size: 0.2 } },
      tearing: { limit: 1.2, minEdgeRatio: 0.2, weakStrength: 0.5, onePointStrength: 0.5 },
    },
  ],
  colliders: [
    {
      type: "sphere",
      center: [0, -2, 0],
      radius: 1,
      motion: [{ time: 0, translation: [0, 1, 0], rotation: [0, 90, 0] }],
    },
  ],
  balls: [
    { position: [0, 2, 0], radius: 0.1, mass: 1, angularVelocity: [0, 1, 0] },
    { position: [0, 3, 0], radius: 0.1, mass: 1 },
  ],
});

/** The error of a refused scene. */
function refusal(scene: unknown): string {
  try {
    checkScene(scene);
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return "good";
}

describe("a scene of version 0.1", () => {
  test("gets the present names, and every renamed field is reported", () => {
    const fields: RenamedField[] = [];
    const old = oldScene();
    expect(migrateScene(old, (field) => fields.push(field))).toEqual(newScene());
    expect(old).toEqual(oldScene()); // it is not changed
    const reported = fields.map(({ path }) => path.replaceAll(/(?<=\.)\d+(?=\.)/g, "*"));
    expect(new Set(reported)).toEqual(new Set(Object.keys(RENAMED_FIELDS)));
    expect(fields).toContainEqual({ path: "cloths.1.strength.map", name: "image" });
    expect(fields).toContainEqual({ path: "bodies.1.type", name: "" });
    expect(fields).toHaveLength(18);
  });

  test("keeps the order of its fields", () => {
    expect(JSON.stringify(migrateScene(oldScene()))).toBe(JSON.stringify(newScene()));
  });

  test("is the same scene as the one with present names", () => {
    const scene = checkScene(oldScene());
    expect(scene).toEqual(checkScene(newScene()));
    expect(scene.cloths[1]!.pins[0]!.breakForce).toBe(5);
  });

  test("with present names is returned as the same object", () => {
    const scene = newScene();
    const fields: RenamedField[] = [];
    expect(migrateScene(scene, (field) => fields.push(field))).toBe(scene);
    expect(fields).toEqual([]);
    const text = JSON.stringify(scene);
    expect(migrateSceneText(text)).toEqual({ text, renamed: [] });
  });

  test.for([null, 3, "bodies", [], [{ spin: 1 }], { cloths: 3 }, { bodies: { 0: { spin: 1 } } }])(
    "that is not a scene gives no error here: %j",
    (input) => {
      const migrated = migrateScene(input);
      expect(migrateSceneText(JSON.stringify(input)).text).toBe(JSON.stringify(migrated));
      expect(refusal(input)).not.toBe("good");
    },
  );

  test("keeps a ball of another type, which is refused", () => {
    const ball = { type: "cube", position: [0, 2, 0], radius: 0.1, mass: 1 };
    expect(migrateScene({ bodies: [ball] })).toEqual({ balls: [ball] });
    expect(refusal({ ...newScene(), balls: [ball] })).toMatch(/^balls\.0\.type: unknown field/);
  });
});

describe("the text of a scene file", () => {
  test("keeps its layout and its numbers", () => {
    const text = `\uFEFF
{"name"  :"a \\"strength\\": 1, {[",
\t"wind":{ "gusts" :{"strength"
:   5.0e-1,"period":2.000}   },\r
  "cloths": [ { "mesh":{"type":"grid","size":[ 1.0,1 ],"segments":[2,2]} ,
      "strength"  :  {"map":{"file":"strength.png"  }}, "stren\\u0067th2": [ ],
      "pins":[{"select":{"group":"top"},"\\u0073trength":1E1,"each"   :false}]
  }],
  "bodies":[ {"spin" : [0 ,0, 0],   "mass":1 }]  }

`;
    const expected = `\uFEFF
{"name"  :"a \\"strength\\": 1, {[",
\t"wind":{ "gusts" :{"amplitude"
:   5.0e-1,"period":2.000}   },\r
  "cloths": [ { "mesh":{"type":"grid","size":[ 1.0,1 ],"segments":[2,2]} ,
      "strengthMap"  :  {"image":{"file":"strength.png"  }}, "stren\\u0067th2": [ ],
      "pins":[{"select":{"group":"top"},"breakForce":1E1,"breakPerParticle"   :false}]
  }],
  "balls":[ {"angularVelocity" : [0 ,0, 0],   "mass":1 }]  }

`;
    const { text: migrated, renamed } = migrateSceneText(text);
    expect(migrated).toBe(expected);
    expect(renamed).toHaveLength(7);
    expect(renamed[0]).toEqual({ path: "wind.gusts.strength", name: "amplitude" });
  });

  test.each([
    ["first", '{ "type" : "ball" ,  "mass": 1 }', '{ "mass": 1 }'],
    ["first, on its own line", '{\n  "type": "ball",\n  "mass": 1\n}', '{\n  "mass": 1\n}'],
    ["middle", '{"mass":1, "type":"ball", "radius":2}', '{"mass":1, "radius":2}'],
    [
      "middle, on its own line",
      '{\n  "mass": 1,\n  "type": "ball",\n  "radius": 2\n}',
      '{\n  "mass": 1,\n  "radius": 2\n}',
    ],
    ["last", '{"mass":1 , "type":"ball" }', '{"mass":1 }'],
    ["last, on its own line", '{\n  "mass": 1,\n  "type": "ball"\n}', '{\n  "mass": 1\n}'],
    ["only", '{ "type": "ball" }', "{ }"],
    ["only, without spaces", '{"type":"ball"}', "{}"],
    ["last, after a renamed field", '{"spin":[1],"type":"ball"}', '{"angularVelocity":[1]}'],
    ["first, before a renamed field", '{"type":"ball","spin":[1]}', '{"angularVelocity":[1]}'],
  ])("loses the type of a ball as its %s field", (_, before, after) => {
    const wrap = (name: string, ball: string): string => `{ "${name}": [${ball},\n ${ball}] }`;
    const { text, renamed } = migrateSceneText(wrap("bodies", before));
    expect(text).toBe(wrap("balls", after));
    expect(renamed).toContainEqual({ path: "bodies.1.type", name: "" });
  });

  test("keeps a type that is not that of a ball", () => {
    const text = '{"colliders":[{"type":"ball"}],"fields":[{"type":"ball"}],"type":"ball"}';
    expect(migrateSceneText(text)).toEqual({ text, renamed: [] });
    expect(migrateSceneText('{"bodies":[{"type":"cube"}]}').text).toBe(
      '{"balls":[{"type":"cube"}]}',
    );
  });

  // JSON.parse keeps the last of two fields with the same name.
  test("with the same name twice still describes the same scene", () => {
    const text =
      '{"bodies":[{"type":"ball","mass":1,"type":"ball"}],"wind":{"gusts":{"strength":1,"strength":2}}}';
    expect(JSON.parse(migrateSceneText(text).text)).toEqual({
      balls: [{ mass: 1 }],
      wind: { gusts: { amplitude: 2 } },
    });
    const twice = '{"bodies":[{"mass":1,"type":"ball","type":"ball"}]}';
    expect(JSON.parse(migrateSceneText(twice).text)).toEqual({ balls: [{ mass: 1 }] });
  });

  test("that is not JSON is refused with the line and the column", () => {
    expect(() => migrateSceneText('{"bodies":\n[}')).toThrow(
      new SceneError("not JSON: line 2, column 2: expected a value or ]"),
    );
    expect(() => migrateSceneText("// a comment\n{}")).toThrow(/^not JSON: line 1, column 1: /);
    expect(() => migrateSceneText(5 as never)).toThrow(SceneError);
  });

  test("that is too large or too deeply nested is refused in one line or returned unchanged", () => {
    expect(() => migrateSceneText("[1,2,3]", { values: 2 })).toThrow(SceneError);
    const deep = `{"bodies":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(migrateSceneText(deep).text).toBe(deep.replace("bodies", "balls"));
  });
});

describe("a scene with the old and the new name of a field is refused with the new name", () => {
  /** Paths with present names, the old name of the last field, and a value for it. */
  test.each([
    ["wind.gusts", "strength", "amplitude"],
    ["fields.1", "strength", "acceleration"],
    ["cloths.1.material", "strength", "breakingStrain"],
    ["cloths.1.pins.0", "strength", "breakForce"],
    ["cloths.1.pins.0", "each", "breakPerParticle"],
    ["cloths.1.pins.0.motion.1", "move", "translation"],
    ["cloths.1.seams.0", "opens", "openTime"],
    ["cloths.1.seams.0", "lasts", "openDuration"],
    ["cloths.1", "strength", "strengthMap"],
    ["cloths.1.strengthMap", "map", "image"],
    ["cloths.1.tearing", "shortestEdge", "minEdgeRatio"],
    ["colliders.0.motion.0", "move", "translation"],
    ["colliders.0.motion.0", "turn", "rotation"],
    ["", "bodies", "balls"],
    ["balls.0", "spin", "angularVelocity"],
  ])("%s: %s and %s", (path, old, name) => {
    const scene = newScene();
    let place = scene;
    for (const part of path === "" ? [] : path.split(".")) place = place[part] as Fields;
    expect(place).toHaveProperty(name);
    place[old] = structuredClone(place[name]);
    const line = refusal(scene);
    const field = path === "" ? old : `${path}.${old}`;
    expect(line).toMatch(new RegExp(`^${field.replaceAll(".", "\\.")}: .*\\b${name}\\b`));
    const text = JSON.stringify(scene);
    expect(migrateSceneText(text)).toEqual({ text, renamed: [] });
  });

  test("in the text of a renamed field", () => {
    const scene = newScene();
    Object.assign(scene["wind"] as Fields, { gusts: { strength: 1, amplitude: 1, period: 1 } });
    expect(refusal(scene)).toBe(
      "wind.gusts.strength: expected only amplitude, its new name since 0.2, got both; remove one",
    );
  });
});

describe("setting a field by its old path", () => {
  test.each([
    ["wind.gusts.strength=0.7", "wind.gusts.amplitude=0.7"],
    ["fields.1.strength=-1", "fields.1.acceleration=-1"],
    ["cloths.1.material.strength=0.3", "cloths.1.material.breakingStrain=0.3"],
    ["cloths.1.pins.0.strength=7", "cloths.1.pins.0.breakForce=7"],
    ["cloths.1.pins.0.each=false", "cloths.1.pins.0.breakPerParticle=false"],
    ["cloths.1.pins.0.motion.1.move=[1,2,3]", "cloths.1.pins.0.motion.1.translation=[1,2,3]"],
    ["cloths.1.pins.0.motion.1.move.2=4", "cloths.1.pins.0.motion.1.translation.2=4"],
    ["cloths.1.seams.0.opens=2", "cloths.1.seams.0.openTime=2"],
    ["cloths.1.seams.0.lasts=2", "cloths.1.seams.0.openDuration=2"],
    ["cloths.1.strength.map.file=b.png", "cloths.1.strengthMap.image.file=b.png"],
    ["cloths.0.strength.noise.amount=0.2", "cloths.0.strengthMap.noise.amount=0.2"],
    ["cloths.1.tearing.shortestEdge=0.3", "cloths.1.tearing.minEdgeRatio=0.3"],
    ["colliders.0.motion.0.move=[9,0,0]", "colliders.0.motion.0.translation=[9,0,0]"],
    ["colliders.0.motion.0.turn=[9,0,0]", "colliders.0.motion.0.rotation=[9,0,0]"],
    ["bodies.1.spin=[9,0,0]", "balls.1.angularVelocity=[9,0,0]"],
    ["bodies.1.mass=4", "balls.1.mass=4"],
    ["bodies=[]", "balls=[]"],
  ])("%s is %s", (old, path) => {
    const [byOld, byNew] = [newScene(), newScene()];
    setField(byOld, old);
    setField(byNew, path);
    expect(byOld).toEqual(byNew);
    expect(byOld).not.toEqual(newScene());
  });

  test("keeps the strength of a vortex, which has none, so that the message names what was written", () => {
    const field = { type: "vortex", point: [0, 0, 0], speed: 1, radius: 1, strength: 1 };
    const scene = {
      name: "x",
      cloths: [{ mesh: { type: "disc", radius: 1, rings: 2 } }],
      fields: [field],
    };
    expect(migrateScene(scene)).toBe(scene);
    expect(() => checkScene(scene)).toThrow(/^fields\.0\.strength: /);
  });

  test("with old names in objects that have their new name is migrated too", () => {
    const old = {
      cloths: [{ strengthMap: { map: { file: "a.png" } } }],
      balls: [{ type: "ball", spin: [0, 1, 0] }, { type: "cube" }],
    };
    expect(migrateScene(old)).toEqual({
      cloths: [{ strengthMap: { image: { file: "a.png" } } }],
      balls: [{ angularVelocity: [0, 1, 0] }, { type: "cube" }],
    });
    const vortex = { fields: [{ type: "vortex" }] };
    setField(vortex, "fields.0.strength=1");
    expect(vortex.fields).toEqual([{ type: "vortex", strength: 1 }]);
  });

  test("of 0.1 is set by its old names before it is migrated", () => {
    const scene = { cloths: [{ pins: [{ strength: 3 }] }], bodies: [{ mass: 1 }] };
    setField(scene, "cloths.0.pins.0.strength=7");
    setField(scene, "bodies.0.mass=2");
    expect(migrateScene(scene)).toEqual({
      cloths: [{ pins: [{ breakForce: 7 }] }],
      balls: [{ mass: 2 }],
    });
  });

  test("keeps fields that were not renamed", () => {
    const scene = newScene();
    setField(scene, "cloths.1.seams.0.strength=0.25");
    setField(scene, "strength=1");
    expect(scene).toMatchObject({ strength: 1, cloths: [{}, { seams: [{ strength: 0.25 }] }] });
  });

  test.each([
    ["__proto__.x=1", "--set __proto__: expected another field name"],
    ["bodies.0.__proto__.x=1", "--set balls.0.__proto__: expected another field name"],
    [
      "cloths.1.strength.__proto__=1",
      "--set cloths.1.strengthMap.__proto__: expected another field name",
    ],
    ["bodies.7.mass=1", "--set balls.7: expected a number from 0 to 1"],
  ])("%s is refused as before", (assignment, line) => {
    const scene = newScene();
    expect(() => setField(scene, assignment)).toThrow(new SceneError(line));
    expect(scene).toEqual(newScene());
    expect({}).not.toHaveProperty("x");
  });
});

/** Any JSON in place of a value that migration does not read. */
const value = fc.jsonValue({ maxDepth: 2 });

/** An object with some of these fields, in any order. */
function some(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Fields> {
  return fc
    .record(fields, { requiredKeys: [] })
    .chain((object) =>
      fc
        .shuffledSubarray(Object.entries(object), { minLength: Object.keys(object).length })
        .map((entries) => Object.fromEntries(entries)),
    );
}

const listOf = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
  fc.array(item, { maxLength: 3 });

const motion = listOf(some({ time: value, translation: value, rotation: value }));
const pin = some({ select: value, breakForce: value, breakPerParticle: value, motion });
const seam = some({ line: value, openTime: value, openDuration: value, strength: value });
const cloth = some({
  mesh: value,
  material: some({ preset: value, breakingStrain: value, stiffness: value }),
  pins: listOf(pin),
  seams: listOf(seam),
  strengthMap: some({ image: value, noise: value, vertices: value }),
  tearing: some({ limit: value, minEdgeRatio: value }),
});
const anyScene = some({
  name: value,
  wind: some({ velocity: value, gusts: some({ amplitude: value, period: value }) }),
  fields: listOf(
    some({ point: value, acceleration: value, radius: value }).map((field) =>
      Object.assign({ type: "attractor" }, field),
    ),
  ),
  cloths: listOf(cloth),
  colliders: listOf(some({ type: value, motion, thickness: value })),
  balls: listOf(some({ position: value, angularVelocity: value, mass: value })),
});

/** Gives some fields their old names, and some balls their type; independent of the table of the library. */
function withOldNames(scene: Fields, random: Random): Fields {
  const isChosen = (): boolean => random.next() < 0.5;
  const renamed = (object: unknown, names: Record<string, string>): Fields =>
    Object.fromEntries(
      Object.entries(object as Fields).map(([name, part]) => [
        Object.hasOwn(names, name) && isChosen() ? names[name]! : name,
        part,
      ]),
    );
  const each = (list: unknown, change: (item: Fields) => Fields): Fields[] =>
    (list as Fields[]).map(change);
  const put = (object: Fields, changes: Record<string, (part: never) => unknown>): Fields =>
    Object.fromEntries(
      Object.entries(object).map(([name, part]) => [
        name,
        Object.hasOwn(changes, name) ? changes[name]!(part as never) : part,
      ]),
    );
  const keys = (names: Record<string, string>) => (list: unknown) =>
    each(list, (key) => renamed(key, names));
  const ball = (own: Fields): Fields => {
    const entries = Object.entries(renamed(own, { angularVelocity: "spin" }));
    if (isChosen())
      entries.splice(Math.floor(random.next() * (entries.length + 1)), 0, ["type", "ball"]);
    return Object.fromEntries(entries);
  };
  const areBodies = isChosen();
  const old = put(scene, {
    wind: (wind: Fields) =>
      put(wind, { gusts: (gusts: Fields) => renamed(gusts, { amplitude: "strength" }) }),
    fields: (fields: Fields[]) => each(fields, (own) => renamed(own, { acceleration: "strength" })),
    cloths: (cloths: Fields[]) =>
      each(cloths, (own) => {
        const isOldMap = isChosen();
        const changed = put(own, {
          material: (material: Fields) => renamed(material, { breakingStrain: "strength" }),
          pins: (pins: Fields[]) =>
            each(pins, (one) =>
              renamed(put(one, { motion: keys({ translation: "move" }) }), {
                breakForce: "strength",
                breakPerParticle: "each",
              }),
            ),
          seams: keys({ openTime: "opens", openDuration: "lasts" }),
          // An image has its old name only in a map with its old name.
          strengthMap: (map: Fields) => (isOldMap ? renamed(map, { image: "map" }) : map),
          tearing: (tearing: Fields) => renamed(tearing, { minEdgeRatio: "shortestEdge" }),
        });
        return Object.fromEntries(
          Object.entries(changed).map(([name, part]) => [
            isOldMap && name === "strengthMap" ? "strength" : name,
            part,
          ]),
        );
      }),
    colliders: (colliders: Fields[]) =>
      each(colliders, (own) =>
        put(own, { motion: keys({ translation: "move", rotation: "turn" }) }),
      ),
    balls: (balls: Fields[]) => (areBodies ? each(balls, ball) : balls),
  });
  return Object.fromEntries(
    Object.entries(old).map(([name, part]) => [
      areBodies && name === "balls" ? "bodies" : name,
      part,
    ]),
  );
}

test("any scene with any of its fields under their old names migrates to the new ones", () => {
  let renames = 0;
  fc.assert(
    fc.property(anyScene, fc.nat(0xffff), fc.nat(4), (scene, seed, indent) => {
      const old = withOldNames(scene, new Random(seed));
      const before = JSON.stringify(old);
      expect(JSON.stringify(migrateScene(old))).toBe(JSON.stringify(scene));
      expect(JSON.stringify(old)).toBe(before);

      const { text, renamed } = migrateSceneText(JSON.stringify(old, null, indent));
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(scene));
      renames += renamed.length;
      // If a ball only has its type, the line breaks of the type remain.
      const hasEmpty = (scene["balls"] as Fields[] | undefined)?.some(
        (own) => Object.keys(own).length === 0,
      );
      if (!hasEmpty) expect(text).toBe(JSON.stringify(scene, null, indent));
      expect(migrateSceneText(text)).toEqual({ text, renamed: [] });
    }),
    runs(91, 300),
  );
  expect(renames).toBeGreaterThan(500);
});
