import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";
import { attachKeys } from "../controls/keys.js";

const QUESTION = `<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.01" /><circle cx="12" cy="12" r="9" />`;

type Row = readonly [keys: string, what: string];

/** What one can do, in the order in which one finds out. */
const PARTS: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    "Tools",
    [
      ["h", "Hand: drag the cloth until it tears; drag a thing to move it. Each finger is a hand."],
      ["k", "Knife: slash through all that lies under the pointer, also from beside the cloth."],
      ["t", "Throw: click to throw a ball; Enter throws at the middle of the picture."],
      ["p", "Pin: click the cloth to hold it there, click a pin to take it off."],
      ["b", "Brush: paint where the cloth is weak or strong."],
      ["w", "Wind: drag an arrow."],
      ["l", "Look: every drag turns the view."],
      ["u, Ctrl + Z", "Takes the latest cut back."],
      ["Esc", "Back to the hand."],
    ],
  ],
  [
    "View",
    [
      [
        "right button",
        "Turns the view from anywhere; so does a drag beside the cloth, or two fingers.",
      ],
      ["arrows, +, −", "Turn the view and come nearer, while the picture has the focus (Tab)."],
      ["wheel, pinch", "Nearer or further."],
      ["f, double click", "Looks at what was touched last."],
      ["v", "First view."],
      ["1 … 5", "Material, texture, wireframe, strain, pieces."],
    ],
  ],
  [
    "Time",
    [
      ["space", "Pause or play."],
      [".", "One step."],
      ["r", "Restart."],
      ["s", "Slower, and round again."],
    ],
  ],
  [
    "Page",
    [
      ["g", "Scenes; drop files on the page to open your own."],
      ["m", "Plots of what is measured."],
      ["e", "Save: cloth, scene, recording, picture, film."],
      ["d", "Dark or light."],
      ["?", "This help."],
    ],
  ],
];

/** The button that tells what one can do here (key ?). */
export function addHelp(container: HTMLElement): void {
  const { dialog } = titledDialog("help", "What you can do");
  const close = button({ title: "Close (Esc)", text: "Close", call: () => dialog.close() });
  const columns = document.createElement("div");
  columns.className = "columns";
  columns.append(...PARTS.map(([name, rows]) => partOf(name, rows)));
  dialog.append(columns, close);
  const open = (): void => dialog.showModal();
  attachKeys({ "?": open });
  container.append(button({ title: "Help (?)", icon: QUESTION, call: open }));
}

function partOf(title: string, rows: readonly Row[]): HTMLElement {
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
