/**
 * Bad input to a mesh function. The message names the face or vertex and what is wrong with it.
 *
 * @example
 * import { generateGrid, MeshError } from "tatter";
 * try {
 *   generateGrid({ size: [1, -1], segments: [4, 4] });
 * } catch (error) {
 *   if (error instanceof MeshError) console.log(error.message);
 * }
 */
export class MeshError extends Error {
  override name = "MeshError";
}

/**
 * A mesh that would have more vertices than allowed.
 *
 * @example
 * import { generateGrid, MeshSizeError } from "tatter";
 * try {
 *   generateGrid({ size: [1, 1], segments: [100_000, 100_000] });
 * } catch (error) {
 *   if (error instanceof MeshSizeError) console.log(error.message);
 * }
 */
export class MeshSizeError extends MeshError {
  override name = "MeshSizeError";

  /**
   * @param field The option that causes the size.
   * @param count Approximate or minimum number of vertices of the mesh.
   * @param max Maximum number of vertices.
   * @param remedy How to fix it.
   */
  constructor(
    readonly field: string,
    readonly count: number,
    max: number,
    remedy = `use a larger ${field}`,
  ) {
    super(`${field}: expected a mesh of at most ${max} vertices, got about ${count}; ${remedy}`);
  }
}

/**
 * Maximum number of vertices of a grid, a disc or a tube: a few gigabytes. Some engines cannot allocate larger arrays.
 */
const MAX_VERTICES = 16_777_216; // 2²⁴

/**
 * Checks the number of vertices before memory is allocated.
 *
 * @param field The option that determines the number.
 * @throws MeshSizeError
 */
export function checkVertexCount(field: string, count: number): void {
  if (count > MAX_VERTICES) {
    throw new MeshSizeError(field, count, MAX_VERTICES, `use fewer ${field}`);
  }
}

/** @throws MeshError if the vertex does not exist. */
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

/** @throws MeshError if the edge does not exist. */
export function requireEdge(
  mesh: { readonly edgeCount: number },
  edge: number,
  operation: string,
): void {
  if (!(Number.isInteger(edge) && edge >= 0 && edge < mesh.edgeCount)) {
    throw new MeshError(`${operation}: edge ${edge} does not exist (0 to ${mesh.edgeCount - 1})`);
  }
}
