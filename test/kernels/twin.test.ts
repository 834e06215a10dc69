import fc from "fast-check";
import { expect, test } from "vitest";
import { instantiate, type WasmFunctions } from "../../src/kernels/wasm/module.js";
import { Random } from "../../src/math/random.js";
import { runs } from "../runs.js";
import { twinFunctions } from "./twin/index.js";

/** Bytes of a particle, of its anchor, and of its force with the wind there. */
const STRIDE = 32;
/** Bytes of the laws of a block of springs. */
const LAWS = 32;
/** Bytes of a row of a block. */
const ROW = 16;
/** Bytes that the kernels keep to themselves, and where their scratch area starts in them. */
const FREE = 4096;
const SCRATCH = 64;
const BYTES = 131_072;
/** Index of the bound of `measureSprings` among all f64. */
const BOUND = 5;

/** Writes a number of an element into its lane. */
type SetRow = (row: number, value: number) => void;
/** Writes all numbers of an element. */
type FillLane = (set: SetRow, isAlive: boolean, random: Random) => void;

/** The kinds of blocks: particles per element, rows per block, and numbers that are not addresses. */
const KINDS = {
  springs: { size: 2, rows: 10, fill: fillSpring },
  triangles: { size: 3, rows: 10, fill: fillTriangle },
  hinges: { size: 4, rows: 19, fill: fillHinge },
  corners: { size: 3, rows: 20, fill: fillCorner },
  sheets: { size: 3, rows: 23, fill: fillSheet },
} satisfies Record<string, { size: number; rows: number; fill: FillLane }>;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];
type Range = readonly [start: number, end: number];

/** Where everything lies in the memory. */
interface Layout {
  readonly count: number;
  /** The dummy, which is the first particle, and the end of the last one. */
  readonly dummy: number;
  readonly end: number;
  readonly toAnchor: number;
  readonly toParts: number;
  readonly toSubstep: number;
  readonly toForce: number;
  readonly toWind: number;
  readonly addresses: number;
  readonly positions: number;
  readonly velocities: number;
  readonly previous: number;
  readonly vectors: number;
  readonly inverseMasses: number;
  readonly laws: number;
  readonly blocks: Readonly<Record<Kind, Range>>;
}

function layOut(count: number, blockCounts: Readonly<Record<Kind, number>>): Layout {
  let next = FREE;
  const take = (bytes: number): number => {
    const start = next;
    next = Math.ceil((next + bytes) / 16) * 16;
    return start;
  };
  const dummy = take(STRIDE * (count + 1));
  const end = next;
  const toAnchor = take(STRIDE * (count + 1)) - dummy;
  const toParts = take(STRIDE * (count + 1)) - dummy;
  const toSubstep = take(STRIDE * (count + 1)) - dummy;
  const toForce = take(STRIDE * (count + 1)) - dummy;
  const toWind = take(STRIDE * (count + 1)) - dummy;
  const addresses = take(4 * count);
  const [positions, velocities, previous, vectors] = Array.from({ length: 4 }, () =>
    take(24 * count),
  ) as [number, number, number, number];
  const inverseMasses = take(8 * count);
  const laws = take(LAWS * blockCounts.springs);
  const rangeOf = (kind: Kind): Range => {
    const bytes = ROW * KINDS[kind].rows * blockCounts[kind];
    const start = take(bytes);
    return [start, start + bytes];
  };
  const blocks = {
    springs: rangeOf("springs"),
    triangles: rangeOf("triangles"),
    hinges: rangeOf("hinges"),
    corners: rangeOf("corners"),
    sheets: rangeOf("sheets"),
  };
  expect(next).toBeLessThan(BYTES);
  return {
    count,
    dummy,
    end,
    toAnchor,
    toParts,
    toSubstep,
    toForce,
    toWind,
    addresses,
    positions,
    velocities,
    previous,
    vectors,
    inverseMasses,
    laws,
    blocks,
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
  for (const to of [layout.toAnchor, layout.toParts, layout.toWind]) {
    doubles.fill(0, (dummy + to) / 8, (dummy + to + STRIDE) / 8);
  }
  // Numbers that kernels read from the memory: the time since the anchor and gravity.
  doubles[0] = random.uniform(0, 0.1);
  for (let k = 1; k <= 3; k++) doubles[k] = anyPart(random, 20);

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

  for (const kind of KIND_NAMES) {
    const { size, rows, fill: fillLane } = KINDS[kind];
    const [start, end] = layout.blocks[kind];
    for (let block = start; block < end; block += ROW * rows) {
      const isAlive = writeAddresses(words, layout, block, size, random);
      for (let lane = 0; lane < 4; lane++) {
        const set = (row: number, value: number): void => {
          singles[block / 4 + 4 * row + lane] = value;
        };
        fillLane(set, isAlive[lane]!, random);
        if (kind !== "springs") continue;
        const laws = (layout.laws + ((block - start) / (ROW * rows)) * LAWS) / 4 + lane;
        singles[laws] = isAlive[lane] ? random.uniform(0, 900) : 0;
        singles[laws + 4] = isAlive[lane] ? anyPart(random, 9) ** 2 : 0;
      }
      // Kernels omit the damping of a block that has none.
      const [row, dampings] = DAMPINGS[kind];
      const isUndamped = random.next() < 0.3;
      if (isUndamped) singles.fill(0, block / 4 + 4 * row, block / 4 + 4 * (row + dampings));
    }
  }
}

/** The first row of dampings of a kind, and their number. */
const DAMPINGS: Readonly<Record<Kind, readonly [row: number, count: number]>> = {
  springs: [0, 0],
  triangles: [0, 0],
  hinges: [9, 1],
  corners: [13, 1],
  sheets: [10, 3],
};

// An empty lane has no stiffness, and no angle is defined there.

function fillSpring(set: SetRow, isAlive: boolean, random: Random): void {
  set(2, isAlive ? random.uniform(0, 1.5) : 0);
  set(5, anyPart(random, 1)); // the impulse
}

function fillTriangle(set: SetRow, isAlive: boolean, random: Random): void {
  set(3, isAlive ? anyPart(random, 9) ** 2 : 0);
}

function fillHinge(set: SetRow, isAlive: boolean, random: Random): void {
  set(4, isAlive ? random.uniform(-3, 3) : 0);
  for (const row of [5, 6]) set(row, isAlive ? anyPart(random, 0.3) ** 4 : Infinity);
  set(8, isAlive ? random.uniform(0, 9) : 0);
  set(9, isAlive ? anyPart(random, 0.3) ** 2 : 0);
}

function fillCorner(set: SetRow, isAlive: boolean, random: Random): void {
  for (const row of [3, 4, 5]) set(row, isAlive ? random.uniform(0, 2) : 0);
  for (const row of [6, 7, 8]) set(row, isAlive ? anyPart(random, 0.3) ** 2 : Infinity);
  set(12, isAlive ? random.uniform(0, 90) : 0);
  set(13, isAlive ? anyPart(random, 1) ** 2 : 0);
}

function fillSheet(set: SetRow, isAlive: boolean, random: Random): void {
  for (const row of [3, 4, 5, 6]) set(row, isAlive ? anyPart(random, 2) : 0);
  for (const row of [7, 8, 9]) set(row, isAlive ? random.uniform(0, 90) : 0);
  for (const row of [10, 11, 12]) set(row, isAlive ? anyPart(random, 1) ** 2 : 0);
  set(16, isAlive ? random.uniform(0, 0.5) : 0);
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

type Step = (kernels: WasmFunctions, doubles: Float64Array) => unknown;

/** A step of XPBD with two substeps, then one of symplectic Euler, as calls by name. */
function steps(layout: Layout, dt: number, random: Random): [name: string, step: Step][] {
  const { count, dummy, end, toAnchor, toParts, toSubstep } = layout;
  const { toForce, toWind, addresses, laws } = layout;
  const { positions, velocities, previous, vectors, inverseMasses } = layout;
  const { springs, triangles, hinges, corners, sheets } = layout.blocks;
  const drag = random.uniform(0, 4);
  const bounds = [0, random.uniform(0.5, 2), random.uniform(0, 2), random.uniform(0, 0.01)];
  const substep: [name: string, step: Step][] = [
    ["clearVectors", (k) => k.clearVectors(dummy, end, toForce)],
    ["relateAir", (k) => k.relateAir(dummy, end, toForce, toWind)],
    ["addAir", (k) => k.addAir(...triangles, toForce, drag, dt)],
    ["addVectors", (k) => k.addVectors(count, addresses, vectors, toForce)],
    ["applyForces", (k) => k.applyForces(dummy, end, toForce, toWind + 16, dt)],
    ["predict", (k) => k.predict(dummy, end, toSubstep, dt)],
    ["projectSprings", (k) => k.projectSprings(...springs, 1 / dt)],
    ["projectDampedSprings", (k) => k.projectDampedSprings(...springs, 1 / dt)],
    ["projectHinges", (k) => k.projectHinges(...hinges, dt)],
    ["projectCorners", (k) => k.projectCorners(...corners, dt)],
    ["projectMembranes", (k) => k.projectMembranes(...sheets, dt)],
    ["projectStretchShear", (k) => k.projectStretchShear(...sheets, dt)],
    ["deriveVelocities", (k) => k.deriveVelocities(dummy, end, toSubstep, 1 / dt)],
  ];
  return [
    ["setDummy", (k) => k.setDummy(dummy)],
    [
      "takeParticles",
      (k) =>
        k.takeParticles(count, addresses, positions, velocities, inverseMasses, toAnchor, toParts),
    ],
    ["anchorSprings", (k) => k.anchorSprings(...springs, toParts)],
    ["anchorOffsets of triangles", (k) => k.anchorOffsets(...triangles, 10, 3, 4, -1, 0, toAnchor)],
    ["anchorOffsets of hinges", (k) => k.anchorOffsets(...hinges, 19, 4, 10, 7, 1, toAnchor)],
    ["anchorOffsets of corners", (k) => k.anchorOffsets(...corners, 20, 3, 14, 9, 3, toAnchor)],
    ["anchorOffsets of sheets", (k) => k.anchorOffsets(...sheets, 23, 3, 17, 13, 3, toAnchor)],
    ["prepareSprings", (k) => k.prepareSprings(...springs, laws, dt)],
    ["takeVectors", (k) => k.takeVectors(count, addresses, vectors, toWind)],
    // Twice: all displacements are 0 at the start of the first substep.
    ...substep,
    ...substep,
    ["giveParticles", (k) => k.giveParticles(count, addresses, positions, velocities, toAnchor)],
    ...[0, 1, 2, 3].map((quantity): [name: string, step: Step] => [
      `measureSprings by quantity ${quantity}`,
      (k, doubles) => {
        doubles[BOUND] = bounds[quantity]!;
        return k.measureSprings(...springs, laws, quantity);
      },
    ]),
    [
      "areSlower",
      (k, doubles) => {
        doubles[BOUND] = bounds[1]!;
        return k.areSlower(dummy, end);
      },
    ],
    ["areWithin", (k) => k.areWithin(positions, 3 * count, bounds[1]! * 1e3)],
    // Somebody has moved all particles.
    ["adoptParticles", (k) => k.adoptParticles(count, addresses, previous, velocities, toAnchor)],
    ["clearVectors again", (k) => k.clearVectors(dummy, end, toForce)],
    ["addSpringForces", (k) => k.addSpringForces(...springs, laws, toForce, dt)],
    ["addDampedSpringForces", (k) => k.addDampedSpringForces(...springs, laws, toForce, dt)],
    ["addHingeForces", (k) => k.addHingeForces(...hinges, toForce, dt)],
    ["addCornerForces", (k) => k.addCornerForces(...corners, toForce, dt)],
    ["addMembraneForces", (k) => k.addMembraneForces(...sheets, toForce, dt)],
    ["addStretchShearForces", (k) => k.addStretchShearForces(...sheets, toForce, dt)],
    ["addAir again", (k) => k.addAir(...triangles, toForce, drag, 0)],
    ["applyForces of elements", (k) => k.applyForces(dummy, end, toForce, toWind + 16, dt)],
    ["applyGravity", (k) => k.applyGravity(dummy, end, toWind + 16, dt)],
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
  const twin = twinFunctions(twinBuffer);
  const [doubles, twinDoubles] = [new Float64Array(buffer), new Float64Array(twinBuffer)];
  const bytes = Buffer.from(buffer);
  const twinBytes = Buffer.from(twinBuffer);
  const scenes = fc.record({
    seed: fc.integer(),
    count: fc.nat(40),
    blockCounts: fc.record({
      springs: fc.nat(8),
      triangles: fc.nat(6),
      hinges: fc.nat(4),
      corners: fc.nat(4),
      sheets: fc.nat(4),
    }),
    dt: fc.double({ min: 1e-4, max: 0.04, noNaN: true }),
  });
  fc.assert(
    fc.property(scenes, ({ seed, count, blockCounts, dt }) => {
      const random = new Random(seed);
      const layout = layOut(count, blockCounts);
      fill(buffer, layout, random);
      twinBytes.set(bytes);
      // Twice: then impulses are not 0 at the start, and inverse masses are those of before.
      for (let round = 0; round < 2; round++) {
        for (const [name, step] of steps(layout, dt, random)) {
          expect(step(twin, twinDoubles), name).toBe(step(functions, doubles));
          twinBytes.set(bytes.subarray(SCRATCH, FREE), SCRATCH); // the twin does not use it in the same way
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
