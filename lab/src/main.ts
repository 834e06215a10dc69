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
import { Vector3 } from "three";
import { frameCounter, showFigures, showLag } from "./figures/figures.js";
import { paceTeller } from "./figures/pace.js";
import { attachPlots } from "./figures/plots.js";
import { hideProblem, showProblem } from "./figures/problem.js";
import { trustTeller } from "./figures/trust.js";
import { takePreset } from "./panel/material-settings.js";
import { buildPanel } from "./panel/panel.js";
import {
  gravityOf,
  liveSettings,
  MOST_WIND,
  sceneWith,
  settingsOf,
  setWind,
  type Settings,
  windVelocity,
} from "./panel/settings.js";
import { LOOSEST } from "./panel/solver-settings.js";
import { followMaterial } from "./panel/tearing-settings.js";
import { readAddress } from "./scenes/address.js";
import { readHash, type SharedScene } from "./share/address-text.js";
import { addKeeping } from "./share/keeping.js";
import { readRecording, type OpenedRecording } from "./share/opened-recording.js";
import { attachDrops } from "./scenes/drop-zone.js";
import { Gallery } from "./scenes/gallery.js";
import { OwnFiles } from "./scenes/own-files.js";
import { SceneList } from "./scenes/scene-list.js";
import { bringFiles, librarySource, type SceneSource } from "./scenes/scenes.js";
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
import { View } from "./stage/view.js";
import { buildTimeBar } from "./time/time-bar.js";
import { BladeTrace } from "./tools/blade-trace.js";
import { BRUSH_DEFAULTS, BrushTool } from "./tools/brush-tool.js";
import { graspables } from "./tools/graspables.js";
import { Hand, Look, type Graspable } from "./tools/hand.js";
import { KnifeTool } from "./tools/knife-tool.js";
import { PIN_DEFAULTS, PinTool } from "./tools/pin-tool.js";
import type { PointerTool } from "./tools/pointer-tool.js";
import { Pointers } from "./tools/pointers.js";
import { Selection } from "./tools/selection.js";
import { THROW_DEFAULTS, ThrowTool } from "./tools/throw-tool.js";
import type { Tool } from "./tools/tool-list.js";
import { buildTools } from "./tools/tools.js";
import { attachViewKeys, focusOnSelection } from "./tools/view-keys.js";
import { WindTool } from "./tools/wind-tool.js";
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
    const scene = sceneWith(settings); // as it is asked for now, however long its files take
    bringFiles(settings.source).then(
      (files) => send({ type: "load", scene, files }),
      () => refuse("The files of this scene did not arrive. Check the connection and restart (r)."),
    );
  });
  let isRefused = false;
  let isNewScene = true;
  const load = (): void => {
    hideProblem();
    toOpen = null;
    loads.want();
  };
  const view = new View(stage);
  const change = (): void => {
    // What moves now, or moves next, may be another cloth than the panel shows: it could not go on with these.
    if (isRefused || loads.isUnderWay) load();
    else send({ type: "settings", settings: liveSettings(settings) });
    hideProblem();
    tools.showWind();
    wind.show();
  };
  const sceneList = new SceneList();
  if (shared?.source) sceneList.add(shared.source);
  /** A scene of one's own whose cloth is not there yet, and what to go back to where it is refused. */
  let trial: { file: string; before: Settings } | null = null;
  /** Makes a scene the present one, with its own settings or with those that are there. */
  const take = (
    source: SceneSource,
    own: Partial<Settings> = settingsOf(source),
    begin = load,
  ): void => {
    Object.assign(settings, own, { source, scene: source.name });
    ownFiles.forgetScene();
    showSettings();
    begin();
  };
  const takeOwn = (
    source: SceneSource,
    file: string,
    own?: Partial<Settings>,
    begin?: () => void,
  ): void => {
    trial = { file, before: trial?.before ?? { ...settings } };
    take(sceneList.add(source), own, begin);
  };
  /** The settings are those of another scene. */
  const showSettings = (): void => {
    panel.showScenes(sceneList.names);
    panel.refresh();
    gallery.show(settings.scene);
  };
  const refuse = (message: string): void => {
    loads.answered();
    if (trial === null || loads.isUnderWay) {
      showProblem(message);
      isRefused = true;
      return;
    }
    const { file, before } = trial;
    trial = null;
    sceneList.remove(settings.scene);
    Object.assign(settings, before);
    ownFiles.forgetScene();
    showSettings();
    isNewScene = false;
    showProblem(`${file}: ${message}`);
  };
  const panel = buildPanel(place("#panel"), settings, sceneList.names, {
    choose() {
      trial = null;
      const isAnother = settings.scene !== settings.source.name;
      isNewScene = true;
      take(isAnother ? sceneList.source(settings.scene) : settings.source);
    },
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
  const openRecording = (name: string, bytes: Uint8Array): void => {
    let opened: OpenedRecording;
    let own: Settings;
    try {
      opened = readRecording(name, bytes);
      own = settingsOf(opened.source);
    } catch (error) {
      showProblem(`${name} cannot be opened: ${(error as Error).message}.`);
      return;
    }
    isNewScene = true;
    takeOwn(opened.source, name, own, () => {
      hideProblem();
      toOpen = opened;
      loads.want();
    });
  };
  const keeping = addKeeping({ actions: place("#actions"), notes: place("#middle") }, stage, {
    source: () => settings.source,
    scene: () => sceneWith(settings),
    ask: (what, name) => send({ type: "keep", what, name, settings: liveSettings(settings) }),
    open: openRecording,
    problem: showProblem,
  });
  const ownFiles = new OwnFiles(place("#middle"), {
    present: () => settings.source,
    open(source, file) {
      isNewScene = true;
      takeOwn(source, file);
    },
    openWithMap(source, file) {
      views.showOverlay("strength");
      takeOwn(source, file, {});
    },
    setTexture: (texture) => views.setTexture(texture),
    openRecording,
    problem: showProblem,
  });
  const gallery = new Gallery(place("#scene-place"), {
    choose(name) {
      trial = null;
      isNewScene = true;
      take(sceneList.source(name));
    },
    open: (files) => void ownFiles.open(files),
  });
  gallery.show(settings.scene);
  attachDrops((files) => void ownFiles.open(files));
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
  const held = { ...BRUSH_DEFAULTS, ...THROW_DEFAULTS, ...PIN_DEFAULTS };
  const canvas = stage.renderer.domElement;
  const selection = new Selection(stage.solids);
  const touch: Selection["touch"] = (object, point) => selection.touch(object, point);
  const hand = new Hand(stage, {
    targets: () => (mesh === null ? [] : graspables(mesh, stage.solids, send)),
    hover(target: Graspable | null) {
      canvas.classList.toggle("movable", stage.solids.light(target?.object ?? null));
      stage.redraw();
    },
    touch,
    focus: () => focusOnSelection(view, selection),
  });
  const wind = new WindTool(stage, {
    middle: () => mesh?.geometry.boundingSphere?.center.clone() ?? stage.controls.target.clone(),
    read: () => new Vector3(...windVelocity(settings)),
    write: (velocity) => blow(velocity.toArray()),
    fastest: MOST_WIND,
  });
  const pointerTools: Record<Tool, PointerTool> = {
    hand,
    knife: new KnifeTool(stage, trace, {
      draw: (knife, blade) => send({ type: "draw", knife, blade }),
      move: (knife, blade) => send({ type: "slash", knife, blade }),
      lift: (knife) => send({ type: "lift", knife }),
    }),
    throw: new ThrowTool(stage, held, {
      targets: () => [...(mesh === null ? [] : [mesh]), ...stage.surfaces],
      gravity: () => gravityOf(settings),
      throw: (ball) => send({ type: "throw", ball }),
      touch,
    }),
    pin: new PinTool(stage, held, {
      cloth: () => mesh,
      pegs: () => pinned,
      positions: () => cloth?.positions ?? [],
      pin: (point, radius) => send({ type: "pin", point: point.toArray(), radius }),
      unpin: (peg, radius) => send({ type: "unpin", peg, radius }),
      touch,
    }),
    brush: new BrushTool(stage, held, {
      target: () => mesh,
      paint(points) {
        const { brushRadius: radius, brushStrength: strength } = held;
        send({ type: "paint", points: points.map((point) => point.toArray()), radius, strength });
        touch(mesh, points.at(-1)!);
      },
    }),
    wind,
    look: new Look(hand),
  };
  let tool = pointerTools.hand;
  const pointers = new Pointers(canvas, () => tool);
  const tools = buildTools(place("#tool-place"), held, {
    choose(name) {
      pointers.drop();
      tool.hover?.(null);
      tool = pointerTools[name];
      canvas.dataset["tool"] = name;
      wind.isChosen = name === "wind";
      views.isBrushInHand = name === "brush";
    },
    undo: () => send({ type: "undo" }),
    removeBalls: () => send({ type: "remove-balls" }),
    removePegs: () => send({ type: "unpin", peg: null, radius: 0 }),
    readWind: () => windVelocity(settings),
    writeWind: (velocity) => blow(velocity),
  });
  attachViewKeys(canvas, view, selection, () => tool);
  const blow = (velocity: [number, number, number]): void => {
    setWind(settings, velocity);
    panel.refreshAir();
    change();
  };

  worker.addEventListener("error", ({ message }) =>
    showProblem(`The simulation stopped: ${message}`),
  );
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if (data.type === "kept") {
      keeping.kept(data);
      return;
    }
    if (data.type === "problem") {
      if (data.isRefused) refuse(data.message);
      else showProblem(data.message);
      return;
    }
    pinned = data.pinned;
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
        isRefused = false;
        loads.answered();
        if (!loads.isUnderWay) trial = null;
        stage.loadSolids(data.colliders!, data.solids);
        if (isNewScene) {
          stage.lookAt(data.positions);
          selection.clear();
          tools.showWind();
          wind.forget();
        }
        isNewScene = false;
      }
      if (!isRefused) hideProblem();
      if (addressProblem !== null) showProblem(addressProblem);
      addressProblem = null;
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
      tool.follow?.();
      isStale = false;
      stage.redraw();
    }
    lag.drawn();
    showLag(lag.latest);
    if (mesh !== null) views.dress(mesh);
    view.advance();
    stage.draw();
    wind.placeLabel();
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
