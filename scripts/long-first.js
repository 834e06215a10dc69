// The order of test files: those that are known to take long come first, so that no core waits for the last one.
import { BaseSequencer } from "vitest/node";

/** In this order; all others follow, the largest first where no times of earlier runs are known. */
const LONG = [
  "test/golden/",
  "test/browser/",
  "test/physics/",
  "test/package",
  "test/mesh/edits",
  "test/cloth/undo",
];

export class LongFirst extends BaseSequencer {
  async sort(specifications) {
    const inOrder = await super.sort(specifications); // oxlint-disable-line unicorn/no-array-sort -- no array's
    return inOrder.toSorted((a, b) => rank(a) - rank(b)); // which leaves equals in their order
  }
}

function rank({ moduleId }) {
  const place = LONG.findIndex((part) => moduleId.includes(part));
  return place < 0 ? LONG.length : place;
}
