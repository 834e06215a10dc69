import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { listScenes } from "../../src/node/index.js";
import { RENAMED_FIELDS } from "../../src/scene/renamed-fields.js";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = [
  ...[
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "examples/cannon-es/README.md",
  ],
  ...readdirSync(join(ROOT, "docs")).flatMap((name) =>
    name.endsWith(".md") ? [`docs/${name}`] : [],
  ),
];
const TEXTS = new Map(PAGES.map((page) => [page, readFileSync(join(ROOT, page), "utf8")]));

/** The lines of a page that are prose: no code, no table, no heading. */
function prose(text: string): string[] {
  return text
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, "")
    .split("\n")
    .filter((line) => !/^\s*(\||#|<!--|!\[| {4})/.test(line));
}

function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

describe.each(PAGES)("%s", (page) => {
  const text = TEXTS.get(page)!;

  test("has lines of at most 120 characters", () => {
    expect(prose(text).filter((line) => line.length > 120)).toEqual([]);
  });

  test("starts with its purpose", () => {
    const [title, blank, first] = text.split("\n");
    expect(title).toMatch(/^# /);
    expect(blank).toBe("");
    expect(first).toMatch(/^[A-Z`_*]/);
  });

  test("links to files and headings that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => target!);
    const broken = links.filter((link) => {
      const [path, anchor] = link.split("#") as [string, string?];
      const file = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), path);
      if (!existsSync(file)) return true;
      if (anchor === undefined || !file.endsWith(".md")) return false;
      return !anchorsOf(readFileSync(file, "utf8")).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("does not use replaced words", () => {
    // The changelog and the table of renamed fields contain the old words on purpose.
    if (page === "CHANGELOG.md") return;
    const words =
      /\b(to the bit|tally|lips|pegs?|couplings|aphorism|rooms?(?! for| to| in)|nobody|somebody|by and by|massMiddle|throwBall|takeBack|Vector3)\b/i;
    expect(prose(text).filter((line) => words.test(line))).toEqual([]);
  });
});

test("constants are named MAX_ and MIN_", () => {
  const files = ["src", "lab/src", "bench", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|js)$/.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
  const odd = files.filter((file) =>
    /\b(MOST|LEAST|LONGEST|FEWEST)_[A-Z]/.test(readFileSync(file, "utf8")),
  );
  expect(odd.map((file) => relative(ROOT, file))).toEqual([]);
});

test("docs/scene.md lists every renamed field", () => {
  const text = TEXTS.get("docs/scene.md")!;
  for (const [path, name] of Object.entries(RENAMED_FIELDS)) {
    expect(text).toContain(path.split(".").at(-1));
    expect(text).toContain(name);
  }
});

test("descriptions of scenes are short", async () => {
  for (const { name, description } of await listScenes()) {
    expect(description.length, name).toBeGreaterThan(20);
    expect(description.length, name).toBeLessThanOrEqual(260);
  }
});
