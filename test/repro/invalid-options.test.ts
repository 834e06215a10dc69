import { expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { attractor, World } from "../../src/sim/index.js";
import { ClothMesh } from "../../src/three/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });

/** The error of the library for options that TypeScript would not allow. */
function errorOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "good";
}

const world = (options?: unknown): string => errorOf(() => new World(options as never));
const call = (
  name: "grab" | "pin" | "cut" | "knife" | "tear" | "addBall" | "addBody",
  options?: unknown,
): string =>
  errorOf(() => (new World({ cloths: [{ mesh }] })[name] as (o: unknown) => unknown)(options));

// An empty object ended in a TypeError of the engine. Misspelled options, or those of the wrong type, were ignored
// silently.
test("a world reports missing, unknown and invalid options", () => {
  expect(world()).toBe("RangeError: options: expected an object with options, but it is missing");
  expect(world({})).toBe("RangeError: cloths: expected a list of cloths, but it is missing");
  expect(world({ cloths: [{ mesh }], tearin: {} })).toBe(
    "RangeError: tearin: unknown option, did you mean cloths.0.tearing?",
  );
  expect(world({ cloths: [{ mesh }], zebra: {} })).toMatch(
    /^RangeError: zebra: unknown option, expected cloths, gravity/,
  );
  expect(world({ cloths: [{ mesh, tearin: {} }] })).toBe(
    "RangeError: cloths.0.tearin: unknown option, did you mean tearing?",
  );
  expect(world({ cloths: [{ mesh }], solver: "implicit" })).toBe(
    'RangeError: solver: expected an object with options, got "implicit"',
  );
  expect(world({ cloths: [{ mesh }], solver: { typ: "implicit" } })).toBe(
    "RangeError: solver.typ: unknown option, did you mean type?",
  );
  expect(world({ cloths: [{ mesh, material: { stifness: 1 } }] })).toBe(
    "RangeError: cloths.0.material.stifness: unknown option, did you mean stiffness?",
  );
  expect(world({ cloths: [{}] })).toMatch(/^RangeError: cloths\.0\.mesh: expected an object/);
  expect(world({ cloths: [{ mesh }], gravity: -9.81 })).toBe(
    "RangeError: gravity: expected three finite numbers, got -9.81",
  );
  expect(world({ cloths: [{ mesh }], fields: [{ addForce: () => {} }] })).toBe(
    "RangeError: fields.0: expected a function addForces or addWinds, got neither",
  );
});

test("grabs, knives, balls and mesh generators do so too", () => {
  expect(call("grab")).toMatch(/^RangeError: grab: expected an object/);
  expect(call("grab", { piont: [0, 0, 0] })).toBe(
    "RangeError: grab.piont: unknown option, did you mean point?",
  );
  expect(call("pin", {})).toMatch(/^RangeError: pin\.select: expected .*missing/);
  expect(call("cut", {})).toBe("RangeError: cut: expected edge, vertex or line, got none of them");
  expect(call("knife", { from: [0, 0, 0] })).toMatch(/^RangeError: knife\.to: .*missing/);
  expect(call("tear", { edge: 1, paht: "slice" })).toBe(
    "RangeError: tear.paht: unknown option, did you mean path?",
  );
  expect(call("addBall", { position: [0, 0, 0], radius: 1, mas: 1 })).toBe(
    "RangeError: ball.mas: unknown option, did you mean mass?",
  );
  expect(call("addBody", null)).toMatch(/^RangeError: body/);
  expect(errorOf(() => generateGrid({ size: [1, 1], segment: [2, 2] } as never))).toBe(
    "MeshError: segment: unknown option, did you mean segments?",
  );
  expect(errorOf(() => generateGrid(undefined as never))).toMatch(/^MeshError: options: /);
  expect(errorOf(() => generateIrregular({ size: [1, 1] } as never))).toBe(
    "MeshError: spacing: expected a length over 0 m, but it is missing",
  );
  expect(errorOf(() => attractor(null as never))).toMatch(/^RangeError: attractor: /);
  expect(errorOf(() => new ClothMesh(undefined as never, [] as never))).toMatch(
    /^RangeError: source: expected an object, but it is missing/,
  );
});
