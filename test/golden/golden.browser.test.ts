import { describe, expect, test } from "vitest";
import {
  earlyHash,
  GOLDEN_NAMES,
  goldenRecording,
  goldenRun,
  replayGolden,
  type Golden,
} from "./golden.js";
import hashes from "./hashes.json";
import recording from "./recording.txt?raw";

/** Implicit solves of a second a frame, as those of `stiff-notched-pull` are in small. */
const SLOW_FRAMES = ["corner-drag", "violent-drag"];

describe("the same bits as in Node (Chromium)", () => {
  const written: Readonly<Record<string, Golden>> = hashes;
  const isSoak = Boolean(import.meta.env["TATTER_SOAK"]);

  test.each(GOLDEN_NAMES.filter((name) => isSoak || !SLOW_FRAMES.includes(name)))("%s", (name) => {
    expect(navigator.userAgent).toMatch(/Chrome/);
    // The whole run in the soak: it is the same engine, and Node looks at the whole of it every time.
    if (isSoak) expect(goldenRun(name)).toEqual(written[name]);
    else expect(earlyHash(name)).toBe(written[name]!.early);
  });
});

test("a recording that was made in Node replays to the same bits, and is made to the same bytes (Chromium)", () => {
  const { edits } = replayGolden(recording);
  expect(edits[4]).toBe(edits[0]);
  expect(goldenRecording()).toBe(recording);
});
