/** How a limit is raised, which a page has no means for. */
const RAISE = / \(raise it: [^)]*\)/;

/** What a library has to say, as a sentence. */
export function errorText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const message = said.replace(RAISE, "");
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
