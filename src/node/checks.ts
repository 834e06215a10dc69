import { expected, list, text, type Needed } from "../math/check-options.js";

/** A name that is not empty: "" would mean the current folder. */
function nameOf(what: string): Needed {
  return (value) =>
    typeof value === "string" && value !== "" ? null : expected(`the name of ${what}`, value);
}

/** Name of a file. */
export const fileName = nameOf("a file");
/** Name of a folder. */
export const folderName = nameOf("a folder");

/** A list of strings. */
export const texts = list(text);
