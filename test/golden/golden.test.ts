import { expect, test } from "vitest";
import { goldenHashes } from "./golden.js";

// The bits of a run are part of what users rely on. A change that moves them is written down by
// `npm run golden`, which asks for a reason in the commit and a line in the changelog.
test("every scene ends in the bits that were written down (Node)", async () => {
  await expect(`${JSON.stringify(goldenHashes(), null, 2)}\n`).toMatchFileSnapshot("hashes.json");
});
