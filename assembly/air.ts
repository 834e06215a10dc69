import { addTo, isShared, SCRATCH, takeApart, TINY } from "./blocks";
import {
  transposed0,
  transposed1,
  transposed2,
  transposed3,
  VELOCITY,
} from "./lanes";

// The drag of the air on triangles (Phillips eq. 20), in the implicit form for a single face: see `addAir` of the
// reference kernels.
//
// Rows of a block: addresses of a, b and c; 1 / mass of the face; b − a and c − a at the anchor as x, y, z.
const B: usize = 16;
const C: usize = 32;
const PER_MASS: usize = 48;
const AB: usize = 64;
const AC: usize = 112;
const ROWS = 10;
const BLOCK: usize = 160;

/** Distance from the force on a particle to the velocity of the air relative to it. */
const RELATIVE: usize = 16;

/** Writes the velocity of the air relative to each particle. */
export function relateAir(first: usize, end: usize, toForce: usize, toWind: usize): void {
  for (let p = first; p < end; p += 32) {
    const relative = f32x4.sub(v128.load(p + toWind), v128.load(p, VELOCITY));
    v128.store(p + toForce, relative, RELATIVE);
  }
}

/** Adds the forces of the air, after `relateAir`; `dt` as in the reference kernels. */
export function addAir(block: usize, end: usize, toForce: usize, drag: f32, dt: f32): void {
  const force = f32x4.splat(drag / 18);
  const share = f32x4.splat(0.5 * drag * dt);
  const tiny = v128.load(TINY);
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        addAirOfBlock(SCRATCH, toForce, force, share, tiny);
      }
    } else addAirOfBlock(block, toForce, force, share, tiny);
  }
}

/** Three times the velocity of the air relative to a face. */
// @ts-ignore: decorator
@inline
function relative(a: usize, b: usize, c: usize, toForce: usize): v128 {
  const ab = f32x4.add(v128.load(a + toForce, RELATIVE), v128.load(b + toForce, RELATIVE));
  return f32x4.add(ab, v128.load(c + toForce, RELATIVE));
}

// @ts-ignore: decorator
@inline
function addAirOfBlock(
  block: usize,
  toForce: usize,
  force: v128,
  share: v128,
  tiny: v128,
): void {
  const a0 = <usize>load<u32>(block);
  const a1 = <usize>load<u32>(block, 4);
  const a2 = <usize>load<u32>(block, 8);
  const a3 = <usize>load<u32>(block, 12);
  const b0 = <usize>load<u32>(block, B);
  const b1 = <usize>load<u32>(block, B + 4);
  const b2 = <usize>load<u32>(block, B + 8);
  const b3 = <usize>load<u32>(block, B + 12);
  const c0 = <usize>load<u32>(block, C);
  const c1 = <usize>load<u32>(block, C + 4);
  const c2 = <usize>load<u32>(block, C + 8);
  const c3 = <usize>load<u32>(block, C + 12);
  const ua0 = v128.load(a0);
  const ua1 = v128.load(a1);
  const ua2 = v128.load(a2);
  const ua3 = v128.load(a3);
  const u0 = f32x4.sub(v128.load(b0), ua0);
  const u1 = f32x4.sub(v128.load(b1), ua1);
  const u2 = f32x4.sub(v128.load(b2), ua2);
  const u3 = f32x4.sub(v128.load(b3), ua3);
  const ux = f32x4.add(v128.load(block, AB), transposed0(u0, u1, u2, u3));
  const uy = f32x4.add(v128.load(block, AB + 16), transposed1(u0, u1, u2, u3));
  const uz = f32x4.add(v128.load(block, AB + 32), transposed2(u0, u1, u2, u3));
  const v0 = f32x4.sub(v128.load(c0), ua0);
  const v1 = f32x4.sub(v128.load(c1), ua1);
  const v2 = f32x4.sub(v128.load(c2), ua2);
  const v3 = f32x4.sub(v128.load(c3), ua3);
  const vx = f32x4.add(v128.load(block, AC), transposed0(v0, v1, v2, v3));
  const vy = f32x4.add(v128.load(block, AC + 16), transposed1(v0, v1, v2, v3));
  const vz = f32x4.add(v128.load(block, AC + 32), transposed2(v0, v1, v2, v3));
  const nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy));
  const ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz));
  const nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
  const squared = f32x4.add(f32x4.add(f32x4.mul(nx, nx), f32x4.mul(ny, ny)), f32x4.mul(nz, nz));
  const twiceArea = f32x4.sqrt(squared);
  const r0 = relative(a0, b0, c0, toForce);
  const r1 = relative(a1, b1, c1, toForce);
  const r2 = relative(a2, b2, c2, toForce);
  const r3 = relative(a3, b3, c3, toForce);
  const along = f32x4.add(
    f32x4.add(f32x4.mul(transposed0(r0, r1, r2, r3), nx), f32x4.mul(transposed1(r0, r1, r2, r3), ny)),
    f32x4.mul(transposed2(r0, r1, r2, r3), nz),
  );
  // third = along · drag / (18 · twice the area · (1 + drag · area · dt / mass)), as 36 · area = 18 · twice the area. A face
  // without area has no normal, so no force.
  const implicit = f32x4.mul(f32x4.mul(share, squared), v128.load(block, PER_MASS));
  const third = f32x4.div(
    f32x4.mul(along, force),
    f32x4.pmax(tiny, f32x4.add(twiceArea, implicit)),
  );
  const fx = f32x4.mul(nx, third);
  const fy = f32x4.mul(ny, third);
  const fz = f32x4.mul(nz, third);
  const zero = f32x4.splat(0);
  const f0 = transposed0(fx, fy, fz, zero);
  const f1 = transposed1(fx, fy, fz, zero);
  const f2 = transposed2(fx, fy, fz, zero);
  const f3 = transposed3(fx, fy, fz, zero);
  addTo(a0 + toForce, f0);
  addTo(b0 + toForce, f0);
  addTo(c0 + toForce, f0);
  addTo(a1 + toForce, f1);
  addTo(b1 + toForce, f1);
  addTo(c1 + toForce, f1);
  addTo(a2 + toForce, f2);
  addTo(b2 + toForce, f2);
  addTo(c2 + toForce, f2);
  addTo(a3 + toForce, f3);
  addTo(b3 + toForce, f3);
  addTo(c3 + toForce, f3);
}
