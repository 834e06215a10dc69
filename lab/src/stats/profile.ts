import { button } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";
import { ProfilePanel } from "./profile-panel.js";
import type { SampleHistory } from "./sample-history.js";
import { profileOf } from "./step-profile.js";

const GAUGE = `<path d="M4 17a8.500 8.500 0 1 1 16 0M12 15l4-5" />`;
/** Time between two updates, ms. Numbers that change more often cannot be read. */
const INTERVAL = 250;

/**
 * Adds the profile of a step, its button at the end of the time bar, and the key i. It reads samples that the worker
 * sends in any case. While it is closed, nothing is computed.
 *
 * @returns Call it after each message.
 */
export function attachProfile(
  section: HTMLElement,
  bar: HTMLElement,
  history: SampleHistory,
): () => void {
  let panel: ProfilePanel | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (): void => {
    timer = undefined;
    if (!isOpen || history.stats === null) return;
    panel ??= new ProfilePanel(section);
    panel.show(profileOf(history.store, history.count), history.stats);
  };
  const toggle = (): void => {
    isOpen = !isOpen;
    section.hidden = !isOpen;
    opener.ariaExpanded = String(isOpen);
    clearTimeout(timer);
    show();
  };
  const opener = button({ title: "Profile (i)", icon: GAUGE, text: "Profile", call: toggle });
  opener.id = "profile-opener";
  opener.className = "opener";
  opener.ariaExpanded = "false";
  opener.setAttribute("aria-controls", section.id);
  bar.append(opener);
  attachKeys({ i: toggle });

  return () => {
    if (isOpen) timer ??= setTimeout(show, INTERVAL);
  };
}
