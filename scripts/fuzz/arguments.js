import { parseArgs } from "node:util";

export const HELP = `npm run fuzz -- [options]

Mutates scenes, meshes, images, states, recordings, share links and --set texts at random and passes them to the program.
Each input must be accepted, or refused with one readable line, within 5 s and 1 GB. Prints a table at the end. The exit
code is 1 if an input failed. Failed inputs are written to the folder of --out, with the command that repeats them.

  --count <n>    total number of inputs, over all kinds; default 8000
  --seed <n>     random seed; default 1; the same seed gives the same inputs
  --kind <name>  only this kind; can be repeated; one of KINDS
  --only <n>     only the nth input, with its outcome
  --jobs <n>     parallel processes; default 1
  --out <path>   folder for failed inputs; default out/fuzz
  --help         show this text
`;

/** Reads the command line. @throws {Error} With a one-line message. */
export function readArguments(kinds) {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "8000" },
      seed: { type: "string", default: "1" },
      kind: { type: "string", multiple: true, default: kinds },
      only: { type: "string" },
      jobs: { type: "string", default: "1" },
      out: { type: "string", default: "out/fuzz" },
      help: { type: "boolean", default: false },
    },
  });
  for (const kind of values.kind) {
    if (!kinds.includes(kind))
      throw new Error(`--kind ${kind}: expected one of ${kinds.join(", ")}`);
  }
  const only = values.only === undefined ? null : readInteger("only", values.only, 0);
  if (only !== null && values.kind.length !== 1)
    throw new Error("--only: expected exactly one --kind");
  return {
    help: values.help,
    kinds: values.kind,
    count: readInteger("count", values.count, 1),
    seed: readInteger("seed", values.seed, 0),
    jobs: readInteger("jobs", values.jobs, 1),
    out: values.out,
    only,
  };
}

function readInteger(name, text, min) {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= min) return number;
  throw new Error(`--${name} ${text}: expected an integer of at least ${min}`);
}
