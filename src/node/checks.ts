import { expected, list, text, type Needed } from "../math/check-options.js";

/** Text that names something; "" would be the folder that the program was started in. */
function nameOf(what: string): Needed {
  return (value) =>
    typeof value === "string" && value !== "" ? null : expected(`the name of ${what}`, value);
}

export const fileName = nameOf("a file");
export const folderName = nameOf("a folder");

export const texts = list(text);
