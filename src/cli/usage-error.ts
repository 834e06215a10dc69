import { printable } from "../scene/index.js";

/** Something on the command line that cannot be used; the message is one line that says what to do. */
export class UsageError extends Error {
  override name = "UsageError";

  constructor(message: string) {
    super(printable(message));
  }
}
