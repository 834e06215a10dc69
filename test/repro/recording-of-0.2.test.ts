import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeRecording, Replay, type Recording } from "../../src/scene/index.js";

// Recorded with the last commit before the presets, the rules of tearing and the default solver changed:
//
// - recording-0.2.txt: its golden recording.
// - recording-0.2-presets.txt: two sheets of foil, one with values of its own, and one of wool that tears. All yield. A
//   grab pulls each of them, and the density of the first changes.
// - recording-0.2-slice.txt: silk with random strengths that tears along the path `slice`.

function recordingOf02(file: string): Recording {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  return decodeRecording(Uint8Array.from(Buffer.from(text, "base64")));
}

describe("a recording of version 0.2 replays to its own hashes", () => {
  test.each([
    ["recording-0.2.txt", 24],
    ["recording-0.2-presets.txt", 12],
    ["recording-0.2-slice.txt", 14],
  ])("%s", (file, last) => {
    const recording = recordingOf02(file);
    const replay = new Replay(recording);
    expect(replay.lastFrame).toBe(last);
    for (let frame = 1; frame <= last; frame++) {
      replay.next();
      expect(replay.world.hash()).toBe(recording.frames[frame]!.hash);
    }
    expect(replay.world.stats.tears).toBeGreaterThan(0);
  });
});

/** Only then the fixtures show that the old presets are restored. */
test("the sheets of the old presets have yielded", () => {
  const replay = new Replay(recordingOf02("recording-0.2-presets.txt"));
  replay.seek(12);
  for (const { plastic } of replay.world.capture().cloths) {
    const { stretches } = plastic as { stretches: Float64Array };
    expect(Math.max(...stretches)).toBeGreaterThan(1.1);
  }
});
