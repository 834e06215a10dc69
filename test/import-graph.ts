import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";

/** All TypeScript files below a folder, as paths from there with forward slashes, sorted. */
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
 * Files that import one another, be it types alone: for each group of files where every one reaches every other, a shortest
 * cycle through its first file, which is named again at the end. Empty: imports point one way.
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

/** What each file of a folder imports from it. */
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

/** All that a file imports or exports from elsewhere, `import()` and `import("…").Type` among it. */
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

/** From a file back to itself; null: there is no way. */
function shortestCycle(graph: ReadonlyMap<string, string[]>, start: string): string[] | null {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)!)!) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

function reachable(graph: ReadonlyMap<string, string[]>, start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found) for (const next of graph.get(file)!) found.add(next);
  return found;
}
