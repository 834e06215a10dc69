import { expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { World } from "../../src/sim/index.js";
import { flat, minDistance, mesh } from "./mesh-worlds.js";
import { sheet, type Surface } from "./solid-meshes.js";

/** The number of particles below the ground near its center; cloth may go around its border. */
function under(world: World, { positions: points, triangles }: Surface): number {
  const { position, matrix } = world.colliders[0]!.pose;
  const { positions, count } = world.cloths[0]!.particles;
  let sum = 0;
  for (let p = 0; p < count; p++) {
    const offset = [0, 1, 2].map((k) => positions[3 * p + k]! - position[k]!);
    const [x, y, z] = [0, 1, 2].map(
      (k) => matrix[k]! * offset[0]! + matrix[3 + k]! * offset[1]! + matrix[6 + k]! * offset[2]!,
    ) as [number, number, number];
    if (Math.abs(x) > 0.55 || Math.abs(z) > 0.55) continue;
    for (let f = 0; f < triangles.length; f += 3) {
      const [a, b, c] = [3 * triangles[f]!, 3 * triangles[f + 1]!, 3 * triangles[f + 2]!];
      const [ux, uz] = [points[b]! - points[a]!, points[b + 2]! - points[a + 2]!];
      const [vx, vz] = [points[c]! - points[a]!, points[c + 2]! - points[a + 2]!];
      const [rx, rz] = [x - points[a]!, z - points[a + 2]!];
      const area = ux * vz - uz * vx;
      const s = (rx * vz - rz * vx) / area;
      const t = (ux * rz - uz * rx) / area;
      if (s < 0 || t < 0 || s + t > 1) continue;
      const [low, rise, other] = [points[a + 1]!, points[b + 1]!, points[c + 1]!];
      if (y < low + s * (rise - low) + t * (other - low)) sum++;
    }
  }
  return sum;
}

const SEEDS = process.env["TATTER_SOAK"] ? 200 : 3;

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  "no particle passes through rough ground at any speed (%i)",
  (seed) => {
    const random = new Random(20 + seed);
    const height = 0.05 + 0.3 * random.next();
    const cells = 4 + Math.floor(8 * random.next());
    const ground = sheet(1.5, cells, () => height * random.next());
    const thickness = [0.0005, 0.002, 0.01][seed % 3]!;
    const speed = [100, 0, 20][Math.floor(seed / 3) % 3]!;
    const isMoving = seed % 2 === 1;
    const end = {
      time: random.next() < 0.5 ? 0.005 : 0.5,
      translation: [random.next() - 0.5, 0.5 * random.next(), 0] as const,
      rotation: [20 * random.next(), 90 * random.next(), 0] as const,
    };
    const motion = isMoving ? [{ time: 0 }, end] : [];
    const world = new World({
      cloths: [flat(0.7, 12, 0.6)],
      colliders: [mesh(ground, { thickness, friction: random.next(), motion })],
      solver: { substeps: 4 + Math.floor(8 * random.next()) },
      wind: { drag: 0 },
    });
    const { velocities } = world.cloths[0]!.particles;
    for (let i = 1; i < velocities.length; i += 3) velocities[i] = -speed;
    for (let i = 0; i < 8; i++) {
      world.step();
      expect(minDistance(world)).toBeGreaterThan(thickness - 1e-9);
      expect(under(world, ground)).toBe(0);
    }
  },
);
