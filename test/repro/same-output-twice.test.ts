import { expect, test } from "vitest";
import { checkDistinctFiles } from "../../src/cli/output.js";

// The report was written last and replaced the recording; the summary named both.
test("the same file for two outputs is refused", async () => {
  await expect(checkDistinctFiles({ report: "out/../x", record: "x" }, [])).rejects.toThrow(
    "--report out/../x: expected another file, this is --record too",
  );
  await checkDistinctFiles({ report: "y", record: "x" }, []);
  await checkDistinctFiles({}, []);
});
