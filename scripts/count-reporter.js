// Counts tests by outcome, with errors outside of tests and files that did not load as failures.
import { writeFileSync } from "node:fs";

export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) counts[test.result().state]++;
    }
    const path = process.env.TATTER_TEST_RESULTS;
    if (path) writeFileSync(path, JSON.stringify(counts));
  }
}
