import { rotationMatrix } from "../../src/math/rotation.js";
import { Random } from "../../src/math/random.js";
import { pointAt, type Vec3Tuple } from "../../src/math/vec3.js";
import { MATERIALS, MODELS } from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import { generateGrid, GRID_DIAGONALS, type MeshData } from "../../src/mesh/index.js";
import type { ClothOptions, PinOptions, World } from "../../src/sim/index.js";
import { PATHS } from "../../src/tearing/index.js";

/** Largest number of particles at the start, of all sheets together. Cuts and tears add some. */
export const MAX_PARTICLES = 300;
/** Highest speed of halves that fly together, of grabs and of pins, m/s. */
const MAX_SPEED = 20;
/** Steps are 1/60 s, unless the caller takes others: then grabs are slower or faster. */
const STEP = 1 / 60;
const MAX_GRABS = 3;

/** Options of a world whose sheets do not touch at the start. */
export interface Fold {
  cloths: ClothOptions[];
  seed: number;
}

/**
 * A random start for `drive`: one to three sheets, 1 to 6 cm from each other in parallel planes of any direction. Each
 * has a size, mesh, material, model, pins and tearing of its own.
 */
export function randomFold(seed: number): Fold {
  const random = new Random(seed);
  const count = wholeBelow(random, 3) + 1;
  const tilt = [random.uniform(-180, 180), random.uniform(-180, 180)] as const;
  // All of them have the same normal, the third column of the matrix.
  const matrix = rotationMatrix([...tilt, 0]);
  const normal = [matrix[2]!, matrix[5]!, matrix[8]!] as const;
  let height = 0;
  const cloths = Array.from({ length: count }, (): ClothOptions => {
    const shift = height;
    height += random.uniform(0.01, 0.06);
    const position = normal.map((n) => n * shift) as [number, number, number];
    const rotation = [...tilt, random.uniform(-180, 180)] as const;
    return {
      mesh: randomMesh(random, MAX_PARTICLES / count),
      transform: { position, rotation },
      material: oneOf(random, Object.values(MATERIALS)),
      model: oneOf(random, MODELS),
      pins: randomPins(random),
      tearing:
        random.next() < 0.5
          ? null
          : { limit: random.uniform(1.1, 2), path: oneOf(random, PATHS), starts: "any" },
    };
  });
  return { cloths, seed };
}

/** A sheet of at most so many vertices. */
function randomMesh(random: Random, maxVertices: number): MeshData {
  const size = [random.uniform(0.1, 0.5), random.uniform(0.1, 0.5)] as const;
  // About so many vertices, and at least 4 × 4.
  const target = random.uniform(25, 0.85 * maxVertices);
  const spacing = Math.sqrt((size[0] * size[1]) / target);
  if (random.next() < 0.5) {
    const mesh = generateIrregular({
      size,
      spacing: 1.15 * spacing,
      seed: wholeBelow(random, 1000),
    });
    if (mesh.positions.length / 3 <= maxVertices) return mesh;
  }
  const columns = Math.min(Math.max(Math.round(size[0] / spacing), 3), Math.floor(target / 4));
  const rows = Math.max(Math.floor(target / (columns + 1)) - 1, 3);
  return generateGrid({
    size,
    segments: [columns, rows],
    diagonals: oneOf(random, GRID_DIAGONALS),
  });
}

/** Pins at some of the corners, by their place in the pattern; often none. */
function randomPins(random: Random): PinOptions[] {
  const corners = [0, 1].flatMap((u) => [0, 1].map((v) => [u, v] as const));
  const chance = oneOf(random, [0, 0.3, 0.7]);
  return corners
    .filter(() => random.next() < chance)
    .map(([u, v]) => ({
      select: {
        uv: [
          [u - 0.001, v - 0.001],
          [u + 0.001, v + 0.001],
        ],
      },
    }));
}

/**
 * Moves the cloths of a world violently, so that they fold onto themselves and would pass through each other. Call it
 * before each step, always with the same sequence of random numbers: then it depends only on them and on the world.
 */
export function drive(world: World, random: Random): void {
  if (world.time === 0 || random.next() < 0.15) clap(world, random);
  if (random.next() < 0.2) clapOne(world, random);
  if (random.next() < 0.3) grabOne(world, random);
  for (const { grabs } of world.cloths) {
    // A copy: releasing a grab removes it from the list.
    for (const grab of [...grabs]) {
      if (random.next() < 0.1) grab.release();
      else grab.moveTo(pointToward(grab.point, anyPoint(world, random), random));
    }
  }
  if (random.next() < 0.2) movePins(world, random);
  if (random.next() < 0.2) damage(world, random);
}

/** Makes all particles on one side of a random plane fly toward the other side, and the others toward them. */
function clap(world: World, random: Random): void {
  const center = anyPoint(world, random);
  const direction = randomDirection(random);
  const speed = random.uniform(2, MAX_SPEED);
  for (let i = 0; i < world.cloths.length; i++) clapAt(world, i, center, direction, speed);
}

/**
 * Folds one cloth: both halves fly toward each other around a line in it, like a book that closes. The direction is not
 * that of the line but across it, so the halves turn about it.
 */
function clapOne(world: World, random: Random): void {
  const number = wholeBelow(random, world.cloths.length);
  const { particles } = world.cloths[number]!;
  const center = pointAt(particles.positions, wholeBelow(random, particles.count));
  const across = randomDirection(random);
  const lift = randomDirection(random);
  const speed = random.uniform(2, MAX_SPEED) / 2;
  clapAt(world, number, center, across, speed);
  // Both halves also rise with their distance from the line, and so get out of their plane.
  const { velocities, positions, inverseMasses, count } = particles;
  for (let p = 0; p < count; p++) {
    if (inverseMasses[p] === 0) continue;
    const share = Math.min(Math.abs(offset(positions, p, center, across)) / 0.1, 1);
    for (let k = 0; k < 3; k++) velocities[3 * p + k]! += speed * share * lift[k]!;
  }
}

function clapAt(
  world: World,
  cloth: number,
  center: Vec3Tuple,
  direction: Vec3Tuple,
  speed: number,
): void {
  const { positions, velocities, inverseMasses, count } = world.cloths[cloth]!.particles;
  for (let p = 0; p < count; p++) {
    if (inverseMasses[p] === 0) continue; // pinned
    const side = offset(positions, p, center, direction) > 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) velocities[3 * p + k] = side * speed * direction[k]!;
  }
}

/** Grabs a cloth at one of its particles. The oldest grab of too many is released. */
function grabOne(world: World, random: Random): void {
  const number = wholeBelow(random, world.cloths.length);
  const { particles, grabs } = world.cloths[number]!;
  if (grabs.length >= MAX_GRABS) grabs[0]!.release();
  const point = pointAt(particles.positions, wholeBelow(random, particles.count));
  const radius = random.uniform(0.005, 0.07);
  world.grab({ point, radius, cloth: number, maxForce: random.uniform(20, 200) });
}

/**
 * Releases pins of a cloth, and pins a particle that then moves for a moment. Never a neighbor of a pinned one: each
 * triangle keeps two free corners, and each edge a free end. Edges and triangles that are pinned as a whole could be
 * moved through each other, and nothing could prevent that.
 */
function movePins(world: World, random: Random): void {
  const number = wholeBelow(random, world.cloths.length);
  const { mesh, particles, pins } = world.cloths[number]!;
  for (const pin of pins) if (random.next() < 0.7) pin.release();
  const { time } = world;
  const duration = random.uniform(2, 8) * STEP;
  const distance = random.uniform(0, MAX_SPEED) * duration;
  const translation = randomDirection(random).map((x) => x * distance) as [number, number, number];
  const vertex = wholeBelow(random, particles.count);
  const release = time + random.uniform(1, 2) * duration;
  const around = [vertex, ...mesh.edgesOf(vertex).map((edge) => mesh.otherEnd(edge, vertex))];
  if (around.some((v) => particles.pinned[v] === 1)) return;
  const motion = [
    { time, translation: [0, 0, 0] as const },
    { time: time + duration, translation },
  ];
  world.pin({ cloth: number, select: { ids: [vertex] }, motion, release });
}

/** Cuts or tears a cloth somewhere. */
function damage(world: World, random: Random): void {
  const number = wholeBelow(random, world.cloths.length);
  const { mesh, particles } = world.cloths[number]!;
  const edge = wholeBelow(random, mesh.edgeCount);
  const vertex = wholeBelow(random, mesh.vertexCount);
  const other = wholeBelow(random, mesh.vertexCount);
  const axis = randomDirection(random);
  switch (wholeBelow(random, 5)) {
    case 0:
      world.cut({ edge, cloth: number });
      break;
    case 1:
      world.cut({ vertex, axis, cloth: number });
      break;
    case 2:
      world.cut({
        line: [pointAt(particles.positions, vertex), pointAt(particles.positions, other)],
        cloth: number,
      });
      break;
    case 3:
      world.tear({ edge, cloth: number });
      break;
    default:
      world.tear({ vertex, axis, cloth: number });
  }
}

/** A point on the way from one to another, as far as the highest speed permits in a step; often beyond the other. */
function pointToward(from: Vec3Tuple, to: Vec3Tuple, random: Random): Vec3Tuple {
  const away = to.map((x, k) => random.uniform(0.5, 3) * (x - from[k]!));
  const share = Math.min((MAX_SPEED * STEP) / Math.hypot(...away), 1);
  return from.map((x, k) => x + share * away[k]!) as [number, number, number];
}

/** The place of a random particle. */
function anyPoint({ cloths }: World, random: Random): Vec3Tuple {
  const { particles } = oneOf(random, cloths);
  return pointAt(particles.positions, wholeBelow(random, particles.count));
}

/** Distance of a particle from the plane through a point, m; `normal` is a unit vector. */
function offset(
  positions: Float64Array,
  particle: number,
  point: Vec3Tuple,
  normal: Vec3Tuple,
): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += normal[k]! * (positions[3 * particle + k]! - point[k]!);
  return sum;
}

/** A unit vector, uniform on the sphere. */
function randomDirection(random: Random): Vec3Tuple {
  const z = random.uniform(-1, 1);
  const angle = random.uniform(0, 2 * Math.PI);
  const radius = Math.sqrt(1 - z * z);
  return [radius * Math.cos(angle), radius * Math.sin(angle), z];
}

function wholeBelow(random: Random, end: number): number {
  return Math.floor(random.uniform(0, end));
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[wholeBelow(random, list.length)]!;
}
