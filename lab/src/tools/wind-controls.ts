/** Direction of each component in the initial view. */
const AXES = [
  ["x", "to the right"],
  ["y", "up"],
  ["z", "towards the viewer"],
] as const;

export interface WindControlCalls {
  /** Returns the wind along x, y and z, m/s. */
  readWind: () => readonly [number, number, number];
  writeWind: (velocity: [number, number, number]) => void;
}

/** Number fields for the wind. */
export function windControls({ readWind, writeWind }: WindControlCalls): {
  element: HTMLElement;
  showWind: () => void;
} {
  const element = document.createElement("div");
  element.hidden = true;
  const note = document.createElement("p");
  note.textContent = "Drag an arrow: 1 m is 5 m/s. Click to stop the wind.";
  const row = document.createElement("div");
  row.className = "wind-fields";
  const fields = AXES.map(([name, direction], axis) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "number", step: "0.1" });
    field.ariaLabel = `Wind ${name}, m/s`;
    const label = document.createElement("label");
    label.title = `Wind along ${name}, m/s. Positive is ${direction} in the initial view.`;
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
      field.value = String(Number(wind[axis]!.toFixed(2)) + 0); // avoids −0
    }
  };
  showWind();
  return { element, showWind };
}
