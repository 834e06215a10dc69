import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";

/** All TypeScript files in a folder, as sorted relative paths with forward slashes. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll(sep, "/"))
    .toSorted();
}

/** A file of a folder with its syntax tree. */
export function parse(folder: string, file: string): ts.SourceFile {
  const text = readFileSync(join(folder, file), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/**
 * Import cycles, including type-only imports: for each strongly connected group of files, a shortest cycle through its
 * first file, which is repeated at the end. Empty if there are no cycles.
 */
export function cyclesIn(folder: string): string[][] {
  const graph = importsIn(folder);
  const cycles: string[][] = [];
  const known = new Set<string>();
  for (const file of graph.keys()) {
    if (known.has(file)) continue;
    const cycle = shortestCycle(graph, file);
    if (cycle === null) continue;
    cycles.push(cycle);
    for (const other of reachable(graph, file)) {
      if (reachable(graph, other).has(file)) known.add(other);
    }
  }
  return cycles;
}

/** The imports of each file from its own folder. */
function importsIn(folder: string): Map<string, string[]> {
  const files = sourcesIn(folder);
  return new Map(
    files.map((file) => {
      const named = namesIn(parse(folder, file))
        .filter((name) => name.startsWith("."))
        .map((name) => resolve(folder, dirname(file), name))
        .map((path) => relative(folder, path).replaceAll(sep, "/").replace(/\.js$/, ".ts"));
      return [file, [...new Set(named)].filter((name) => files.includes(name))];
    }),
  );
}

/** All module specifiers that a file imports or re-exports, including `import()` and `import("…").Type`. */
function namesIn(source: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const from = origin(node);
    if (from !== undefined && ts.isStringLiteral(from)) names.push(from.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function origin(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return node.argument.literal;
  }
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

/** A path from a file back to itself; null if there is none. */
function shortestCycle(graph: ReadonlyMap<string, string[]>, start: string): string[] | null {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1)!)!) {
      if (next === start) return [...path, start];
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}

function reachable(graph: ReadonlyMap<string, string[]>, start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found) for (const next of graph.get(file)!) found.add(next);
  return found;
}
