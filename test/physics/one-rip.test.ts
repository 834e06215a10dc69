import { expect, test } from "vitest";
import { dragByHand, isOneRip, PLACES, SHEETS } from "../../bench/hand-drag.js";
import { generateIrregular } from "../../src/generate/index.js";
import { MATERIALS, World } from "../../src/index.js";
import { combinations } from "../runs.js";

const LIBRARY = { World, MATERIALS, generateIrregular };

const DRAGS = combinations({
  material: SHEETS,
  place: Object.keys(PLACES),
  seed: [1, 2, 3, 4, 5],
});

test("a drag by hand leaves one rip", () => {
  const failed: string[] = [];
  for (const drag of DRAGS) {
    const { world, ...result } = dragByHand(LIBRARY, drag);
    world.dispose();
    if (!isOneRip(result)) failed.push(JSON.stringify({ ...drag, ...result }));
  }
  expect(failed).toEqual([]);
});
