import "./style/base.css";
import "./style/dialog.css";
import "./style/panel.css";
import "./style/plots.css";
import "./style/time.css";
import "./style/tools.css";
import "./style/views.css";
import type { ClothMesh } from "tatter/three";
import { frameCounter, showFigures, showLag } from "./figures/figures.js";
import { paceTeller } from "./figures/pace.js";
import { attachPlots } from "./figures/plots.js";
import { hideProblem, showProblem } from "./figures/problem.js";
import { trustTeller } from "./figures/trust.js";
import { takePreset } from "./panel/material-settings.js";
import { buildPanel } from "./panel/panel.js";
import { gravityOf, liveSettings, sceneWith, settingsOf } from "./panel/settings.js";
import { LOOSEST } from "./panel/solver-settings.js";
import { followMaterial } from "./panel/tearing-settings.js";
import { readAddress } from "./scenes/address.js";
import { librarySource, SCENES } from "./scenes/scenes.js";
import { keepInFreeSpace } from "./shell/free-space.js";
import { addHelp } from "./shell/help.js";
import { watchPicture } from "./shell/lost-picture.js";
import { addTheme } from "./shell/theme.js";
import type { Command, NumberedCommand, Report } from "./simulation/messages.js";
import { InputLag } from "./simulation/input-lag.js";
import { OneAtATime } from "./simulation/one-at-a-time.js";
import type { SolidsFrame } from "./simulation/solids-frame.js";
import { hangUp, ShownCloth } from "./stage/shown-cloth.js";
import { Stage } from "./stage/stage.js";
import { buildTimeBar } from "./time/time-bar.js";
import { BladeTrace } from "./tools/blade-trace.js";
import { attachBrushes, BRUSH_DEFAULTS } from "./tools/brush-tool.js";
import { graspables } from "./tools/graspables.js";
import { attachHands, type Graspable } from "./tools/hand.js";
import { attachKnives } from "./tools/knife-tool.js";
import { attachThrows, THROW_DEFAULTS } from "./tools/throw-tool.js";
import { buildTools } from "./tools/tools.js";
import { Views } from "./views/views.js";

start();

function start(): void {
  let stage: Stage;
  try {
    stage = new Stage(document.querySelector<HTMLCanvasElement>("#view")!);
  } catch {
    showProblem("This page needs WebGL 2, which your browser does not offer here.");
    return;
  }
  watchPicture(stage, () => views.renew());
  keepInFreeSpace(stage, place("#middle"));
  addTheme(place("#actions"), (theme) => stage.setTheme(theme));
  addHelp(place("#actions"));
  const worker = new Worker(new URL("./simulation/simulation.worker.ts", import.meta.url), {
    type: "module",
  });
  const lag = new InputLag();
  const send = (command: Command, transfer: Transferable[] = []): void => {
    const input = lag.stamp(command);
    const numbered: NumberedCommand = input === 0 ? command : { ...command, input };
    worker.postMessage(numbered, transfer);
  };
  const rest = (): void => send({ type: "rest", isResting: document.hidden });
  document.addEventListener("visibilitychange", rest);
  let cloth: ShownCloth | null = null;
  let mesh: ClothMesh | null = null;
  let solids: SolidsFrame | null = null;
  let isStale = false;

  const wanted = readAddress(location.search);
  const settings = settingsOf(librarySource(wanted.scene));
  if (wanted.material !== null) {
    takePreset(settings, wanted.material);
    followMaterial(settings);
  }
  // Making a cloth may take half a second, and a key that is held down asks for thirty a second.
  const loads = new OneAtATime(() => {
    send({ type: "load", scene: sceneWith(settings), files: settings.source.files });
  });
  let isRefused = false;
  let isNewScene = true;
  const load = (): void => {
    hideProblem();
    loads.want();
  };
  const panel = buildPanel(place("#panel"), settings, [...SCENES.keys()], {
    choose() {
      const isOfLibrary = settings.scene !== settings.source.name;
      const source = isOfLibrary ? librarySource(settings.scene) : settings.source;
      Object.assign(settings, settingsOf(source));
      panel.refresh();
      isNewScene = true;
      load();
    },
    load,
    change() {
      // What moves now, or moves next, may be another cloth than the panel shows: it could not go on with these.
      if (isRefused || loads.isUnderWay) load();
      else send({ type: "settings", settings: liveSettings(settings) });
      hideProblem();
    },
    view: () => stage.resetView(),
  });
  const views = new Views({
    stage,
    menu: place("#view-place"),
    legend: place("#legend"),
    send,
    preset: () => settings.preset,
    redraw: () => (isStale = true),
  });
  const showTime = buildTimeBar(place("#time"), {
    pause: (paused) => send({ type: "pause", paused }),
    step: () => send({ type: "step" }),
    rewind: (frame) => send({ type: "rewind", frame }),
    speed: (speed) => send({ type: "speed", speed }),
    load,
  });
  const showPlots = attachPlots(place("#plots"), place("#time"), send);
  const tellPace = paceTeller(place("#pace"));
  const tellTrust = trustTeller(place("#trust"));

  const trace = new BladeTrace(document.querySelector<HTMLCanvasElement>("#trace")!);
  const liftKnives = attachKnives(stage, trace, () => tools.chosen === "knife", {
    draw: (knife, blade) => send({ type: "draw", knife, blade }),
    move: (knife, blade) => send({ type: "slash", knife, blade }),
    lift: (knife) => send({ type: "lift", knife }),
  });
  const held = { ...BRUSH_DEFAULTS, ...THROW_DEFAULTS };
  const liftBrushes = attachBrushes(
    stage,
    held,
    () => (tools.chosen === "brush" ? mesh : null),
    (points) => {
      const { brushRadius: radius, brushStrength: strength } = held;
      send({ type: "paint", points: points.map((point) => point.toArray()), radius, strength });
    },
  );
  const throws = attachThrows(stage, held, {
    targets: () => (tools.chosen === "throw" && mesh !== null ? [mesh, ...stage.surfaces] : null),
    gravity: () => gravityOf(settings),
    throw: (ball) => send({ type: "throw", ball }),
  });
  const hover = (target: Graspable | null): void => {
    const isMovable = stage.solids.light(target?.object ?? null);
    stage.renderer.domElement.classList.toggle("movable", isMovable);
    stage.redraw();
  };
  const tools = buildTools(place("#tool-place"), held, {
    choose(tool) {
      liftKnives();
      liftBrushes();
      throws.putAway();
      hover(null);
      const { classList } = stage.renderer.domElement;
      for (const name of ["knife", "brush", "throw"]) classList.toggle(name, tool === name);
      views.isBrushInHand = tool === "brush";
    },
    undo: () => send({ type: "undo" }),
    removeBalls: () => send({ type: "remove-balls" }),
  });
  attachHands(
    stage,
    () => (tools.chosen === "hand" && mesh !== null ? graspables(mesh, stage.solids, send) : []),
    hover,
  );

  worker.addEventListener("error", ({ message }) =>
    showProblem(`The simulation stopped: ${message}`),
  );
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if (data.type === "problem") {
      showProblem(data.message);
      if (data.isRefused) {
        isRefused = true;
        loads.answered();
      }
      return;
    }
    views.follow(data);
    showFigures(data.figures);
    tellPace(data.figures, {
      canBeCoarser: settings.resolution !== null,
      canBeLooser: settings.tolerance < LOOSEST,
    });
    tellTrust(data.figures);
    showTime(data.figures);
    showPlots(data.figures, data.type === "cloth" && data.isLoaded);
    lag.arrived(data.figures);
    tools.showCuts(data.figures.cuts);
    tools.showBalls(data.figures.balls);
    solids = data.solids;
    if (data.figures.tears + data.figures.cuts > 0) place("#hint").classList.add("done");
    if (data.type === "cloth") {
      if (data.isLoaded) {
        isRefused = false;
        loads.answered();
        stage.loadSolids(data.colliders!, data.solids);
        if (isNewScene) stage.lookAt(data.positions);
        isNewScene = false;
      }
      if (!isRefused) hideProblem();
      cloth = new ShownCloth(data);
      mesh ??= hangUp(stage, cloth, views.material);
    } else if (cloth !== null) {
      const spare = cloth.follow(data);
      send({ type: "return", positions: spare }, [spare.buffer as ArrayBuffer]);
    }
    // Until an asked-for cloth is there, the panel speaks of another one than moves.
    if (!loads.isUnderWay) panel.showFindings(isRefused ? null : data.figures);
    isStale = true;
  });

  const countFrame = frameCounter();
  stage.renderer.setAnimationLoop(() => {
    send({ type: "pulse" });
    if (isStale && cloth !== null) {
      if (solids !== null) stage.solids.show(solids);
      if (mesh !== null) views.update(cloth, mesh);
      throws.follow();
      isStale = false;
      stage.redraw();
    }
    lag.drawn();
    showLag(lag.latest);
    if (mesh !== null) views.dress(mesh);
    stage.draw();
    trace.draw();
    countFrame();
  });
  rest();
  load();
}

/** A place of the page, which is always there. */
function place(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
