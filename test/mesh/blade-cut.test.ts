import { expect, test } from "vitest";
import {
  BladeCut,
  buildMesh,
  generateGrid,
  inheritPositions,
  Pieces,
  validate,
} from "../../src/mesh/index.js";
import { generateIrregular } from "../../src/generate/index.js";

test("probe", () => {
  for (const frames of [1, 3, 17, 200])
    for (let seed = 0; seed < 20; seed++) {
      const data =
        seed % 2
          ? generateIrregular({ size: [1, 1], spacing: 0.1, seed })
          : generateGrid({ size: [1, 1], segments: [10, 10] });
      const mesh = buildMesh(data);
      const at = (f: number): [[number, number, number], [number, number, number]] => {
        const x = -0.7 + 1.4 * f,
          y = -0.2 + 0.03 * seed + 0.3 * f;
        return [
          [x, y, -0.5],
          [x + 0.1, y, 0.5],
        ];
      };
      const [from, to] = at(0);
      const cut = new BladeCut({ from, to });
      let edges = 0;
      let splits = 0;
      for (let i = 1; i <= frames; i++) {
        const positions = inheritPositions(mesh, data.positions);
        const r = cut.advance(mesh, positions, positions, ...at(i / frames));
        edges += r.edges.length;
        splits += r.edits.filter((e) => e.type === "split-edge").length;
        expect(validate(mesh)).toBeNull();
      }
      console.log(frames, seed, edges, splits, new Pieces(mesh).count);
    }
});
