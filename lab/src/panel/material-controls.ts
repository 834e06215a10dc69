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
import { addElement } from "./rows.js";
import { MaterialExchange } from "./material-exchange.js";
import { NumberRow, type NumberRowOptions } from "../controls/number-row.js";
import type { Settings } from "./settings.js";
import { followMaterial, followStrength, limitWords } from "./tearing-settings.js";

type Look = Omit<NumberRowOptions, "read" | "write" | "title"> & { title: string };

const STIFFNESS = { min: 10, max: 2_000_000, isLog: true };

/** How the panel shows each figure of a material. */
const ROWS: Readonly<Record<Parameter, Look>> = {
  strength: {
    label: "strength, strain",
    scale: { min: 0.01, max: 5, isLog: true },
    title: "How far it stretches before it tears: 0.3 is by 30 %. Higher: it holds longer.",
  },
  stiffness: {
    label: "stiffness, N/m",
    scale: STIFFNESS,
    title:
      "How hard it is to stretch: the force per width for each part of its length. Higher: it gives way less. Warp and weft go with it.",
  },
  density: {
    label: "density, kg/m²",
    scale: { min: 0.01, max: 2, isLog: true },
    title: "How heavy a square metre of it is. Higher: it falls and swings more heavily.",
  },
  warp: {
    label: "warp (v), N/m",
    scale: STIFFNESS,
    off: "as stiffness",
    title:
      "How hard it is to stretch along its warp yarns, which run upwards. Off: as the stiffness says.",
  },
  weft: {
    label: "weft (u), N/m",
    scale: STIFFNESS,
    off: "as stiffness",
    title:
      "How hard it is to stretch along its weft yarns, which run across. Off: as the stiffness says.",
  },
  shear: {
    label: "shear, N/m",
    scale: { min: 1, max: 1_000_000, isLog: true, hasZero: true },
    title:
      "How hard it is to pull askew, across its yarns. Higher: more like paper; lower: more like net.",
  },
  poisson: {
    label: "Poisson ratio",
    scale: { min: 0, max: 0.9, step: 0.01 },
    title:
      "How much it narrows when it is stretched, from 0 to under 1. Higher: it narrows more; rubber has 0.5.",
  },
  bending: {
    label: "bending, µN·m",
    unit: 1e-6,
    scale: { min: 0.1, max: 10_000, isLog: true, hasZero: true },
    title: "How hard it is to bend: silk little, paper much. Higher: fewer and wider folds.",
  },
  bendStiffness: {
    label: "bend springs, N/m",
    scale: { min: 0.05, max: 500, isLog: true, hasZero: true },
    title: "How hard it is to bend: silk little, paper much. Higher: fewer and wider folds.",
  },
  damping: {
    label: "damping, N·s/m",
    scale: { min: 0.01, max: 50, isLog: true, hasZero: true },
    title: "How soon stretching comes to rest. Higher: it swings less and moves more stiffly.",
  },
  shearDamping: {
    label: "shear damp., N·s/m",
    scale: { min: 0.001, max: 50, isLog: true, hasZero: true },
    title: "How soon a pull askew comes to rest. Higher: it trembles less on the bias.",
  },
  bendDamping: {
    label: "bend damp., µN·m·s",
    unit: 1e-6,
    scale: { min: 0.01, max: 1000, isLog: true, hasZero: true },
    title: "How soon folding comes to rest. Higher: folds move more slowly.",
  },
  weave: {
    label: "weave",
    scale: { min: 0, max: 1, step: 0.05 },
    title:
      "How closely tears follow the yarns. 0: they go anywhere; higher: closer; 1: nowhere else.",
  },
  weaveAngle: {
    label: "weave angle, °",
    scale: { min: -90, max: 90, step: 1 },
    title: "By how much the yarns are turned in the cloth; 45: the cloth is cut on the bias.",
  },
  yield: {
    label: "yield, strain",
    scale: { min: 0.001, max: 2, isLog: true },
    off: "off",
    title:
      "Stretched beyond this it stays longer. Lower: it stays longer sooner; off: it always springs back.",
  },
  bendYield: {
    label: "bend yield, 1/m",
    scale: { min: 1, max: 1000, isLog: true },
    off: "off",
    title:
      "Folded more sharply than this it keeps the fold. Lower: it creases sooner; off: it always springs back.",
  },
  thickness: {
    label: "thickness, mm",
    unit: 1e-3,
    scale: { min: 0.01, max: 20, isLog: true, hasZero: true },
    title: "How thick it is: half of it keeps the cloth off what it touches. Higher: further off.",
  },
  friction: {
    label: "friction",
    scale: { min: 0, max: 1.5, step: 0.05 },
    title:
      "How rough it is against the things it touches; with their friction it makes the mean. Higher: it clings; 0: it slides.",
  },
};

const PLASTICITIES = ["element", "vertex"] as const satisfies Settings["plasticity"][];

const MATERIAL_TITLE =
  "What the cloth is made of. A ready-made material brings all its figures; the cloth goes on with them.";
const PLASTICITY_TITLE =
  "Who stays longer where the yield is passed: each part by itself (element), or at once all that is stretched around a point (vertex), which jerks.";

/** Of the entry of the menu for a material that is not any more what its name says. */
const CHANGED = "changed";

/** What the cloth is made of: a menu of materials, the figures that matter most, and the rest behind "more". */
export class MaterialControls {
  readonly #settings: Settings;
  readonly #change: (tearsOtherwise: boolean) => void;
  readonly #menu = document.createElement("select");
  readonly #plasticity = document.createElement("select");
  readonly #plasticityRow = selectRow(
    "plasticity",
    "plasticity",
    this.#plasticity,
    PLASTICITY_TITLE,
  );
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
    this.#plasticity.append(...PLASTICITIES.map((name) => new Option(name, name)));
    this.#plasticity.addEventListener("change", () => {
      settings.plasticity = this.#plasticity.value as Settings["plasticity"];
      this.#show();
      change(false);
    });
    this.#menu.addEventListener("change", () => this.#choose());
    const exchange = new MaterialExchange(settings, () => {
      const tearsOtherwise = followMaterial(settings);
      this.#show();
      change(tearsOtherwise);
    });
    const all = document.createElement("div");
    const menuRow = selectRow("material", "material", this.#menu, MATERIAL_TITLE);
    all.append(menuRow, this.#first, details, exchange.element);
    addElement(folder, all, 0);
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
    this.#more.lastElementChild!.previousElementSibling!.before(this.#plasticityRow); // after the yields
  }

  #show(): void {
    for (const row of this.#rows) row.show();
    this.#showMenu();
    this.#plasticity.value = this.#settings.plasticity;
    const words = limitWords(this.#settings);
    this.#limitNote.textContent = words;
    this.#limitNote.hidden = words === "";
  }

  #choose(): void {
    if (this.#menu.value === CHANGED) return;
    takePreset(this.#settings, this.#menu.value as MaterialName);
    const tearsOtherwise = followMaterial(this.#settings);
    this.#show();
    this.#change(tearsOtherwise);
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

/** A row with a menu, as those of tweakpane. */
function selectRow(id: string, name: string, menu: HTMLSelectElement, title: string): HTMLElement {
  const row = document.createElement("div");
  row.className = "tp-lblv";
  row.title = title;
  const label = document.createElement("label");
  label.className = "tp-lblv_l";
  label.textContent = name;
  label.htmlFor = menu.id = id;
  menu.className = "tp-lstv_s";
  const list = document.createElement("div");
  list.className = "tp-lstv tp-lblv_v";
  list.append(menu);
  row.append(label, list);
  return row;
}
