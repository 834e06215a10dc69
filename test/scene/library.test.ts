import { totalsOf } from "../../src/sim/stats.js";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listScenes, loadSceneFile, openWorld } from "../../src/node/index.js";
import { advanceFrame, createWorld, frameCount, sceneJsonSchema } from "../../src/scene/index.js";
import { sample, SOAK } from "../runs.js";

describe("the library", () => {
  test.each(sample([16, 24, 32, 40, 48, 64], [16, 24]))(
    "has a curtain that hangs intact at every resolution of the lab: %i columns",
    async (columns) => {
      const scene = await loadSceneFile("curtain");
      const rows = Math.round((columns * 1.3) / 1.5);
      Object.assign(scene.cloths[0]!.mesh, { segments: [columns, rows] });
      const world = createWorld(scene);
      for (let frame = 0; frame < 45; frame++) advanceFrame(world, scene.frameRate);
      expect(world.stats.tears).toBe(0);
    },
  );

  test("has a flag that streams in its gusts and waves back and forth", async () => {
    const scene = await loadSceneFile("flag-in-gusts");
    const world = createWorld(scene);
    const { positions, particles } = world.cloths[0]!;
    const center = 3 * (10 * 31 + 30); // of the free edge
    let [waves, side] = [0, 1];
    for (let frame = 1; frame <= frameCount(scene); frame++) {
      advanceFrame(world, scene.frameRate);
      expect(particles.count).toBe(651);
      const z = positions[center + 2]!;
      if (z * side < -0.05) {
        waves++;
        side = -side;
      }
      if (frame > 15) expect(positions[center]).toBeGreaterThan(0.6); // at most 1.5 m from the pole
    }
    expect(waves).toBeGreaterThan(3);
  });

  test("has a curtain that gathers on its rail: its rings come closer, stay in a row and slide back", async () => {
    const scene = await loadSceneFile("curtain-rail");
    const world = createWorld(scene);
    const { pins, positions } = world.cloths[0]!;
    const rings = pins.slice(0, 9).map(({ particles }) => particles[0]!);
    const height = rings.map((p) => positions[3 * p + 1]!);
    const gaps = (): number[] =>
      rings.slice(1).map((p, i) => positions[3 * p]! - positions[3 * rings[i]!]!);
    const run = (frames: number): void => {
      for (let frame = 0; frame < frames; frame++) advanceFrame(world, scene.frameRate);
    };
    run(80);
    for (const gap of gaps()) {
      expect(gap).toBeGreaterThan(0.03);
      expect(gap).toBeLessThan(0.17); // from 0.2
    }
    run(40);
    const width = gaps().reduce((sum, gap) => sum + gap, 0);
    expect(width).toBeGreaterThan(1.3); // 1.6 at the start, 0.8 when it was released
    for (const [i, p] of rings.entries()) expect(positions[3 * p + 1]).toBeCloseTo(height[i]!, 12);
  });

  test("has a curtain that separates from its rings one after the other, and hangs by the last", async () => {
    const scene = await loadSceneFile("torn-off-rail");
    const world = createWorld(scene);
    const rings: number[] = [];
    world.on("tear-off", ({ pin, force }) => {
      rings.push(pin);
      expect(Math.hypot(...force)).toBeGreaterThan(2.5);
    });
    for (let frame = 0; frame < frameCount(scene); frame++) advanceFrame(world, scene.frameRate);
    // From the loaded side; the outermost, with half a width of cloth, separates after its neighbors.
    expect(rings).toEqual([7, 6, 5, 8, 4, 3, 2, 1]);
    expect(world.cloths[0]!.pins[0]!.isHolding).toBe(true);
    expect(totalsOf(world).pieces).toBe(1);
    expect(world.stats.tears).toBe(0);
  });

  test("has a coupon that separates along its perforation, and nowhere else", async () => {
    const scene = await loadSceneFile("perforated");
    const world = createWorld(scene);
    const { seams, edits, mesh } = world.cloths[0]!;
    const laid = edits.length;
    expect(laid).toBeGreaterThan(0);
    let left = SOAK ? Infinity : 5; // frames after it has separated
    for (let frame = 0; frame < frameCount(scene) && left > 0; frame++) {
      advanceFrame(world, scene.frameRate);
      if (seams[0]!.tornFraction === 1) left--;
    }
    const opened = edits
      .slice(laid)
      .flatMap((edit) => ("dividedEdges" in edit ? edit.dividedEdges : []));
    const own = new Set(seams[0]!.edges);
    expect(opened.filter((edge) => own.has(edge)).length).toBeGreaterThan(0.95 * opened.length);
    expect([seams[0]!.tornFraction, totalsOf(world).pieces]).toEqual([1, 2]);
    expect(mesh.edgeTriangleCount(seams[0]!.edges[0]!)).toBe(1);
  });

  test.each(sample([16, 24, 40], [16]))(
    "has a sheet that opens like a zip, from the top to near the bottom, at every resolution of the lab: %i columns",
    async (columns) => {
      const scene = await loadSceneFile("zip");
      Object.assign(scene.cloths[0]!.mesh, { spacing: 1 / columns });
      const world = createWorld(scene);
      const [seam] = world.cloths[0]!.seams;
      let [part, gap] = [0, 0];
      for (let frame = 0; frame < 75; frame++) {
        advanceFrame(world, scene.frameRate);
        expect(seam!.openFraction).toBeGreaterThanOrEqual(part);
        part = seam!.openFraction;
        const { positions, mesh } = world.cloths[0]!;
        const start = seam!.edges.length === 0 ? -1 : seam!.state.nearEnds[0]!;
        // The copy of the vertex where the zip starts.
        for (let v = 0; v < mesh.vertexCount; v++) {
          if (start !== -1 && mesh.vertexOrigins[2 * v] === start && mesh.originWeights[v] === 0) {
            gap = Math.abs(positions[3 * v]! - positions[3 * start]!);
          }
        }
      }
      expect(part).toBeGreaterThan(0.95);
      expect(gap).toBeGreaterThan(0.2); // m, about a third of the width
      expect(totalsOf(world).pieces).toBe(1);
    },
  );

  test("has scenes that all pass the check and have a description", async () => {
    const scenes = await listScenes();
    expect(scenes.length).toBeGreaterThanOrEqual(4);
    for (const { name, description } of scenes) {
      expect(description, name).not.toBe("");
      await openWorld(await loadSceneFile(name));
    }
  });

  test("has an up-to-date JSON Schema (tatter schema)", () => {
    const stored: unknown = JSON.parse(readFileSync("scenes/scene.schema.json", "utf8"));
    expect(stored).toEqual(JSON.parse(JSON.stringify(sceneJsonSchema())));
  });
});
