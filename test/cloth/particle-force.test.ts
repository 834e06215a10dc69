import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addElementForces,
  Cloth,
  Conditions,
  elasticEnergy,
  MATERIALS,
  MODELS,
  StretchLimit,
  type Model,
} from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import { anyMesh, randomEdit } from "../meshes.js";
import { runs } from "../runs.js";
import { generateGrid, inheritPositions, type MeshData } from "../../src/mesh/index.js";

const DURATION = 0.25; // s

/** A cloth in a crumpled pose with random cuts. */
function crumpled(data: MeshData, model: Model, choices: readonly number[], seed: number): Cloth {
  const cloth = new Cloth(data, { ...MATERIALS.cotton, shear: 40 }, data.positions, model);
  for (const choice of choices) {
    const start = inheritPositions(cloth.mesh, data.positions.slice());
    for (const edit of randomEdit(cloth.mesh, start, choice)) cloth.replay(edit);
  }
  const random = new Random(seed);
  const { positions } = cloth.particles;
  for (let i = 0; i < 3 * cloth.particles.count; i++) positions[i]! += random.uniform(-0.1, 0.1);
  return cloth;
}

function pullOn(cloth: Cloth, particle: number, limit: StretchLimit | null = null): number[] {
  const into = new Float64Array(3);
  const impulses = cloth.elements.map((kind) => kind.impulses);
  const pulls = { duration: DURATION, impulses, limit: limit?.impulses ?? new Float64Array(0) };
  addElementForces(cloth, particle, pulls, into);
  return [...into];
}

/** Random impulses for all elements. */
function push(cloth: Cloth, random: Random): void {
  for (const { impulses } of cloth.elements) {
    for (let i = 0; i < impulses.length; i++) impulses[i] = random.uniform(-1, 1);
  }
}

describe.each(MODELS)("the force of a %s cloth on a particle", (model) => {
  test("is the sum over all of its elements, on any mesh with any cuts", () => {
    const at = new Conditions();
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.nat({ max: 2 ** 30 }), { maxLength: 6 }),
        fc.nat({ max: 1000 }),
        (data, choices, seed) => {
          const cloth = crumpled(data, model, choices, seed);
          push(cloth, new Random(seed + 1));
          const { count, positions } = cloth.particles;
          const expected = Array.from({ length: count }, () => [0, 0, 0]);
          for (const kind of cloth.elements) {
            for (let element = 0; element < kind.count; element++) {
              if (!kind.isAlive(element) || !kind.evaluate(element, positions, at)) continue;
              for (let c = 0; c < kind.conditionCount; c++) {
                const force = kind.impulses[kind.conditionCount * element + c]! / DURATION;
                for (let n = 0; n < kind.size; n++) {
                  const on = expected[kind.particles[kind.size * element + n]!]!;
                  for (let k = 0; k < 3; k++) {
                    on[k]! -= force * at.gradients[3 * (kind.size * c + n) + k]!;
                  }
                }
              }
            }
          }
          for (let p = 0; p < count; p++) {
            const found = pullOn(cloth, p);
            const size = 1e-9 * (1 + Math.hypot(...expected[p]!));
            for (let k = 0; k < 3; k++) {
              expect(Math.abs(found[k]! - expected[p]![k]!), `particle ${p}`).toBeLessThan(size);
            }
          }
        },
      ),
      runs(11, 20, 6000),
    );
  });

  test("is the gradient of the elastic energy, if the impulses are stiffness × condition", () => {
    const at = new Conditions();
    const mesh = generateGrid({ size: [1, 1], segments: [3, 3] });
    const cloth = crumpled(mesh, model, [], 5);
    const { positions } = cloth.particles;
    for (const kind of cloth.elements) {
      for (let element = 0; element < kind.count; element++) {
        if (!kind.isAlive(element) || !kind.evaluate(element, positions, at)) continue;
        for (let c = 0; c < kind.conditionCount; c++) {
          const n = kind.conditionCount * element + c;
          kind.impulses[n] = kind.stiffnesses[n]! * at.values[c]! * DURATION;
        }
      }
    }
    const energy = (): number =>
      cloth.elements.reduce((sum, kind) => sum + elasticEnergy(kind, positions), 0);
    const offset = 1e-6;
    for (let p = 0; p < cloth.particles.count; p++) {
      const found = pullOn(cloth, p);
      const scale = Math.hypot(...found);
      for (let k = 0; k < 3; k++) {
        const place = positions[3 * p + k]!;
        positions[3 * p + k] = place + offset;
        const above = energy();
        positions[3 * p + k] = place - offset;
        const below = energy();
        positions[3 * p + k] = place;
        const slope = (above - below) / (2 * offset);
        expect(Math.abs(found[k]! + slope)).toBeLessThan(1e-5 * (1 + scale));
      }
    }
  });
});

test("the stretch limit acts along its edges, at both ends alike", () => {
  const cloth = crumpled(generateGrid({ size: [1, 1], segments: [2, 2] }), "springs", [], 3);
  const limit = new StretchLimit(cloth.mesh, 1.1);
  expect(pullOn(cloth, 4, limit)).toEqual([0, 0, 0]); // before it has had any effect
  const edge = cloth.mesh.findEdge(4, 5);
  limit.impulses[edge] = 2;
  const at4 = pullOn(cloth, 4, limit);
  const at5 = pullOn(cloth, 5, limit);
  expect(Math.hypot(...at4)).toBeCloseTo(2 / DURATION, 12);
  for (let k = 0; k < 3; k++) expect(at4[k]! + at5[k]!).toBeCloseTo(0, 12);
  const { positions } = cloth.particles;
  const offset = [0, 1, 2].map((k) => positions[15 + k]! - positions[12 + k]!);
  const along = offset.reduce((sum, x, k) => sum + x * at4[k]!, 0);
  expect(along / Math.hypot(...offset)).toBeCloseTo(2 / DURATION, 12); // towards the other end
  expect(pullOn(cloth, 0, limit)).toEqual([0, 0, 0]);
});
