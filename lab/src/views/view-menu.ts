import { attachKeys } from "../controls/keys.js";
import { OVERLAYS, VIEW_NAMES, VIEWS, type OverlayName, type ViewName } from "./view-names.js";

export type Overlays = Record<OverlayName, boolean>;

export interface ViewMenuCalls {
  choose: (view: ViewName) => void;
  /** Some overlays have come or gone: those of the object that the menu was built with. */
  change: () => void;
}

/**
 * The menu of views, with the keys 1 to 5, and the boxes of what lies over them.
 *
 * @returns To be called when the overlays were changed elsewhere.
 */
export function buildViewMenu(
  place: HTMLElement,
  overlays: Overlays,
  { choose, change }: ViewMenuCalls,
): () => void {
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.id = "view-menu";
  select.title = "What the cloth is shown as (1 to 5)";
  for (const [i, name] of VIEW_NAMES.entries()) {
    const option = new Option(name, name);
    option.title = `${i + 1}: ${VIEWS[name]}`;
    select.add(option);
  }
  const take = (view: ViewName): void => {
    select.value = view;
    choose(view);
  };
  select.addEventListener("change", () => take(select.value as ViewName));
  // Keys of the page rest while a menu has the focus; these are its own.
  select.addEventListener("keydown", (event) => {
    const view = VIEW_NAMES[Number(event.key) - 1];
    if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    take(view);
  });
  attachKeys(Object.fromEntries(VIEW_NAMES.map((view, i) => [String(i + 1), () => take(view)])));
  const word = document.createElement("span");
  word.textContent = "View";
  label.append(word, select);
  label.className = "sheet";
  const boxes = overlayBoxes(overlays, change);
  place.append(label, boxes);
  return () => {
    for (const box of boxes.querySelectorAll("input")) {
      box.checked = overlays[box.name as OverlayName];
    }
  };
}

function overlayBoxes(overlays: Overlays, change: () => void): HTMLElement {
  const details = document.createElement("details");
  details.id = "overlays";
  const summary = document.createElement("summary");
  summary.className = "sheet";
  summary.textContent = "Overlays";
  summary.title = "What lies over the view: pins, weak points, strength, directions of strain";
  const boxes = document.createElement("div");
  boxes.className = "sheet";
  boxes.setAttribute("role", "group");
  boxes.setAttribute("aria-label", "Overlays");
  for (const name of Object.keys(OVERLAYS) as OverlayName[]) {
    const label = document.createElement("label");
    label.title = OVERLAYS[name].what;
    const box = document.createElement("input");
    box.type = "checkbox";
    box.name = name;
    box.checked = overlays[name];
    box.addEventListener("change", () => {
      overlays[name] = box.checked;
      change();
    });
    label.append(box, OVERLAYS[name].title);
    boxes.append(label);
  }
  details.append(summary, boxes);
  // It lies over the cloth: whoever goes on there has done with it.
  addEventListener("pointerdown", ({ target }) => {
    if (!details.contains(target as Node)) details.open = false;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation(); // it closes the boxes, and takes no other tool
    details.open = false;
    summary.focus();
  });
  return details;
}
