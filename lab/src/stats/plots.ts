import { setStat } from "./stats.js";
import { showError } from "./error-banner.js";
import { button } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";
import type { Command } from "../simulation/messages.js";
import { columnOf, formatNumber } from "./columns.js";
import type { PlotPanel } from "./plot-panel.js";
import type { SampleHistory } from "./sample-history.js";
import type { SampleStore } from "./sample-store.js";

const PLOT = `<path d="M4 4v16h16M7 15l4-5 3 3 5-7" />`;
/** Time between two redraws, ms. */
const INTERVAL = 66;

/**
 * Adds the plots, their button at the end of the time bar, and the key m. While they are closed, the history still
 * stores values that cost nothing, so that the plots have a past when they open. The plotting code is loaded when they
 * are opened for the first time.
 *
 * @returns Call it after each message.
 */
export function attachPlots(
  section: HTMLElement,
  bar: HTMLElement,
  send: (command: Command) => void,
  history: SampleHistory,
): () => void {
  let panel: PlotPanel | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const draw = (): void => {
    timer = undefined;
    if (!isOpen) return;
    const { store, count, clampCount } = history;
    showMeasures(store, count, clampCount);
    panel?.draw(count, clampCount);
  };
  const drawSoon = (): void => {
    if (isOpen) timer ??= setTimeout(draw, INTERVAL);
  };

  const toggle = async (): Promise<void> => {
    isOpen = !isOpen;
    section.hidden = !isOpen;
    opener.ariaExpanded = String(isOpen);
    for (const place of document.querySelectorAll<HTMLElement>("[data-of=measures]")) {
      place.hidden = !isOpen;
    }
    send({ type: "measure", isShown: isOpen });
    if (panel === null && isOpen) {
      const { PlotPanel } = await import("./plot-panel.js");
      panel ??= new PlotPanel(section, history.store);
    }
    drawSoon();
  };
  const tryToggle = (): void =>
    void toggle().catch(() =>
      showError("The plots could not be loaded. Check the network connection and reload the page."),
    );
  const opener = button({
    title: "Plots (m)",
    icon: PLOT,
    text: "Plots",
    call: tryToggle,
  });
  opener.id = "plots-opener";
  opener.className = "opener";
  opener.ariaExpanded = "false";
  opener.setAttribute("aria-controls", section.id);
  bar.append(opener);
  attachKeys({ m: tryToggle });

  return drawSoon;
}

/** Shows the latest values in the status line. */
function showMeasures(store: SampleStore, count: number, clampCount: number): void {
  const newest = (key: string): number => store.newest(columnOf(key), count);
  const clamps = [1, 2, 3, 4].slice(0, clampCount).map((i) => newest(`clamp-${i}`));
  setStat("max-strain", formatNumber(newest("strain")));
  setStat("energy", formatNumber(newest("energy")));
  setStat("clamp-force", clamps.length === 0 ? "–" : formatNumber(Math.max(...clamps)));
}
