import { Session } from "node:inspector/promises";
import type { World } from "../src/sim/index.js";

interface HeapNode {
  callFrame: { url: string };
  selfSize: number;
  children: HeapNode[];
}

const STEPS = 10;
/** A busy machine compiles late. */
const ROUNDS = 40;

/** Bytes a call that functions in some rooms allocate, by samples of about each quarter of a kilobyte. */
async function measure(call: () => void, rooms: RegExp): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 256,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  for (let i = 0; i < STEPS; i++) call();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  session.disconnect();
  const sum = ({ callFrame, selfSize, children }: HeapNode): number =>
    (rooms.test(callFrame.url) ? selfSize : 0) +
    children.reduce((total, child) => total + sum(child), 0);
  return sum(profile.head) / STEPS;
}

/**
 * The least that a call allocates in files whose address matches `rooms`, in bytes, once all of it is compiled: code that is
 * not yet boxes every number. When that is, nobody knows, so it is tried again and again until it is less than `enough`.
 */
export async function bytesOfCall(
  call: () => void,
  rooms: RegExp,
  enough: number,
): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= enough; round++) {
    for (let i = 0; i < 100; i++) call();
    least = Math.min(least, await measure(call, rooms));
  }
  return least;
}

/** The least that a step of a world allocates in the solvers and below, in bytes. */
export async function bytesOfStep(world: World, enough: number): Promise<number> {
  return bytesOfCall(() => world.step(), /\/src\/(solvers|kernels|cloth|math)\//, enough);
}
