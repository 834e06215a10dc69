// Closest points of a point and a triangle, and of two edges, all at addresses of three f64.

/** Weights of the closest points: of the triangle's corners, or of the ends of both edges. */
export let w0: f64 = 0;
export let w1: f64 = 0;
export let w2: f64 = 0;
export let w3: f64 = 0;
/** From the second feature to the first, and its squared length. */
export let dx: f64 = 0;
export let dy: f64 = 0;
export let dz: f64 = 0;
export let squared: f64 = 0;

/** Below this squared sine, the closest points of planes and lines are inexact, and borders are searched as well. */
const NARROW: f64 = 1e-8;

/** The closest point of a triangle a, b, c to a point p. */
export function closestOnTriangle(p: usize, a: usize, b: usize, c: usize): void {
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax;
  const uy = load<f64>(b, 8) - ay;
  const uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax;
  const vy = load<f64>(c, 8) - ay;
  const vz = load<f64>(c, 16) - az;
  const rx = load<f64>(p) - ax;
  const ry = load<f64>(p, 8) - ay;
  const rz = load<f64>(p, 16) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const isSure = area > NARROW * uu * vv && area > 0;
  let atB: f64 = -1;
  let atC: f64 = -1;
  if (isSure) {
    const inverse = 1 / area;
    atB =
      ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) * inverse;
    atC =
      ((uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz) * inverse;
    const atA = 1 - atB - atC;
    if (atA >= 0 && atB >= 0 && atC >= 0) {
      const k = (rx * nx + ry * ny + rz * nz) * inverse;
      dx = k * nx;
      dy = k * ny;
      dz = k * nz;
      squared = dx * dx + dy * dy + dz * dz;
      w0 = atA;
      w1 = atB;
      w2 = atC;
      return;
    }
  }
  // Outside: the closest point is on a border.
  squared = Infinity;
  const atA = 1 - atB - atC;
  if (!(isSure && atC >= 0)) tryBorder(rx, ry, rz, ux, uy, uz, uu, 0);
  if (!(isSure && atB >= 0)) tryBorder(rx, ry, rz, vx, vy, vz, vv, 1);
  if (!(isSure && atA >= 0)) {
    const ex = vx - ux;
    const ey = vy - uy;
    const ez = vz - uz;
    tryBorder(rx - ux, ry - uy, rz - uz, ex, ey, ez, ex * ex + ey * ey + ez * ez, 2);
  }
}

/** Tries one border of the triangle: a–b (0), a–c (1) or b–c (2). */
// @ts-ignore: decorator
@inline
function tryBorder(
  rx: f64,
  ry: f64,
  rz: f64,
  ex: f64,
  ey: f64,
  ez: f64,
  square: f64,
  border: i32,
): void {
  let t: f64 = 0;
  if (square > 0) t = min<f64>(1, max<f64>(0, (rx * ex + ry * ey + rz * ez) / square));
  const x = rx - t * ex;
  const y = ry - t * ey;
  const z = rz - t * ez;
  const s = x * x + y * y + z * z;
  if (!(s < squared)) return;
  squared = s;
  dx = x;
  dy = y;
  dz = z;
  w0 = border == 2 ? 0 : 1 - t;
  w1 = border == 0 ? t : border == 2 ? 1 - t : 0;
  w2 = border == 0 ? 0 : t;
}

/** The closest points of the edges a–b and c–d. */
export function closestOfEdges(a: usize, b: usize, c: usize, d: usize): void {
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(d) - load<f64>(c);
  const vy = load<f64>(d, 8) - load<f64>(c, 8);
  const vz = load<f64>(d, 16) - load<f64>(c, 16);
  const rx = load<f64>(a) - load<f64>(c);
  const ry = load<f64>(a, 8) - load<f64>(c, 8);
  const rz = load<f64>(a, 16) - load<f64>(c, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  let s: f64 = -1;
  let t: f64 = -1;
  const isSure = area > NARROW * uu * vv && area > 0;
  if (isSure) {
    const inverse = 1 / area;
    s = ((vy * rz - vz * ry) * nx + (vz * rx - vx * rz) * ny + (vx * ry - vy * rx) * nz) * inverse;
    t = ((uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz) * inverse;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      const k = (rx * nx + ry * ny + rz * nz) * inverse;
      dx = k * nx;
      dy = k * ny;
      dz = k * nz;
      squared = dx * dx + dy * dy + dz * dz;
      w0 = 1 - s;
      w1 = s;
      w2 = 1 - t;
      w3 = t;
      return;
    }
  }
  squared = Infinity;
  if (!(isSure && s >= 0)) tryEnd(rx, ry, rz, vx, vy, vz, vv, 0);
  if (!(isSure && s <= 1)) tryEnd(rx + ux, ry + uy, rz + uz, vx, vy, vz, vv, 1);
  if (!(isSure && t >= 0)) tryEnd(-rx, -ry, -rz, ux, uy, uz, uu, 2);
  if (!(isSure && t <= 1)) tryEnd(vx - rx, vy - ry, vz - rz, ux, uy, uz, uu, 3);
}

/** Tries an end of one edge with the other edge, which begins at 0: ends 0 and 1 of the first, 2 and 3 of the second. */
// @ts-ignore: decorator
@inline
function tryEnd(
  rx: f64,
  ry: f64,
  rz: f64,
  ex: f64,
  ey: f64,
  ez: f64,
  square: f64,
  end: i32,
): void {
  let t: f64 = 0;
  if (square > 0) t = min<f64>(1, max<f64>(0, (rx * ex + ry * ey + rz * ez) / square));
  const x = rx - t * ex;
  const y = ry - t * ey;
  const z = rz - t * ez;
  const q = x * x + y * y + z * z;
  if (!(q < squared)) return;
  squared = q;
  if (end < 2) {
    dx = x;
    dy = y;
    dz = z;
    w0 = end == 0 ? 1 : 0;
    w1 = end == 0 ? 0 : 1;
    w2 = 1 - t;
    w3 = t;
  } else {
    dx = -x;
    dy = -y;
    dz = -z;
    w0 = 1 - t;
    w1 = t;
    w2 = end == 2 ? 1 : 0;
    w3 = end == 2 ? 0 : 1;
  }
}
