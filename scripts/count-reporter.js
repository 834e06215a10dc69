// Counts tests by outcome, with errors outside of tests and files that did not load as failures, and notes what was
// skipped and what took longest. scripts/test.js prints it at the end.
import { writeFileSync } from "node:fs";

/** How many of the slowest tests are noted. */
const SLOWEST = 20;

export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    /** How many tests of each file were skipped. */
    const skipped = {};
    const times = [];
    for (const module of modules) {
      const file = module.relativeModuleId;
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state]++;
        if (state === "skipped") skipped[file] = (skipped[file] ?? 0) + 1;
        const project = module.project.name;
        times.push({
          seconds: (test.diagnostic()?.duration ?? 0) / 1000,
          file,
          project,
          name: test.fullName,
        });
      }
    }
    const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const path = process.env.TATTER_TEST_RESULTS;
    if (path) writeFileSync(path, JSON.stringify({ counts, skipped, slowest }));
  }
}
