import "./style/base.css";
import "./style/dialog.css";
import "./style/gallery.css";
import "./style/panel.css";
import "./style/share.css";
import "./style/plots.css";
import "./style/time.css";
import "./style/tools.css";
import "./style/views.css";
import { showStats } from "./figures/stats.js";
import { paceNote } from "./figures/pace-note.js";
import { attachPlots } from "./figures/plots.js";
import { showError } from "./figures/error-banner.js";
import { trustNote } from "./figures/trust-note.js";
import { buildPanel } from "./panel/panel.js";
import { setWind } from "./panel/settings.js";
import { LOOSEST } from "./panel/solver-settings.js";
import { decodeHash, type SharedScene } from "./share/share-url.js";
import { firstSettings, readUrl } from "./shell/url.js";
import { addFiles } from "./shell/files.js";
import { startFrames } from "./shell/frame-loop.js";
import { addHelp } from "./shell/help.js";
import { offerHandle } from "./shell/lab-handle.js";
import { canvas, fitTools, keepInFreeSpace, place } from "./shell/layout.js";
import { watchContext } from "./shell/context-loss.js";
import { ReportHandler } from "./shell/report-handler.js";
import { SceneLoader } from "./shell/scene-loader.js";
import { addTheme } from "./shell/theme.js";
import { Connection } from "./simulation/connection.js";
import { Stage } from "./stage/stage.js";
import { View } from "./stage/view.js";
import { buildTimeBar } from "./time/time-bar.js";
import { Toolbox } from "./tools/toolbox.js";
import { Picture } from "./views/picture.js";

addEventListener("hashchange", () => location.reload()); // another scene was put into the address
void decodeHash(location.hash).then(start);

function start(shared: SharedScene | null): void {
  const stage = makeStage();
  if (stage === null) return;
  const connection = new Connection();
  const { send } = connection;
  const wanted = readUrl(location.search);
  const settings = firstSettings(wanted, shared?.source ?? null);
  const [menu, legend] = [place("#view-place"), place("#legend")];
  const picture = new Picture(stage, { menu, legend, send, preset: () => settings.preset });
  watchContext(stage, () => picture.views.renew());
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
    view: () => view.first(),
  });
  const files = addFiles({ stage, views: picture.views, settings, loader, send });
  const { keeping } = files;
  const showTime = buildTimeBar(place("#time"), send, load);
  const showPlots = attachPlots(place("#plots"), place("#time"), send);
  const tellPace = paceNote(place("#pace"), () => ({
    canBeCoarser: settings.resolution !== null,
    canBeLooser: settings.tolerance < LOOSEST,
  }));
  const tellTrust = trustNote(place("#trust"));
  const workshop = { stage, view, settings, send, picture, blow };
  const toolbox = new Toolbox(place("#tool-place"), canvas("#trace"), workshop);
  const reports = new ReportHandler({
    connection,
    stage,
    picture,
    loader,
    panel,
    keeping,
    toolbox,
    figureViews: [showStats, tellPace, tellTrust, showTime, keeping.show, showPlots],
    advanced: wanted.isLockstep ? offerHandle({ view, send, loader, picture }) : null,
    addressProblem: shared?.problem ?? null,
  });
  connection.listen(
    (report) => reports.handle(report),
    (message) => showError(`The simulation stopped: ${message}`),
  );
  startFrames({ connection, stage, view, picture, toolbox });
  connection.restWhileHidden();
  load();
}

/** The stage in its page; null: the browser has no WebGL 2. */
function makeStage(): Stage | null {
  let stage: Stage;
  try {
    stage = new Stage(canvas("#view"));
  } catch {
    showError("This page needs WebGL 2, which your browser does not offer here.");
    return null;
  }
  keepInFreeSpace(stage, place("#middle"));
  fitTools(place("#shell"), place("#middle"));
  addTheme(place("#actions"), (theme) => stage.setTheme(theme));
  addHelp(place("#actions"));
  return stage;
}
