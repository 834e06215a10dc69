import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  applyInput,
  ContainerError,
  pack,
  Recorder,
  unpack,
  World,
  type Input,
} from "../../src/sim/index.js";

function sheet(): World {
  return new World({
    solver: { type: "xpbd" }, // without true forces
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
        material: { ...MATERIALS.cotton, yield: 0.05 },
        tearing: { criterion: "stretch", limit: 1.4, resolve: "substep" },
      },
    ],
  });
}

describe("invalid inputs are refused before anything changes", () => {
  test("an input with a limit that this solver does not have", () => {
    const world = sheet();
    const input = {
      cloths: [
        {
          cloth: 0,
          stores: {
            material: { fields: { density: { whole: 9 } } },
            tearing: { whole: { criterion: "tension" } },
          },
        },
      ],
    };
    expect(() => applyInput(world, input)).toThrow(ContainerError);
    expect(() => applyInput(world, input)).toThrow(/^cloths\.0\.stores\.tearing\.limit: expected/);
    expect(world.cloths[0]!.material.density).not.toBe(9);
  });

  test.each<[string, (states: Record<string, unknown>) => void]>([
    ["tearing.limit", (states) => (states["tearing"] = { criterion: "tension" })],
    [
      "forces.impulses.0",
      (states) => {
        const forces = states["forces"] as { impulses: Float64Array[] };
        const [, ...others] = forces.impulses;
        states["forces"] = { ...forces, impulses: [new Float64Array(100_000), ...others] };
      },
    ],
  ])("a state: %s", (field, forge) => {
    const world = sheet();
    world.step();
    const before = world.hash();
    const state = world.capture();
    world.step();
    const now = world.hash();
    const cloth: Record<string, unknown> = { ...state.cloths[0] };
    forge(cloth);
    const forged = { ...state, cloths: [cloth] } as unknown as typeof state;
    expect(() => world.restore(forged)).toThrow(`restore: cloths.0.${field}: expected`);
    expect(world.hash()).toBe(now);
    world.restore(state);
    expect(world.hash()).toBe(before);
  });

  test("a state from before a store was added", () => {
    const world = sheet();
    const state = world.capture();
    let value = 5;
    world.cloths[0]!.stores.add({
      name: "mine",
      get state() {
        return { value };
      },
      set state(own: { value: number }) {
        value = own.value;
      },
      check: () => {},
    });
    world.step();
    const before = world.hash();
    expect(() => world.restore(state)).toThrow("restore: cloths.0.mine: it is missing");
    expect(world.hash()).toBe(before);
    expect(value).toBe(5);
  });
});

test("a field set to undefined is recorded as missing", () => {
  const world = sheet();
  const recorder = new Recorder(world);
  world.step();
  world.cloths[0]!.setMaterial({ yield: undefined });
  world.step();
  const kind = { name: "log", version: 1 };
  const { inputs } = unpack(kind, pack(kind, recorder.log)) as { inputs: { input: Input }[] };
  const again = sheet();
  again.step();
  applyInput(again, inputs[0]!.input);
  expect(again.cloths[0]!.material).toEqual(world.cloths[0]!.material);
  again.step();
  expect(again.hash()).toBe(world.hash());
});

test.each([
  ["a\nb\u001B[31m", '"a\\nb\\u001b[31m"'],
  ["x".repeat(5000), "xxx"],
])("names of a file are reported in one short line", (name, shown) => {
  for (const input of [
    { world: { [name]: { whole: 1 } } },
    { cloths: [{ cloth: 0, stores: { particles: { fields: { [name]: { whole: 1 } } } } }] },
  ]) {
    let message = "";
    try {
      applyInput(sheet(), input);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toContain(shown);
    expect(message).toMatch(/^[ -~]{1,120}…?[ -~]{0,60}$/);
  }
});
