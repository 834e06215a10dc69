import { printable } from "../scene/index.js";

/** Thrown for invalid arguments. The message is one line that says what to do. */
export class UsageError extends Error {
  override name = "UsageError";

  constructor(message: string) {
    super(printable(message));
  }
}
