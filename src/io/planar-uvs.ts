/**
 * Generates texture coordinates for a mesh without them. Each corner is projected along the narrowest axis of the
 * bounding box and scaled to the unit square. u is along the first of the two widest axes in the order x, y, z. Among
 * equally wide axes the earlier ones are kept.
 *
 * Vertices that no triangle uses are ignored, so that an isolated vertex does not shrink the texture.
 *
 * @returns Two numbers per corner, in the order of `triangles`.
 */
export function planarUvs(positions: Float64Array, triangles: Int32Array): Float64Array {
  const lowest = [Infinity, Infinity, Infinity];
  const highest = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = positions[3 * vertex + axis]!;
      if (coordinate < lowest[axis]!) lowest[axis] = coordinate;
      if (coordinate > highest[axis]!) highest[axis] = coordinate;
    }
  }
  // Halves, because the difference of two large numbers could overflow.
  const halfWidths = [0, 1, 2].map((axis) => highest[axis]! / 2 - lowest[axis]! / 2);
  const narrowest = [2, 1, 0].reduce((best, axis) =>
    halfWidths[axis]! < halfWidths[best]! ? axis : best,
  );
  const [first, second] = [0, 1, 2].filter((axis) => axis !== narrowest) as [number, number];

  const coordinateOf = (vertex: number, axis: number): number => {
    const halfWidth = halfWidths[axis]!;
    return halfWidth > 0 ? (positions[3 * vertex + axis]! / 2 - lowest[axis]! / 2) / halfWidth : 0;
  };
  const uvs = new Float64Array(2 * triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    uvs[2 * corner] = coordinateOf(triangles[corner]!, first);
    uvs[2 * corner + 1] = coordinateOf(triangles[corner]!, second);
  }
  return uvs;
}
