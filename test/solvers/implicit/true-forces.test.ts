import { describe, expect, test } from "vitest";
import { BARS, caseOf, CASES } from "../../../bench/true-forces/cases.js";
import { forceError } from "../../../bench/true-forces/force-error.js";
import { loadReference } from "../../../bench/true-forces/references.js";
import { MATERIALS } from "../../../src/cloth/index.js";
import { generateIrregular } from "../../../src/generate/index.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { World } from "../../../src/sim/index.js";
import { sample } from "../../runs.js";

const MULTIGRID = { type: "implicit", integrator: "bdf2", linear: "multigrid" } as const;

interface Case {
  readonly name: string;
  readonly size: string;
  readonly speed: keyof typeof BARS;
}

const cases: readonly Case[] = Object.values(CASES);
const small = cases.filter(({ size }) => size === "1k");
const some = [
  "1k-cotton-1",
  "1k-irregular-paper-3",
  "1k-rip-denim-1",
  "1k-membrane-cotton-3",
  "1k-membrane-paper-1",
  "1k-membrane-rip-paper-1",
  "1k-irregular-membrane-cotton-1",
  "1k-angles-cotton-1",
  "1k-baraff-witkin-cotton-1",
];

// The references are explicit runs in double precision at tiny substeps (`npm run bench -- true-forces`). The benchmark runs
// the built library.
describe("forces on the most loaded edges of a taut sheet, against explicit references", () => {
  test.each(
    sample(
      small,
      small.filter(({ name }) => some.includes(name)),
    ),
  )("multigrid: $name", (one) => {
    const { error } = forceError(one, MULTIGRID, {});
    expect(error).toBeLessThan(BARS[one.speed]);
  });

  test("all cases have one", () => {
    expect(cases.filter((one) => loadReference(one) === null)).toEqual([]);
  });

  test("euler with limited damping", () => {
    const { error } = forceError(caseOf("1k-cotton-1"), { type: "euler", limitDamping: true }, {});
    expect(error).toBeLessThan(0.01);
  });

  test("XPBD is far from them", () => {
    const { error } = forceError(caseOf("1k-cotton-1"), { type: "xpbd" }, {});
    expect(error).toBeGreaterThan(0.8);
  });
});

// A force that is not trusted tears nothing: the limit of trust must leave room for fast pulls on stiff cloth.
test.each([
  ["a grid", () => generateGrid({ size: [1, 1], segments: [24, 24] })],
  ["an irregular mesh", () => generateIrregular({ size: [1, 1], spacing: 0.045 })],
])("taut paper that is pulled at 3 m/s tears: %s", (_, mesh) => {
  const data = mesh();
  const ids = (side: number): number[] =>
    [...Array(data.positions.length / 3).keys()].filter(
      (i) => side * data.positions[3 * i + 1]! > 0.5 - 1e-9,
    );
  const world = new World({
    solver: MULTIGRID,
    cloths: [
      {
        mesh: data,
        material: { ...MATERIALS.paper, breakingStrain: 0.03 },
        tearing: { criterion: "tension" },
        pins: [
          { select: { ids: ids(1) } },
          {
            select: { ids: ids(-1) },
            motion: [
              { time: 0, translation: [0, 0, 0] },
              { time: 1, translation: [0, -3, 0] },
            ],
          },
        ],
      },
    ],
  });
  for (let i = 0; i < 3; i++) world.step(); // 0.15 m, five times the breaking strain
  expect(world.stats.tears).toBeGreaterThan(0);
});
