import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Cloth,
  elementEnergy,
  elementJacobian,
  MATERIALS,
  MODELS,
  type Elements,
  type ClothMaterial,
} from "../../src/cloth/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import { meshData } from "../meshes.js";
import { runs } from "../runs.js";

/** All elements are damped and the weave is anisotropic, so that every term has an effect. */
const RICH: ClothMaterial = {
  ...MATERIALS.cotton,
  stiffness: 40,
  shear: 9,
  poisson: 0.3,
  bending: 0.7,
  bendStiffness: 5,
  damping: 0.8,
  shearDamping: 0.3,
  bendDamping: 0.05,
};
const WOVEN: ClothMaterial = { ...RICH, warp: 70, weft: 30 };

/** A point in a cube of 2 m, on a lattice that is fine enough for any shape. */
const point = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: -1000, max: 1000 })))
  .map((coordinates) => coordinates.map((x) => x / 1000));

const points = fc.array(point, { minLength: 4, maxLength: 4 });

/** Twice the area of a triangle. */
function twiceArea(a: number[], b: number[], c: number[]): number {
  const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]!)) as [number[], number[]];
  return Math.hypot(
    u[1]! * v[2]! - u[2]! * v[1]!,
    u[2]! * v[0]! - u[0]! * v[2]!,
    u[0]! * v[1]! - u[1]! * v[0]!,
  );
}

/** Four points whose two triangles are not needles, so that finite differences are accurate. */
const stout = points.filter(([a, b, c, d]) =>
  [
    [a!, b!, c!],
    [b!, a!, d!],
  ].every((triangle) => {
    const [p, q, r] = triangle as [number[], number[], number[]];
    const longest = Math.max(
      ...[
        [p, q],
        [q, r],
        [r, p],
      ].map(([x, y]) => Math.hypot(...x!.map((value, k) => value - y![k]!))),
    );
    return twiceArea(p, q, r) > 0.3 * longest * longest && longest > 0.3;
  }),
);

/** The same two triangles side by side in a plane. */
function unfolded([a, b, c, d]: number[][]): number[][] {
  const offset = (p: number[], q: number[]): number[] => p.map((x, k) => q[k]! - x);
  const length = Math.hypot(...offset(a!, b!));
  const place = (p: number[], side: 1 | -1): number[] => {
    const along = offset(a!, p).reduce((sum, x, k) => sum + (x * (b![k]! - a![k]!)) / length, 0);
    return [along, (side * twiceArea(a!, b!, p)) / length, 0];
  };
  return [[0, 0, 0], [length, 0, 0], place(c!, 1), place(d!, -1)];
}

/** Two triangles on one edge, with a rest shape and another current shape, in motion. */
interface State {
  cloth: Cloth;
  positions: Float64Array;
  velocities: Float64Array;
}

function stateOf(
  model: (typeof MODELS)[number],
  rest: number[][],
  pose: number[][],
  motion: number[][],
): State {
  const data = meshData(
    [
      [0, 1, 2],
      [1, 0, 3],
    ],
    rest,
  );
  data.uvs.set([0.1, 0.2, 0.9, 0.1, 0.4, 0.8, 0.9, 0.1, 0.1, 0.2, 0.6, -0.7]);
  const woven = model === "baraff-witkin" || model === "membrane";
  const cloth = new Cloth(data, woven ? WOVEN : RICH, data.positions, model);
  const { positions, velocities } = cloth.particles;
  positions.set(pose.flat());
  velocities.set(motion.flat());
  return { cloth, positions, velocities };
}

/** Forces of all elements of one kind. */
function forcesOf({ cloth }: State, elements: Elements): Float64Array {
  const { particles } = cloth;
  particles.forces.fill(0);
  kernels.addElementForces(particles, elements, 0);
  return particles.forces.slice(0, 12);
}

function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
): void {
  let largest = 0;
  let off = 0;
  for (let i = 0; i < expected.length; i++) {
    largest = Math.max(largest, Math.abs(expected[i]!));
    off = Math.max(off, Math.abs(actual[i]! - expected[i]!));
  }
  expect(off).toBeLessThanOrEqual(tolerance * Math.max(largest, 1e-3));
}

function kindsOf(model: (typeof MODELS)[number]): { index: number; kind: string }[] {
  const flat = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, -1, 0],
  ];
  const { cloth } = stateOf(model, flat, flat, flat);
  return cloth.elements.map(({ kind }, index) => ({ index, kind }));
}

const CASES = MODELS.flatMap((model) =>
  kindsOf(model).map(({ index, kind }) => ({ model, index, kind })),
);
const STEP = 1e-5;

describe.each(CASES)("$kind in the model $model", ({ model, kind, index }) => {
  test("its forces are the negative gradient of its energy, to 1e-6", () => {
    fc.assert(
      fc.property(stout, stout, (rest, pose) => {
        const state = stateOf(
          model,
          rest,
          pose,
          pose.map(() => [0, 0, 0]),
        );
        const elements = state.cloth.elements[index]!;
        const energy = (): number => {
          let sum = 0;
          for (let e = 0; e < elements.count; e++) {
            if (elements.isAlive(e)) sum += elementEnergy(elements, e, state.positions);
          }
          return sum;
        };
        const slopes = numericSlopes(state.positions, energy);
        expectClose(
          forcesOf(state, elements),
          slopes.map((x) => -x),
          1e-6,
        );
      }),
      runs(61, 35, 10_000),
    );
  });

  test("its Jacobians match finite differences, to 1e-6, including damping", () => {
    fc.assert(
      fc.property(stout, stout, points, (rest, pose, motion) => {
        const state = stateOf(model, rest, pose, motion);
        const { cloth, positions, velocities } = state;
        const elements = cloth.elements[index]!;
        const [byPosition, byVelocity] = assembled(elements, positions, velocities);
        for (const [exact, moved] of [
          [byPosition, positions],
          [byVelocity, velocities],
        ] as const) {
          const numeric = new Float64Array(144);
          for (let column = 0; column < 12; column++) {
            const home = moved[column]!;
            moved[column] = home + STEP;
            const ahead = forcesOf(state, elements);
            moved[column] = home - STEP;
            const behind = forcesOf(state, elements);
            moved[column] = home;
            for (let row = 0; row < 12; row++) {
              numeric[12 * row + column] = (ahead[row]! - behind[row]!) / (2 * STEP);
            }
          }
          expectClose(exact, numeric, 1e-6);
        }
      }),
      runs(62, 35, 10_000),
    );
  });

  test("its forces and torques sum to zero, in any pose and any motion", () => {
    fc.assert(
      fc.property(points, points, points, (rest, pose, motion) => {
        fc.pre(hasNoShortEdge(rest));
        const state = stateOf(model, rest, pose, motion);
        const forces = forcesOf(state, state.cloth.elements[index]!);
        const size = forces.reduce((sum, x) => sum + Math.abs(x), 0);
        expect(Number.isFinite(size)).toBe(true);
        for (let k = 0; k < 3; k++) {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3];
          let force = 0;
          let torque = 0;
          for (let p = 0; p < 12; p += 3) {
            force += forces[p + k]!;
            torque +=
              state.positions[p + i]! * forces[p + j]! - state.positions[p + j]! * forces[p + i]!;
          }
          expect(Math.abs(force)).toBeLessThanOrEqual(1e-13 * size);
          expect(Math.abs(torque)).toBeLessThanOrEqual(1e-12 * size);
        }
      }),
      runs(63, 100, 30_000),
    );
  });

  test("has no force in its rest shape, with any rotation", () => {
    fc.assert(
      fc.property(stout, fc.integer({ min: -300, max: 300 }), (shape, rotation) => {
        const rest = kind === "bend-shear" ? unfolded(shape) : shape; // its rest length is that of the flat sheet
        const [c, s] = [Math.cos(rotation / 50), Math.sin(rotation / 50)];
        const pose = rest.map(([x, y, z]) => [c * x! - s * z! + 3, y! - 2, s * x! + c * z!]);
        const state = stateOf(
          model,
          rest,
          pose,
          rest.map(() => [1, 2, 3]),
        );
        const elements = state.cloth.elements[index]!;
        for (const force of forcesOf(state, elements)) expect(Math.abs(force)).toBeLessThan(1e-9);
      }),
      runs(64, 35, 10_000),
    );
  });

  test("is finite for collapsed shapes", () => {
    const flat = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, -1, 0],
    ];
    const collapsed = [
      flat.map(() => [0, 0, 0]),
      flat.map(([x]) => [x!, 0, 0]),
      [
        [0, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
        [1, -1, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0.5, 1e-200, 0],
        [0.5, 0, 1e-170],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0.5, 1, 0],
        [0.5, 1, 0],
      ], // folded flat onto itself
    ];
    for (const pose of collapsed) {
      const state = stateOf(
        model,
        flat,
        pose,
        flat.map(([x, y]) => [y!, x!, 1]),
      );
      const elements = state.cloth.elements[index]!;
      for (const force of forcesOf(state, elements)) expect(Number.isFinite(force)).toBe(true);
      const [byPosition, byVelocity] = assembled(elements, state.positions, state.velocities);
      for (const x of [...byPosition, ...byVelocity]) expect(Number.isFinite(x)).toBe(true);
    }
  });
});

test("a collapsed rest triangle gives no element", () => {
  const needle = [
    [0, 0, 0],
    [1, 0, 0],
    [0.5, 0, 0],
    [0.5, -1, 0],
  ];
  for (const model of MODELS) {
    const state = stateOf(model, needle, needle, needle);
    for (const elements of state.cloth.elements) {
      for (const force of forcesOf(state, elements)) expect(Number.isFinite(force)).toBe(true);
    }
  }
});

function hasNoShortEdge(rest: number[][]): boolean {
  return [
    [0, 1],
    [1, 2],
    [2, 0],
    [0, 3],
    [1, 3],
  ].every(([a, b]) => Math.hypot(...rest[a!]!.map((x, k) => x - rest[b!]![k]!)) > 1e-3);
}

function numericSlopes(positions: Float64Array, energy: () => number): number[] {
  return Array.from({ length: 12 }, (_, i) => {
    const home = positions[i]!;
    positions[i] = home + STEP;
    const ahead = energy();
    positions[i] = home - STEP;
    const behind = energy();
    positions[i] = home;
    return (ahead - behind) / (2 * STEP);
  });
}

/** The sum of the element Jacobians of a kind, 12 × 12. */
function assembled(
  elements: Elements,
  positions: Float64Array,
  velocities: Float64Array,
): [Float64Array, Float64Array] {
  const { size, particles } = elements;
  const rows = 3 * size;
  const blocks = [new Float64Array(rows * rows), new Float64Array(rows * rows)] as const;
  const sums: [Float64Array, Float64Array] = [new Float64Array(144), new Float64Array(144)];
  for (let e = 0; e < elements.count; e++) {
    if (!elements.isAlive(e)) continue;
    elementJacobian(elements, e, positions, velocities, ...blocks);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < rows; column++) {
        const to =
          12 * (3 * particles[size * e + Math.floor(row / 3)]! + (row % 3)) +
          3 * particles[size * e + Math.floor(column / 3)]! +
          (column % 3);
        for (const n of [0, 1] as const) sums[n][to]! += blocks[n][rows * row + column]!;
      }
    }
  }
  return sums;
}
