import { Session } from "node:inspector/promises";

interface HeapNode {
  callFrame: { url: string; functionName: string; lineNumber: number };
  selfSize: number;
  children: HeapNode[];
}

interface Garbage {
  /** Bytes a call. */
  bytes: number;
  /** Where they come from, the most first: bytes a call, file, line and function. */
  sites: string[];
}

const CALLS = 10;
const WARM_UP = 50;
/** A busy machine compiles late. */
const ROUNDS = 60;
/** B between two samples: so fine that most numbers on the heap are samples of their own, and coarse while there are many. */
const FINE = 16;
const COARSE = 4096;
const SOURCES = /\/src\/(.*\.ts)/;

/** What a call allocates in the sources, by samples. */
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
 * The least that a call allocates in any file of the sources once all of it is compiled: code that is not yet boxes every
 * number. When that is, nobody knows, so it is tried again and again until it is no more than `enough` bytes.
 */
export async function garbageOf(call: () => void, enough: number): Promise<Garbage> {
  let least: Garbage = { bytes: Infinity, sites: [] };
  for (let round = 0; round < ROUNDS && least.bytes > enough; round++) {
    for (let i = 0; i < WARM_UP; i++) call();
    const interval = least.bytes < 16 * enough ? FINE : COARSE;
    const garbage = await measure(call, interval);
    if (interval === COARSE && garbage.bytes < 16 * enough) {
      garbage.bytes = Math.max(garbage.bytes, 8 * enough); // too coarse to tell
    }
    if (garbage.bytes < least.bytes) least = garbage;
  }
  return least;
}
