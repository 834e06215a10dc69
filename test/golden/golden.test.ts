import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { World } from "../../src/sim/index.js";
import { deepestInside } from "../depth.js";
import { SOAK } from "../runs.js";
import {
  earlyHash,
  firstHalf,
  GOLDEN_NAMES,
  goldenRecording,
  goldenRun,
  LONG_RUNS,
  replayGolden,
  type Golden,
} from "./golden.js";
import hashes from "./hashes.json";
import referenceHashes from "./reference-hashes.json";

/** Maximum penetration into a collider, m. */
const DEEPEST = 1e-4;
/** True if the hashes are to be updated (`npm run golden`). */
const RENEWS = process.env["TATTER_GOLDEN"] === "renew";

// Users rely on bit-exact runs. A change of the hashes is stored with `npm run golden`, and needs a reason in the
// commit and a line in the changelog.
describe("golden hashes, with no penetration of colliders in any frame (Node)", () => {
  const written: Readonly<Record<string, Golden>> = hashes;
  const found: Record<string, Golden> = {};

  test.each(GOLDEN_NAMES)("%s", (name) => {
    const inside: string[] = [];
    const onFrame = (world: World): void => {
      const depth = deepestInside(world);
      if (!(depth <= DEEPEST)) inside.push(`at ${world.time.toFixed(3)} s by ${depth} m`);
    };
    if (LONG_RUNS.includes(name) && !RENEWS && !SOAK) {
      expect(written[name]).toMatchObject(firstHalf(name, onFrame));
    } else {
      found[name] = goldenRun(name, onFrame);
      if (!RENEWS) expect(found[name]).toEqual(written[name]);
    }
    expect(inside).toEqual([]);
  });

  test("exist for every run and no other", () => {
    if (!RENEWS) expect(Object.keys(written)).toEqual(GOLDEN_NAMES);
  });

  afterAll(() => {
    if (!RENEWS) return;
    const all = Object.fromEntries(GOLDEN_NAMES.map((name) => [name, found[name]]));
    writeFileSync("test/golden/hashes.json", `${JSON.stringify(all, null, 2)}\n`);
  });
});

// The reference kernels never change: scenes of version 0.2 with its presets and rules still have their hashes of then. The
// hashes here are those of the scenes as they are now; where a scene leaves the solver to the library, of `xpbd`.
describe("golden hashes of the reference kernels (Node)", () => {
  const written: Readonly<Record<string, Golden>> = referenceHashes;

  test.each(Object.keys(written))("%s", (name) => {
    if (SOAK || RENEWS) expect(goldenRun(name, undefined, "reference")).toEqual(written[name]);
    else expect(earlyHash(name, "reference")).toBe(written[name]!.early);
  });

  test("are those of all runs whose default kernels are others", () => {
    const same = Object.keys(written).filter(
      (name) => written[name]!.early === (hashes as Record<string, Golden>)[name]?.early,
    );
    expect(same).toEqual([]);
    expect(Object.keys(written).length).toBeGreaterThan(40);
  });
});

test("a recording equals the stored file, and replays bit-exactly (Node)", async () => {
  const text = goldenRecording();
  await expect(text).toMatchFileSnapshot("recording.txt");
  const { edits } = replayGolden(text);
  expect(edits[2]).toBe(0); // at the start it is intact again
  expect(edits[0]).toBeGreaterThan(20);
  expect(edits[4]).toBe(edits[0]);
});
