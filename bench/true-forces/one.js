// node bench/true-forces/one.js --case 1k-cotton-1 --solver '{"type":"implicit"}' [--world '{"kernels":"reference"}']:
// prints the force error and the time of one case with one solver. Build the library before.
import { parseArgs } from "node:util";
import { caseOf } from "./cases.js";
import { forceError } from "./force-error.js";

const { values } = parseArgs({
  options: {
    case: { type: "string", default: "1k-cotton-1" },
    solver: { type: "string", default: "{}" },
    world: { type: "string", default: "{}" },
  },
});
const found = forceError(caseOf(values.case), JSON.parse(values.solver), JSON.parse(values.world));
const { error, milliseconds, untrusted, substeps } = found;
console.log(
  `${values.case} ${values.solver}: force error ${(100 * error).toFixed(2)} %, ${milliseconds.toFixed(2)} ms per frame, ` +
    `${substeps} substeps, ${untrusted} untrusted frames`,
);
