import type { BindingApi, BindingParams, BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { NumberRow, type NumberRowOptions } from "../controls/number-row.js";
import type { Settings } from "./settings.js";

/** How a number of the settings is shown. */
export type NumberLook = Omit<NumberRowOptions, "read" | "write" | "title"> & { title: string };

/** How a setting is shown that tweakpane has a control for. */
type ChoiceLook = BindingParams & { label: string; title: string };

/** The settings that are numbers, or none. */
type NumberField = {
  [Field in keyof Settings]: Settings[Field] extends number | null ? Field : never;
}[keyof Settings];

/** The rows of the panel: each shows one setting, has a tooltip, and tells when somebody has changed it. */
export class Rows {
  readonly #settings: Settings;
  readonly #numbers = new Map<BladeApi, NumberRow>();
  #isFollowing = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** A menu, a box or a text. */
  choice(
    folder: FolderApi,
    field: keyof Settings,
    { title, ...params }: ChoiceLook,
    changed: () => void,
  ): BindingApi {
    const control = folder.addBinding(this.#settings, field, params);
    control.element.title = title;
    return control.on("change", () => {
      if (!this.#isFollowing) changed();
    });
  }

  number(folder: FolderApi, field: NumberField, look: NumberLook, changed: () => void): BladeApi {
    const settings: Record<NumberField, number | null> = this.#settings;
    const row = new NumberRow({
      ...look,
      read: () => settings[field],
      write: (value) => {
        if (value === settings[field]) return;
        settings[field] = value;
        changed();
      },
    });
    const blade = addElement(folder, row.element);
    this.#numbers.set(blade, row);
    return blade;
  }

  remove(row: BladeApi): void {
    row.dispose();
    this.#numbers.delete(row);
  }

  /** The settings were changed elsewhere: all rows follow, and tell nobody. */
  follow(refreshPane: () => void): void {
    this.showNumbers();
    this.#isFollowing = true;
    refreshPane();
    this.#isFollowing = false;
  }

  /** The same where only numbers were changed. */
  showNumbers(): void {
    for (const row of this.#numbers.values()) row.show();
  }
}

/**
 * Puts an element of ours among the controls of a folder. Tweakpane counts the children of a folder to find places for its own,
 * so that it has to know of this one too.
 */
export function addElement(folder: FolderApi, element: HTMLElement, index?: number): BladeApi {
  const blade = folder.addBlade({ view: "separator", ...(index !== undefined && { index }) });
  blade.element.classList.replace("tp-sprv", "hosted");
  blade.element.replaceChildren(element);
  return blade;
}

/** A row with a text that nobody can change. */
export function addText(
  folder: FolderApi,
  label: string,
  text: string,
  title: string,
  index?: number,
): BladeApi {
  const row = document.createElement("div");
  row.className = "tp-lblv";
  row.title = title;
  const name = document.createElement("span");
  name.className = "tp-lblv_l";
  name.textContent = label;
  const value = document.createElement("output");
  value.className = "tp-lblv_v text-value";
  value.textContent = text;
  value.ariaLabel = label;
  row.append(name, value);
  return addElement(folder, row, index);
}

export function listOf<T extends string | number>(
  values: readonly T[],
): { text: string; value: T }[] {
  return values.map((value) => ({ text: String(value), value }));
}
