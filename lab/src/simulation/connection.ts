import { InputLag } from "./input-lag.js";
import type { Command, NumberedCommand, Report } from "./messages.js";

/** The simulation in its worker, as the page speaks to it. */
export class Connection {
  /** How soon the cloth follows a pointer. */
  readonly lag = new InputLag();
  readonly #worker = new Worker(new URL("./simulation.worker.ts", import.meta.url), {
    type: "module",
  });

  /** Bound, because every part of the page is given it. */
  readonly send = (command: Command, transfer: Transferable[] = []): void => {
    const input = this.lag.stamp(command);
    const numbered: NumberedCommand = input === 0 ? command : { ...command, input };
    this.#worker.postMessage(numbered, transfer);
  };

  /** @param failed Called where the worker itself fails. */
  listen(report: (report: Report) => void, failed: (message: string) => void): void {
    this.#worker.addEventListener("error", ({ message }) => failed(message));
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Report>) => report(data));
  }

  /** Lets time stand still while nobody sees the page. */
  restWhileHidden(): void {
    const rest = (): void => this.send({ type: "rest", isResting: document.hidden });
    document.addEventListener("visibilitychange", rest);
    rest();
  }
}
