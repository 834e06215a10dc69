import type { SolverChoice, SolverName } from "tatter";
import type { FolderApi } from "tweakpane";
import { addElement } from "./rows.js";

/** Short descriptions of the solvers that auto can choose. */
const DESCRIPTIONS: Partial<Record<SolverName, string>> = {
  euler: "accurate forces, many short substeps",
  implicit: "accurate forces, few long substeps",
  xpbd: "fast and stable, but softer than the material",
};

/** Note below the controls of a folder: the solver that auto has chosen, and why. */
export class ChoiceNote {
  readonly #place = document.createElement("p");

  constructor(folder: FolderApi) {
    this.#place.id = "choice";
    this.#place.hidden = true;
    addElement(folder, this.#place);
  }

  show(choice: SolverChoice | null): void {
    const text = choice === null ? "" : choiceText(choice);
    if (this.#place.textContent !== text) this.#place.textContent = text;
    this.#place.hidden = choice === null;
  }
}

function choiceText({ type, reason }: SolverChoice): string {
  const description = DESCRIPTIONS[type];
  const solver = description === undefined ? `Solver: ${type}` : `Solver: ${type}, ${description}`;
  return `${solver}.\nReason: ${reason}.`;
}
