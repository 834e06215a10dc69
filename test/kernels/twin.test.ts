import fc from "fast-check";
import { expect, test } from "vitest";
import { instantiate } from "../../src/kernels/wasm/module.js";
import { Random } from "../../src/math/random.js";
import { runs } from "../runs.js";
import { twinFunctions, type TwinFunctions } from "./twin/index.js";

/** Bytes of a particle, of its anchor, and of its force with the wind there. */
const STRIDE = 32;
/** Bytes of a block of springs and of one of triangles, and of the laws of a block of springs. */
const BLOCK = 160;
const LAWS = 32;
/** Bytes that the kernels keep to themselves. */
const FREE = 512;
const BYTES = 65_536;

/** Where everything lies in the memory. */
interface Layout {
  readonly count: number;
  /** The dummy, which is the first particle, and the end of the last one. */
  readonly dummy: number;
  readonly end: number;
  readonly toAnchor: number;
  readonly toForce: number;
  readonly toWind: number;
  readonly addresses: number;
  readonly positions: number;
  readonly velocities: number;
  readonly previous: number;
  readonly vectors: number;
  readonly inverseMasses: number;
  readonly springs: number;
  readonly springsEnd: number;
  readonly laws: number;
  readonly triangles: number;
  readonly trianglesEnd: number;
}

function layOut(count: number, springBlocks: number, triangleBlocks: number): Layout {
  let next = FREE;
  const take = (bytes: number): number => {
    const start = next;
    next = Math.ceil((next + bytes) / 16) * 16;
    return start;
  };
  const dummy = take(STRIDE * (count + 1));
  const end = next;
  const toAnchor = take(STRIDE * (count + 1)) - dummy;
  const toForce = take(STRIDE * (count + 1)) - dummy;
  const addresses = take(4 * count);
  const [positions, velocities, previous, vectors] = Array.from({ length: 4 }, () =>
    take(24 * count),
  ) as [number, number, number, number];
  const inverseMasses = take(8 * count);
  const springs = take(BLOCK * springBlocks);
  const laws = take(LAWS * springBlocks);
  const triangles = take(BLOCK * triangleBlocks);
  expect(next).toBeLessThan(BYTES);
  return {
    count,
    dummy,
    end,
    toAnchor,
    toForce,
    toWind: toForce + 16,
    addresses,
    positions,
    velocities,
    previous,
    vectors,
    inverseMasses,
    springs,
    springsEnd: springs + BLOCK * springBlocks,
    laws,
    triangles,
    trianglesEnd: triangles + BLOCK * triangleBlocks,
  };
}

/** The numbers from 0 to `count`, without it, in random order. */
function shuffled(count: number, random: Random): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random.uniform(0, i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** Fills a memory with random particles and elements. */
function fill(buffer: ArrayBuffer, layout: Layout, random: Random): void {
  const { count, dummy, addresses } = layout;
  const words = new Uint32Array(buffer);
  const singles = new Float32Array(buffer);
  const doubles = new Float64Array(buffer);
  // What nobody has set is not 0, so that a lane shows that is written by mistake, or not written.
  for (let i = 0; i < singles.length; i++) singles[i] = random.uniform(-1, 1);
  singles.fill(0, dummy / 4, (dummy + STRIDE) / 4);
  doubles.fill(0, (dummy + layout.toAnchor) / 8, (dummy + layout.toAnchor + STRIDE) / 8);

  for (const [i, place] of shuffled(count, random).entries()) {
    words[addresses / 4 + i] = dummy + STRIDE * (place + 1);
  }
  const near = random.uniform(-1e3, 1e3);
  for (let i = 0; i < count; i++) {
    // Some particles lie in the place of another and move with it: springs without length, triangles without area.
    const twin = random.next() < 0.2 ? Math.floor(random.uniform(0, i + 1)) : i;
    for (let k = 0; k < 3; k++) {
      const own = 3 * i + k;
      const other = 3 * twin + k;
      const [p, v] = [layout.positions / 8, layout.velocities / 8];
      doubles[p + own] = twin < i ? doubles[p + other]! : near + random.uniform(-1, 1);
      doubles[v + own] = twin < i ? doubles[v + other]! : anyPart(random, 5);
      doubles[layout.vectors / 8 + own] = anyPart(random, 3);
    }
    doubles[layout.inverseMasses / 8 + i] = random.next() < 0.25 ? 0 : random.uniform(0.1, 9);
  }

  for (let block = layout.springs; block < layout.springsEnd; block += BLOCK) {
    const isAlive = writeAddresses(words, layout, block, 2, random);
    const laws = layout.laws + ((block - layout.springs) / BLOCK) * LAWS;
    for (let lane = 0; lane < 4; lane++) {
      singles[block / 4 + 8 + lane] = random.uniform(0, 1.5);
      singles[block / 4 + 20 + lane] = anyPart(random, 1); // the impulse
      singles[laws / 4 + lane] = isAlive[lane] ? random.uniform(0, 900) : 0;
      singles[laws / 4 + 4 + lane] = isAlive[lane] ? anyPart(random, 9) ** 2 : 0;
    }
  }
  for (let block = layout.triangles; block < layout.trianglesEnd; block += BLOCK) {
    const isAlive = writeAddresses(words, layout, block, 3, random);
    for (let lane = 0; lane < 4; lane++) {
      singles[block / 4 + 12 + lane] = isAlive[lane] ? anyPart(random, 9) ** 2 : 0;
    }
  }
}

/** A number up to `size`; sometimes 0 of either sign. */
function anyPart(random: Random, size: number): number {
  const choice = random.next();
  if (choice < 0.1) return choice < 0.05 ? 0 : -0;
  return random.uniform(-size, size);
}

/**
 * Writes the addresses of a block, with some lanes empty. No two of its elements share a particle, or the first address is
 * odd.
 *
 * @returns For each lane whether it has an element.
 */
function writeAddresses(
  words: Uint32Array,
  layout: Layout,
  block: number,
  size: number,
  random: Random,
): boolean[] {
  const { count, dummy } = layout;
  const isShared = random.next() < 0.4;
  let left = shuffled(count, random);
  const isAlive = [0, 1, 2, 3].map((lane) => {
    // A few particles for all lanes are shared for certain.
    if (isShared) left = shuffled(Math.min(count, size + 1), random);
    const isAlive = left.length >= size && random.next() < 0.8;
    for (let n = 0; n < size; n++) {
      words[block / 4 + 4 * n + lane] = isAlive ? dummy + STRIDE * (left.pop()! + 1) : dummy;
    }
    return isAlive;
  });
  if (isShared) words[block / 4]! |= 1;
  return isAlive;
}

type Step = (kernels: TwinFunctions) => unknown;

/** A step of XPBD with two substeps, then one of symplectic Euler, as calls by name. */
function steps(layout: Layout, dt: number, random: Random): [name: string, step: Step][] {
  const { count, dummy, end, toAnchor, toForce, toWind, addresses, laws } = layout;
  const { positions, velocities, previous, vectors, inverseMasses } = layout;
  const { springs, springsEnd, triangles, trianglesEnd } = layout;
  const [x, y, z] = [anyPart(random, 1), anyPart(random, 1), anyPart(random, 1)] as const;
  const drag = random.uniform(0, 4);
  const substep: [name: string, step: Step][] = [
    ["clearVectors", (k) => k.clearVectors(dummy, end, toForce)],
    ["addAir", (k) => k.addAir(triangles, trianglesEnd, toForce, drag, dt)],
    ["addVectors", (k) => k.addVectors(count, addresses, vectors, toForce)],
    ["applyForces", (k) => k.applyForces(dummy, end, toForce, x, y, z, dt)],
    ["predict", (k) => k.predict(dummy, end, dt)],
    ["projectSprings", (k) => k.projectSprings(springs, springsEnd, 1 / dt)],
    ["projectDampedSprings", (k) => k.projectDampedSprings(springs, springsEnd, 1 / dt)],
    ["deriveVelocities", (k) => k.deriveVelocities(dummy, end, 1 / dt)],
  ];
  return [
    ["setDummy", (k) => k.setDummy(dummy)],
    [
      "takeParticles",
      (k) => k.takeParticles(count, addresses, positions, velocities, inverseMasses, toAnchor),
    ],
    // Of no use to springs, which have offsets in their own order, but another number of particles.
    [
      "anchorOffsets of two particles",
      (k) => k.anchorOffsets(springs, springsEnd, 10, 2, 6, toAnchor),
    ],
    ["anchorSprings", (k) => k.anchorSprings(springs, springsEnd, toAnchor)],
    ["anchorOffsets", (k) => k.anchorOffsets(triangles, trianglesEnd, 10, 3, 4, toAnchor)],
    ["prepareSprings", (k) => k.prepareSprings(springs, springsEnd, laws, dt)],
    ["takeVectors", (k) => k.takeVectors(count, addresses, vectors, toWind)],
    // Twice: all displacements are 0 at the start of the first substep.
    ...substep,
    ...substep,
    ["giveParticles", (k) => k.giveParticles(count, addresses, positions, velocities, toAnchor)],
    ["givePrevious", (k) => k.givePrevious(count, positions, velocities, previous, dt)],
    // Somebody has moved all particles back to where they were.
    ["adoptParticles", (k) => k.adoptParticles(count, addresses, previous, velocities, toAnchor)],
    ["clearVectors again", (k) => k.clearVectors(dummy, end, toForce)],
    ["addSpringForces", (k) => k.addSpringForces(springs, springsEnd, laws, toForce, dt)],
    ["addAir again", (k) => k.addAir(triangles, trianglesEnd, toForce, drag, 0)],
    ["applyForces of springs", (k) => k.applyForces(dummy, end, toForce, x, y, z, dt)],
    ["applyGravity", (k) => k.applyGravity(dummy, end, x, y, z)],
    ["advance", (k) => k.advance(dummy, end, dt)],
    [
      "giveParticles again",
      (k) => k.giveParticles(count, addresses, positions, velocities, toAnchor),
    ],
  ];
}

test("the kernels in WebAssembly leave the same bits as their twin", () => {
  const { buffer, functions } = instantiate(BYTES);
  const twinBuffer = new ArrayBuffer(BYTES);
  const kernels = functions as TwinFunctions;
  const twin = twinFunctions(twinBuffer);
  const bytes = Buffer.from(buffer);
  const twinBytes = Buffer.from(twinBuffer);
  const scenes = fc.record({
    seed: fc.integer(),
    count: fc.nat(40),
    springBlocks: fc.nat(8),
    triangleBlocks: fc.nat(6),
    dt: fc.double({ min: 1e-4, max: 0.04, noNaN: true }),
  });
  fc.assert(
    fc.property(scenes, ({ seed, count, springBlocks, triangleBlocks, dt }) => {
      const random = new Random(seed);
      const layout = layOut(count, springBlocks, triangleBlocks);
      fill(buffer, layout, random);
      twinBytes.set(bytes);
      // Twice: then impulses are not 0 at the start, and inverse masses are those of before.
      for (let round = 0; round < 2; round++) {
        for (const [name, step] of steps(layout, dt, random)) {
          expect(step(twin), name).toBe(step(kernels));
          if (!twinBytes.equals(bytes)) {
            const at = bytes.findIndex((byte, i) => byte !== twinBytes[i]);
            throw new Error(`${name}: the byte at ${at} differs in round ${round}`);
          }
        }
      }
    }),
    runs(41, 60),
  );
});
