import type { Random } from "../../src/math/random.js";
import { below, pick } from "./mutate-data.js";

// Mutations of texts with lines and words.

const PIECES = [
  ..."0 1 -1 2 7 99 1e9 1e999 -1e308 5e-324 1e-320 4294967296 9007199254740993 NaN Infinity 0x1 . - + / // \\".split(
    " ",
  ),
  " ",
  "\n",
  "\r\n",
  "\t",
  "\\\n",
  "\u0000",
  "\uFEFF",
  "\u001B[2J",
  "\u202E",
  "é💥",
  '"',
  "{",
  "[",
  "}",
  ",",
  ":",
  "=",
  "#",
  "__proto__",
  "constructor",
  "null",
  "x".repeat(1000),
  "[".repeat(20_000),
  '{"a":'.repeat(20_000),
];

/** Mutates a text in some places: characters, words, lines, and pieces of `donors`. */
export function mutateText(random: Random, text: string, donors: readonly string[]): string {
  let result = text;
  for (let count = 1 + below(random, 4); count > 0; count--) result = once(random, result, donors);
  return result;
}

function once(random: Random, text: string, donors: readonly string[]): string {
  const at = below(random, text.length + 1);
  switch (below(random, 8)) {
    case 0:
      return text.slice(0, at) + pick(random, PIECES) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + below(random, 8));
    case 2:
      return text.slice(0, at);
    case 3:
      return words(random, text, () => pick(random, PIECES));
    case 4:
      return lines(random, text, (line) => (random.next() < 0.5 ? [] : [line, line]));
    case 5:
      return lines(random, text, (line) => Array.from({ length: 200 }, () => line));
    case 6: {
      const other = pick(random, donors);
      const from = below(random, other.length);
      return text.slice(0, at) + other.slice(from, from + below(random, 60)) + text.slice(at);
    }
    default:
      return words(random, text, (word) => {
        const place = below(random, word.length + 1);
        return word.slice(0, place) + String(below(random, 10)) + word.slice(place);
      });
  }
}

/** Mutates one word that is a number or a name. */
function words(random: Random, text: string, change: (word: string) => string): string {
  const found = [...text.matchAll(/[\w.+-]+/g)];
  if (found.length === 0) return text;
  const { 0: word, index } = pick(random, found);
  return text.slice(0, index) + change(word) + text.slice(index + word.length);
}

function lines(random: Random, text: string, change: (line: string) => string[]): string {
  const all = text.split("\n");
  const at = below(random, all.length);
  all.splice(at, 1, ...change(all[at]!));
  return all.join("\n");
}
