/** Width of a grid cell in tolerances: wide enough that most vertices search only one cell. */
const CELL = 8;

/**
 * Maps each vertex to the one it is welded to: the first earlier vertex within the tolerance that was not welded
 * itself, or the vertex itself. Chains do not creep: a vertex is never farther from its target than the tolerance.
 * Nearly O(n), with a hash grid.
 *
 * @param positions Three coordinates per vertex, m.
 * @param tolerance Distance, m; 0 welds only vertices with equal positions.
 */
export function weldMap(positions: Float64Array, tolerance: number): Int32Array {
  const map = new Int32Array(positions.length / 3);
  const cells = new Map<string, number[]>();
  for (let v = 0; v < map.length; v++) {
    const partner = findPartner(v);
    map[v] = partner === -1 ? v : partner;
    if (partner !== -1) continue;
    const key = [0, 1, 2].map((k) => cellOf(positions[3 * v + k]!)).join(" ");
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [v]);
    else cell.push(v);
  }
  return map;

  /** Without a tolerance the coordinate itself is the cell; + 0 turns −0 into 0. */
  function cellOf(coordinate: number): number {
    return tolerance === 0 ? coordinate + 0 : Math.floor(coordinate / (CELL * tolerance));
  }

  function findPartner(vertex: number): number {
    let found = -1;
    for (const x of cellsNear(positions[3 * vertex]!)) {
      for (const y of cellsNear(positions[3 * vertex + 1]!)) {
        for (const z of cellsNear(positions[3 * vertex + 2]!)) {
          for (const other of cells.get(`${x} ${y} ${z}`) ?? []) {
            if ((found === -1 || other < found) && isWithin(vertex, other)) found = other;
          }
        }
      }
    }
    return found;
  }

  function cellsNear(coordinate: number): number[] {
    const low = cellOf(coordinate - tolerance);
    const high = cellOf(coordinate + tolerance);
    return low === high ? [low] : [low, high];
  }

  function isWithin(a: number, b: number): boolean {
    const x = positions[3 * a]! - positions[3 * b]!;
    const y = positions[3 * a + 1]! - positions[3 * b + 1]!;
    const z = positions[3 * a + 2]! - positions[3 * b + 2]!;
    return x * x + y * y + z * z <= tolerance * tolerance;
  }
}
