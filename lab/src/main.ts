import "./style/base.css";
import "./style/dialog.css";
import "./style/gallery.css";
import "./style/panel.css";
import "./style/share.css";
import "./style/plots.css";
import "./style/profile.css";
import "./style/time.css";
import "./style/tools.css";
import "./style/views.css";
import { showStats } from "./stats/stats.js";
import { paceNote } from "./stats/pace-note.js";
import { attachPlots } from "./stats/plots.js";
import { attachProfile } from "./stats/profile.js";
import { SampleHistory } from "./stats/sample-history.js";
import { showError } from "./stats/error-banner.js";
import { trustNote } from "./stats/trust-note.js";
import { buildPanel } from "./panel/panel.js";
import { presetOf, setWind } from "./panel/settings.js";
import { MAX_TOLERANCE } from "./panel/solver-settings.js";
import { decodeHash, type SharedScene } from "./share/share-url.js";
import { firstSettings, readUrl } from "./shell/url.js";
import { addFiles } from "./shell/files.js";
import { startFrames } from "./shell/frame-loop.js";
import { addHelp } from "./shell/help.js";
import { installHandle } from "./shell/lab-handle.js";
import { canvas, fitTools, centerInFreeArea, place } from "./shell/layout.js";
import { watchContext } from "./shell/context-loss.js";
import { ReportHandler } from "./shell/report-handler.js";
import { SceneLoader } from "./shell/scene-loader.js";
import { addTheme } from "./shell/theme.js";
import { Connection } from "./simulation/connection.js";
import { Stage } from "./stage/stage.js";
import { View } from "./stage/view.js";
import { buildTimeBar } from "./time/time-bar.js";
import { Toolbox } from "./tools/toolbox.js";
import { SceneView } from "./views/scene-view.js";

addEventListener("hashchange", () => location.reload()); // the URL holds another scene
void decodeHash(location.hash).then(start);

function start(shared: SharedScene | null): void {
  const stage = makeStage();
  if (stage === null) return;
  const connection = new Connection();
  const { send } = connection;
  const request = readUrl(location.search);
  const settings = firstSettings(request, shared?.source ?? null);
  const [menu, legend] = [place("#view-place"), place("#legend")];
  const preset = (cloth: number): string => presetOf(settings, cloth);
  const sceneView = new SceneView(stage, { menu, legend, send, preset });
  watchContext(stage, () => sceneView.views.recreateMaterials());
  const view = new View(stage);
  const loader = new SceneLoader(settings, {
    send,
    showSettings() {
      files.showScene();
      panel.showScenes(loader.list.names);
      panel.refresh();
    },
  });
  if (shared?.source) loader.list.add(shared.source);
  const load = (): void => loader.load();
  const change = (): void => {
    loader.change();
    toolbox.showWind();
  };
  const blow = (velocity: [number, number, number]): void => {
    setWind(settings, velocity);
    panel.refreshAir();
    change();
  };
  const panel = buildPanel(place("#panel"), settings, loader.list.names, {
    choose: () => loader.choose(settings.scene),
    load,
    change,
    view: () => view.reset(),
  });
  const files = addFiles({ stage, views: sceneView.views, settings, loader, send });
  const { exporter } = files;
  const showTime = buildTimeBar(place("#time"), send, load);
  const history = new SampleHistory();
  const followSamples = history.follow.bind(history);
  const showPlots = attachPlots(place("#plots"), place("#time"), send, history);
  const showProfile = attachProfile(place("#profile"), place("#time"), history);
  const showPace = paceNote(place("#pace"), () => ({
    canBeCoarser: settings.resolution !== null,
    canBeLooser: settings.linear !== "multigrid" && settings.tolerance < MAX_TOLERANCE,
  }));
  const showTrust = trustNote(place("#trust"));
  const toolContext = { stage, view, settings, send, sceneView, blow };
  const toolbox = new Toolbox(place("#tool-place"), canvas("#trace"), toolContext);
  const reports = new ReportHandler({
    connection,
    stage,
    sceneView,
    loader,
    panel,
    exporter,
    toolbox,
    statViews: [
      showStats,
      showPace,
      showTrust,
      showTime,
      exporter.show,
      followSamples,
      showPlots,
      showProfile,
    ],
    advanced: request.isLockstep ? installHandle({ view, send, loader, sceneView }) : null,
    urlProblem: shared?.problem ?? null,
  });
  connection.listen(
    (report) => reports.handle(report),
    (message) => showError(`The simulation stopped: ${message}`),
  );
  startFrames({ connection, stage, view, sceneView, toolbox });
  connection.restWhileHidden();
  load();
}

/** Creates the stage. Returns null if the browser has no WebGL 2. */
function makeStage(): Stage | null {
  let stage: Stage;
  try {
    stage = new Stage(canvas("#view"));
  } catch {
    showError("This page needs WebGL 2, which this browser does not support.");
    return null;
  }
  centerInFreeArea(stage, place("#middle"));
  fitTools(place("#shell"), place("#middle"));
  addTheme(place("#actions"), (theme) => stage.setTheme(theme));
  addHelp(place("#actions"));
  return stage;
}
