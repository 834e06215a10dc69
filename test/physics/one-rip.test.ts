import { expect, test } from "vitest";
import { dragByHand, isOneRip, PLACES, STRAINS } from "../../bench/hand-drag.js";
import { generateIrregular } from "../../src/generate/index.js";
import { MATERIALS, World } from "../../src/index.js";
import { combinations } from "../runs.js";

const LIBRARY = { World, MATERIALS, generateIrregular };

const DRAGS = combinations({
  material: Object.keys(STRAINS),
  place: Object.keys(PLACES),
  seed: [1, 2, 3, 4, 5],
});

test.each(DRAGS)("a drag by hand leaves one rip: $material, $place, mesh $seed", (drag) => {
  const { world, ...result } = dragByHand(LIBRARY, drag);
  expect(isOneRip(result), JSON.stringify(result)).toBe(true);
  world.dispose();
});
