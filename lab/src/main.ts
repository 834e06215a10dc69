import { MATERIALS, TEARING_DEFAULTS, type TopologyEdit } from "tatter";
import { ClothMesh, type ClothSource } from "tatter/three";
import { fabricMaterial } from "./fabric.js";
import { attachHands } from "./hand.js";
import type { Command, Figures, Report } from "./messages.js";
import { buildPanel, liveSettings, type Settings } from "./panel.js";
import { filesOf, finestOf, resolutionOf, SCENES, withResolution } from "./scenes.js";
import { Stage } from "./stage.js";

const FIRST_SCENE = "curtain";

/** The cloth of the worker as the page knows it. */
interface ShownCloth extends ClothSource {
  positions: Float32Array;
  edits: TopologyEdit[];
}

start();

function start(): void {
  let stage: Stage;
  try {
    stage = new Stage(document.querySelector<HTMLCanvasElement>("#view")!);
  } catch {
    showProblem("This page needs WebGL 2, which your browser does not offer here.");
    return;
  }
  const worker = new Worker(new URL("./simulation.worker.ts", import.meta.url), { type: "module" });
  const send = (command: Command, transfer: Transferable[] = []): void =>
    worker.postMessage(command, transfer);
  const material = fabricMaterial();
  let cloth: ShownCloth | null = null;
  let mesh: ClothMesh | null = null;
  let pinned: number[] = [];
  let isStale = false;

  const settings = settingsOf(FIRST_SCENE);
  const load = (): void => {
    const scene = withResolution(SCENES.get(settings.scene)!, settings.resolution);
    send({ type: "load", scene, files: filesOf(scene), settings: liveSettings(settings) });
  };
  let shownScene = settings.scene;
  const panel = buildPanel(document.querySelector("#panel")!, settings, [...SCENES.keys()], {
    load() {
      if (settings.scene !== shownScene) {
        shownScene = settings.scene;
        Object.assign(settings, settingsOf(shownScene));
        panel.refresh();
        stage.resetView();
      }
      load();
    },
    change: () => send({ type: "settings", settings: liveSettings(settings) }),
    pause: (paused) => send({ type: "pause", paused }),
    step: () => send({ type: "step" }),
    reset: () => send({ type: "reset" }),
    view: () => stage.resetView(),
  });

  attachHands(stage, () => mesh, {
    grab: (hand, point) => send({ type: "grab", hand, point: point.toArray() }),
    move: (hand, point) => send({ type: "move", hand, point: point.toArray() }),
    release: (hand) => send({ type: "release", hand }),
  });

  worker.addEventListener("error", ({ message }) =>
    showProblem(`The simulation stopped: ${message}`),
  );
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if (data.type === "problem") {
      showProblem(data.message);
      return;
    }
    hideProblem();
    pinned = data.pinned;
    showFigures(data.figures);
    panel.showPaused(data.figures.paused);
    if (data.type === "cloth") {
      const { triangles, uvs, positions } = data;
      cloth = {
        mesh: { halfedgeVertices: triangles, triangleCount: triangles.length / 3, uvs },
        positions,
        edits: [],
      };
      if (mesh === null) {
        mesh = new ClothMesh(cloth, material);
        mesh.castShadow = mesh.receiveShadow = true;
        stage.scene.add(mesh);
      }
    } else if (cloth !== null) {
      const spare = cloth.positions;
      cloth.positions = data.positions;
      cloth.edits.push(...data.edits);
      send({ type: "return", positions: spare }, [spare.buffer as ArrayBuffer]);
      if (data.figures.tears > 0) document.querySelector("#hint")!.classList.add("done");
    }
    isStale = true;
  });

  const countFrame = frameCounter((fps) => setFigure("fps", fps.toFixed(0)));
  stage.renderer.setAnimationLoop(() => {
    if (isStale && cloth !== null) {
      mesh?.update(cloth);
      stage.showPins(pinned, cloth.positions);
      isStale = false;
    }
    stage.draw();
    countFrame();
  });
  load();
}

/** What the panel shows for a scene of the library. */
function settingsOf(name: string): Settings {
  const scene = SCENES.get(name)!;
  const cloth = scene.cloths[0]!;
  const preset = cloth.material?.preset ?? "cotton";
  const stiffness = cloth.material?.stiffness ?? MATERIALS[preset].stiffness;
  const limit = cloth.tearing?.limit;
  const criterion = cloth.tearing ? (cloth.tearing.criterion ?? TEARING_DEFAULTS.criterion) : null;
  return {
    scene: name,
    resolution: resolutionOf(cloth.mesh),
    finest: finestOf(cloth.mesh),
    stiffness,
    criterion,
    stretchLimit:
      criterion === "stretch" ? (limit ?? TEARING_DEFAULTS.limit) : TEARING_DEFAULTS.limit,
    tensionLimit: criterion === "tension" ? limit! : 1,
    wind: scene.wind?.velocity?.[2] ?? 0,
  };
}

function showFigures({ time, millisecondsAStep, particles, tears, pieces }: Figures): void {
  setFigure("time", time.toFixed(2));
  setFigure("ms", millisecondsAStep.toFixed(1));
  setFigure("particles", String(particles));
  setFigure("tears", String(tears));
  setFigure("pieces", String(pieces));
}

function setFigure(name: string, text: string): void {
  document.querySelector(`[data-stat="${name}"]`)!.textContent = text;
}

/** Calls back twice a second with the frames a second. */
function frameCounter(tell: (fps: number) => void): () => void {
  let frames = 0;
  let since = performance.now();
  return () => {
    frames++;
    const elapsed = performance.now() - since;
    if (elapsed < 500) return;
    tell((1000 * frames) / elapsed);
    frames = 0;
    since = performance.now();
  };
}

function showProblem(message: string): void {
  const place = document.querySelector<HTMLElement>("#problem")!;
  place.textContent = message;
  place.hidden = false;
}

function hideProblem(): void {
  document.querySelector<HTMLElement>("#problem")!.hidden = true;
}
