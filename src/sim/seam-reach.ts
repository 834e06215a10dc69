/**
 * For each edge of a path two of its vertices, so far on either side as a reach, or as far as the path goes. A line that is laid
 * along the edges of a mesh zigzags; from the one to the other vertex it has the direction that was meant.
 *
 * @param path Its vertices, one more than edges.
 * @param ends How far along the path each edge ends, m.
 * @param reach From the middle of the edge, m.
 */
export function seamReach(
  path: readonly number[],
  ends: readonly number[],
  reach: number,
): { from: number[]; to: number[] } {
  const way = [0, ...ends];
  const from: number[] = [];
  const to: number[] = [];
  let behind = 0;
  let ahead = 0;
  for (let i = 0; i < ends.length; i++) {
    const middle = (way[i]! + way[i + 1]!) / 2;
    while (behind < i && way[behind + 1]! <= middle - reach) behind++;
    while (ahead < ends.length && (ahead <= i || way[ahead]! < middle + reach)) ahead++;
    const isLoop = path[behind] === path[ahead];
    from.push(path[isLoop ? i : behind]!);
    to.push(path[isLoop ? i + 1 : ahead]!);
  }
  return { from, to };
}
