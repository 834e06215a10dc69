import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { WasmKernels } from "../../src/kernels/wasm/wasm-kernels.js";
import type { WorldCloth, WorldState } from "../../src/sim/index.js";
import { randomEdit } from "../meshes.js";
import { runs } from "../runs.js";
import { anyWorld, makeWorld, type SmallWorld } from "./small-worlds.js";
import { instantiateUnrounded } from "./twin/index.js";

// How far one step in single precision is from one in double precision, from the same state. The cloth measures 1 m and
// moves at some 2 m/s, up to 3 cm in the step, which f32 has to 2e-9 m in each of its substeps.

/** m. */
const MAX_SHIFT = 1e-6;
/** Relative to the largest component of a velocity. */
const MAX_VELOCITY_ERROR = 5e-5;
/** Relative to the largest impulse of the kind: soft cloth, and cotton, whose impulses are small differences. */
const MAX_IMPULSE_ERROR = { soft: 1e-4, stiff: 5e-3 };

/** Any world in its first steps, with some edits. Contacts are left out: they begin and end at once. */
const anyState = fc
  .record({
    own: anyWorld,
    isStiff: fc.boolean(),
    steps: fc.nat(3),
    choices: fc.array(fc.nat({ max: 2 ** 30 }), { maxLength: 6 }),
  })
  .map(({ own, isStiff, steps, choices }) => {
    // The stable step of euler is too short for cotton.
    const isCotton = isStiff && own.type === "xpbd";
    const material = isCotton ? MATERIALS.cotton : own.material;
    return { own: { ...own, hasFloor: false, material }, isStiff: isCotton, steps, choices };
  });

function stateOf(own: SmallWorld, steps: number, choices: readonly number[]): WorldState {
  const world = makeWorld(own, "reference");
  const cloth = world.cloths[0]!;
  for (let i = 0; i < steps; i++) world.step();
  for (const choice of choices) {
    for (const edit of randomEdit(cloth.mesh, own.mesh.positions, choice)) cloth.replay(edit);
  }
  return world.capture();
}

/** The cloth one step after a state. */
function stepFrom(
  state: WorldState,
  own: SmallWorld,
  kernels: Parameters<typeof makeWorld>[1],
): WorldCloth {
  const world = makeWorld(own, kernels);
  world.restore(state);
  const cloth = world.cloths[0]!;
  cloth.tearing = null;
  world.step();
  return cloth;
}

/** The largest difference of two lists, and the largest size of a number of the second. */
function compare(a: Float64Array, b: Float64Array, count: number): [error: number, size: number] {
  let [error, size] = [0, 0];
  for (let i = 0; i < count; i++) {
    error = Math.max(error, Math.abs(a[i]! - b[i]!));
    size = Math.max(size, Math.abs(b[i]!));
  }
  return [error, size];
}

function expectClose(single: WorldCloth, double: WorldCloth, isStiff: boolean): void {
  const { particles, elements } = single;
  const count = 3 * particles.count;
  const [shift] = compare(particles.positions, double.particles.positions, count);
  expect(shift).toBeLessThan(MAX_SHIFT);
  const [slip, speed] = compare(particles.velocities, double.particles.velocities, count);
  expect(slip).toBeLessThanOrEqual(MAX_VELOCITY_ERROR * speed);
  const most = MAX_IMPULSE_ERROR[isStiff ? "stiff" : "soft"];
  for (const [k, { impulses, kind }] of elements.entries()) {
    const [error, size] = compare(impulses, double.elements[k]!.impulses, impulses.length);
    expect(error, kind).toBeLessThanOrEqual(most * size);
  }
}

describe("one step in single precision is close to one in double precision", () => {
  // Elements that edits have created have another place in a sweep of XPBD, so their order matters there.
  test("on the reference kernels: euler, and XPBD without edits", () => {
    fc.assert(
      fc.property(anyState, ({ own, isStiff, steps, choices }) => {
        const isWhole = own.type === "xpbd";
        const cloth = isWhole ? { ...own, tearing: null } : own;
        const state = stateOf(cloth, steps, isWhole ? [] : choices);
        expectClose(stepFrom(state, cloth, "wasm"), stepFrom(state, cloth, "reference"), isStiff);
      }),
      runs(44, 60),
    );
  });

  test("on kernels in the same order without rounding, with any edits", () => {
    fc.assert(
      fc.property(anyState, ({ own, isStiff, steps, choices }) => {
        const state = stateOf(own, steps, choices);
        const unrounded = new WasmKernels(instantiateUnrounded);
        expectClose(stepFrom(state, own, "wasm"), stepFrom(state, own, unrounded), isStiff);
      }),
      runs(45, 30),
    );
  });
});
