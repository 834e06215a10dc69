/**
 * All that a terminal or a page may take for more than a letter: control and format characters (but for the two that join
 * letters, which some scripts need), ends of lines, half letters.
 */
const HOSTILE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u{200c}\u{200d}])\p{Cf}/gu;

/**
 * A text in one line that does nothing but show itself, whatever stands in it: names and values of files go into
 * messages, and messages to terminals. Other characters are written as in JSON.
 */
export function printable(text: string): string {
  return text.replaceAll(HOSTILE, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** The start of a text that is longer than `most` letters. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
