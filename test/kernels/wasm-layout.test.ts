import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Springs } from "../../src/cloth/index.js";
import { laneOf, LANES } from "../../src/kernels/wasm/block-order.js";
import type { Blocks } from "../../src/kernels/wasm/blocks.js";
import { WorkingSet } from "../../src/kernels/wasm/working-set.js";
import { anyChoices, randomEdit } from "../meshes.js";
import type { WorldCloth } from "../../src/sim/index.js";
import { runs } from "../runs.js";
import { anyWorld, makeWorld, type SmallWorld } from "./small-worlds.js";

const SUBSTEP = 1 / 1200;

/** A cloth on the reference kernels, so that only the set follows it. */
function clothOf(own: SmallWorld): WorldCloth {
  return makeWorld(own, "reference").cloths[0]!;
}

/** Brings a set up to date with its cloth. */
function update(set: WorkingSet): void {
  set.begin();
  for (const elements of set.cloth.elements) {
    if (elements instanceof Springs) set.prepare(elements, SUBSTEP);
  }
  set.takeWinds();
  set.giveBack();
  for (const elements of set.cloth.elements) elements.pendingImpulses = null;
}

/** Particles of a slot; null if it is empty. */
type StencilOf = (slot: number) => number[] | null;

/** The kinds of elements of a cloth and the triangles for the air, each with its blocks. */
function kindsOf(set: WorkingSet): { blocks: Blocks; count: number; stencilOf: StencilOf }[] {
  const { cloth, memory } = set;
  const kinds = cloth.elements.map((elements, kind) => ({
    blocks: memory.blocks[kind]!,
    count: elements.count,
    stencilOf: (slot: number) =>
      elements.isAlive(slot)
        ? [...elements.particles.subarray(elements.size * slot, elements.size * (slot + 1))]
        : null,
  }));
  const { mesh, rest } = cloth;
  const stencilOf = (slot: number): number[] | null =>
    rest.areas[slot]! > 0 ? [...mesh.halfedgeVertices.subarray(3 * slot, 3 * slot + 3)] : null;
  return [...kinds, { blocks: set.air, count: mesh.triangleCount, stencilOf }];
}

/** The addresses of each lane in use. */
function lanesOf({ blocks, memory }: { blocks: Blocks; memory: ArrayBuffer }): number[][] {
  const { start, count, layout } = blocks;
  const words = new Uint32Array(memory);
  return Array.from({ length: LANES * count }, (_, lane) => {
    const first = start / 4 + Math.floor(lane / LANES) * LANES * layout.rows + (lane % LANES);
    return Array.from({ length: layout.size }, (_, n) => words[first + LANES * n]!);
  });
}

/** Checks the blocks of all kinds against the cloth. */
function expectLayout(set: WorkingSet): void {
  const { dummy, places, buffer } = set.memory;
  for (const { blocks, count, stencilOf } of kindsOf(set)) {
    const lanes = lanesOf({ blocks, memory: buffer });
    const expected = lanes.map(() => Array<number>(blocks.layout.size).fill(dummy));
    const taken = new Set<number>();
    for (let slot = 0; slot < count; slot++) {
      const lane = laneOf(blocks.order, slot);
      expect(taken.has(lane)).toBe(false);
      taken.add(lane);
      const stencil = stencilOf(slot);
      if (stencil === null) continue;
      expected[lane] = stencil.map((particle) => places[particle]!);
    }
    // Every element is in its lane; all other lanes are empty.
    const found = lanes.map((addresses) => addresses.map((address) => address - (address % 2)));
    expect(found).toEqual(expected);
    for (let block = 0; block < blocks.count; block++) {
      const own = lanes.slice(LANES * block, LANES * (block + 1));
      const used = expected.slice(LANES * block, LANES * (block + 1)).flat();
      const real = used.filter((address) => address !== dummy);
      const isShared = new Set(real).size < real.length;
      // Only the first address of a block may be odd: it says that elements share a particle.
      expect(own.flat().map((address) => address % 2)).toEqual(
        own.flat().map((_, i) => (i === 0 && isShared ? 1 : 0)),
      );
    }
  }
}

/** The bits of the blocks of a kind and of their laws, up to a number of blocks. */
function bitsOf({ memory }: WorkingSet, { start, laws, layout }: Blocks, count: number): number[] {
  const words = new Uint32Array(memory.buffer);
  const [rows, lawRows] = [LANES * layout.rows * count, LANES * layout.lawRows * count];
  return [
    ...words.subarray(start / 4, start / 4 + rows),
    ...words.subarray(laws / 4, laws / 4 + lawRows),
  ];
}

describe("the blocks of a cloth in the memory of the kernels", () => {
  test("have each element in one lane, also after edits and undos", () => {
    let shared = 0;
    fc.assert(
      fc.property(anyWorld, anyChoices, (own, choices) => {
        const cloth = clothOf(own);
        const set = new WorkingSet(cloth);
        update(set);
        expectLayout(set);
        for (const choice of choices) {
          if (choice % 3 === 0)
            for (let i = 0; i < choice % 5 && cloth.edits.length > 0; i++) cloth.undo();
          else {
            for (const edit of randomEdit(cloth.mesh, own.mesh.positions, choice))
              cloth.replay(edit);
          }
          if (choice % 7 === 0) cloth.setMaterial({ ...own.material, density: 0.1 });
          if (choice % 2 === 0) continue; // several edits at a time
          update(set);
          expectLayout(set);
        }
        update(set);
        expectLayout(set);
        const words = new Uint32Array(set.memory.buffer);
        for (const { start, end, layout } of set.memory.blocks) {
          for (let at = start; at < end; at += 16 * layout.rows) shared += words[at / 4]! & 1;
        }
      }),
      runs(46, 40, 1000),
    );
    expect(shared).toBeGreaterThan(10);
  });

  test("are those of a new cloth when all edits are undone", () => {
    fc.assert(
      fc.property(anyWorld, anyChoices, (own, choices) => {
        const cloth = clothOf(own);
        const set = new WorkingSet(cloth);
        for (const choice of choices) {
          for (const edit of randomEdit(cloth.mesh, own.mesh.positions, choice)) cloth.replay(edit);
          if (choice % 2 === 0) update(set);
        }
        while (cloth.edits.length > 0) cloth.undo();
        update(set);
        const other = clothOf(own);
        // An undo joins particles at their mean position, with its own rounding.
        other.positions.set(cloth.positions.subarray(0, 3 * other.particles.count));
        const fresh = new WorkingSet(other);
        update(fresh);
        for (const [kind, blocks] of set.memory.blocks.entries()) {
          const start = fresh.memory.blocks[kind]!;
          expect(bitsOf(set, blocks, start.count)).toEqual(bitsOf(fresh, start, start.count));
        }
      }),
      runs(47, 30, 1000),
    );
  });
});
