import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import { add, mul, sub, sum, type TwinMemory } from "./blocks.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/measure.ts`: see index.ts.

const B = 16;
const REST = 32;
const IMPULSE = 80;
const OFFSETS = 96;
const BLOCK = 160;
const LARGEST = 16;
const STRETCH = 1;
const TENSION = 2;

export function measureTwin(memory: TwinMemory): Pick<WasmFunctions, "findSprings"> {
  return {
    findSprings(block, end, laws, quantity, bound, list) {
      const limit = f32(bound);
      let largest = 0;
      let count = 0;
      for (let lane = 0; block < end; block += BLOCK, laws += 32) {
        for (let n = 0; n < 4; n++, lane++) {
          const rest = memory.f32(block + REST + 4 * n);
          const impulse = memory.f32(block + IMPULSE + 4 * n);
          const stretch = f32(lengthOf(memory, block, n) / rest);
          if (largest < stretch) largest = stretch; // never for an empty lane, where it is NaN
          if (quantity === 0) continue;
          let isOver: boolean;
          if (quantity === STRETCH) isOver = stretch > limit;
          else if (quantity === TENSION) isOver = impulse > limit;
          else isOver = impulse > f32(limit * f32(memory.f32(laws + 4 * n) * rest));
          if (isOver) memory.setU32(list + 4 * count++, lane);
        }
      }
      memory.setF32(LARGEST, largest);
      return count;
    },
  };
}

function lengthOf(memory: TwinMemory, block: number, lane: number): number {
  const a = memory.vector(memory.u32(block + 4 * lane) & ~1);
  const b = memory.vector(memory.u32(block + B + 4 * lane));
  const d = add(memory.vector(block + OFFSETS + 16 * lane), sub(b, a));
  return f32(Math.sqrt(sum(mul(d, d))));
}
