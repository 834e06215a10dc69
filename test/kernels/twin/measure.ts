import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import { add, mul, sub, sum, type TwinMemory } from "./blocks.js";
import { VELOCITY } from "./particles.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/measure.ts`: see index.ts.

const B = 16;
const REST = 32;
const IMPULSE = 80;
const OFFSETS = 96;
const BLOCK = 160;
const STRETCH = 1;
const IMPULSES = 2;
const BOUND = 40;
const STRIDE = 32;

export function measureTwin(
  memory: TwinMemory,
): Pick<WasmFunctions, "measureSprings" | "areSlower"> {
  return {
    areSlower(first, end) {
      const bound = f32(memory.f64(BOUND));
      const largest = [0, 0, 0];
      for (let p = first; p < end; p += STRIDE) {
        for (let k = 0; k < 3; k++) {
          const v = memory.f32(p + VELOCITY + 4 * k);
          const square = f32(v * v);
          if (largest[k]! < square) largest[k] = square; // never for NaN
        }
      }
      const sumOfSquares = f32(f32(largest[0]! + largest[1]!) + largest[2]!);
      return sumOfSquares < f32(f32(bound * bound) * f32(0.999)) ? 1 : 0;
    },
    measureSprings(block, end, laws, quantity) {
      const limit = f32(memory.f64(BOUND));
      let largest = 0;
      let isOver = false;
      for (; block < end; block += BLOCK, laws += 32) {
        for (let lane = 0; lane < 4; lane++) {
          const rest = memory.f32(block + REST + 4 * lane);
          const impulse = memory.f32(block + IMPULSE + 4 * lane);
          const stretch = f32(lengthOf(memory, block, lane) / rest);
          if (largest < stretch) largest = stretch; // never for an empty lane, where it is NaN
          if (quantity === 0) continue;
          if (quantity === STRETCH) isOver ||= stretch > limit;
          else if (quantity === IMPULSES) isOver ||= impulse > limit;
          else isOver ||= impulse > f32(limit * f32(memory.f32(laws + 4 * lane) * rest));
        }
      }
      memory.setF64(BOUND, largest);
      return isOver ? 0 : 1;
    },
  };
}

function lengthOf(memory: TwinMemory, block: number, lane: number): number {
  const a = memory.vector(memory.u32(block + 4 * lane) & ~1);
  const b = memory.vector(memory.u32(block + B + 4 * lane));
  const d = add(memory.vector(block + OFFSETS + 16 * lane), sub(b, a));
  return f32(Math.sqrt(sum(mul(d, d))));
}
