import { expect, test } from "vitest";
import { checkApart } from "../../src/cli/output.js";

// The report was written last, and nothing was left of the recording; the summary named both.
test("one file is not taken for two", async () => {
  await expect(checkApart({ report: "out/../x", record: "x" }, [])).rejects.toThrow(
    "--report out/../x: this is --record too, choose another",
  );
  await checkApart({ report: "y", record: "x" }, []);
  await checkApart({}, []);
});
