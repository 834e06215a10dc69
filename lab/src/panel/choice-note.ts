import type { SolverChoice, SolverName } from "tatter";
import type { FolderApi } from "tweakpane";
import { addElement } from "./rows.js";

/** What a newcomer should know of the solvers that auto may take. */
const IN_WORDS: Partial<Record<SolverName, string>> = {
  euler: "true forces, in many short substeps",
  implicit: "true forces, in a few long substeps that are solved as equations",
  xpbd: "quick and never unstable, but softer than the material says",
};

/** Tells below the controls of a folder which solver auto took, and why. */
export class ChoiceNote {
  readonly #place = document.createElement("p");

  constructor(folder: FolderApi) {
    this.#place.id = "choice";
    this.#place.hidden = true;
    addElement(folder, this.#place);
  }

  show(choice: SolverChoice | null): void {
    const words = choice === null ? "" : choiceWords(choice);
    if (this.#place.textContent !== words) this.#place.textContent = words;
    this.#place.hidden = choice === null;
  }
}

function choiceWords({ type, reason }: SolverChoice): string {
  const what = IN_WORDS[type];
  const taken = what === undefined ? `Took ${type}` : `Took ${type}: ${what}`;
  return `${taken}.\nWhy: ${reason}. A reset chooses anew.`;
}
