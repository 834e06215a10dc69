/** The name of a file: the scene's, and when it was saved, so that files sort themselves and none takes the place of another. */
export function fileName(scene: string, when: Date, extension: string): string {
  const day = [when.getFullYear(), two(when.getMonth() + 1), two(when.getDate())].join("-");
  const time = [when.getHours(), when.getMinutes(), when.getSeconds()].map(two).join("");
  return `${fileWord(scene)}-${day}-${time}.${extension}`;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}

/** A name without what some systems refuse in the names of files. */
export function fileWord(name: string): string {
  const word = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  return word === "" ? "cloth" : word.slice(0, 60);
}

/** Gives a file to the browser, which saves it where the user wants it. */
export function download(content: Blob | string | Uint8Array<ArrayBuffer>, name: string): void {
  const blob = content instanceof Blob ? content : new Blob([content]);
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a large file is still being written
}
