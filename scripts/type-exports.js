// Marks type-only exports in the bundled declarations. The bundler exports such classes as values, so that
// `import { Ball } from "tatter"; new Ball()` would compile and fail at run time.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Rewrites `export { … }` in the declarations of every entry point in a folder. */
export function markTypeExports(folder) {
  for (const entry of readdirSync(folder, { recursive: true })) {
    if (!/(^|[\\/])index\.d\.ts$/.test(entry)) continue;
    const path = join(folder, entry);
    const script = path.replace(/\.d\.ts$/, ".js");
    if (existsSync(script)) markFile(path, exportedNames(readFileSync(script, "utf8")));
  }
}

/** The names that a bundled script exports. */
function exportedNames(text) {
  const lists = [...text.matchAll(/export\s*\{([^}]*)\}/g)].map(([, list]) => list);
  const names = lists.flatMap((list) =>
    list.split(",").map((item) =>
      item
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    ),
  );
  return new Set(names.filter((name) => name !== ""));
}

function markFile(path, values) {
  const text = readFileSync(path, "utf8");
  const marked = text.replace(/export \{([^}]*)\}/g, (_all, list) => {
    const items = list.split(",").map((item) => {
      const word = item.trim();
      const name = word.split(/\s+as\s+/).at(-1);
      return word === "" || word.startsWith("type ") || values.has(name) ? word : `type ${word}`;
    });
    return `export { ${items.filter((item) => item !== "").join(", ")} }`;
  });
  writeFileSync(path, marked);
}
