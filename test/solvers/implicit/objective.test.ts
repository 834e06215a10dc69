import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Attachments, Conditions, MODELS, type Cloth } from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { Objective } from "../../../src/solvers/implicit/objective.js";
import { anyMesh, meshData } from "../../meshes.js";
import { runs } from "../../runs.js";
import {
  anyEdits,
  anySmall,
  DURATION,
  edit,
  randomVector,
  richCloth,
  startSubstep,
  twoHands,
} from "./cloths.js";
import { distance } from "./dense.js";

const STEP = 1e-6;

function numericGradient(objective: Objective): Float64Array {
  const { positions, count } = objective.cloth.particles;
  const scratch = new Float64Array(3 * count);
  return Float64Array.from({ length: 3 * count }, (_, i) => {
    const home = positions[i]!;
    positions[i] = home + STEP;
    objective.evaluate(scratch);
    const ahead = objective.energy;
    positions[i] = home - STEP;
    objective.evaluate(scratch);
    const behind = objective.energy;
    positions[i] = home;
    return (ahead - behind) / (2 * STEP);
  });
}

/** Every condition of every active element, with its gradient over all particles. */
function* conditionsOf(cloth: Cloth): Generator<{
  kind: number;
  n: number;
  value: number;
  gradient: Float64Array;
  k: number;
  d: number;
}> {
  const at = new Conditions();
  const { positions, count } = cloth.particles;
  for (const [kind, elements] of cloth.elements.entries()) {
    const { size, conditionCount, particles, stiffnesses, dampings } = elements;
    for (let element = 0; element < elements.count; element++) {
      if (!elements.isAlive(element)) continue;
      if (!elements.evaluate(element, positions, at)) continue;
      for (let c = 0; c < conditionCount; c++) {
        const n = conditionCount * element + c;
        const gradient = new Float64Array(3 * count);
        for (let i = 0; i < 3 * size; i++) {
          const p = particles[size * element + Math.floor(i / 3)]!;
          gradient[3 * p + (i % 3)]! += at.gradients[3 * size * c + i]!;
        }
        yield { kind, n, value: at.values[c]!, gradient, k: stiffnesses[n]!, d: dampings[n]! };
      }
    }
  }
}

/** The change of a condition. A fold turns the shorter way: from just under half a turn on, it goes on past it. */
function changeOf(value: number, start: number, isCyclic: boolean): number {
  const change = value - start;
  return isCyclic ? Math.atan2(Math.sin(change), Math.cos(change)) : change;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}

describe.each(MODELS)("the energy of a substep of %s", (model) => {
  test("has the gradient of finite differences, with damping and grabs", () => {
    fc.assert(
      fc.property(anySmall, fc.nat(), (data, seed) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        const objective = startSubstep(cloth, 0.15, random, twoHands(random));
        const gradient = new Float64Array(3 * cloth.particles.count);
        objective.evaluate(gradient);
        const { energy } = objective;
        expect(energy).toBeGreaterThan(0);
        expect(distance(gradient, numericGradient(objective))).toBeLessThan(1e-6);
        objective.evaluate(gradient);
        expect(objective.energy).toBe(energy);
      }),
      runs(441, 15),
    );
  });

  test("has the same multipliers as brute force, and all forces as its scale", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, fc.nat(), (data, choices, seed) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        for (const choice of choices.slice(0, 2)) edit(cloth, data.positions, choice);
        cloth.particles.pin(0);
        const { count, forces, inverseMasses } = cloth.particles;
        const objective = startSubstep(cloth, 0.1, random);
        objective.evaluate(new Float64Array(3 * count));
        const step = randomVector(3 * count, random);
        objective.setMultipliers(step);
        let scale = 0;
        for (let i = 0; i < 3 * count; i++) {
          if (inverseMasses[Math.floor(i / 3)] !== 0) scale += forces[i]! * forces[i]!;
        }
        const [actual, expected]: [number[], number[]] = [[], []];
        for (const { kind, n, value, gradient, k, d } of conditionsOf(cloth)) {
          const start = objective.starts[kind]![n]!;
          const viscosity = objective.viscosities[kind]![n] === 0 ? 0 : d / DURATION;
          const { isCyclic } = cloth.elements[kind]!;
          const force = k * value + viscosity * changeOf(value, start, isCyclic);
          const law = new Float64Array(1);
          objective.writeForce(kind, n, Float64Array.of(value), 0, law);
          expect(law[0]).toBeCloseTo(force, 9);
          const multiplier = force + (k + viscosity) * dot(gradient, step);
          actual.push(objective.multipliers[kind]![n]!);
          expected.push(multiplier);
          scale += multiplier * multiplier * dot(gradient, gradient);
        }
        expect(distance(actual, expected)).toBeLessThan(1e-11);
        expect(objective.scale / scale).toBeCloseTo(1, 11);
      }),
      runs(442, 15),
    );
  });

  test("starts from inertial motion, and its multipliers from the grabs at the start", () => {
    const data = generateGrid({ size: [1, 1], segments: [3, 2] });
    const cloth = richCloth(data, model);
    const random = new Random(4);
    cloth.particles.pin(2);
    const { positions, velocities, forces, masses, pinned, count } = cloth.particles;
    const objective = startSubstep(cloth, 0, random);
    const targets = Float64Array.from({ length: 3 * count }, (_, i) => {
      const p = Math.floor(i / 3);
      const pull = pinned[p] === 1 ? 0 : forces[i]! / masses[p]!;
      return positions[i]! + DURATION * velocities[i]! + DURATION * DURATION * pull;
    });
    expect(distance(objective.targets.slice(0, 3 * count), targets)).toBeLessThan(1e-14);
    for (const { kind, n, value, k } of conditionsOf(cloth)) {
      expect(objective.starts[kind]![n]).toBe(value);
      expect(objective.multipliers[kind]![n]).toBe(k * value);
    }
    // A second substep starts with the multipliers of the first; elements added by a tear, with their own.
    objective.evaluate(new Float64Array(3 * count));
    objective.setMultipliers(randomVector(3 * count, random));
    const before = objective.multipliers.map((list) => list.slice());
    const counts = cloth.elements.map((elements) => elements.count);
    for (const choice of [1, 6, 11]) edit(cloth, data.positions, choice); // edges are divided
    objective.begin(DURATION, []);
    let added = 0;
    for (const { kind, n, value, k } of conditionsOf(cloth)) {
      const isOld = n < counts[kind]! * cloth.elements[kind]!.conditionCount;
      if (!isOld) added++;
      expect(objective.multipliers[kind]![n]).toBe(isOld ? before[kind]![n] : k * value);
    }
    expect(added).toBeGreaterThan(0);
  });

  test("adds its multipliers times the duration to the impulses, only of active elements", () => {
    const data = generateGrid({ size: [1, 1], segments: [2, 2] });
    const cloth = richCloth(data, model);
    const objective = startSubstep(cloth, 0.1, new Random(5));
    objective.evaluate(new Float64Array(3 * cloth.particles.count));
    objective.setMultipliers(randomVector(3 * cloth.particles.count, new Random(6)));
    objective.addImpulses();
    objective.addImpulses();
    for (const [kind, elements] of cloth.elements.entries()) {
      for (let n = 0; n < elements.count * elements.conditionCount; n++) {
        const isAlive = elements.isAlive(Math.floor(n / elements.conditionCount));
        const expected = isAlive ? 2 * DURATION * objective.multipliers[kind]![n]! : 0;
        expect(elements.impulses[n]).toBeCloseTo(expected, 12);
      }
    }
  });
});

test("a grab pulls with K times the distance up to its maximum force, and with that beyond", () => {
  const cloth = richCloth(meshData([[0, 1, 2]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]]), "springs"); // prettier-ignore
  const objective = new Objective(cloth);
  for (const [away, pull] of [
    [0.1, 0.1 * (20 + 1 / DURATION)],
    [5, 7],
  ] as const) {
    const grab = new Attachments([2], 20, 7, 1);
    // The target moves as fast as it has come from the particle: spring and damper have the same target.
    grab.targets.set([0, 1, away]);
    grab.targetVelocities.set([0, 0, away / DURATION]);
    objective.begin(DURATION, [grab]);
    const gradient = new Float64Array(9);
    objective.evaluate(gradient);
    expect(gradient[8]).toBeCloseTo(-pull, 12);
    expect([...gradient.slice(0, 8)].every((x) => Math.abs(x) < 1e-12)).toBe(true);
  }
});

test("a condition that is undefined at the start is not damped, and one that stays undefined has no force", () => {
  const data = meshData([[0, 1, 2]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]]); // prettier-ignore
  const cloth = richCloth(data, "springs");
  const { positions } = cloth.particles;
  positions.set(positions.slice(0, 3), 3); // an edge without length
  const objective = new Objective(cloth);
  objective.begin(DURATION, []);
  const spring = cloth.mesh.findEdge(0, 1);
  expect(objective.starts[0]![spring]).toBe(0);
  expect(objective.viscosities[0]![spring]).toBe(0);
  expect(objective.multipliers[0]![spring]).toBe(0);
  objective.evaluate(new Float64Array(9));
  expect(objective.forces[0]![spring]).toBe(0);
  positions[3] = 3;
  objective.evaluate(new Float64Array(9));
  const stiffness = cloth.springs.stiffnesses[spring]!;
  expect(objective.forces[0]![spring]).toBeCloseTo(stiffness * 2, 12);
  objective.setMultipliers(Float64Array.of(0, 0, 0, 0.5, 0, 0, 0, 0, 0)); // half a meter longer
  expect(objective.multipliers[0]![spring]).toBeCloseTo(stiffness * 2.5, 12);
});
