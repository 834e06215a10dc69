/** Returns the file name `scene-date-time.extension`, so that files sort by time and do not overwrite each other. */
export function fileName(scene: string, when: Date, extension: string): string {
  const day = [when.getFullYear(), padTwo(when.getMonth() + 1), padTwo(when.getDate())].join("-");
  const time = [when.getHours(), when.getMinutes(), when.getSeconds()].map(padTwo).join("");
  return `${safeFileName(scene)}-${day}-${time}.${extension}`;
}

function padTwo(part: number): string {
  return String(part).padStart(2, "0");
}

/** Replaces characters that some file systems refuse. */
export function safeFileName(name: string): string {
  const word = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  return word === "" ? "cloth" : word.slice(0, 60);
}

/** Starts a browser download. */
export function download(content: Blob | string | Uint8Array<ArrayBuffer>, name: string): void {
  const blob = content instanceof Blob ? content : new Blob([content]);
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a large file may still be downloading
}
