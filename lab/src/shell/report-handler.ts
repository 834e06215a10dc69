import { hideError, showError } from "../figures/error-banner.js";
import type { Panel } from "../panel/panel.js";
import type { Export } from "../share/export.js";
import type { Connection } from "../simulation/connection.js";
import type { Stats, Report } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { Picture } from "../views/picture.js";
import { place } from "./layout.js";
import type { SceneLoader } from "./scene-loader.js";

export interface ReportReaders {
  connection: Connection;
  stage: Stage;
  picture: Picture;
  loader: SceneLoader;
  panel: Panel;
  keeping: Export;
  toolbox: Toolbox;
  /** Called with the figures of each report, and whether a cloth was loaded with it. */
  figureViews: readonly ((figures: Stats, isLoaded: boolean) => void)[];
  /** Called when the simulation holds in lockstep; null: no program drives the page. */
  advanced: ((steps: number) => void) | null;
  /** What was wrong with the URL, to be shown with the first cloth. */
  addressProblem: string | null;
}

/** What the page does with a report of the simulation. */
export class ReportHandler {
  readonly #readers: ReportReaders;
  #addressProblem: string | null;

  constructor(readers: ReportReaders) {
    this.#readers = readers;
    this.#addressProblem = readers.addressProblem;
  }

  handle(report: Report): void {
    const { loader, keeping, advanced } = this.#readers;
    if (report.type === "kept") keeping.kept(report);
    else if (report.type === "advanced") advanced?.(report.steps);
    else if (report.type !== "problem") this.#show(report);
    else if (report.isRefused) loader.refuse(report.message);
    else showError(report.message);
  }

  #show(report: Extract<Report, { type: "cloth" | "frame" }>): void {
    const { connection, picture, figureViews, toolbox, loader, panel } = this.#readers;
    const { figures } = report;
    if (report.type === "cloth") this.#showCloth(report);
    const spare = picture.follow(report);
    for (const show of figureViews) show(figures, report.type === "cloth" && report.isLoaded);
    connection.lag.arrived(figures);
    toolbox.show(figures);
    if (figures.tears + figures.cuts > 0) place("#hint").classList.add("done");
    if (spare !== null) {
      connection.send({ type: "return", positions: spare }, [spare.buffer as ArrayBuffer]);
    }
    // Until a requested cloth has arrived, the panel is about another one than the page shows.
    if (!loader.isUnderWay) panel.showFindings(loader.isRefused ? null : figures);
  }

  #showCloth(report: Extract<Report, { type: "cloth" }>): void {
    const { stage, loader, toolbox } = this.#readers;
    if (report.isLoaded) {
      stage.loadSolids(report.colliders!, report.solids);
      if (loader.arrived()) {
        stage.lookAt(report.positions);
        toolbox.forgetScene();
      }
    }
    if (!loader.isRefused) hideError();
    if (this.#addressProblem !== null) showError(this.#addressProblem);
    this.#addressProblem = null;
  }
}
