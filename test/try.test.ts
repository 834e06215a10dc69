import { test } from "vitest";
import { World, generateGrid } from "../src/index.js";
test("try", () => {
  for (const resolve of ["step", "substep", "exact"] as const) for (const path of ["plane", "slice"] as const) {
    const o = { cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [7, 6] }), material: { density: 0.3, stiffness: 150, bendStiffness: 1, damping: 0.4, shear: 20 }, pins: [{ select: { uv: [[0,0],[0,1]] } }, { select: { uv: [[1, 0], [1, 1]] }, hold: { axis: [0, 1, 0] }, motion: [{ time: 0, translation: [0,0,0] }, { time: 0.3, translation: [0.5,0,0] }] }], tearing: { criterion: "stretch", limit: 1.2, resolve } }], wind: { velocity: [0, 0, 3] } } as any;
    for (const at of [1, 6, 12]) {
      const w = new World(o); for (let i = 0; i < at; i++) w.step();
      const s = w.capture(); w.step(); const h1 = w.hash(); const p1 = w.cloths[0]!.particles.positions.slice(), v1 = w.cloths[0]!.particles.velocities.slice();
      w.step(); w.step();
      const tears = w.stats.tears;
      w.restore(s); w.step(); const h2 = w.hash();
      const p2 = w.cloths[0]!.particles.positions, v2 = w.cloths[0]!.particles.velocities;
      const diffs: number[] = []; for (let i = 0; i < 3 * w.cloths[0]!.particles.count; i++) if (p1[i] !== p2[i] || v1[i] !== v2[i]) diffs.push(i);
      console.log(resolve, path, at, tears, h1 === h2, diffs.length, diffs.slice(0, 12).map((i) => [i, p1[i], p2[i], v1[i], v2[i]].join(" ")));
    }
  }
});
