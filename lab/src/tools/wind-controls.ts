/** Along which way each component blows in the first view. */
const AXES = [
  ["x", "to the right"],
  ["y", "up"],
  ["z", "to the front"],
] as const;

export interface WindControlCalls {
  /** The wind along x, y and z, m/s. */
  readWind: () => readonly [number, number, number];
  writeWind: (velocity: [number, number, number]) => void;
}

/** The wind in numbers, for those who type it. */
export function windControls({ readWind, writeWind }: WindControlCalls): {
  element: HTMLElement;
  showWind: () => void;
} {
  const element = document.createElement("div");
  element.hidden = true;
  const note = document.createElement("p");
  note.textContent = "Drag an arrow: 1 m of it is 5 m/s. A click is calm.";
  const row = document.createElement("div");
  row.className = "wind-fields";
  const fields = AXES.map(([name, way], axis) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "number", step: "0.1" });
    field.ariaLabel = `wind ${name}, m/s`;
    const label = document.createElement("label");
    label.title = `Wind along ${name}, m/s: ${way} in the first view; below 0 the other way.`;
    label.append(name, field);
    row.append(label);
    field.addEventListener("change", () => {
      const wind: [number, number, number] = [...readWind()];
      if (Number.isFinite(field.valueAsNumber)) wind[axis] = field.valueAsNumber;
      writeWind(wind);
    });
    return field;
  });
  row.append("m/s");
  element.append(note, row);
  const showWind = (): void => {
    const wind = readWind();
    for (const [axis, field] of fields.entries()) {
      field.value = String(Number(wind[axis]!.toFixed(2)) + 0); // never −0
    }
  };
  showWind();
  return { element, showWind };
}
