import { addTo, isShared, SCRATCH, takeApart } from "./blocks";
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
// Rows of a block: addresses of a, b and c; 1 / mass of the face, 0 for none; b − a and c − a at the anchor as x, y, z.
const B: usize = 16;
const C: usize = 32;
const PER_MASS: usize = 48;
const AB: usize = 64;
const AC: usize = 112;
const ROWS = 10;
const BLOCK: usize = 160;

/** Distance from the force on a particle to the velocity of the air there. */
const WIND: usize = 16;

/** Adds the forces of the air; `dt` as in the reference kernels. */
export function addAir(block: usize, end: usize, toForce: usize, drag: f32, dt: f32): void {
  for (; block < end; block += BLOCK) {
    if (isShared(block)) {
      for (let lane = 0; lane < 4; lane++) {
        takeApart(block, ROWS, 3, lane);
        addAirOfBlock(SCRATCH, toForce, drag, dt);
      }
    } else addAirOfBlock(block, toForce, drag, dt);
  }
}

/** Air minus cloth at a particle. */
// @ts-ignore: decorator
@inline
function relative(p: usize, toForce: usize): v128 {
  return f32x4.sub(v128.load(p + toForce, WIND), v128.load(p, VELOCITY));
}

// @ts-ignore: decorator
@inline
function addAirOfBlock(block: usize, toForce: usize, drag: f32, dt: f32): void {
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
  // Three times the velocity of the air relative to the face.
  const r0 = f32x4.add(f32x4.add(relative(a0, toForce), relative(b0, toForce)), relative(c0, toForce));
  const r1 = f32x4.add(f32x4.add(relative(a1, toForce), relative(b1, toForce)), relative(c1, toForce));
  const r2 = f32x4.add(f32x4.add(relative(a2, toForce), relative(b2, toForce)), relative(c2, toForce));
  const r3 = f32x4.add(f32x4.add(relative(a3, toForce), relative(b3, toForce)), relative(c3, toForce));
  const along = f32x4.add(
    f32x4.add(f32x4.mul(transposed0(r0, r1, r2, r3), nx), f32x4.mul(transposed1(r0, r1, r2, r3), ny)),
    f32x4.mul(transposed2(r0, r1, r2, r3), nz),
  );
  // third = along · drag / (18 · twice the area · (1 + drag · area · dt / mass)), as 36 · area = 18 · twice the area
  const perMass = v128.load(block, PER_MASS);
  const implicit = f32x4.add(
    f32x4.splat(1),
    f32x4.mul(f32x4.mul(f32x4.splat(0.5 * drag * dt), twiceArea), perMass),
  );
  const isDefined = v128.and(
    f32x4.gt(perMass, f32x4.splat(0)),
    f32x4.gt(squared, f32x4.splat(1e-36)),
  );
  const third = v128.and(
    isDefined,
    f32x4.div(
      f32x4.mul(along, f32x4.splat(drag)),
      f32x4.mul(f32x4.splat(18), f32x4.mul(twiceArea, implicit)),
    ),
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
