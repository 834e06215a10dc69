import {
  advanceFrame,
  checkScene,
  createWorld,
  decodeRecording,
  encodeRecording,
  frameCount,
  Replay,
  SceneRecorder,
  type SceneInput,
} from "../../src/scene/index.js";
import type { SolverOptions } from "../../src/solvers/index.js";
import type { World } from "../../src/sim/index.js";

const scenes = import.meta.glob<SceneInput>(
  ["../../scenes/*.json", "!../../scenes/scene.schema.json"],
  { eager: true, import: "default" },
);

const meshes = import.meta.glob<string>("../../scenes/meshes/*", {
  eager: true,
  import: "default",
  query: "?raw",
});
const maps = import.meta.glob<string>("../../scenes/maps/*.png", {
  eager: true,
  import: "default",
  query: "?inline",
});
const files: Record<string, string | Uint8Array> = {};
for (const [path, text] of Object.entries(meshes)) files[path.replace("../../scenes/", "")] = text;
for (const [path, url] of Object.entries(maps)) {
  const text = atob(url.slice(url.indexOf(",") + 1));
  files[path.replace("../../scenes/", "")] = Uint8Array.from(text, (x) => x.charCodeAt(0));
}

/** The stored data of a run. */
export interface Golden {
  hash: string;
  tears: number;
  /** After the first frames. */
  early: string;
  /** After half of the frames. */
  middle: string;
}

/** Number of first frames. */
const EARLY = 10;

/** Scenes with slow frames or without later changes: this many frames are enough. */
const FEW_FRAMES: Readonly<Record<string, number>> = {
  bowl: 30,
  bullet: 20,
  "onal-ball-fast": 20,
  "onal-ball-high": 24,
  "onal-ball-large": 24,
  "onal-ball-low": 24,
  "onal-ball-small": 24,
  "outgrown-shirt": 40,
  "corner-drag": 8,
  "violent-drag": 4,
  curtain: 60,
  "heavy-curtain": 45,
  "hung-by-corners": 30,
  "silk-drape": 30,
  "t-shirt": 60,
  "two-corners-angles": 30,
  "curtain-aside": 20,
  "folded-drop": 20,
  funnel: 16,
  heap: 20,
  "outgrown-clothes": 12,
  "t-shirt-floor": 16,
  "tablecloth-fast": 16,
  "tablecloth-slow": 16,
  "ten-sheets": 14,
  "three-layers": 16,
  twist: 90,
  "two-rings": 20,
};

/**
 * Scenes that take seconds: `npm test` compares them at half time, the soak and `npm run golden -- --check` also at the
 * end.
 */
export const LONG_RUNS: readonly string[] = [
  "bias-pull",
  "curtain",
  "curtain-rail",
  "disc",
  "drape-sphere",
  "foil-cup",
  "irregular-pull",
  "lateral-pull",
  "membrane-pull",
  "notched-pull",
  "notched-rip",
  "paper-tear",
  "perforated",
  "plastic-drape",
  "shear-pull-rk4",
  "slash",
  "stiff-notched-pull",
  "strength-map",
  "torn-off-rail",
  "tube",
  "twist",
  "two-corners",
  "weave-pull",
  "worn",
  "zip",
];

const BY_GRAB = "hanging-sheet by hand";

/** Frame rates that no step of 1/60 s divides, and a scene that tears early. */
const ODD_RATES = [23.976, 25, 29.97, 59.94];
const AT_ODD_RATES = "paper-tear";
/** s. */
const ODD_DURATION = 1;

/** All runs: every scene of the library, one at unusual frame rates, and one torn by a grab. */
export const GOLDEN_NAMES: readonly string[] = [
  ...Object.keys(scenes).map((path) => path.replace(/^.*\/|\.json$/g, "")),
  ...ODD_RATES.map((rate) => `${AT_ODD_RATES} at ${rate}`),
  BY_GRAB,
];

/**
 * State hashes of a run in this engine after the first frames, at half time and at the end, and its tears.
 *
 * @param onFrame Called after every frame, for further checks.
 */
export function goldenRun(
  name: string,
  onFrame?: (world: World) => void,
  kernels?: "reference",
): Golden {
  const run = new GoldenRun(name, onFrame, kernels);
  const early = run.hashAfter(EARLY);
  const middle = run.hashAfter(run.middle);
  const hash = run.hashAfter(run.frames);
  return { hash, tears: run.world.stats.tears, early, middle };
}

/** The state hash of a run after its first frames. */
export function earlyHash(name: string, kernels?: "reference"): string {
  return new GoldenRun(name, undefined, kernels).hashAfter(EARLY);
}

/** The state hashes of a run after its first frames and at half time. */
export function firstHalf(
  name: string,
  onFrame?: (world: World) => void,
): Pick<Golden, "early" | "middle"> {
  const run = new GoldenRun(name, onFrame);
  return { early: run.hashAfter(EARLY), middle: run.hashAfter(run.middle) };
}

/** What the reference kernels run where a scene leaves the solver to the library. */
const XPBD = (step: number): SolverOptions => ({ type: "xpbd", step, substeps: 20 });

class GoldenRun {
  readonly world: World;
  /** Of the whole run. */
  readonly frames: number;
  #frame = 0;
  readonly #advance: () => void;
  readonly #onFrame: ((world: World) => void) | undefined;

  constructor(name: string, onFrame?: (world: World) => void, kernels?: "reference") {
    const [file, rate] = name.replace(" by hand", "").split(" at ");
    const scene = checkScene({
      ...scenes[`../../scenes/${file}.json`]!,
      ...(rate !== undefined && { frameRate: Number(rate), duration: ODD_DURATION }),
    });
    if (name === BY_GRAB) {
      scene.cloths[0]!.tearing = checkScene(scenes["../../scenes/curtain.json"]).cloths[0]!.tearing;
    }
    const { step, type } = scene.solver;
    const reference = { kernels, ...(type === "auto" && { solver: XPBD(step) }) };
    this.world = createWorld({ ...scene, ...(kernels && reference) }, { files });
    this.frames = name === BY_GRAB ? 90 : (FEW_FRAMES[name] ?? frameCount(scene));
    this.#advance =
      name === BY_GRAB ? tearByGrab(this.world) : () => advanceFrame(this.world, scene.frameRate);
    this.#onFrame = onFrame;
  }

  /** The frame at half time, but not before the first frames. */
  get middle(): number {
    return Math.max(Math.ceil(this.frames / 2), Math.min(EARLY, this.frames));
  }

  /** Continues to a frame, or to the end if that comes first. */
  hashAfter(frame: number): string {
    for (; this.#frame < Math.min(frame, this.frames); this.#frame++) {
      this.#advance();
      this.#onFrame?.(this.world);
    }
    return this.world.hash();
  }
}

/** A grab that pulls for 60 steps and is released; one step per call. */
function tearByGrab(world: World): () => void {
  const grab = world.grab({ point: [0.1, 0.8, 0], maxForce: 800, stiffness: 4000 })!;
  let i = 0;
  return () => {
    i++;
    if (i <= 60) grab.moveTo([0.1 + 0.004 * i, 0.8 - 0.006 * i, 0.008 * i]);
    if (i === 61) grab.release();
    world.step();
  };
}

/** A recording with a grab, a knife, an undone cut and tears at exact times, as text. */
export function goldenRecording(): string {
  const scene = checkScene({
    name: "recorded",
    cloths: [
      {
        mesh: { type: "grid", size: [1, 1], segments: [9, 9] },
        pins: [
          {
            select: {
              uv: [
                [0, 1],
                [1, 1],
              ],
            },
          },
        ],
        tearing: { limit: 1.2, resolve: "exact" },
      },
    ],
    solver: { substeps: 10 },
  });
  const world = createWorld(scene);
  const recorder = new SceneRecorder(world, scene, {}, "golden");
  const grab = world.grab({ point: [0.2, -0.3, 0], radius: 0.15 })!;
  const knife = world.knife({ from: [-0.8, 0.1, -1], to: [-0.8, 0.1, 1] });
  for (let frame = 1; frame <= 24; frame++) {
    grab.moveTo([0.2 + 0.02 * frame, -0.3 - 0.02 * frame, 0.03 * frame]);
    if (frame < 16) knife.moveTo([-0.8 + 0.08 * frame, 0.1, -1], [-0.8 + 0.08 * frame, 0.1, 1]);
    if (frame === 16) knife.release();
    if (frame === 18) grab.release();
    if (frame === 20)
      world.cut({
        line: [
          [-0.6, 0.3, 0],
          [0.6, 0.3, 0],
        ],
      });
    if (frame === 22) world.undo();
    advanceFrame(world, scene.frameRate);
    recorder.endFrame();
  }
  const bytes = encodeRecording(recorder.recording);
  return btoa(String.fromCharCode(...bytes)).replaceAll(/.{100}/g, "$&\n");
}

/** Replays such a file forward and backward, and compares every frame with the recorded one. */
export function replayGolden(text: string): { hash: string; edits: number[] } {
  const bytes = Uint8Array.from(atob(text.replaceAll("\n", "")), (letter) => letter.charCodeAt(0));
  const replay = new Replay(decodeRecording(bytes));
  const edits = [24, 10, 0, 17, 24].map((frame) => {
    replay.seek(frame);
    return replay.world.cloths[0]!.edits.length;
  });
  return { hash: replay.world.hash(), edits };
}
