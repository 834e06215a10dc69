import { InputLag } from "./input-lag.js";
import type { Command, NumberedCommand, Report } from "./messages.js";

/** The page's connection to the simulation in its worker. */
export class Connection {
  /** Measures how soon the cloth follows a pointer. */
  readonly lag = new InputLag();
  readonly #worker = new Worker(new URL("./simulation.worker.ts", import.meta.url), {
    type: "module",
  });

  /** Bound, because it is passed to many modules. */
  readonly send = (command: Command, transfer: Transferable[] = []): void => {
    const input = this.lag.stamp(command);
    const numbered: NumberedCommand = input === 0 ? command : { ...command, input };
    this.#worker.postMessage(numbered, transfer);
  };

  /** @param failed Called if the worker itself fails. */
  listen(report: (report: Report) => void, failed: (message: string) => void): void {
    this.#worker.addEventListener("error", ({ message }) => failed(message));
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Report>) => report(data));
  }

  /** Pauses the simulation while the page is hidden. */
  restWhileHidden(): void {
    const rest = (): void => this.send({ type: "rest", isResting: document.hidden });
    document.addEventListener("visibilitychange", rest);
    rest();
  }
}
