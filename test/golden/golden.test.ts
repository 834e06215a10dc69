import { expect, test } from "vitest";
import { deepestInside } from "../depth.js";
import { goldenHashes, goldenRecording, replayGolden } from "./golden.js";

/** ms: on a busy machine all scenes take long. */
const MOST_PATIENT = 400_000;

// The bits of a run are part of what users rely on. A change that moves them is written down by
// `npm run golden`, which asks for a reason in the commit and a line in the changelog.
test(
  "every scene ends in the bits that were written down, with nothing inside a collider in any frame (Node)",
  async () => {
    const inside: string[] = [];
    const hashes = goldenHashes((name, world) => {
      const depth = deepestInside(world);
      if (depth > 1e-4) inside.push(`${name} at ${world.time.toFixed(3)} s by ${depth} m`);
    });
    await expect(`${JSON.stringify(hashes, null, 2)}\n`).toMatchFileSnapshot("hashes.json");
    expect(inside).toEqual([]);
  },
  MOST_PATIENT,
);

test("a recording is the file that was written down, and replays to its bits (Node)", async () => {
  const letters = goldenRecording();
  await expect(letters).toMatchFileSnapshot("recording.txt");
  const { edits } = replayGolden(letters);
  expect(edits[2]).toBe(0); // at the start it is whole again
  expect(edits[0]).toBeGreaterThan(20);
  expect(edits[4]).toBe(edits[0]);
});
