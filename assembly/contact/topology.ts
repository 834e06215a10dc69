import { fanStarts, fans, particleCount, triangleCount, triangles } from "./memory";

/** Lists the triangles at each particle: 4 × triangle + corner. */
export function listFans(): void {
  memory.fill(fanStarts, 0, 4 * (<usize>particleCount + 1));
  for (let t: u32 = 0; t < triangleCount; t++) {
    for (let k: usize = 0; k < 3; k++) {
      const at = fanStarts + 4 * <usize>load<u32>(triangles + 16 * <usize>t + 4 * k);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  let sum: u32 = 0;
  for (let p: u32 = 0; p <= particleCount; p++) {
    const at = fanStarts + 4 * <usize>p;
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let t = triangleCount; t-- > 0;) {
    for (let k: usize = 3; k-- > 0;) {
      const at = fanStarts + 4 * <usize>load<u32>(triangles + 16 * <usize>t + 4 * k);
      const place = load<u32>(at) - 1;
      store<u32>(at, place);
      store<u32>(fans + 4 * <usize>place, 4 * t + <u32>k);
    }
  }
}

/** Particle at a corner of a triangle. */
// @ts-ignore: decorator
@inline
export function cornerOf(triangle: u32, corner: u32): u32 {
  return load<u32>(triangles + 16 * <usize>triangle + 4 * <usize>corner);
}

/** The next corner. */
// @ts-ignore: decorator
@inline
export function next(corner: u32): u32 {
  return corner == 2 ? 0 : corner + 1;
}
