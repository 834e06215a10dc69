import { expect, test } from "vitest";
import { meshData } from "../meshes.js";
import { distanceOf, surfaceOf, tearNow, loadedEdges } from "../tearing/surfaces.js";

// The copy of a one-point connection was moved along the tension until the loaded edge had its rest length, at any
// distance: with an edge at 2.5 times its length it stretched the edges beside it, and they tore next.
test.each([-10, -45])(
  "a part that separates does not retract so far that its edge at %i° tears next",
  (angle) => {
    const spokes = [angle, 40, 90, 140, 220, 260].map((a) => [
      Math.cos((a * Math.PI) / 180),
      Math.sin((a * Math.PI) / 180),
      0,
    ]);
    const triangles = [
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 4],
      [0, 5, 6],
    ];
    const surface = surfaceOf(meshData(triangles, [[0, 0, 0], ...spokes]));
    const { mesh, positions, restLengths } = surface;
    positions.set([0, 2.5, 0], 3 * 3);
    const { tears } = tearNow(surface, {}, loadedEdges(surface, [mesh.findEdge(0, 3), 2]));
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
    expect(tears[0]!.moves).toHaveLength(1);
    const { vertex, position } = tears[0]!.moves[0]!;
    const after = Float64Array.of(...positions, ...position);
    expect(3 * vertex).toBe(positions.length);
    const strainTo = (rim: number): number =>
      distanceOf(after, vertex, rim) / restLengths[mesh.findEdge(vertex, rim)]! - 1;
    expect(strainTo(3)).toBeLessThan(1); // from 1.5
    for (const rim of [1, 2, 4]) expect(strainTo(rim)).toBeLessThanOrEqual(1.5 / 2);
  },
);
