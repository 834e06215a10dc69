import { button } from "../controls/buttons.js";
import { materialText, readMaterial } from "./material-json.js";
import type { Settings } from "./settings.js";
import { TextDialog } from "./text-dialog.js";

/** How long a confirmation stays, ms. */
const NEWS_LASTS = 4000;

/** Takes the material of the cloth along to a scene file, or from there. */
export class MaterialExchange {
  readonly element = document.createElement("div");
  readonly #settings: Settings;
  readonly #news = document.createElement("p");
  readonly #taken: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param taken Called after the settings have got another material. */
  constructor(settings: Settings, taken: () => void) {
    this.#settings = settings;
    this.#taken = taken;
    this.element.className = "material-exchange";
    this.#news.className = "note";
    this.#news.setAttribute("role", "status");
    this.element.append(
      button({
        title:
          "Copies the material as the scene format says it: the preset, and only what differs from it.",
        text: "Copy preset as JSON",
        call: () => void this.#copy(),
      }),
      button({
        title: "Takes a material from the JSON of a scene; the cloth goes on with it.",
        text: "Paste material…",
        call: () => this.#paste(),
      }),
      this.#news,
    );
  }

  async #copy(): Promise<void> {
    const text = materialText(this.#settings);
    try {
      await navigator.clipboard.writeText(text); // which there is not on every page
      this.#tell("Copied.");
    } catch {
      new TextDialog({
        title: "Material as JSON",
        what: "The clipboard was refused. Select the text and copy it.",
        text,
      }).open();
    }
  }

  #paste(): void {
    new TextDialog({
      title: "Paste material",
      what: 'The "material" of a scene, such as { "preset": "denim", "breakingStrain": 0.2 }',
      text: "",
      take: async (text) => {
        Object.assign(this.#settings, await readMaterial(text, this.#settings.model));
        this.#taken();
        this.#tell("Taken over.");
      },
    }).open();
  }

  #tell(news: string): void {
    clearTimeout(this.#timer);
    this.#news.textContent = news;
    this.#timer = setTimeout(() => (this.#news.textContent = ""), NEWS_LASTS);
  }
}
