import { expect, test } from "vitest";
import { goldenHashes, goldenRecording, replayGolden } from "./golden.js";

/** ms: on a busy machine all scenes take long. */
const MOST_PATIENT = 400_000;

// The bits of a run are part of what users rely on. A change that moves them is written down by
// `npm run golden`, which asks for a reason in the commit and a line in the changelog.
test(
  "every scene ends in the bits that were written down (Node)",
  async () => {
    await expect(`${JSON.stringify(goldenHashes(), null, 2)}\n`).toMatchFileSnapshot("hashes.json");
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
