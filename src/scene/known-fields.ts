import { sceneJsonSchema } from "./schema.js";

type Node = {
  properties?: Record<string, Node>;
  items?: Node;
  oneOf?: Node[];
  anyOf?: Node[];
};

/** The fields that the scene format knows at a path, for messages about an unknown one. */
export function knownFields(path: readonly PropertyKey[]): string[] {
  let nodes: Node[] = [sceneJsonSchema()];
  for (const part of path) {
    nodes = nodes.flatMap(alternatives).flatMap(({ properties, items }) => {
      const next = typeof part === "number" ? items : properties?.[String(part)];
      return next === undefined ? [] : [next];
    });
  }
  const names = nodes
    .flatMap(alternatives)
    .flatMap(({ properties = {} }) => Object.keys(properties));
  return [...new Set(names)].filter((name) => name !== "$schema");
}

function alternatives(node: Node): Node[] {
  return [node, ...(node.oneOf ?? []), ...(node.anyOf ?? [])];
}
