import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Conditions } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import { checkScene, createWorld } from "../../src/scene/index.js";
import type { SolverOptions, World, WorldCloth } from "../../src/sim/index.js";
import { randomSplits } from "../meshes.js";

/** A scene of the library with another resolution and the implicit solver, with its defaults or with options. */
export function sceneWorld(
  name: string,
  segments: number,
  solver: Partial<SolverOptions> = {},
): World {
  const path = resolve(import.meta.dirname, `../../scenes/${name}.json`);
  const scene = JSON.parse(readFileSync(path, "utf8")) as {
    cloths: { mesh: { segments: number[] } }[];
  };
  scene.cloths[0]!.mesh.segments = [segments, segments];
  return createWorld(checkScene({ ...scene, solver: { type: "implicit", ...solver } }));
}

/** Newton's method to a residual of 1e-8 of all forces; a projection pass has no effect then. */
export const CONVERGED = { tolerance: 1e-8, iterations: 300, linear: "direct" } as const;

/** Copies the state of a world to another world of the same kind. */
export function copyState(from: World, to: World): void {
  for (const [i, { particles }] of from.cloths.entries()) {
    to.cloths[i]!.particles.positions.set(particles.positions);
    to.cloths[i]!.particles.velocities.set(particles.velocities);
  }
  to.time = from.time;
}

/** Splits random particles of a cloth, a number of times. */
export function splitAtRandom(cloth: WorldCloth, count: number, seed: number): void {
  const random = new Random(seed);
  for (let done = 0; done < count;) {
    for (const edit of randomSplits(cloth.mesh, [Math.floor(random.next() * 2 ** 30)])) {
      cloth.replay(edit);
      done++;
    }
  }
}

export function tensionsOf(cloth: WorldCloth): number[] {
  return Array.from({ length: cloth.mesh.edgeCount }, (_, edge) => cloth.tensionOf(edge));
}

/** The largest relative force error of the 5 % most loaded edges. */
export function errorOfMostLoaded(found: number[], expected: number[]): number {
  const loaded = [...expected.keys()].toSorted((a, b) => expected[b]! - expected[a]!);
  const max = loaded.slice(0, Math.ceil(expected.length / 20));
  return Math.max(...max.map((edge) => Math.abs(found[edge]! / expected[edge]! - 1)));
}

const at = new Conditions();

/** N, upward: the force of the elements on some particles in the latest step, from their impulses. */
export function liftOn({ elements, particles, forces }: WorldCloth, on: number[]): number {
  const isOn = new Set(on);
  let lift = 0;
  for (const kind of elements) {
    for (let element = 0; element < kind.count; element++) {
      if (!kind.isAlive(element) || !kind.evaluate(element, particles.positions, at)) continue;
      for (let c = 0; c < kind.conditionCount; c++) {
        const force = kind.impulses[kind.conditionCount * element + c]! / forces.duration;
        for (let n = 0; n < kind.size; n++) {
          if (!isOn.has(kind.particles[kind.size * element + n]!)) continue;
          lift -= force * at.gradients[3 * (kind.size * c + n) + 1]!;
        }
      }
    }
  }
  return lift;
}
