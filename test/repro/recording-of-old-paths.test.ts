import { expect, test } from "vitest";
import { withOldTearing } from "../../src/scene/old-tearing.js";

/** A recording of 0.2 whose scene does not name the path replayed with "slice", the new default, and tore elsewhere. */
test("scenes of old recordings tear along the path that was the default then", () => {
  const scene = { cloths: [{ tearing: { limit: 1.2 } }, { tearing: { path: "slice" } }, {}] };
  const old = { starts: "any", heldZone: 0 };
  expect(withOldTearing(scene)).toEqual({
    cloths: [
      { tearing: { ...old, path: "plane", limit: 1.2 } },
      { tearing: { ...old, path: "slice" } },
      {},
    ],
  });
});
