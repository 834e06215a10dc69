import type { BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import type { Stats } from "../simulation/messages.js";
import { ChoiceNote } from "./choice-note.js";
import { substepsText, type Settings } from "./settings.js";

/** Null: unknown, because the running cloths are not those in the panel. */
export type ChosenStats = Pick<Stats, "substeps" | "choice"> | null;

/** Shows what is chosen automatically: the substeps, and the solver of auto with the reason. */
export class AutomaticChoices {
  readonly #folder: FolderApi;
  readonly #settings: Settings;
  readonly #note: ChoiceNote;
  readonly #found = { substeps: "auto" };
  /** The stats that are shown. */
  latest: ChosenStats = null;

  /** @param folder Folder that the note is added to. */
  constructor(folder: FolderApi, settings: Settings) {
    this.#folder = folder;
    this.#settings = settings;
    this.#note = new ChoiceNote(folder);
  }

  /** Adds a read-only row for the substeps, if the solver chooses them. */
  addSubsteps(): BladeApi[] {
    if (this.#settings.solver === "xpbd") return [];
    const control = this.#folder.addBinding(this.#found, "substeps", {
      label: "Substeps",
      readonly: true,
      interval: 200,
    });
    control.element.title = "Substeps per time step. This solver chooses them automatically.";
    return [control];
  }

  show(stats: ChosenStats): void {
    this.latest = stats;
    this.#found.substeps = substepsText(this.#settings, stats?.substeps ?? 0);
    this.#note.show(this.#settings.solver === "auto" ? (stats?.choice ?? null) : null);
  }
}
