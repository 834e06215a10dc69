import { parseArgs } from "node:util";

export const HELP = `npm run fuzz -- [options]

Changes scenes, meshes, pictures, states, recordings, share links and --set texts at random and gives them to the program.
Each has to be taken, or refused in one readable line, within 5 s and 1 GB. Ends with a table, and with exit code 1 where
anything failed; what failed lies in the folder of --out, with the command that tries it again.

  --count <n>    inputs in all, spread over the kinds; default 8000
  --seed <n>     default 1; the same seed gives the same inputs
  --kind <name>  one kind alone: KINDS; may be given several times
  --only <n>     the nth input alone, and what becomes of it
  --jobs <n>     processes at a time; default 1
  --out <path>   default out/fuzz
  --help
`;

/** @throws Error with one line. */
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
    if (!kinds.includes(kind)) throw new Error(`--kind ${kind}: expected ${kinds.join(", ")}`);
  }
  const only = values.only === undefined ? null : whole("only", values.only, 0);
  if (only !== null && values.kind.length !== 1) throw new Error("--only: expected one --kind too");
  return {
    help: values.help,
    kinds: values.kind,
    count: whole("count", values.count, 1),
    seed: whole("seed", values.seed, 0),
    jobs: whole("jobs", values.jobs, 1),
    out: values.out,
    only,
  };
}

function whole(name, text, least) {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`--${name} ${text}: expected a whole number of ${least} or more`);
}
