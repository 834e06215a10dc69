import { afterEach, expect, test, vi } from "vitest";
import {
  advanceFrame,
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  RecordingError,
  Replay,
  SceneRecorder,
  type Recording,
} from "../../src/scene/index.js";
import type { World } from "../../src/sim/index.js";

// `auto` takes multigrid only where an engine has WebAssembly SIMD, here euler otherwise. Its recordings did not say so:
// on another engine they replayed with another solver and differed in the first frame.

const SHEET = {
  name: "sheet",
  cloths: [
    {
      mesh: { type: "grid", size: [1, 1], segments: [16, 16] },
      pins: [{ select: { group: "top" } }],
    },
  ],
  solver: { type: "auto" },
} as const;
/** Soft enough for euler. */
const SOFT = { stiffness: 20, damping: 0.01, density: 0.5 };

afterEach(() => {
  vi.unstubAllGlobals();
});

function record(kernels?: "wasm" | "reference"): { recording: Recording; solvers: string[] } {
  const scene = checkScene({ ...SHEET, kernels });
  const world = createWorld(scene);
  const recorder = new SceneRecorder(world, scene, {}, "test");
  const solvers: string[] = [];
  for (let frame = 0; frame < 4; frame++) {
    if (frame === 2) world.cloths[0]!.setMaterial(SOFT); // `auto` chooses again
    advanceFrame(world, scene.frameRate);
    recorder.endFrame();
    solvers.push(solverOf(world));
  }
  return { recording: decodeRecording(encodeRecording(recorder.recording)), solvers };
}

function solverOf({ solver: { type, linear, kernels } }: World): string {
  return [type, linear, kernels].filter(Boolean).join(" ");
}

function replay(recording: Recording): string[] {
  const run = new Replay(recording);
  const solvers: string[] = [];
  while (run.next()) solvers.push(solverOf(run.world));
  return solvers;
}

test("a recording of auto that was made without WebAssembly replays with the same solvers", () => {
  vi.stubGlobal("WebAssembly", undefined);
  const { recording, solvers } = record();
  expect(new Set(solvers)).toEqual(new Set(["euler reference"]));
  expect(recording.scene.kernels).toBe("reference");
  expect(replay(recording)).toEqual(solvers);
  vi.unstubAllGlobals();
  expect(replay(recording)).toEqual(solvers);
});

test("a recording of auto that was made with WebAssembly is refused without", () => {
  const { recording, solvers } = record();
  expect(solvers[0]).toBe("implicit multigrid reference");
  expect(solvers[3]).toBe("euler wasm");
  expect(recording.scene.kernels).toBe("wasm");
  expect(replay(recording)).toEqual(solvers);
  expect(record("wasm")).toEqual({ recording, solvers });
  vi.stubGlobal("WebAssembly", undefined);
  expect(() => new Replay(recording)).toThrow(
    new RecordingError(
      "scene.kernels: it was recorded with WebAssembly SIMD, which is not available here",
    ),
  );
});

test("with the reference kernels auto makes the same choice on every engine", () => {
  const { recording, solvers } = record("reference");
  expect(new Set(solvers)).toEqual(new Set(["euler reference"]));
  vi.stubGlobal("WebAssembly", undefined);
  expect(replay(recording)).toEqual(solvers);
  expect(record()).toEqual({ recording, solvers });
});
