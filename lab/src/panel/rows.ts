import type { BindingApi, BindingParams, BladeApi } from "@tweakpane/core";
import type { FolderApi } from "tweakpane";
import { NumberRow, type NumberRowOptions } from "../controls/number-row.js";
import type { Settings } from "./settings.js";

/** Label, range and tooltip of a number. */
export type NumberSpec = Omit<NumberRowOptions, "read" | "write" | "title"> & { title: string };

/** Label, options and tooltip of a tweakpane control. */
type ChoiceSpec = BindingParams & { label: string; title: string };

/** Settings that are numbers, or null. */
type NumberField = {
  [Field in keyof Settings]: Settings[Field] extends number | null ? Field : never;
}[keyof Settings];

/** Rows of the panel. Each one is bound to a setting, has a tooltip, and reports changes by the user. */
export class Rows {
  readonly #settings: Settings;
  readonly #numbers = new Map<BladeApi, NumberRow>();
  #isFollowing = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Adds a menu, a checkbox or a text. */
  choice(
    folder: FolderApi,
    field: keyof Settings,
    { title, ...params }: ChoiceSpec,
    changed: () => void,
  ): BindingApi {
    const control = folder.addBinding(this.#settings, field, params);
    control.element.title = title;
    return control.on("change", () => {
      if (!this.#isFollowing) changed();
    });
  }

  number(folder: FolderApi, field: NumberField, spec: NumberSpec, changed: () => void): BladeApi {
    const settings: Record<NumberField, number | null> = this.#settings;
    const row = new NumberRow({
      ...spec,
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

  /** Shows settings that were changed elsewhere, without change events. */
  follow(refreshPane: () => void): void {
    this.showNumbers();
    this.#isFollowing = true;
    refreshPane();
    this.#isFollowing = false;
  }

  /** Shows numbers that were changed elsewhere. */
  showNumbers(): void {
    for (const row of this.#numbers.values()) row.show();
  }
}

/**
 * Adds a custom element to a folder. It is hosted by a blade, because tweakpane finds positions by counting the
 * children of a folder.
 */
export function addElement(folder: FolderApi, element: HTMLElement, index?: number): BladeApi {
  const blade = folder.addBlade({ view: "separator", ...(index !== undefined && { index }) });
  blade.element.classList.replace("tp-sprv", "hosted");
  blade.element.replaceChildren(element);
  return blade;
}

/** Adds a row with a fixed text. */
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
