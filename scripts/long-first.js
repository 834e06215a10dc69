// The order of test files: long ones come first, so that no core waits for the last one.
import { BaseSequencer } from "vitest/node";

/** In this order. All others follow, the largest first if no times of earlier runs are known. */
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
    const inOrder = await super.sort(specifications); // oxlint-disable-line unicorn/no-array-sort -- not an array
    return inOrder.toSorted((a, b) => rank(a) - rank(b)); // a stable sort
  }
}

function rank({ moduleId }) {
  const index = LONG.findIndex((path) => moduleId.includes(path));
  return index < 0 ? LONG.length : index;
}
