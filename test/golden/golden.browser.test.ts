import { expect, test } from "vitest";
import { goldenHashes, goldenRecording, replayGolden } from "./golden.js";
import hashes from "./hashes.json";
import recording from "./recording.txt?raw";

/** ms: on a busy machine all scenes take long. */
const MOST_PATIENT = 400_000;

test(
  "every scene ends in the same bits as in Node (Chromium)",
  () => {
    expect(navigator.userAgent).toMatch(/Chrome/);
    expect(goldenHashes()).toEqual(hashes);
  },
  MOST_PATIENT,
);

test("a recording that was made in Node replays to the same bits, and is made to the same bytes (Chromium)", () => {
  const { edits } = replayGolden(recording);
  expect(edits[4]).toBe(edits[0]);
  expect(goldenRecording()).toBe(recording);
});
