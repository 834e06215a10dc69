import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import {
  add,
  addTo,
  isShared,
  SCRATCH,
  sub,
  takeApart,
  TINY,
  type TwinMemory,
  type Vector,
} from "./blocks.js";
import { VELOCITY } from "./particles.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/air.ts`: see index.ts.

const B = 16;
const C = 32;
const PER_MASS = 48;
const AB = 64;
const AC = 112;
const ROWS = 10;
const BLOCK = 160;
const RELATIVE = 16;

export function airTwin(memory: TwinMemory): Pick<WasmFunctions, "relateAir" | "addAir"> {
  return {
    relateAir(first, end, toForce, toWind) {
      for (let p = first; p < end; p += 32) {
        const relative = sub(memory.vector(p + toWind), memory.vector(p + VELOCITY));
        memory.setVector(p + toForce + RELATIVE, relative);
      }
    },
    addAir(block, end, toForce, drag, dt) {
      const force = f32(f32(drag) / 18);
      const share = f32(f32(0.5 * f32(drag)) * f32(dt));
      for (; block < end; block += BLOCK) {
        if (isShared(memory, block)) {
          for (let lane = 0; lane < 4; lane++) {
            takeApart(memory, block, ROWS, 3, lane);
            addAirOfBlock(memory, SCRATCH, toForce, force, share);
          }
        } else addAirOfBlock(memory, block, toForce, force, share);
      }
    },
  };
}

function addAirOfBlock(
  memory: TwinMemory,
  block: number,
  toForce: number,
  force: number,
  share: number,
): void {
  // All forces before any is added: the sums change nothing that a force is computed from, but the order is the same.
  const forces = [0, 4, 8, 12].map((lane) => forceOn(memory, block + lane, toForce, force, share));
  for (const [lane, third] of forces.entries()) {
    for (const row of [0, B, C]) {
      addTo(memory, memory.u32(block + row + 4 * lane) + toForce, third);
    }
  }
}

/** The force on each particle of a triangle: a third of all. */
function forceOn(
  memory: TwinMemory,
  at: number,
  toForce: number,
  force: number,
  share: number,
): Vector {
  const a = memory.u32(at);
  const b = memory.u32(at + B);
  const c = memory.u32(at + C);
  const [ux, uy, uz] = side(memory, a, b, at + AB);
  const [vx, vy, vz] = side(memory, a, c, at + AC);
  const nx = f32(f32(uy * vz) - f32(uz * vy));
  const ny = f32(f32(uz * vx) - f32(ux * vz));
  const nz = f32(f32(ux * vy) - f32(uy * vx));
  const squared = f32(f32(f32(nx * nx) + f32(ny * ny)) + f32(nz * nz));
  const twiceArea = f32(Math.sqrt(squared));
  const [ra, rb, rc] = [a, b, c].map((p) => memory.vector(p + toForce + RELATIVE));
  const r = add(add(ra!, rb!), rc!);
  const along = f32(f32(f32(r[0] * nx) + f32(r[1] * ny)) + f32(r[2] * nz));
  const implicit = f32(f32(share * squared) * memory.f32(at + PER_MASS));
  const divisor = f32(twiceArea + implicit);
  const tiny = memory.f32(TINY);
  const third = f32(f32(along * force) / (tiny < divisor ? divisor : tiny));
  return [f32(nx * third), f32(ny * third), f32(nz * third), 0];
}

/** The side from p to q; its part at the anchor lies in three rows. */
function side(memory: TwinMemory, p: number, q: number, at: number): [number, number, number] {
  const moved = sub(memory.vector(q), memory.vector(p));
  return [
    f32(memory.f32(at) + moved[0]),
    f32(memory.f32(at + 16) + moved[1]),
    f32(memory.f32(at + 32) + moved[2]),
  ];
}
