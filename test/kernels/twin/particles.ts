import type { WasmFunctions } from "../../../src/kernels/wasm/module.js";
import { add, mul, splat, sub, type TwinMemory, type Vector } from "./blocks.js";
import { f32 } from "./rounding.js";

// A twin of `assembly/particles.ts`: see index.ts.

export const VELOCITY = 16;
/** Bytes from the high part of an anchor in f32 to its low part. */
export const LOW = 16;
const STRIDE = 32;
const ELAPSED = 0;
const GRAVITY = 8;

type ParticleFunctions = Pick<
  WasmFunctions,
  | "takeParticles"
  | "areWithin"
  | "adoptParticles"
  | "giveParticles"
  | "takeVectors"
  | "addVectors"
  | "clearVectors"
  | "applyGravity"
  | "applyForces"
  | "predict"
  | "deriveVelocities"
  | "advance"
>;

/** Adds a change to a velocity, and keeps what rounding loses. */
function accelerate(memory: TwinMemory, p: number, change: Vector, toLost: number): void {
  const v = memory.vector(p + VELOCITY);
  const wanted = add(change, memory.vector(p + toLost));
  const changed = add(v, wanted);
  memory.setVector(p + toLost, sub(wanted, sub(changed, v)));
  memory.setVector(p + VELOCITY, changed);
}

export function particlesTwin(memory: TwinMemory): ParticleFunctions {
  return {
    takeParticles(count, addresses, positions, velocities, inverseMasses, toAnchor, toParts) {
      let hasChanged = 0;
      for (let i = 0; i < count; i++) {
        const p = memory.u32(addresses + 4 * i);
        const w = f32(memory.f64(inverseMasses + 8 * i));
        if (w !== memory.f32(p + 12)) hasChanged = 1;
        memory.setVector(p, [0, 0, 0, w]);
        for (let k = 0; k < 3; k++) {
          const at = 24 * i + 8 * k;
          memory.setF32(p + VELOCITY + 4 * k, f32(memory.f64(velocities + at)));
          const x = memory.f64(positions + at);
          memory.setF64(p + toAnchor + 8 * k, x);
          memory.setF32(p + toParts + 4 * k, f32(x));
          memory.setF32(p + toParts + LOW + 4 * k, f32(x - f32(x)));
        }
        memory.setF32(p + toParts + 12, -w);
        memory.setF32(p + toParts + LOW + 12, 0);
        memory.setF32(p + VELOCITY + 12, 0);
      }
      return hasChanged;
    },
    areWithin(numbers, count, bound) {
      for (let i = 0; i < count; i++) {
        if (!(Math.abs(memory.f64(numbers + 8 * i)) <= bound)) return 0;
      }
      return 1;
    },
    adoptParticles(count, addresses, positions, velocities, toAnchor) {
      for (let i = 0; i < count; i++) {
        const p = memory.u32(addresses + 4 * i);
        for (let k = 0; k < 3; k++) {
          const at = 24 * i + 8 * k;
          const moved = memory.f64(positions + at) - memory.f64(p + toAnchor + 8 * k);
          memory.setF32(p + 4 * k, f32(moved));
          memory.setF32(p + VELOCITY + 4 * k, f32(memory.f64(velocities + at)));
        }
      }
    },
    giveParticles(count, addresses, positions, velocities, toAnchor) {
      const elapsed = memory.f64(ELAPSED);
      // All in f64.
      for (let i = 0; i < count; i++) {
        const p = memory.u32(addresses + 4 * i);
        const isPinned = memory.f32(p + 12) === 0;
        for (let k = 0; k < 3; k++) {
          const at = 24 * i + 8 * k;
          const moved = isPinned ? memory.f64(velocities + at) * elapsed : memory.f32(p + 4 * k);
          memory.setF64(positions + at, memory.f64(p + toAnchor + 8 * k) + moved);
          if (!isPinned) memory.setF64(velocities + at, memory.f32(p + VELOCITY + 4 * k));
        }
      }
    },
    takeVectors(count, addresses, vectors, toVector) {
      for (let i = 0; i < count; i++) {
        const at = memory.u32(addresses + 4 * i) + toVector;
        for (let k = 0; k < 3; k++) {
          memory.setF32(at + 4 * k, f32(memory.f64(vectors + 24 * i + 8 * k)));
        }
      }
    },
    addVectors(count, addresses, vectors, toVector) {
      for (let i = 0; i < count; i++) {
        const at = memory.u32(addresses + 4 * i) + toVector;
        for (let k = 0; k < 3; k++) {
          const own = f32(memory.f64(vectors + 24 * i + 8 * k));
          memory.setF32(at + 4 * k, f32(memory.f32(at + 4 * k) + own));
        }
      }
    },
    clearVectors(first, end, toVector) {
      for (let p = first; p < end; p += STRIDE) memory.setVector(p + toVector, splat(0));
    },
    applyGravity(first, end, toLost, dt) {
      const kick = kickOf(memory, dt);
      for (let p = first; p < end; p += STRIDE) {
        accelerate(memory, p, ifFree(kick, memory.f32(p + 12)), toLost);
      }
    },
    applyForces(first, end, toForce, toLost, dt) {
      const kick = kickOf(memory, dt);
      const step = f32(dt);
      for (let p = first; p < end; p += STRIDE) {
        const w = memory.f32(p + 12);
        const own = mul(splat(f32(w * step)), memory.vector(p + toForce));
        accelerate(memory, p, add(ifFree(kick, w), own), toLost);
      }
    },
    predict(first, end, toSubstep, dt) {
      const step = splat(f32(dt));
      for (let p = first; p < end; p += STRIDE) {
        const u = memory.vector(p);
        const v = memory.vector(p + VELOCITY);
        const predicted = add(u, mul(v, step));
        memory.setVector(p + VELOCITY, u);
        memory.setVector(p, predicted);
        memory.setVector(p + toSubstep, v);
        memory.setVector(p + toSubstep + 16, predicted);
      }
    },
    deriveVelocities(first, end, toSubstep, perSecond) {
      const scale = splat(f32(perSecond));
      for (let p = first; p < end; p += STRIDE) {
        const moved = sub(memory.vector(p), memory.vector(p + toSubstep + 16));
        memory.setVector(p + VELOCITY, add(memory.vector(p + toSubstep), mul(moved, scale)));
      }
    },
    advance(first, end, dt) {
      const step = splat(f32(dt));
      for (let p = first; p < end; p += STRIDE) {
        const v = memory.vector(p + VELOCITY);
        memory.setVector(p, add(memory.vector(p), mul(v, step)));
      }
    },
  };
}

/** Velocity that gravity gives in `dt`: the products are in f64. */
function kickOf(memory: TwinMemory, dt: number): Vector {
  const part = (k: number): number => f32(memory.f64(GRAVITY + 8 * k) * dt);
  return [part(0), part(1), part(2), 0];
}

/** A mask of bits leaves +0 to a pinned particle. That is added too: it turns −0 into +0. */
function ifFree(kick: Vector, w: number): Vector {
  return w > 0 ? kick : splat(0);
}
