import { sceneJsonSchema } from "./schema.js";

type Node = {
  const?: unknown;
  properties?: Record<string, Node>;
  items?: Node;
  oneOf?: Node[];
  anyOf?: Node[];
};

/** Created at first use: most scenes have no errors. */
let format: Node | null = null;

/**
 * The fields of the scene format at a path, for messages about unknown fields. If an object has several kinds, those of
 * the kind that its `type` names.
 *
 * @param found The value at the path.
 */
export function knownFields(path: readonly PropertyKey[], found: unknown): string[] {
  format ??= sceneJsonSchema();
  let nodes: Node[] = [format];
  for (const part of path) {
    nodes = nodes.flatMap(alternatives).flatMap(({ properties, items }) => {
      if (typeof part === "number") return items === undefined ? [] : [items];
      const name = String(part);
      return properties !== undefined && Object.hasOwn(properties, name) ? [properties[name]!] : [];
    });
  }
  const type = (found as { type?: unknown } | null)?.type;
  const kinds = nodes.flatMap(alternatives);
  const ofType = kinds.filter(({ properties }) => properties?.["type"]?.const === type);
  const names = (type !== undefined && ofType.length > 0 ? ofType : kinds).flatMap(
    ({ properties = {} }) => Object.keys(properties),
  );
  return [...new Set(names)].filter((name) => name !== "$schema");
}

function alternatives(node: Node): Node[] {
  return [node, ...(node.oneOf ?? []), ...(node.anyOf ?? [])];
}
