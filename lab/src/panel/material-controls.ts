import type { MaterialName, Model } from "tatter";
import type { FolderApi } from "tweakpane";
import {
  FIRST_PARAMETERS,
  isChanged,
  MORE_PARAMETERS,
  PRESETS,
  takeFigure,
  takePreset,
  type Parameter,
} from "./material-settings.js";
import { NumberRow, type NumberRowOptions } from "../controls/number-row.js";
import type { Settings } from "./settings.js";
import { followMaterial, followStrength, limitWords } from "./tearing-settings.js";

type Look = Omit<NumberRowOptions, "read" | "write">;

const STIFFNESS = { min: 10, max: 2_000_000, isLog: true };

/** How the panel shows each figure of a material. */
const ROWS: Readonly<Record<Parameter, Look>> = {
  strength: {
    label: "strength, strain",
    scale: { min: 0.01, max: 5, isLog: true },
    title: "How far it stretches before it tears: 0.3 is by 30 %.",
  },
  stiffness: {
    label: "stiffness, N/m",
    scale: STIFFNESS,
    title: "How hard it is to stretch: the force per width for each part of its length.",
  },
  density: { label: "density, kg/m²", scale: { min: 0.01, max: 2, isLog: true } },
  warp: { label: "warp (v), N/m", scale: STIFFNESS, off: "as stiffness" },
  weft: { label: "weft (u), N/m", scale: STIFFNESS, off: "as stiffness" },
  shear: {
    label: "shear, N/m",
    scale: { min: 1, max: 1_000_000, isLog: true, hasZero: true },
    title: "How hard it is to pull askew, across its yarns.",
  },
  poisson: { label: "Poisson ratio", scale: { min: 0, max: 0.9, step: 0.01 } },
  bending: {
    label: "bending, µN·m",
    unit: 1e-6,
    scale: { min: 0.1, max: 10_000, isLog: true, hasZero: true },
    title: "How hard it is to bend: silk little, paper much.",
  },
  bendStiffness: {
    label: "bend springs, N/m",
    scale: { min: 0.05, max: 500, isLog: true, hasZero: true },
    title: "How hard it is to bend: silk little, paper much.",
  },
  damping: {
    label: "damping, N·s/m",
    scale: { min: 0.01, max: 50, isLog: true, hasZero: true },
    title: "How soon it comes to rest.",
  },
  weave: {
    label: "weave",
    scale: { min: 0, max: 1, step: 0.05 },
    title: "How closely tears follow the yarns; 1: nowhere else.",
  },
  weaveAngle: { label: "weave angle, °", scale: { min: -90, max: 90, step: 1 } },
  yield: {
    label: "yield, strain",
    scale: { min: 0.001, max: 2, isLog: true },
    off: "off",
    title: "Stretched beyond this it stays longer; off: it always springs back.",
  },
  bendYield: {
    label: "bend yield, 1/m",
    scale: { min: 1, max: 1000, isLog: true },
    off: "off",
    title: "Folded more sharply than this it keeps the fold; off: it always springs back.",
  },
  friction: { label: "friction", scale: { min: 0, max: 1.5, step: 0.05 } },
};

/** Of the entry of the menu for a material that is not any more what its name says. */
const CHANGED = "changed";

/** What the cloth is made of: a menu of materials, the figures that matter most, and the rest behind "more". */
export class MaterialControls {
  readonly #settings: Settings;
  readonly #change: (tearsOtherwise: boolean) => void;
  readonly #menu = document.createElement("select");
  readonly #first = document.createElement("div");
  readonly #limitNote = document.createElement("p");
  readonly #more = document.createElement("div");
  #rows: NumberRow[] = [];
  #model: Model | null = null;

  /**
   * @param folder With all that else is in it.
   * @param change Called after the settings were changed by hand; with true where tearing follows the material from now on.
   */
  constructor(folder: FolderApi, settings: Settings, change: (tearsOtherwise: boolean) => void) {
    this.#settings = settings;
    this.#change = change;
    this.#limitNote.className = "note";
    this.#limitNote.id = "limit-note";
    const details = document.createElement("details");
    details.id = "more";
    const summary = document.createElement("summary");
    summary.textContent = "more of the material";
    details.append(summary, this.#more);
    // Before all others, and after they have come: the folder counts its children to find places for its own.
    folder.element.querySelector(".tp-fldv_c")!.prepend(this.#menuRow(), this.#first, details);
  }

  /** The settings or the model have changed. */
  refresh(): void {
    const { model } = this.#settings;
    if (model !== this.#model) this.#build(model); // never a slider that somebody holds
    this.#show();
  }

  #build(model: Model): void {
    this.#model = model;
    const [first, more] = [FIRST_PARAMETERS, MORE_PARAMETERS[model]].map((names) =>
      names.map((name) => this.#rowOf(name)),
    );
    this.#rows = [...first!, ...more!];
    this.#first.replaceChildren(...first!.map(({ element }) => element));
    first![0]!.element.after(this.#limitNote);
    this.#more.replaceChildren(...more!.map(({ element }) => element));
  }

  #show(): void {
    for (const row of this.#rows) row.show();
    this.#showMenu();
    const words = limitWords(this.#settings);
    this.#limitNote.textContent = words;
    this.#limitNote.hidden = words === "";
  }

  #menuRow(): HTMLElement {
    const row = document.createElement("div");
    row.className = "tp-lblv";
    const label = document.createElement("label");
    label.className = "tp-lblv_l";
    label.textContent = "material";
    label.htmlFor = this.#menu.id = "material";
    this.#menu.className = "tp-lstv_s";
    const list = document.createElement("div");
    list.className = "tp-lstv tp-lblv_v";
    list.append(this.#menu);
    row.append(label, list);
    this.#menu.addEventListener("change", () => {
      if (this.#menu.value === CHANGED) return;
      takePreset(this.#settings, this.#menu.value as MaterialName);
      const tearsOtherwise = followMaterial(this.#settings);
      this.#show();
      this.#change(tearsOtherwise);
    });
    return row;
  }

  /** Changed, it has an entry of its own, so that the material itself can be chosen again. */
  #showMenu(): void {
    const { preset } = this.#settings;
    const isOther = isChanged(this.#settings);
    const entries = PRESETS.map((name) => new Option(name, name));
    if (isOther) entries.unshift(new Option(`${preset}, changed`, CHANGED));
    this.#menu.replaceChildren(...entries);
    this.#menu.value = isOther ? CHANGED : preset;
  }

  #rowOf(name: Parameter): NumberRow {
    const settings = this.#settings;
    return new NumberRow({
      ...ROWS[name],
      read: () => settings[name],
      write: (value) => {
        takeFigure(settings, name, value);
        const tearsOtherwise = name === "strength" && followStrength(settings);
        this.#show();
        this.#change(tearsOtherwise);
      },
    });
  }
}
