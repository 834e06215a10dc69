import { button } from "../controls/buttons.js";
import { materialText, readMaterial } from "./material-json.js";
import type { Settings } from "./settings.js";
import { TextDialog } from "./text-dialog.js";

/** Time that a confirmation stays, ms. */
const STATUS_DURATION = 4000;

/** Buttons that copy the material as scene JSON and paste it back. */
export class MaterialExchange {
  readonly element = document.createElement("div");
  readonly #settings: Settings;
  readonly #status = document.createElement("p");
  readonly #pasted: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param pasted Called after the settings have a pasted material. */
  constructor(settings: Settings, pasted: () => void) {
    this.#settings = settings;
    this.#pasted = pasted;
    this.element.className = "material-exchange";
    this.#status.className = "note";
    this.#status.setAttribute("role", "status");
    this.element.append(
      button({
        title: "Copies the material in the scene format: the preset and the changed values.",
        text: "Copy preset as JSON",
        call: () => void this.#copy(),
      }),
      button({
        title: "Reads a material in the scene format.",
        text: "Paste material…",
        call: () => this.#paste(),
      }),
      this.#status,
    );
  }

  async #copy(): Promise<void> {
    const text = materialText(this.#settings);
    try {
      await navigator.clipboard.writeText(text); // not available on every page
      this.#showStatus("Material copied");
    } catch {
      new TextDialog({
        title: "Material as JSON",
        label: "The clipboard is not available. Select the text and copy it.",
        text,
      }).open();
    }
  }

  #paste(): void {
    new TextDialog({
      title: "Paste material",
      label: 'Material of a scene, for example { "preset": "denim", "breakingStrain": 0.2 }',
      text: "",
      apply: async (text) => {
        Object.assign(this.#settings, await readMaterial(text, this.#settings.model));
        this.#pasted();
        this.#showStatus("Material applied");
      },
    }).open();
  }

  #showStatus(text: string): void {
    clearTimeout(this.#timer);
    this.#status.textContent = text;
    this.#timer = setTimeout(() => (this.#status.textContent = ""), STATUS_DURATION);
  }
}
