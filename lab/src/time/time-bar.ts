import { button, showIcon } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";
import type { Command, Stats } from "../simulation/messages.js";
import { RewindSlider } from "./rewind-slider.js";

const PLAY = `<path d="M7 5v14l12-7z" />`;
const PAUSE = `<path d="M8 5v14M16 5v14" />`;
const STEP = `<path d="M5 5v14l9-7zM18 5v14" />`;
const RESTART = `<path d="M5 12a7 7 0 1 0 2-5M7 3v4h4" />`;

/** Simulated seconds per real second, slowest last. */
const SPEEDS = [1, 0.5, 0.25, 0.1, 0.03] as const;

/**
 * Builds the time controls and their keys: space pauses, `.` makes one step, r restarts, s changes the speed.
 *
 * @param load Restarts the simulation.
 * @returns Call it with the stats of each frame.
 */
export function buildTimeBar(
  container: HTMLElement,
  send: (command: Command) => void,
  load: () => void,
): (stats: Stats) => void {
  let paused = false;
  const togglePause = (): void => send({ type: "pause", paused: !paused });
  const takeStep = (): void => send({ type: "step" });
  const setSpeed = (speed: number): void => send({ type: "speed", speed });
  const play = button({ title: "Pause (space)", icon: PAUSE, call: togglePause });
  const step = button({ title: "One step (.)", icon: STEP, call: takeStep });
  const restart = button({ title: "Restart (r)", icon: RESTART, call: load });
  const slider = new RewindSlider((frame) => send({ type: "rewind", frame }));
  const speeds = speedMenu(setSpeed);
  container.append(restart, play, step, slider.element, speeds);

  const nextSpeed = (): void => {
    speeds.selectedIndex = (speeds.selectedIndex + 1) % SPEEDS.length;
    setSpeed(SPEEDS[speeds.selectedIndex]!);
  };
  attachKeys({ " ": togglePause, ".": takeStep, r: load, s: nextSpeed });

  return (stats) => {
    slider.show(stats);
    if (stats.paused === paused) return;
    paused = stats.paused;
    play.title = play.ariaLabel = paused ? "Play (space)" : "Pause (space)";
    showIcon(play, paused ? PLAY : PAUSE);
  };
}

function speedMenu(choose: (speed: number) => void): HTMLSelectElement {
  const menu = document.createElement("select");
  menu.id = "speed";
  menu.ariaLabel = menu.title = "Speed (s)";
  menu.append(...SPEEDS.map((speed) => new Option(`${speed} ×`, String(speed))));
  menu.addEventListener("change", () => choose(Number(menu.value)));
  return menu;
}
