import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MATERIALS, type MaterialName } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { checkScene, createWorld } from "../../src/scene/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { sharpnessOf, zigzagOf } from "./folds.js";

const RADIUS = 0.08; // m
const SIDE = 0.32;

/** The shadow of a sheet from above, m²: the pixels of a grid that its triangles cover. */
function shadowOf({ mesh, positions }: WorldCloth): number {
  const pixel = SIDE / 200;
  const count = 300;
  const isCovered = new Uint8Array(count * count);
  const pixelOf = (x: number): number => x / pixel + count / 2;
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const [a, b, c] = [0, 1, 2].map((n) => {
      const i = 3 * mesh.halfedgeVertices[3 * triangle + n]!;
      return [pixelOf(positions[i]!), pixelOf(positions[i + 2]!)] as const;
    }) as [readonly [number, number], readonly [number, number], readonly [number, number]];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    const [left, right] = [Math.min(a[0], b[0], c[0]), Math.max(a[0], b[0], c[0])];
    const [near, far] = [Math.min(a[1], b[1], c[1]), Math.max(a[1], b[1], c[1])];
    for (let y = Math.ceil(near); y <= far; y++) {
      for (let x = Math.ceil(left); x <= right; x++) {
        const atB = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
        const atC = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
        if (atB >= 0 && atC >= 0 && atB + atC <= 1) isCovered[y * count + x] = 1;
      }
    }
  }
  return isCovered.reduce((sum, one) => sum + one, 0) * pixel * pixel;
}

/** A square handkerchief that has fallen on a sphere, with the default solver. */
function drape(name: MaterialName): WorldCloth {
  const world = new World({
    cloths: [
      {
        mesh: generateGrid({ size: [SIDE, SIDE], segments: [40, 40] }), // silk bends within 16 mm
        model: "membrane",
        material: MATERIALS[name],
        transform: { position: [0, RADIUS + 0.005, 0], rotation: [-90, 0, 0] },
      },
    ],
    colliders: [{ type: "sphere", center: [0, 0, 0], radius: RADIUS, friction: 0.5 }],
  });
  for (let i = 0; i < 50; i++) world.step();
  return world.cloths[0]!;
}

/** 1 for a stiff board, 0 if nothing overhangs the sphere. */
function drapeCoefficient(cloth: WorldCloth): number {
  const held = Math.PI * RADIUS * RADIUS;
  return (shadowOf(cloth) - held) / (SIDE * SIDE - held);
}

test("on a sphere silk folds more sharply than cotton, and cotton than denim, which stands off most", () => {
  const cloths = (["silk", "cotton", "denim"] as const).map(drape);
  const [silk, cotton, denim] = cloths.map(sharpnessOf) as [number, number, number];
  expect(silk).toBeGreaterThan(1.05 * cotton); // 0.20, 0.17 and 0.12 rad; with 30 cells silk has hardly more
  expect(cotton).toBeGreaterThan(1.15 * denim);
  const coefficients = cloths.map(drapeCoefficient) as [number, number, number];
  expect(coefficients[0]).toBeGreaterThan(0.2); // 0.29, 0.32 and 0.49; denim still swings
  expect(coefficients[2]).toBeGreaterThan(1.2 * Math.max(coefficients[0], coefficients[1]));
  expect(coefficients[2]).toBeLessThan(0.5);
});

// Silk buckles in waves of about 6 cm. Springs along the diagonals of a coarse grid kept it from shearing, so that it
// crumpled like paper, and two of three folds turned the other way at the next line of the mesh. Which folds appear
// depends on the seed: of five seeds 0.24 to 0.41, in converged solves 0.21 to 0.51. So this is a mean. Half is random,
// and 28 cells have 0.61.
test("silk hangs in folds that are wider than the mesh", () => {
  const text = readFileSync(new URL("../../scenes/silk-drape.json", import.meta.url), "utf8");
  const scene = JSON.parse(text);
  scene.cloths[0].mesh = { type: "grid", size: [1, 1], segments: [56, 56] };
  const seeds = [1, 2, 3];
  const zigzags = seeds.map((seed) => {
    const world = createWorld(checkScene({ ...scene, seed }));
    for (let i = 0; i < 60; i++) world.step();
    return zigzagOf(world.cloths[0]!, 56);
  });
  expect(zigzags.reduce((sum, zigzag) => sum + zigzag, 0) / seeds.length).toBeLessThan(0.35);
});
