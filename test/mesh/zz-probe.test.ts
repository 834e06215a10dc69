import { test } from "vitest";
import {
  BladeCut,
  buildMesh,
  generateGrid,
  inheritPositions,
  type Blade,
} from "../../src/mesh/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import { Random } from "../../src/math/random.js";

function go(
  data: ReturnType<typeof generateGrid>,
  at: (t: number) => Blade,
  turn: number,
  log: boolean,
): [number, number] {
  const mesh = buildMesh(data);
  const cut = new BladeCut(at(0));
  const run = (n: number, a: number, b: number, log: boolean) => {
    for (let i = 1; i <= n; i++) {
      const p = inheritPositions(mesh, data.positions);
      const { from, to } = at(a + ((b - a) * i) / n);
      const held = cut.state.ends.map((e) => e.vertex);
      const r = cut.advance(mesh, p, p, from, to);
      if (
        log &&
        (r.edits.length || r.traces.some((t) => t.points.length > 2 || t.first !== "start"))
      ) {
        console.log(
          i,
          "held",
          held,
          r.traces.map(
            (t) =>
              `${t.first}>${t.last}: ` +
              t.points
                .map((q) =>
                  q.edge === -1
                    ? `(T${q.triangle} ${mesh.cornersIn(q.triangle)})`
                    : `${q.edge}[${mesh.edgeStart(q.edge)}-${mesh.edgeEnd(q.edge)} #${mesh.edgeTriangleCount(q.edge)}]@${q.t.toFixed(4)}`,
                )
                .join(" "),
          ),
          "EDITS",
          r.edits.map((e) =>
            e.type === "split-edge"
              ? `split ${e.edge} ${e.start}-${e.end}@${e.t.toFixed(3)} new ${e.newVertex}`
              : e.type === "separate-edge"
                ? `open ${e.edge} [${mesh.edgeStart(e.edge)}-${mesh.edgeEnd(e.edge)}]`
                : `copy ${e.vertex}->${e.newVertex}`,
          ),
        );
      }
    }
  };
  run(60, 0, turn, log);
  const done = mesh.editCount;
  if (log) console.log("BACK");
  run(40, turn, turn - 0.15, log);
  const back = mesh.editCount - done;
  if (log) console.log("FORTH");
  run(40, turn - 0.15, turn, log);
  return [back, mesh.editCount - done - back];
}
const slash =
  (angle: number, offset: number, tilt: number) =>
  (time: number): Blade => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const r = -1.2 + 2.4 * time;
    const [x, y] = [r * c - offset * s, r * s + offset * c];
    return { from: [x - tilt, y, -0.4], to: [x + tilt, y, 0.4] };
  };
test("probe", () => {
  if (process.env["PROBE"]) {
    go(
      generateIrregular({ size: [1, 1], spacing: 0.12, seed: 0 }),
      slash(0, 0, 0),
      0.42722922112200457,
      true,
    );
    return;
  }
  const r = new Random(1);
  let bad = 0;
  for (let i = 0; i < Number(process.env["N"] ?? 200); i++) {
    const data =
      i % 2
        ? generateIrregular({ size: [1, 1], spacing: 0.12, seed: i })
        : generateGrid({ size: [1, 1], segments: [8, 8] });
    const [angle, offset, tilt, turn] = [
      r.between(0, Math.PI),
      r.between(-0.3, 0.3),
      r.between(-0.3, 0.3),
      r.between(0.35, 0.65),
    ];
    const [back, forth] = go(
      data,
      slash(angle, offset, tilt),
      turn,
      process.env["CASE"] === String(i),
    );
    if (back + forth) {
      bad++;
      if (!process.env["CASE"]) console.log(i, back, forth);
    }
  }
  console.log("BAD", bad);
});
