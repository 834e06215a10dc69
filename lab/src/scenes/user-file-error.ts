/** A user file cannot be used. The message has its name, the reason, and the fix. */
export class UserFileError extends Error {
  override name = "UserFileError";
}
