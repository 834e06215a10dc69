// Counts tests by outcome. Errors outside of tests and files that do not load count as failures. Also collects skipped
// and slowest tests. scripts/test.js prints the result at the end.
import { writeFileSync } from "node:fs";

/** Number of slowest tests in the report. */
const SLOWEST = 20;

export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    /** Number of skipped tests by file. */
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
