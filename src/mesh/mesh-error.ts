/** Bad input to the mesh room; the message names the face or vertex and what is wrong with it. */
export class MeshError extends Error {
  override name = "MeshError";
}

/** A mesh that would have more vertices than were allowed. */
export class MeshSizeError extends MeshError {
  override name = "MeshSizeError";

  /**
   * @param field The option that makes it so large.
   * @param count How many vertices there would be, about or at least.
   * @param remedy What to do.
   */
  constructor(
    readonly field: string,
    readonly count: number,
    most: number,
    remedy = `use a larger ${field}`,
  ) {
    super(
      `${field}: so fine that about ${count} vertices would come, more than ${most}; ${remedy}`,
    );
  }
}

/** Of a grid, a disc or a tube: a few gigabytes, where some engines can make no larger array. */
const MAX_VERTICES = 16_777_216; // 2²⁴

/**
 * @param field The option that counts what such a mesh is made of.
 * @throws MeshSizeError before memory is taken for so many.
 */
export function checkVertexCount(field: string, count: number): void {
  if (count > MAX_VERTICES) {
    throw new MeshSizeError(field, count, MAX_VERTICES, `use fewer ${field}`);
  }
}

/** @throws MeshError when the mesh has no such vertex. */
export function requireVertex(
  mesh: { readonly vertexCount: number },
  vertex: number,
  operation: string,
): void {
  if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < mesh.vertexCount)) {
    throw new MeshError(
      `${operation}: vertex ${vertex} does not exist (0 to ${mesh.vertexCount - 1})`,
    );
  }
}

/** @throws MeshError when the mesh has no such edge. */
export function requireEdge(
  mesh: { readonly edgeCount: number },
  edge: number,
  operation: string,
): void {
  if (!(Number.isInteger(edge) && edge >= 0 && edge < mesh.edgeCount)) {
    throw new MeshError(`${operation}: edge ${edge} does not exist (0 to ${mesh.edgeCount - 1})`);
  }
}
