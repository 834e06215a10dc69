import type { MaterialName, Model } from "tatter";
import type { FolderApi } from "tweakpane";
import {
  FIRST_PARAMETERS,
  isChanged,
  MORE_PARAMETERS,
  PRESETS,
  setParameter,
  applyPreset,
  type Parameter,
} from "./material-settings.js";
import { addElement } from "./rows.js";
import { MaterialExchange } from "./material-exchange.js";
import { MATERIAL_LABELS, MATERIAL_TITLE, PLASTICITY_TITLE } from "./material-labels.js";
import { NumberRow } from "../controls/number-row.js";
import type { Settings } from "./settings.js";
import { followMaterial, followBreakingStrain, limitNote } from "./tearing-settings.js";

const PLASTICITIES = ["element", "vertex"] as const satisfies Settings["plasticity"][];

/** Value of the menu entry for a preset with changed parameters. */
const CHANGED = "modified";

/** Controls of the material: a menu of presets, the most important parameters, and the others in a fold. */
export class MaterialControls {
  readonly #settings: Settings;
  readonly #change: (followsMaterial: boolean) => void;
  readonly #menu = document.createElement("select");
  readonly #plasticity = document.createElement("select");
  readonly #plasticityRow = selectRow(
    "plasticity",
    "Plasticity",
    this.#plasticity,
    PLASTICITY_TITLE,
  );
  readonly #first = document.createElement("div");
  readonly #limitNote = document.createElement("p");
  readonly #more = document.createElement("div");
  #rows: NumberRow[] = [];
  #model: Model | null = null;

  /**
   * @param folder Folder that the controls are added to, at the top.
   * @param change Called after the user has changed the material. The argument is true if the tear threshold follows
   * the material from now on.
   */
  constructor(folder: FolderApi, settings: Settings, change: (followsMaterial: boolean) => void) {
    this.#settings = settings;
    this.#change = change;
    this.#limitNote.className = "note";
    this.#limitNote.id = "limit-note";
    const details = document.createElement("details");
    details.id = "more";
    const summary = document.createElement("summary");
    summary.textContent = "Advanced material";
    details.append(summary, this.#more);
    this.#plasticity.append(...PLASTICITIES.map((name) => new Option(name, name)));
    this.#plasticity.addEventListener("change", () => {
      settings.plasticity = this.#plasticity.value as Settings["plasticity"];
      this.#show();
      change(false);
    });
    this.#menu.addEventListener("change", () => this.#choose());
    const exchange = new MaterialExchange(settings, () => {
      const followsMaterial = followMaterial(settings);
      this.#show();
      change(followsMaterial);
    });
    const all = document.createElement("div");
    const menuRow = selectRow("material", "Material", this.#menu, MATERIAL_TITLE);
    all.append(menuRow, this.#first, details, exchange.element);
    addElement(folder, all, 0);
  }

  /** Shows changed settings, or the parameters of another model. */
  refresh(): void {
    const { model } = this.#settings;
    if (model !== this.#model) this.#build(model); // only then, so that a slider in use stays
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
    const note = limitNote(this.#settings);
    this.#limitNote.textContent = note;
    this.#limitNote.hidden = note === "";
  }

  #choose(): void {
    if (this.#menu.value === CHANGED) return;
    applyPreset(this.#settings, this.#menu.value as MaterialName);
    const followsMaterial = followMaterial(this.#settings);
    this.#show();
    this.#change(followsMaterial);
  }

  /** Shows the preset. A changed preset has its own entry, so that the original can be chosen again. */
  #showMenu(): void {
    const { preset } = this.#settings;
    const isOther = isChanged(this.#settings);
    const entries = PRESETS.map((name) => new Option(name, name));
    if (isOther) entries.unshift(new Option(`${preset}, modified`, CHANGED));
    this.#menu.replaceChildren(...entries);
    this.#menu.value = isOther ? CHANGED : preset;
  }

  #rowOf(name: Parameter): NumberRow {
    const settings = this.#settings;
    return new NumberRow({
      ...MATERIAL_LABELS[name],
      read: () => settings[name],
      write: (value) => {
        setParameter(settings, name, value);
        const followsMaterial = name === "breakingStrain" && followBreakingStrain(settings);
        this.#show();
        this.#change(followsMaterial);
      },
    });
  }
}

/** Creates a row with a menu, styled like the rows of tweakpane. */
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
