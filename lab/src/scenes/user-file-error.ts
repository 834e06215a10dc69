/** A file of one's own that cannot be used: its name, what is wrong with it, and what to do, in sentences. */
export class UserFileError extends Error {
  override name = "OwnFileError";
}
