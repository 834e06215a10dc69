import { Conditions } from "../../src/cloth/index.js";
import type { WorldCloth } from "../../src/sim/index.js";

const at = new Conditions();

/** The angle of the fold at the edge of two vertices; 0 when flat. The cloth has hinges and a flat rest shape. */
function foldOf({ mesh, elements, particles }: WorldCloth, a: number, b: number): number {
  const hinges = elements.find(({ kind }) => kind === "hinge")!;
  const edge = mesh.findEdge(a, b);
  if (!hinges.isAlive(edge)) return 0;
  return hinges.evaluate(edge, particles.positions, at) ? at.values[0]! : 0;
}

/** The rms angle of all folds, radians. */
export function sharpnessOf(cloth: WorldCloth): number {
  const { mesh } = cloth;
  let sum = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    sum += foldOf(cloth, mesh.edgeStart(edge), mesh.edgeEnd(edge)) ** 2;
  }
  return Math.sqrt(sum / mesh.edgeCount);
}

/**
 * How much of the folding of a grid of n × n cells is a zigzag at the size of its mesh: of all pairs of neighbors among
 * parallel mesh lines, those that fold opposite ways, weighted by the product of their angles. 0: smooth folds; ½:
 * at random; 1: every line folds back what the line before it folded.
 */
export function zigzagOf(cloth: WorldCloth, n: number): number {
  const vertex = (column: number, row: number): number => row * (n + 1) + column;
  let [zigzag, all] = [0, 0];
  const compare = (one: number, next: number): void => {
    const product = one * next;
    all += Math.abs(product);
    if (product < 0) zigzag -= product;
  };
  for (let i = 0; i < n; i++) {
    for (let line = 1; line < n - 1; line++) {
      const column = (at: number): number => foldOf(cloth, vertex(at, i), vertex(at, i + 1));
      const row = (at: number): number => foldOf(cloth, vertex(i, at), vertex(i + 1, at));
      compare(column(line), column(line + 1));
      compare(row(line), row(line + 1));
    }
  }
  return zigzag / all;
}
