import "./style/base.css";
import "./style/dialog.css";
import "./style/panel.css";
import "./style/share.css";
import "./style/plots.css";
import "./style/time.css";
import "./style/tools.css";
import type { ClothMesh } from "tatter/three";
import type { MeshPhysicalMaterial } from "three";
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
import { readHash, type SharedScene } from "./share/address-text.js";
import { addKeeping } from "./share/keeping.js";
import { readRecording, type OpenedRecording } from "./share/opened-recording.js";
import { keepInFreeSpace } from "./shell/free-space.js";
import { addHelp } from "./shell/help.js";
import { watchPicture } from "./shell/lost-picture.js";
import { addTheme } from "./shell/theme.js";
import type { Command, NumberedCommand, Report } from "./simulation/messages.js";
import { InputLag } from "./simulation/input-lag.js";
import { OneAtATime } from "./simulation/one-at-a-time.js";
import type { SolidsFrame } from "./simulation/solids-frame.js";
import { lookOf } from "./stage/looks.js";
import { hangUp, ShownCloth } from "./stage/shown-cloth.js";
import { Stage } from "./stage/stage.js";
import { strengthColours } from "./stage/strength-colours.js";
import { wear } from "./stage/wear.js";
import { buildTimeBar } from "./time/time-bar.js";
import { BladeTrace } from "./tools/blade-trace.js";
import { attachBrushes, BRUSH_DEFAULTS } from "./tools/brush-tool.js";
import { graspables } from "./tools/graspables.js";
import { attachHands, type Graspable } from "./tools/hand.js";
import { attachKnives } from "./tools/knife-tool.js";
import { attachThrows, THROW_DEFAULTS } from "./tools/throw-tool.js";
import { buildTools } from "./tools/tools.js";

addEventListener("hashchange", () => location.reload()); // another scene was put into the address
void readHash(location.hash).then(start);

function start(shared: SharedScene | null): void {
  let stage: Stage;
  try {
    stage = new Stage(document.querySelector<HTMLCanvasElement>("#view")!);
  } catch {
    showProblem("This page needs WebGL 2, which your browser does not offer here.");
    return;
  }
  watchPicture(stage, () => looks.clear());
  keepInFreeSpace(stage, place("#middle"));
  addTheme(place("#actions"), () => {});
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
  /** Those that were seen so far. */
  const looks = new Map<string, MeshPhysicalMaterial>();
  const look = (): MeshPhysicalMaterial => {
    const { preset } = settings;
    let material = looks.get(preset);
    if (material === undefined) looks.set(preset, (material = lookOf(preset, () => stage.room)));
    return material;
  };
  let cloth: ShownCloth | null = null;
  let mesh: ClothMesh | null = null;
  let pinned: number[] = [];
  let weak: number[] = [];
  let solids: SolidsFrame | null = null;
  let isStale = false;

  const wanted = readAddress(location.search);
  const settings = settingsOf(shared?.source ?? librarySource(wanted.scene));
  let addressProblem = shared?.problem ?? null;
  if (wanted.material !== null) {
    takePreset(settings, wanted.material);
    followMaterial(settings);
  }
  // Making a cloth may take half a second, and a key that is held down asks for thirty a second.
  let toOpen: OpenedRecording | null = null;
  const loads = new OneAtATime(() => {
    if (toOpen !== null) {
      const { recording, settings: panelOfThen } = toOpen;
      send({ type: "open", recording, settings: panelOfThen });
      toOpen = null;
      return;
    }
    send({ type: "load", scene: sceneWith(settings), files: settings.source.files });
  });
  let isRefused = false;
  let isNewScene = true;
  const load = (): void => {
    hideProblem();
    toOpen = null;
    loads.want();
  };
  const panel = buildPanel(place("#panel"), settings, [...SCENES.keys()], {
    choose() {
      const isOfLibrary = settings.scene !== settings.source.name;
      const source = isOfLibrary ? librarySource(settings.scene) : settings.source;
      Object.assign(settings, settingsOf(source));
      tellStrength();
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
    redraw: () => (isStale = true),
    showStrength: () => tellStrength(),
  });
  const openRecording = (name: string, bytes: Uint8Array): void => {
    let opened: OpenedRecording;
    try {
      opened = readRecording(name, bytes);
      Object.assign(settings, settingsOf(opened.source));
    } catch (error) {
      showProblem(`${name} cannot be opened: ${(error as Error).message}.`);
      return;
    }
    tellStrength();
    panel.refresh();
    isNewScene = true;
    hideProblem();
    toOpen = opened;
    loads.want();
  };
  const keeping = addKeeping({ actions: place("#actions"), notes: place("#middle") }, stage, {
    source: () => settings.source,
    scene: () => sceneWith(settings),
    ask: (what, name) => send({ type: "keep", what, name, settings: liveSettings(settings) }),
    open: openRecording,
    problem: showProblem,
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
  /** The chosen tool, before the bar of tools is there. */
  let isBrushChosen = false;
  let isStrengthShown = false;
  const tellStrength = (): void => {
    const isShown = isBrushChosen || settings.showStrength;
    if (isShown === isStrengthShown) return;
    isStrengthShown = isShown;
    if (!isShown && cloth !== null) cloth.colors = null;
    isStale = true;
    send({ type: "show-strength", isShown });
  };
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
      isBrushChosen = tool === "brush";
      tellStrength();
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
    if (data.type === "kept") {
      keeping.kept(data);
      return;
    }
    if (data.type === "problem") {
      showProblem(data.message);
      if (data.isRefused) {
        isRefused = true;
        loads.answered();
      }
      return;
    }
    pinned = data.pinned;
    weak = data.weak;
    showFigures(data.figures);
    tellPace(data.figures, {
      canBeCoarser: settings.resolution !== null,
      canBeLooser: settings.tolerance < LOOSEST,
    });
    tellTrust(data.figures);
    showTime(data.figures);
    keeping.show(data.figures);
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
      if (addressProblem !== null) showProblem(addressProblem);
      addressProblem = null;
      cloth = new ShownCloth(data);
      mesh ??= hangUp(stage, cloth, look());
    } else if (cloth !== null) {
      const spare = cloth.follow(data);
      send({ type: "return", positions: spare }, [spare.buffer as ArrayBuffer]);
    }
    if (cloth !== null && data.strengths !== undefined && isStrengthShown) {
      cloth.colors = data.strengths && strengthColours(data.strengths);
    }
    // Until an asked-for cloth is there, the panel speaks of another one than moves.
    if (!loads.isUnderWay) panel.showFindings(isRefused ? null : data.figures);
    isStale = true;
  });

  const countFrame = frameCounter();
  stage.renderer.setAnimationLoop(() => {
    send({ type: "pulse" });
    if (isStale && cloth !== null) {
      mesh?.update(cloth);
      stage.pins.show(pinned, cloth.positions);
      stage.weakPoints.show(settings.showWeak ? weak : [], cloth.positions);
      if (solids !== null) stage.solids.show(solids);
      throws.follow();
      isStale = false;
      stage.redraw();
    }
    lag.drawn();
    showLag(lag.latest);
    if (mesh !== null) wear(stage, mesh, look());
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
