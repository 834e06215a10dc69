/** Advice of the library on how to raise a limit. It does not apply to the page. */
const RAISE = / \(raise it: [^)]*\)/;

/** Returns the message of an error as a sentence. */
export function errorText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const message = said.replace(RAISE, "");
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
