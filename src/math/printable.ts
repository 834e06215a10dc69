/**
 * Characters that a terminal or a page may interpret: control and format characters (except the two joiners that some
 * scripts need), line separators, lone surrogates.
 */
const HOSTILE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u{200c}\u{200d}])\p{Cf}/gu;

/**
 * Escapes a string for display in one line. Names and values of files appear in messages, and messages in terminals.
 * Hostile characters are written as in JSON.
 */
export function printable(text: string): string {
  return text.replaceAll(HOSTILE, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** Shortens a string to at most `max` characters. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
