import fc from "fast-check";
import { expect, test } from "vitest";
import { WasmKernels } from "../../src/kernels/wasm/wasm-kernels.js";
import { Random } from "../../src/math/random.js";
import type { SurfacePoint } from "../../src/mesh/index.js";
import type { Grab, World, WorldState } from "../../src/sim/index.js";
import { runs } from "../runs.js";
import { anyWorld, makeWorld } from "./small-worlds.js";
import { instantiateTwin } from "./twin/index.js";

const ACTIONS = [
  "nothing",
  "grab",
  "move",
  "release",
  "cut",
  "tear",
  "undo",
  "capture",
  "restore",
  "soften",
  "reset",
] as const;

/** A user of a world, whose choices depend on a number. */
class User {
  readonly world: World;
  #grab: Grab | null = null;
  #state: WorldState | null = null;

  constructor(world: World) {
    this.world = world;
  }

  act(action: (typeof ACTIONS)[number], choice: number): void {
    const { world } = this;
    const random = new Random(choice);
    const cloth = world.cloths[0]!;
    const { mesh, positions } = cloth;
    const vertex = Math.floor(mesh.vertexCount * random.next());
    const anyVector = (size: number): [number, number, number] => [
      random.uniform(-size, size),
      random.uniform(-size, size),
      random.uniform(-size, size),
    ];
    switch (action) {
      case "grab": {
        const [x, y, z] = positions.subarray(3 * vertex) as unknown as [number, number, number];
        this.#grab = world.grab({ point: [x, y, z], radius: 0.3, maxForce: 9 });
        break;
      }
      case "move":
        this.#grab?.moveTo(anyVector(1));
        break;
      case "release":
        this.#grab?.release();
        break;
      case "cut": {
        const anyPoint = (): SurfacePoint => ({
          triangle: Math.floor(mesh.triangleCount * random.next()),
          weights: [0.2, 0.3, 0.5],
        });
        world.cut({ line: [anyPoint(), anyPoint()] });
        break;
      }
      case "tear":
        world.tear({ vertex, axis: anyVector(1) });
        break;
      case "undo":
        world.undo();
        break;
      case "capture":
        this.#state = world.capture();
        break;
      case "restore":
        if (this.#state !== null) world.restore(this.#state);
        this.#grab = null;
        break;
      case "soften":
        cloth.setMaterial({ ...cloth.material, stiffness: random.uniform(30, 60) });
        break;
      case "reset":
        world.reset();
        this.#grab = null;
        this.#state = null;
        break;
      default:
    }
    world.step();
  }
}

test("whole worlds have the same bits on the kernels in WebAssembly and on their twin", () => {
  const settings = runs(42, 20, 1000);
  const seen = { tears: 0, cuts: 0 };
  fc.assert(
    fc.property(
      anyWorld,
      fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat()), { minLength: 4, maxLength: 12 }),
      (own, actions) => {
        const user = new User(makeWorld(own, "wasm"));
        user.world.on("tear", () => void seen.tears++);
        user.world.on("cut", () => void seen.cuts++);
        const twin = new User(makeWorld(own, new WasmKernels(instantiateTwin)));
        for (const [action, choice] of actions) {
          for (const one of [user, twin]) one.act(action, choice);
          expect(twin.world.hash(), `after: ${action}`).toBe(user.world.hash());
          const [a, b] = [user.world, twin.world].map(({ cloths: [cloth] }) =>
            cloth!.elements.map(({ impulses }) => impulses),
          );
          expect(b).toEqual(a);
        }
      },
    ),
    settings,
  );
  expect(seen.tears).toBeGreaterThan(settings.numRuns);
  expect(seen.cuts).toBeGreaterThan(settings.numRuns / 5);
});
