import { expect, test } from "vitest";
import { generateGrid, Pieces, validate } from "../../src/mesh/index.js";
import { PATHS } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import { surfaceOf, tearNow, loadedEdges, trianglesAt } from "../tearing/surfaces.js";

// A triangle was connected to the corner of a sheet by one vertex. Only the heavier end of the loaded edge was checked,
// the vertex inside the sheet: it split, and the triangle stayed.
test.each(PATHS)(
  "a part connected by one vertex separates, however heavy the other end is (%s)",
  (path) => {
    const grid = generateGrid({ size: [2, 2], segments: [2, 2], diagonals: "one-way" });
    const [inside, corner] = [4, 8];
    const places = Array.from({ length: 9 }, (_, v) => [...grid.positions.slice(3 * v, 3 * v + 3)]);
    const triangles = Array.from({ length: 8 }, (_, t) => [
      ...grid.triangles.slice(3 * t, 3 * t + 3),
    ]);
    const data = meshData([...triangles, [corner, 9, 10]], [...places, [2, 1, 0], [2, 2, 0]]);
    const surface = surfaceOf(data);
    const { mesh } = surface;
    const loaded = loadedEdges(surface, [mesh.findEdge(inside, corner), 3]);
    const { tears } = tearNow(surface, { path }, loaded);
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
    expect(tears[0]!.edits).toMatchObject([{ type: "split-vertex", vertex: corner, newEdges: [] }]);
    expect(tears[0]!.position).toEqual([1, 1, 0]);
    expect(trianglesAt(mesh, corner)).toEqual([8]);
    expect(new Pieces(mesh).count).toBe(2);
    expect(validate(mesh)).toBeNull();
  },
);
