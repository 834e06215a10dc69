import { hideError, showError } from "../stats/error-banner.js";
import type { Panel } from "../panel/panel.js";
import type { Export } from "../share/export.js";
import type { Connection } from "../simulation/connection.js";
import type { Stats, Report } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { SceneView } from "../views/scene-view.js";
import { place } from "./layout.js";
import type { SceneLoader } from "./scene-loader.js";

export interface ReportReaders {
  connection: Connection;
  stage: Stage;
  sceneView: SceneView;
  loader: SceneLoader;
  panel: Panel;
  exporter: Export;
  toolbox: Toolbox;
  /** Called with the stats of each report, and true if a cloth was loaded. */
  statViews: readonly ((stats: Stats, isLoaded: boolean) => void)[];
  /** Called when the simulation holds in lockstep. Null: no lockstep. */
  advanced: ((steps: number) => void) | null;
  /** Error in the URL. It is shown with the first cloth. */
  urlProblem: string | null;
}

/** Handles reports of the simulation. */
export class ReportHandler {
  readonly #readers: ReportReaders;
  #urlProblem: string | null;

  constructor(readers: ReportReaders) {
    this.#readers = readers;
    this.#urlProblem = readers.urlProblem;
  }

  handle(report: Report): void {
    const { loader, exporter, advanced } = this.#readers;
    if (report.type === "exported") exporter.save(report);
    else if (report.type === "advanced") advanced?.(report.steps);
    else if (report.type !== "problem") this.#show(report);
    else if (report.isRefused) loader.refuse(report.message);
    else showError(report.message);
  }

  #show(report: Extract<Report, { type: "cloths" | "frame" }>): void {
    const { connection, sceneView, statViews, toolbox, loader, panel } = this.#readers;
    const { stats } = report;
    if (report.type === "cloths") this.#showCloths(report);
    const spare = sceneView.follow(report);
    for (const show of statViews) show(stats, report.type === "cloths" && report.isLoaded);
    connection.lag.arrived(stats);
    toolbox.show(stats);
    if (stats.tears + stats.cuts > 0) place("#hint").classList.add("done");
    if (spare.length > 0) {
      const buffers = spare.map(({ buffer }) => buffer as ArrayBuffer);
      connection.send({ type: "return", positions: spare }, buffers);
    }
    // Until the requested cloths arrive, the stats belong to the previous one.
    if (!loader.isPending) panel.showAutomatic(loader.isRefused ? null : stats);
  }

  #showCloths(report: Extract<Report, { type: "cloths" }>): void {
    const { stage, loader, toolbox } = this.#readers;
    if (report.isLoaded) {
      stage.loadSolids(report.colliders!, report.solids);
      if (loader.arrived()) {
        stage.fitView(report.cloths.map(({ positions }) => positions));
        toolbox.forgetScene();
      }
    }
    if (!loader.isRefused) hideError();
    if (this.#urlProblem !== null) showError(this.#urlProblem);
    this.#urlProblem = null;
  }
}
