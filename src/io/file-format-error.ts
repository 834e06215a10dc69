import { printable } from "../math/printable.js";

/** A file that cannot be read. The message names the line, what is wrong with it and what was expected. */
export class FileFormatError extends Error {
  override name = "FileFormatError";

  constructor(message: string) {
    super(printable(message));
  }
}
