// npm run api: writes a report of the public API of each entry point to api/, so that a change of it shows in a diff.
// npm run api -- --check: compares only; exits with 1 if a report is out of date.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { ENTRY_POINTS } from "./entry-points.js";
import { root, setUp } from "./setup.js";

const HELP = `npm run api             write the reports of the public API to api/
npm run api -- --check  only compare; exits with 1 if a report is out of date`;

const REPORTS = join(root, "api");

/** True if the report of an entry point has changed. */
function report(name, isCheck, temporary) {
  const file = name === "." ? "tatter" : `tatter-${name}`;
  const entry = join(root, "dist", name === "." ? "" : name, "index.d.ts");
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: "esnext",
            moduleResolution: "bundler",
            lib: ["es2023", "dom"],
            skipLibCheck: true,
            types: [],
          },
          files: [entry],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: `${file}.api.md`,
        reportFolder: REPORTS,
        reportTempFolder: temporary,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      // Declarations lie in shared chunks, and examples are plain text: warnings about both say nothing here.
      messages: {
        compilerMessageReporting: { default: { logLevel: "none" } },
        extractorMessageReporting: { default: { logLevel: "none" } },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
    configObjectFullPath: join(root, "api-extractor.json"),
    packageJsonFullPath: join(root, "package.json"),
  });
  Extractor.invoke(config, {
    localBuild: false, // it writes to the temporary folder only
    messageCallback: (message) => (message.handled = true),
  });
  const path = join(REPORTS, `${file}.api.md`);
  const current = withSortedEnums(readFileSync(join(temporary, `${file}.api.md`), "utf8"));
  if (existsSync(path) && readFileSync(path, "utf8") === current) return null;
  if (!isCheck) writeFileSync(path, current);
  return `${file}.api.md`;
}

/** The compiler lists the values of an enumeration in the order in which it came across them, which changes. */
function withSortedEnums(text) {
  return text.replaceAll(/(ZodEnum<\{\n)([^{}]*?)(\n *\}>)/g, (_, start, lines, end) => {
    return start + lines.split("\n").toSorted().join("\n") + end;
  });
}

function main(args) {
  if (args.includes("--help")) return console.log(HELP);
  const isCheck = args.includes("--check");
  setUp();
  mkdirSync(REPORTS, { recursive: true });
  const temporary = mkdtempSync(join(tmpdir(), "tatter-api-"));
  try {
    const changed = Object.keys(ENTRY_POINTS)
      .map((name) => report(name, isCheck, temporary))
      .filter((file) => file !== null);
    if (changed.length === 0)
      console.log(`api/: up to date (${Object.keys(ENTRY_POINTS).length} reports)`);
    else if (isCheck) {
      console.log(
        `api/: the public API has changed in ${changed.join(", ")}; run npm run api and commit the result`,
      );
      process.exitCode = 1;
    } else console.log(`api/: wrote ${changed.join(", ")}`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

main(process.argv.slice(2));
