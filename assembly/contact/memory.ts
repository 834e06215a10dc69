// Contact of cloth with cloth: the memory of all cloths of a world together. Particles and triangles of the cloths follow one
// another. `contact-memory.ts` of the collision module has the same layout.

/** Addresses and numbers, u32 each, in the order of the assignments below. */
export const HEADER: usize = 2048;
/** Numbers that change from call to call, f64 each. */
export const NUMBERS: usize = HEADER + 256;

/** Particles and triangles in use. */
export let particleCount: u32 = 0;
export let triangleCount: u32 = 0;
/** f64, three per particle: start of the interval, start and end of the substep, m; velocities, m/s; rest shape, m. */
export let starts: usize = 0;
export let froms: usize = 0;
export let tos: usize = 0;
export let velocities: usize = 0;
export let rests: usize = 0;
/** f64 per particle: 1/kg, half of the thickness in m, the root of the friction coefficient. */
export let inverseMasses: usize = 0;
export let halves: usize = 0;
export let frictions: usize = 0;
/** u32 per particle: number of its cloth. */
export let cloths: usize = 0;
/** u32 × 4 per triangle: its particles, and which of its corners (bits 0–2) and edges (bits 3–5) belong to it. */
export let triangles: usize = 0;
/** u32 × 4 per triangle: the particle on the other side of each of its edges, or NONE. */
export let opposites: usize = 0;
/** u32: for each particle, where its triangles begin in the list; the last one is the end. The list itself. */
export let fanStarts: usize = 0;
export let fans: usize = 0;
/** f32 × 8 per particle: low x, y, z, –, high x, y, z, –: where it stays until the next search. */
export let particleBoxes: usize = 0;
/** The tree: f32 × 8 per node; node 0 is the root, the children of n are 2n + 1 and 2n + 2. */
export let nodes: usize = 0;
/** u32 each: triangles in the order of the leaves, and scratch of the sort. */
export let order: usize = 0;
export let codes: usize = 0;
export let sortScratch: usize = 0;
/** Pairs of features, PAIR bytes each. */
export let pairs: usize = 0;
export let pairCapacity: u32 = 0;
/** Contacts, CONTACT bytes each. */
export let contacts: usize = 0;
export let contactCapacity: u32 = 0;
/** Crossings: an edge and a triangle, CROSSING bytes each. */
export let crossings: usize = 0;
export let crossingCapacity: u32 = 0;
/** u32 per particle: round in which it was moved; group of particles that move together; 1: part of a crossing. */
export let marks: usize = 0;
export let groups: usize = 0;
export let tangled: usize = 0;
/** f64 × ZONE per particle: sums over a group. */
export let zones: usize = 0;

/** f64 × 4 per triangle: its normal, and half of its smallest height, m. u32 per particle: the cloth is flat around it. */
export let normals: usize = 0;
export let flats: usize = 0;

/** f64, three per particle: the motion of a whole interval that is divided, m. */
export let wholes: usize = 0;

/** f64 per particle: how far it moves in the interval apart from the mean motion, m. */
export let ways: usize = 0;

/** f64 per particle: stiffness of its cloth, N/m. */
export let stiffnesses: usize = 0;

/** No particle. */
export const NONE: u32 = 0xffffffff;
/** Bytes of a pair: four particles, two features, and their distance (see `pairs.ts`). */
export const PAIR: usize = 32;
export const CONTACT: usize = 192;
export const CROSSING: usize = 64;
/** Bytes of a group of particles that move together. */
export const ZONE: usize = 256;

/** A particle is moved at most by this many times the distance that its features need. */
const MAX_LEVER: f64 = 4;

/**
 * Mobility of a contact, 1/kg, from the parts w²/m of its particles. Where only a particle with a small weight w is free, beside
 * pins, it would have to move by 1 / w times the distance: then the contact is less mobile, and its features go only a part of it.
 */
export function mobilityOf(
  a: u32,
  b: u32,
  c: u32,
  d: u32,
  f0: f64,
  f1: f64,
  f2: f64,
  f3: f64,
): f64 {
  const i0 = abs<f64>(f0) * load<f64>(inverseMasses + 8 * <usize>a);
  const i1 = abs<f64>(f1) * load<f64>(inverseMasses + 8 * <usize>b);
  const i2 = abs<f64>(f2) * load<f64>(inverseMasses + 8 * <usize>c);
  const i3 = abs<f64>(f3) * load<f64>(inverseMasses + 8 * <usize>d);
  const sum = abs<f64>(f0) * i0 + abs<f64>(f1) * i1 + abs<f64>(f2) * i2 + abs<f64>(f3) * i3;
  return max<f64>(sum, max<f64>(max<f64>(i0, i1), max<f64>(i2, i3)) / MAX_LEVER);
}

/** Reads the header. */
export function readContactHeader(): void {
  let at = HEADER;
  particleCount = load<u32>(at);
  triangleCount = load<u32>(at, 4);
  at += 8;
  starts = load<u32>(at);
  froms = load<u32>(at, 4);
  tos = load<u32>(at, 8);
  velocities = load<u32>(at, 12);
  rests = load<u32>(at, 16);
  inverseMasses = load<u32>(at, 20);
  halves = load<u32>(at, 24);
  frictions = load<u32>(at, 28);
  cloths = load<u32>(at, 32);
  triangles = load<u32>(at, 36);
  opposites = load<u32>(at, 40);
  fanStarts = load<u32>(at, 44);
  fans = load<u32>(at, 48);
  particleBoxes = load<u32>(at, 52);
  nodes = load<u32>(at, 56);
  order = load<u32>(at, 60);
  codes = load<u32>(at, 64);
  sortScratch = load<u32>(at, 68);
  pairs = load<u32>(at, 72);
  pairCapacity = load<u32>(at, 76);
  contacts = load<u32>(at, 80);
  contactCapacity = load<u32>(at, 84);
  crossings = load<u32>(at, 88);
  crossingCapacity = load<u32>(at, 92);
  marks = load<u32>(at, 96);
  groups = load<u32>(at, 100);
  tangled = load<u32>(at, 104);
  zones = load<u32>(at, 108);
  normals = load<u32>(at, 112);
  flats = load<u32>(at, 116);
  wholes = load<u32>(at, 120);
  ways = load<u32>(at, 124);
  stiffnesses = load<u32>(at, 128);
}
