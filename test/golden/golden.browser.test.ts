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

/** Scenes whose solver, model, mesh and tearing are covered by others; the soak runs them. */
const LIKE_OTHERS = [
  "bias-pull",
  "corner-drag",
  "curtain",
  "denim-rip",
  "hung-by-corners",
  "irregular-pull",
  "lateral-pull",
  "notched-pull",
  "notched-rip",
  "onal-ball-high",
  "onal-ball-large",
  "onal-ball-low",
  "paper-tear at 25",
  "paper-tear at 29.97",
  "silk-drape",
  "two-corners",
  "violent-drag",
  "weave-pull",
  "worn",
  "zip",
];

describe("bit-exact as in Node (Chromium)", () => {
  const written: Readonly<Record<string, Golden>> = hashes;
  const isSoak = Boolean(import.meta.env["TATTER_SOAK"]);

  test.each(GOLDEN_NAMES.filter((name) => isSoak || !LIKE_OTHERS.includes(name)))("%s", (name) => {
    expect(navigator.userAgent).toMatch(/Chrome/);
    // The whole run in the soak: the engine is the same, and Node always checks the whole run.
    if (isSoak) expect(goldenRun(name)).toEqual(written[name]);
    else expect(earlyHash(name)).toBe(written[name]!.early);
  });
});

test("a recording from Node replays bit-exactly, and is written with the same bytes (Chromium)", () => {
  const { edits } = replayGolden(recording);
  expect(edits[4]).toBe(edits[0]);
  expect(goldenRecording()).toBe(recording);
});
