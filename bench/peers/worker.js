// One engine with one sheet, in a thread of its own: `compare.js` starts it and asks it for steps.
import { parentPort, workerData } from "node:worker_threads";
import { referenceKernels } from "../../dist/sim/index.js";
import { openAmmo } from "./ammo.js";
import { loadJolt, loadJoltSimd, openJolt } from "./jolt.js";
import { gridSheet, hangOf, irregularSheet } from "./sheet.js";
import { openTatter } from "./tatter.js";
import { settle, timeOf } from "./timing.js";

const OPENERS = {
  "jolt-physics, default": async (sheet, options) => openJolt(await loadJolt(), sheet, options),
  "jolt-physics, SIMD": async (sheet, options) => openJolt(await loadJoltSimd(), sheet, options),
  "ammojs-typed, WebAssembly": openAmmo,
  "tatter, reference kernels": (sheet, options) =>
    openTatter(sheet, { ...options, kernels: referenceKernels }),
  tatter: openTatter,
};

const { engine, mesh, n, iterations, settling } = workerData;
const sheet = mesh === "irregular" ? irregularSheet(n) : gridSheet(n, mesh);
const peer = await OPENERS[engine](sheet, { iterations });
settle(peer, settling.steps, settling.rate);
parentPort.on("message", (steps) => {
  const milliseconds = timeOf(peer, steps);
  parentPort.postMessage({ milliseconds, hang: hangOf(peer) }, []);
});
parentPort.postMessage({ particles: sheet.count, constraints: sheet.constraints }, []);
