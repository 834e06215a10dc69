import { Session } from "node:inspector/promises";

interface HeapNode {
  callFrame: { url: string; functionName: string; lineNumber: number };
  selfSize: number;
  children: HeapNode[];
}

interface Garbage {
  /** Bytes per call. */
  bytes: number;
  /** The sources of allocations, largest first: bytes per call, file, line and function. */
  sites: string[];
}

const CALLS = 10;
const WARM_UP = 50;
/** A busy machine compiles late. */
const ROUNDS = 60;
/**
 * Bytes between two samples: small enough that most numbers on the heap are sampled, and coarser while there are many.
 */
const FINE = 16;
const COARSE = 4096;
const SOURCES = /\/src\/(.*\.ts)/;

/** Allocations of a call in the sources, by sampling. */
async function measure(call: () => void, samplingInterval: number): Promise<Garbage> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.startSampling", {
    samplingInterval,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  for (let i = 0; i < CALLS; i++) call();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  session.disconnect();
  const sites = new Map<string, number>();
  let bytes = 0;
  const add = ({ callFrame, selfSize, children }: HeapNode): void => {
    const file = SOURCES.exec(callFrame.url)?.[1];
    if (file !== undefined && selfSize > 0) {
      const site = `src/${file}:${callFrame.lineNumber + 1} ${callFrame.functionName}`;
      sites.set(site, (sites.get(site) ?? 0) + selfSize / CALLS);
      bytes += selfSize / CALLS;
    }
    for (const child of children) add(child);
  };
  add(profile.head);
  const sorted = [...sites].toSorted((a, b) => b[1] - a[1]);
  return { bytes, sites: sorted.map(([site, size]) => `${Math.round(size)} B ${site}`) };
}

/**
 * The minimum that a call allocates in any source file once everything is compiled: uncompiled code boxes every number.
 * The time of compilation is unknown, so this repeats until the value is at most `enough` bytes.
 */
export async function garbageOf(call: () => void, enough: number): Promise<Garbage> {
  let min: Garbage = { bytes: Infinity, sites: [] };
  for (let round = 0; round < ROUNDS && min.bytes > enough; round++) {
    for (let i = 0; i < WARM_UP; i++) call();
    const interval = min.bytes < 16 * enough ? FINE : COARSE;
    const garbage = await measure(call, interval);
    if (interval === COARSE && garbage.bytes < 16 * enough) {
      garbage.bytes = Math.max(garbage.bytes, 8 * enough); // too coarse to measure
    }
    if (garbage.bytes < min.bytes) min = garbage;
  }
  return min;
}
