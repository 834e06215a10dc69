import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";
import { attachKeys } from "../controls/keys.js";

const QUESTION = `<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.01" /><circle cx="12" cy="12" r="9" />`;

type Row = readonly [keys: string, what: string];

/** Content of the help, for new users. */
const SECTIONS: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    "Tools",
    [
      ["h", "Grab: pulls the cloth or moves an object. Each finger is a separate grab."],
      ["k", "Knife: cuts everything under the pointer. A stroke can start beside the cloth."],
      ["t", "Throw: throws a ball at the clicked point. Enter throws at the center of the image."],
      ["p", "Pin: a click pins the cloth. A click on a pin removes it."],
      ["b", "Brush: paints where the cloth is weak or strong."],
      ["w", "Wind: drag an arrow. Click to stop the wind."],
      ["l", "Look: every drag rotates the view."],
      ["u, Ctrl + Z", "Undoes the latest cut."],
      ["Esc", "Returns to Grab."],
    ],
  ],
  [
    "View",
    [
      [
        "right button",
        "Rotates the view from anywhere. A drag beside the cloth or two fingers do the same.",
      ],
      ["middle button", "Shifts the view."],
      ["arrows, +, −", "Rotate and zoom while the image has the focus (Tab)."],
      ["wheel, pinch", "Zooms."],
      ["f, double click", "Moves the camera to what was touched last."],
      ["v", "Resets the view."],
      ["1 … 5", "Material, texture, wireframe, strain, pieces."],
    ],
  ],
  [
    "Time",
    [
      ["space", "Pauses and continues."],
      [".", "Makes one step."],
      ["r", "Restarts."],
      ["s", "Next slower speed, then full speed again."],
    ],
  ],
  [
    "Page",
    [
      ["g", "Opens the scenes. Drop files on the page to open your own."],
      ["m", "Shows the plots."],
      ["i", "Shows the profile: how long each phase of a step takes."],
      ["e", "Saves an image, a video, the cloth, the scene or a recording."],
      ["d", "Switches between dark and light."],
      ["?", "Shows this help."],
    ],
  ],
];

/** Adds the help button and dialog (key ?). */
export function addHelp(container: HTMLElement): void {
  const { dialog } = titledDialog("help", "Help");
  const close = button({ title: "Close (Esc)", text: "Close", call: () => dialog.close() });
  const columns = document.createElement("div");
  columns.className = "columns";
  columns.append(...SECTIONS.map(([name, rows]) => sectionOf(name, rows)));
  dialog.append(columns, close);
  const open = (): void => dialog.showModal();
  attachKeys({ "?": open });
  container.append(button({ title: "Help (?)", icon: QUESTION, call: open }));
}

function sectionOf(title: string, rows: readonly Row[]): HTMLElement {
  const part = document.createElement("section");
  const heading = document.createElement("h3");
  heading.textContent = title;
  const list = document.createElement("dl");
  for (const [keys, what] of rows) {
    const term = document.createElement("dt");
    for (const [i, key] of keys.split(", ").entries()) {
      if (i > 0) term.append(" ");
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap);
    }
    const description = document.createElement("dd");
    description.textContent = what;
    list.append(term, description);
  }
  part.append(heading, list);
  return part;
}
