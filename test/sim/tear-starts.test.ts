import { expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import { Recorder, World, applyInput, type WorldOptions } from "../../src/sim/index.js";
import { RESOLUTIONS, type TearingOptions } from "../../src/tearing/index.js";

const SIZE = [0.6, 0.4] as const;

function sheet(tearing: Partial<TearingOptions>): WorldOptions {
  const mesh = generateIrregular({ size: [...SIZE], spacing: 0.05, seed: 2 });
  const pins = [{ select: { uv: [[0, 0.999] as const, [1, 1] as const] as const } }];
  return { cloths: [{ mesh, pins, tearing: { limit: 1.15, ...tearing } }], wind: { drag: 0 } };
}

/** Pulls the free edge of a sheet down, with a cut on the way. */
function pull(world: World, from: number, to: number): void {
  if (from === 0) world.grab({ point: [0.05, -SIZE[1] / 2, 0], maxForce: 400, radius: 0.05 });
  for (let step = from; step < to; step++) {
    if (step === 8) {
      const line: [number, number, number][] = [
        [-0.1, -0.25, 0],
        [-0.1, -0.12, 0],
      ];
      world.cut({ line });
    }
    world.cloths[0]!.holding.grabs[0]!.moveTo([0.05, -SIZE[1] / 2 - 0.01 * step, 0.008 * step]);
    world.step();
  }
}

test.each(RESOLUTIONS)(
  "a rip by %s has the same bits from a state and in a recording",
  (resolve) => {
    const world = new World(sheet({ resolve }));
    const recorder = new Recorder(world);
    const again = new World(sheet({ resolve }));
    let state = world.capture();
    for (let step = 0; step < 50; step++) {
      if (step === 30) state = world.capture();
      pull(world, step, step + 1);
      for (const { step: at, input } of recorder.log.inputs) {
        if (at === step) applyInput(again, input);
      }
      again.step();
      expect(again.hash()).toBe(world.hash());
    }
    const end = world.hash();
    expect(world.stats.tears).toBeGreaterThan(3);
    again.restore(state);
    pull(again, 30, 50);
    expect(again.hash()).toBe(end);
  },
);

test("a state of version 0.2, which does not name how tears start, tears as then", () => {
  const world = new World(sheet({ starts: "any", heldZone: 0, path: "plane" }));
  const store = world.cloths[0]!.tears.stores.find((own) => own.name === "tearing")!;
  const { starts, heldZone, heldStrength, ...old } = store.state as TearingOptions;
  expect([starts, heldZone, heldStrength]).toEqual(["any", 0, 3]);
  world.cloths[0]!.tearing = {};
  store.state = old;
  expect(world.cloths[0]!.tearing).toMatchObject({ starts: "any", heldZone: 0, path: "plane" });
  world.cloths[0]!.tearing = {};
  expect(world.cloths[0]!.tearing).toMatchObject({ starts: "single", heldZone: 2, path: "slice" });
});
