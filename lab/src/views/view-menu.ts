import { attachKeys } from "../controls/keys.js";
import { OVERLAYS, VIEW_NAMES, VIEWS, type OverlayName, type ViewName } from "./view-names.js";

export type Overlays = Record<OverlayName, boolean>;

export interface ViewMenuCalls {
  choose: (view: ViewName) => void;
  /** Overlays were switched, in the object that the menu was built with. */
  change: () => void;
}

/**
 * Builds the menu of views with the keys 1 to 5, and the checkboxes of the overlays.
 *
 * @returns Call it when the overlays were changed elsewhere.
 */
export function buildViewMenu(
  place: HTMLElement,
  overlays: Overlays,
  { choose, change }: ViewMenuCalls,
): () => void {
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.id = "view-menu";
  select.title = "How the cloth is drawn (1 to 5)";
  for (const [i, name] of VIEW_NAMES.entries()) {
    const option = new Option(labelOf(name), name);
    option.title = `${i + 1}: ${VIEWS[name]}`;
    select.add(option);
  }
  const take = (view: ViewName): void => {
    select.value = view;
    choose(view);
  };
  select.addEventListener("change", () => take(select.value as ViewName));
  // The keys of the page are off while a menu has the focus, so handle these here.
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

function labelOf(view: ViewName): string {
  return view.charAt(0).toUpperCase() + view.slice(1);
}

function overlayBoxes(overlays: Overlays, change: () => void): HTMLElement {
  const details = document.createElement("details");
  details.id = "overlays";
  const summary = document.createElement("summary");
  summary.className = "sheet";
  summary.textContent = "Overlays";
  summary.title = "Marks on the cloth: pins, weak points, strength, strain directions, contacts";
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
  // a click elsewhere closes the overlay menu
  addEventListener("pointerdown", ({ target }) => {
    if (!details.contains(target as Node)) details.open = false;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation(); // it only closes the menu and does not choose a tool
    details.open = false;
    summary.focus();
  });
  return details;
}
