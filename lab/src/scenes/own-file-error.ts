/** A file of one's own that cannot be used: its name, what is wrong with it, and what to do, in sentences. */
export class OwnFileError extends Error {
  override name = "OwnFileError";
}

/** What a library has to say, as a sentence. */
export function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
