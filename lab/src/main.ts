import "./style/base.css";
import "./style/dialog.css";
import "./style/gallery.css";
import "./style/panel.css";
import "./style/share.css";
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
import { liveSettings, sceneWith, settingsOf, setWind, windVelocity } from "./panel/settings.js";
import { LOOSEST } from "./panel/solver-settings.js";
import { followMaterial } from "./panel/tearing-settings.js";
import { readAddress } from "./shell/address.js";
import { readHash, type SharedScene } from "./share/address-text.js";
import { addKeeping } from "./share/keeping.js";
import { attachDrops } from "./scenes/drop-zone.js";
import { Gallery } from "./scenes/gallery.js";
import { OwnFiles } from "./scenes/own-files.js";
import { SceneLoader } from "./shell/scene-loader.js";
import { librarySource } from "./scenes/scenes.js";
import { keepInFreeSpace } from "./shell/free-space.js";
import { addHelp } from "./shell/help.js";
import { offerHandle } from "./shell/lab-handle.js";
import { watchPicture } from "./shell/lost-picture.js";
import { addTheme } from "./shell/theme.js";
import { fitTools } from "./shell/tool-room.js";
import type { Command, Figures, NumberedCommand, Report } from "./simulation/messages.js";
import { InputLag } from "./simulation/input-lag.js";
import type { SolidsFrame } from "./simulation/solids-frame.js";
import { hangUp, ShownCloth } from "./stage/shown-cloth.js";
import { Stage } from "./stage/stage.js";
import { View } from "./stage/view.js";
import { buildTimeBar } from "./time/time-bar.js";
import { BladeTrace } from "./tools/blade-trace.js";
import type { PointerTool } from "./tools/pointer-tool.js";
import { HELD, makePointerTools } from "./tools/pointer-tools.js";
import { Pointers } from "./tools/pointers.js";
import { Selection } from "./tools/selection.js";
import { buildTools } from "./tools/tools.js";
import { attachViewKeys } from "./tools/view-keys.js";
import { Views } from "./views/views.js";

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
  watchPicture(stage, () => views.renew());
  keepInFreeSpace(stage, place("#middle"));
  fitTools(place("#shell"), place("#middle"));
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
  let pinned: number[] = [];
  let solids: SolidsFrame | null = null;
  let figures: Figures | null = null;
  let isStale = false;

  const wanted = readAddress(location.search);
  const settings = settingsOf(shared?.source ?? librarySource(wanted.scene));
  let addressProblem = shared?.problem ?? null;
  if (wanted.material !== null) {
    takePreset(settings, wanted.material);
    followMaterial(settings);
  }
  const loader = new SceneLoader(settings, {
    send,
    showSettings() {
      ownFiles.forgetScene();
      panel.showScenes(loader.list.names);
      panel.refresh();
      gallery.show(settings.scene);
    },
  });
  if (shared?.source) loader.list.add(shared.source);
  const load = (): void => loader.load();
  const view = new View(stage);
  const change = (): void => {
    loader.change();
    tools.showWind();
    pointerTools.wind.show();
  };
  const panel = buildPanel(place("#panel"), settings, loader.list.names, {
    choose: () => loader.choose(settings.scene),
    load,
    change,
    view: () => view.first(),
  });
  const views = new Views({
    stage,
    menu: place("#view-place"),
    legend: place("#legend"),
    send,
    preset: () => settings.preset,
    redraw: () => (isStale = true),
  });
  const keeping = addKeeping({ actions: place("#actions"), notes: place("#middle") }, stage, {
    source: () => settings.source,
    scene: () => sceneWith(settings),
    ask: (what, name) => send({ type: "keep", what, name, settings: liveSettings(settings) }),
    open: (file) => void ownFiles.open([file]),
    problem: showProblem,
  });
  const ownFiles = new OwnFiles(place("#middle"), {
    present: () => settings.source,
    open: (source, file) => loader.open(source, file),
    openWithMap(source, file) {
      views.showOverlay("strength");
      loader.replace(source, file);
    },
    setTexture: (texture) => views.setTexture(texture),
    openRecording: (name, bytes) => loader.openRecording(name, bytes),
    problem: showProblem,
  });
  const gallery = new Gallery(place("#scene-place"), {
    choose: (name) => loader.choose(name),
    open: (files) => void ownFiles.open(files),
  });
  gallery.show(settings.scene);
  attachDrops(
    (files) => void ownFiles.open(files),
    () => showProblem("What you dropped could not be read. Try the files one by one."),
  );
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
  const canvas = stage.renderer.domElement;
  const selection = new Selection(stage.solids);
  const blow = (velocity: [number, number, number]): void => {
    setWind(settings, velocity);
    panel.refreshAir();
    change();
  };
  const pointerTools = makePointerTools(
    {
      stage,
      view,
      trace,
      settings,
      selection,
      send,
      blow,
      cloth: () => mesh,
      pegs: () => pinned,
      positions: () => cloth?.positions ?? [],
    },
    HELD,
  );
  let tool: PointerTool = pointerTools.hand;
  const pointers = new Pointers(canvas, () => tool);
  const tools = buildTools(place("#tool-place"), HELD, {
    choose(name) {
      pointers.drop();
      tool.hover?.(null);
      tool = pointerTools[name];
      canvas.dataset["tool"] = name;
      pointerTools.wind.isChosen = name === "wind";
      views.isBrushInHand = name === "brush";
    },
    undo: () => send({ type: "undo" }),
    removeBalls: () => send({ type: "remove-balls" }),
    removePegs: () => send({ type: "unpin", peg: null, radius: 0 }),
    readWind: () => windVelocity(settings),
    writeWind: blow,
  });
  attachViewKeys(canvas, view, selection, () => tool);
  const advanced = !wanted.isLockstep
    ? null
    : offerHandle({
        view,
        send,
        isLoading: () => loader.isUnderWay,
        figures: () => figures,
        positions: () => cloth?.positions ?? [],
      });
  worker.addEventListener("error", ({ message }) =>
    showProblem(`The simulation stopped: ${message}`),
  );
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if (data.type === "kept") {
      keeping.kept(data);
      return;
    }
    if (data.type === "problem") {
      if (data.isRefused) loader.refuse(data.message);
      else showProblem(data.message);
      return;
    }
    if (data.type === "advanced") {
      advanced?.(data.steps);
      return;
    }
    pinned = data.pinned;
    figures = data.figures;
    views.follow(data);
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
    tools.showPegs(pinned.length);
    solids = data.solids;
    if (data.figures.tears + data.figures.cuts > 0) place("#hint").classList.add("done");
    if (data.type === "cloth") {
      if (data.isLoaded) {
        stage.loadSolids(data.colliders!, data.solids);
        if (loader.arrived()) {
          stage.lookAt(data.positions);
          selection.clear();
          tools.showWind();
          pointerTools.wind.forget();
        }
      }
      if (!loader.isRefused) hideProblem();
      if (addressProblem !== null) showProblem(addressProblem);
      addressProblem = null;
      cloth = new ShownCloth(data);
      mesh ??= hangUp(stage, cloth, views.material);
    } else if (cloth !== null) {
      const spare = cloth.follow(data);
      send({ type: "return", positions: spare }, [spare.buffer as ArrayBuffer]);
    }
    // Until an asked-for cloth is there, the panel speaks of another one than moves.
    if (!loader.isUnderWay) panel.showFindings(loader.isRefused ? null : data.figures);
    isStale = true;
  });

  const countFrame = frameCounter();
  stage.renderer.setAnimationLoop(() => {
    send({ type: "pulse" });
    if (isStale && cloth !== null) {
      if (solids !== null) stage.solids.show(solids);
      if (mesh !== null) views.update(cloth, mesh);
      tool.follow?.();
      isStale = false;
      stage.redraw();
    }
    if (lag.drawn()) showLag(lag.latest!);
    if (mesh !== null) views.dress(mesh);
    view.advance();
    stage.draw();
    pointerTools.wind.placeLabel();
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
