import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateIrregular, generateTShirt } from "../../src/generate/index.js";
import {
  buildMesh,
  cleanMesh,
  generateDisc,
  generateGrid,
  generateTube,
  MeshError,
} from "../../src/mesh/index.js";
import { attractor, vortex, World } from "../../src/sim/index.js";
import { resolveTearing } from "../../src/tearing/index.js";
import { runs } from "../runs.js";

const mesh = generateGrid({ size: [1, 1], segments: [3, 3] });

/** Every option, all valid. */
const GOOD: Record<string, { options: object; use: (options: never) => unknown }> = {
  world: {
    options: {
      cloths: [
        {
          mesh,
          transform: { position: [0, 1, 0], rotation: [0, 90, 0] },
          material: {
            ...MATERIALS.foil,
            weaveAngle: 3,
            plasticity: "vertex",
            shearDamping: 0,
            bendDamping: 0,
          },
          model: "springs",
          pins: [
            {
              select: { group: "top" },
              hold: { axis: [1, 0, 0] },
              motion: [
                { time: 0, translation: [0, 0, 0] },
                { time: 1, translation: [0, 0, 1] },
              ],
              release: 2,
              repin: 3,
              breakForce: 9,
              breakPerParticle: true,
            },
            {
              select: {
                uv: [
                  [0, 0],
                  [0.1, 0.1],
                ],
              },
              hold: "point",
            },
            { select: { sphere: { center: [0, 0, 0], radius: 0.1 } } },
            { select: { ids: [5] } },
          ],
          seams: [
            {
              line: [
                [0.1, 0.5],
                [0.9, 0.5],
              ],
              openTime: 1,
              openDuration: 1,
              strength: 0.5,
            },
            { select: { ids: [5, 6] }, openTime: 2 },
          ],
          strengthMap: {
            image: { width: 1, height: 1, values: Float64Array.of(0.5), black: 0.5, white: 1 },
            vertices: new Float64Array(16).fill(1),
            noise: { amount: 0.1, size: 0.1 },
          },
          tearing: {
            criterion: "stretch",
            limit: 1.5,
            order: "random",
            path: "weak-point",
            starts: "any",
            heldZone: 1,
            heldStrength: 2,
            weakStrength: 0.5,
            onePointStrength: 0.5,
            weave: 0.5,
            damage: 0.5,
            damageRadius: 0.1,
            minEdgeRatio: 0.2,
            maxTearsPerStep: 5,
            resolve: "step",
          },
          imperfection: 1e-6,
        },
      ],
      gravity: [0, -9.81, 0],
      wind: {
        velocity: [1, 0, 0],
        drag: 1,
        gusts: { amplitude: 0.5, period: 1 },
        turbulence: { speed: 1, size: 1 },
      },
      fields: [{ addForces: () => {}, addWinds: () => {} }],
      colliders: [
        { type: "sphere", center: [0, -9, 0], radius: 1, friction: 0.5, thickness: 0.01 },
        {
          type: "capsule",
          from: [0, -9, 0],
          to: [0, -8, 0],
          radius: 1,
          motion: [{ time: 0, translation: [0, 0, 0], rotation: [0, 0, 0] }],
        },
        { type: "box", center: [0, -9, 0], size: [1, 1, 1], rotation: [0, 0, 0] },
        { type: "half-space", point: [0, -9, 0], normal: [0, 1, 0] },
        {
          type: "mesh",
          positions: [0, -9, 0, 1, -9, 0, 0, -9, 1],
          triangles: [0, 1, 2],
          transform: { position: [0, 0, 0], rotation: [0, 0, 0] },
          shapes: [{ time: 0, positions: [0, -9, 0, 1, -9, 0, 0, -9, 1] }],
        },
      ],
      balls: [
        {
          position: [0, -5, 0],
          radius: 0.1,
          mass: 1,
          velocity: [0, 0, 0],
          angularVelocity: [0, 0, 0],
          friction: 0.5,
          thickness: 0.01,
          time: 0,
        },
      ],
      knives: [
        {
          motion: [
            { time: 0, from: [5, 0, 0], to: [5, 0, 1] },
            { time: 1, from: [6, 0, 0], to: [6, 0, 1] },
          ],
          cloth: 0,
          snap: 0.1,
          minAngle: 10,
        },
      ],
      solver: { type: "xpbd", step: 1 / 60, substeps: 2 },
      seed: 3,
    },
    use: (options) => new World(options).step(),
  },
  implicit: {
    options: {
      cloths: [{ mesh }],
      solver: {
        type: "implicit",
        tolerance: 0.1,
        iterations: 3,
        integrator: "bdf2",
        linear: "auto",
      },
    },
    use: (options) => new World(options),
  },
  auto: {
    options: {
      cloths: [{ mesh, material: MATERIALS.silk, model: "membrane" }],
      solver: { type: "auto", budget: 1 },
    },
    use: (options) => new World(options),
  },
  tearing: { options: { criterion: "tension", limit: 3 }, use: resolveTearing },
  grid: { options: { size: [1, 1], segments: [2, 2], diagonals: "one-way" }, use: generateGrid },
  disc: { options: { radius: 1, rings: 2 }, use: generateDisc },
  tube: { options: { radius: 1, height: 1, segments: [4, 2] }, use: generateTube },
  irregular: {
    options: {
      outline: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      holes: [
        [
          [0.1, 0.1],
          [0.2, 0.1],
          [0.1, 0.2],
        ],
      ],
      spacing: 0.5,
      spacingAt: () => 0.4,
      refine: [{ at: [0.5, 0.2], radius: 0.1, spacing: 0.3 }],
      seed: 2,
    },
    use: generateIrregular,
  },
  sized: { options: { size: [1, 1], spacing: 0.5 }, use: generateIrregular },
  "T-shirt": {
    options: { width: 0.5, length: 0.7, depth: 0.2, spacing: 0.05, seed: 2 },
    use: generateTShirt,
  },
  mesh: { options: { ...mesh }, use: buildMesh },
  cleaning: {
    options: { weld: 0, duplicates: "drop", zeroArea: "keep", isolated: "drop" },
    use: (options) => cleanMesh(mesh, options),
  },
  attractor: { options: { point: [0, 0, 0], acceleration: 1, radius: 1 }, use: attractor },
  vortex: { options: { point: [0, 0, 0], axis: [0, 1, 0], speed: 1, radius: 1 }, use: vortex },
  grab: {
    options: { point: [0, 0, 0], radius: 0.1, cloth: 0, stiffness: 100, maxForce: 10 },
    use: (options) => hung().grab(options),
  },
  pin: {
    options: { select: { ids: [3] }, hold: { plane: [0, 0, 1] }, cloth: 0 },
    use: (options) => hung().pin(options),
  },
  cut: {
    options: {
      line: [
        [-0.5, 0.1, 0],
        [0.5, 0.1, 0],
      ],
      snap: 0.1,
      minAngle: 5,
      cloth: 0,
    },
    use: (options) => hung().cut(options),
  },
  "cut at a vertex": {
    options: { vertex: 5, axis: [1, 0, 0] },
    use: (options) => hung().cut(options),
  },
  "cut at a point": {
    options: {
      line: [
        { triangle: 1, weights: [1, 0, 0] },
        { triangle: 5, weights: [0, 0, 1] },
      ],
    },
    use: (options) => hung().cut(options),
  },
  tear: { options: { edge: 5, path: "slice", cloth: 0 }, use: (options) => hung().tear(options) },
  knife: {
    options: { from: [0, 0, 0], to: [0, 0, 1], cloth: 0, snap: 0.1, minAngle: 5 },
    use: (options) => hung().knife(options),
  },
  ball: {
    options: { position: [0, 0, 5], radius: 0.1, mass: 1 },
    use: (options) => hung().addBall(options),
  },
  body: {
    options: {
      shape: [
        { type: "sphere", radius: 1, position: [0, 0, 0], rotation: [0, 0, 0, 1], friction: 0.1 },
        { type: "capsule", length: 1, radius: 1 },
        { type: "box", size: [1, 1, 1] },
      ],
      mass: 1,
      inertia: [1, 1, Infinity],
      friction: 0.5,
      thickness: 0.01,
    },
    use: (options) => hung().addBody(options),
  },
  paint: {
    options: { point: [0, 0, 0], radius: 0.1, strength: 0.5 },
    use: (options) => hung().cloths[0]!.strengths.paint(options),
  },
  material: {
    options: { ...MATERIALS.paper },
    use: (options) => hung().cloths[0]!.setMaterial(options),
  },
};

function hung(): World {
  return new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }] }] });
}

type Path = readonly string[];

/** The paths of all values in options; large lists count as one. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const isNode = typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
  if (!isNode || value === mesh) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name])),
  ];
}

/** A copy with another value at a path. */
function changed(
  value: unknown,
  path: Path,
  change: (holder: Record<string, unknown>, name: string) => void,
): unknown {
  if (path.length === 0) return value;
  const copy = (
    Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  ) as Record<string, unknown>;
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) change(copy, name);
  else copy[name] = changed(copy[name], rest, change);
  return copy;
}

/** The error of the library for options; null if it accepts them. */
function errorOf(use: (options: never) => unknown, options: unknown): Error | null {
  try {
    use(options as never);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Errors of the engine, which name no option. */
const RAW =
  /Cannot |not a function|not iterable|is not defined|is undefined|Invalid |call stack|\n/;

function expectReadable(error: Error, path: Path): void {
  const line = `${error.name}: ${error.message}`;
  expect(error instanceof RangeError || error instanceof MeshError, line).toBe(true);
  expect(error.message).not.toMatch(RAW);
  expect(error.message.length).toBeLessThan(400);
  if (path.length === 0) return;
  // It names the option, or an incompatible one.
  expect(error.message).toMatch(/^[\w.[\]" -]+: /);
}

const ODD: readonly unknown[] = [
  undefined,
  null,
  NaN,
  Infinity,
  -Infinity,
  -1,
  0,
  0.5,
  3,
  "",
  "1",
  "auto",
  "\n",
  true,
  false,
  [],
  {},
  [1],
  [NaN, 0, 0],
  [0, 0, 0],
  [[]],
  [null],
  [undefined],
  { type: "cone" },
  { length: 3 },
  () => 0,
  Symbol("odd"),
  10n,
  new Date(0),
  new Map(),
  new Float64Array(3),
  new DataView(new ArrayBuffer(8)),
  Object.create(null),
];

describe.each(Object.entries(GOOD))("options: %s", (_, { options, use }) => {
  const places = placesIn(options);
  const named = places.filter((path) => path.length > 0);

  test("are valid unchanged", () => {
    expect(errorOf(use, options)).toBeNull();
  });

  test("with any odd value in any place work, or are refused in one line", () => {
    const odd = fc.constantFrom(...ODD);
    fc.assert(
      fc.property(fc.constantFrom(...places), odd, (path, value) => {
        const made =
          path.length === 0
            ? value
            : changed(options, path, (holder, name) => {
                holder[name] = value;
              });
        const error = errorOf(use, made);
        if (error !== null) expectReadable(error, path);
      }),
      runs(14, 4 * Math.min(places.length, 50)),
    );
  });

  test("without any one of them work, or are refused in one line", () => {
    for (const path of named) {
      const made = changed(options, path, (holder, name) => {
        delete holder[name];
      });
      const error = errorOf(use, made);
      if (error !== null) expectReadable(error, path);
    }
  });

  test("with an extra character in any name are refused by that name", () => {
    for (const path of named) {
      const holder = path.slice(0, -1);
      const last = path.at(-1)!;
      if (/^\d+$/.test(last) || isData(holder, options)) continue;
      const made = changed(options, path, (parent, name) => {
        parent[`${name}x`] = parent[name];
        delete parent[name];
      });
      const error = errorOf(use, made);
      expect(error, path.join(".")).not.toBeNull();
      expectReadable(error!, path);
      expect(error!.message).toContain(last);
    }
  });
});

/** Meshes, shapes, points on a mesh and fields are data or custom objects: they may have other properties. */
function isData(path: Path, options: object): boolean {
  const at = path.join(".");
  return (
    /mesh$|groups$|shapes\.\d+$|fields\.\d+$|line\.\d+$/.test(at) ||
    (path.length === 0 && "uvs" in options)
  );
}
