import { roundUpTo } from "../../math/round-up.js";
import { BINARY } from "./binary.generated.js";

/** The functions of the module, by the names of their sources in `assembly/`. Addresses are bytes in its memory. */
export interface WasmFunctions {
  setDummy(address: number): void;
  takeParticles(
    count: number,
    addresses: number,
    positions: number,
    velocities: number,
    inverseMasses: number,
    toAnchor: number,
    toParts: number,
  ): number;
  areWithin(numbers: number, count: number, bound: number): number;
  adoptParticles(
    count: number,
    addresses: number,
    positions: number,
    velocities: number,
    toAnchor: number,
  ): void;
  giveParticles(
    count: number,
    addresses: number,
    positions: number,
    velocities: number,
    toAnchor: number,
  ): void;
  takeVectors(count: number, addresses: number, vectors: number, toVector: number): void;
  addVectors(count: number, addresses: number, vectors: number, toVector: number): void;
  clearVectors(first: number, end: number, toVector: number): void;
  applyGravity(first: number, end: number, toLost: number, dt: number): void;
  applyForces(first: number, end: number, toForce: number, toLost: number, dt: number): void;
  predict(first: number, end: number, toSubstep: number, dt: number): void;
  deriveVelocities(first: number, end: number, toSubstep: number, perSecond: number): void;
  advance(first: number, end: number, dt: number): void;
  relateAir(first: number, end: number, toForce: number, toWind: number): void;
  addAir(block: number, end: number, toForce: number, drag: number, dt: number): void;
  anchorOffsets(
    block: number,
    end: number,
    rows: number,
    size: number,
    row: number,
    impulses: number,
    conditions: number,
    toAnchor: number,
  ): void;
  anchorSprings(block: number, end: number, toParts: number): void;
  prepareSprings(block: number, end: number, laws: number, dt: number): void;
  projectSprings(block: number, end: number, perSecond: number): void;
  projectDampedSprings(block: number, end: number, perSecond: number): void;
  projectHinges(block: number, end: number, dt: number): void;
  addHingeForces(block: number, end: number, toForce: number, dt: number): void;
  projectCorners(block: number, end: number, dt: number): void;
  addCornerForces(block: number, end: number, toForce: number, dt: number): void;
  projectMembranes(block: number, end: number, dt: number): void;
  addMembraneForces(block: number, end: number, toForce: number, dt: number): void;
  projectStretchShear(block: number, end: number, dt: number): void;
  addStretchShearForces(block: number, end: number, toForce: number, dt: number): void;
  measureSprings(block: number, end: number, laws: number, quantity: number): number;
  areSlower(first: number, end: number): number;
  addSpringForces(block: number, end: number, laws: number, toForce: number, dt: number): void;
  addDampedSpringForces(
    block: number,
    end: number,
    laws: number,
    toForce: number,
    dt: number,
  ): void;
}

/** The functions that solve the equations of the implicit solver: `assembly/equations.ts` and `assembly/multigrid.ts`. */
export interface EquationFunctions {
  anchorBlocks(block: number, end: number, laws: number): void;
  startEquations(): void;
  addSprings(block: number, end: number, laws: number, isFirst: number): void;
  anchorSheets(block: number, end: number, laws: number, isMembrane: number): void;
  addSheets(block: number, end: number, laws: number, isMembrane: number, isFirst: number): void;
  anchorCorners(block: number, end: number, laws: number): void;
  addCorners(block: number, end: number, laws: number): void;
  solveTriangleMultipliers(block: number, end: number, laws: number, size: number): void;
  anchorHinges(block: number, end: number, laws: number): void;
  addHinges(block: number, end: number, laws: number): void;
  solveHingeMultipliers(block: number, end: number, laws: number): void;
  invertDiagonals(): void;
  clearCoarse(): void;
  coarsenParticles(spans: number): void;
  coarsenSprings(block: number, end: number, spans: number): void;
  coarsenTriangles(block: number, end: number, spans: number, blocks: number, axials: number): void;
  coarsenHinges(block: number, end: number, laws: number, spans: number): void;
  factorCoarse(): void;
  solve(least: number, most: number): void;
  solveMultipliers(block: number, end: number, laws: number): void;
  takeStep(): void;
  relaxPositions(): void;
  commitMultipliers(laws: number, end: number, size: number, conditions: number): void;
  dotProduct(a: number, b: number): void;
  /** Part of `solve`; tests compare it with the matrix. */
  multiply(vector: number, product: number): void;
}

/** The functions that keep cloth off cloth: `assembly/contact/`. */
export interface ContactFunctions {
  readContactHeader(): void;
  listFans(): void;
  areInContactBoxes(duration: number): number;
  horizonOf(way: number): number;
  findPairs(times: number, reach: number, gap: number, duration: number, crosses: number): number;
  makeContacts(times: number): number;
  startContacts(): void;
  endContacts(dt: number): void;
  projectContacts(dt: number, speed: number, all: number): number;
  repelContacts(dt: number): number;
  crossingCount(): number;
  untangle(step: number, speed: number): void;
  startInterval(): void;
  takeInterval(): void;
  takePart(part: number, parts: number): void;
  measurePairs(): void;
  guard(duration: number, groups: number): number;
  impactCount(): number;
}

/** A memory of the module and the functions that work on it. */
export interface WasmInstance<T = WasmFunctions> {
  readonly buffer: ArrayBuffer;
  readonly functions: T;
}

/** What is used of `WebAssembly`: the core compiles without the types of browsers and Node. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (options: { initial: number }) => { readonly buffer: ArrayBuffer };
  Instance: new (module: object, imports: object) => { readonly exports: object };
}

const PAGE = 65_536;
/** Pages of a memory with addresses of 32 bits. */
const MAX_PAGES = 65_536;

let compiled: object | null = null;

/** True if this engine compiles the module: it has WebAssembly with SIMD, and the page allows it. */
export function hasWasm(): boolean {
  try {
    compile();
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a memory of at least `bytes`, all 0. The memory never grows, because an instance that grows invalidates all
 * views of it; a larger cloth gets a new instance. Pages that nothing has touched take no space.
 *
 * @throws RangeError if there is not enough memory.
 */
export function instantiate(
  bytes: number,
): WasmInstance<WasmFunctions & EquationFunctions & ContactFunctions> {
  const pages = roundUpTo(PAGE, bytes) / PAGE;
  if (pages > MAX_PAGES) {
    throw new RangeError(
      `kernels: the cloth needs ${pages} pages of WebAssembly memory, expected at most ${MAX_PAGES}; use kernels: "reference"`,
    );
  }
  const api = webAssembly();
  const memory = new api.Memory({ initial: pages });
  const instance = new api.Instance(compile(), { env: { memory } });
  return {
    buffer: memory.buffer,
    functions: instance.exports as WasmFunctions & EquationFunctions & ContactFunctions,
  };
}

function compile(): object {
  const { Module } = webAssembly(); // throws where there is none
  compiled ??= new Module(bytesOf(BINARY));
  return compiled;
}

function webAssembly(): WebAssemblyApi {
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: WebAssemblyApi };
  if (WebAssembly === undefined) throw new RangeError("kernels: this engine has no WebAssembly");
  return WebAssembly;
}

/** The bytes of a text that scripts/setup.js has written. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let count = 0;
  let group = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 124) group = code - 124;
    else {
      bytes[count++] = 90 * group + (code === 33 ? 92 : code === 32 ? 96 : code) - 35 - 48;
      group = 0;
    }
  }
  return bytes.subarray(0, count);
}
