// node bench/true-forces/make-references.js [--case 1k-cotton-1 …]: makes the stored references; without a name, all
// that are missing.
import { parseArgs } from "node:util";
import { CASES, caseOf } from "./cases.js";
import { explicitForces, loadReference, storeReference } from "./references.js";
import { storeStart } from "./start.js";

const { values } = parseArgs({ options: { case: { type: "string", multiple: true } } });
const requested = values.case?.map(caseOf);
const missing = () => Object.values(CASES).filter((one) => loadReference(one) === null);
const progress = (line) => process.stderr.write(`\r${line}   `);
for (const one of requested ?? missing()) {
  storeStart(one);
  storeReference(one, explicitForces(one, { progress }));
  process.stderr.write("\n");
}
