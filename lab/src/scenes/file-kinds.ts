/** What a file of one's own is. Pictures of PNG are a kind for themselves: they alone can be strength maps. */
export type FileKind = "scene" | "obj" | "triangle" | "png" | "picture" | "video" | "recording";

/** How much of a file is looked at, bytes. */
export const HEAD = 4096;

/** What the bytes of a kind begin with, and after how many others. */
const MARKS: readonly (readonly [FileKind, at: number, bytes: string])[] = [
  ["png", 0, "\x89PNG"],
  ["picture", 0, "\xff\xd8\xff"],
  ["picture", 0, "GIF8"],
  ["picture", 8, "WEBP"],
  ["video", 0, "\x1a\x45\xdf\xa3"],
  ["video", 4, "ftyp"],
  ["recording", 0, "tatter recording "],
];

const ENDINGS: Readonly<Record<string, FileKind>> = {
  json: "scene",
  obj: "obj",
  node: "triangle",
  ele: "triangle",
  png: "png",
  jpg: "picture",
  jpeg: "picture",
  webp: "picture",
  gif: "picture",
  svg: "picture",
  webm: "video",
  mp4: "video",
  m4v: "video",
  tatter: "recording",
};

/**
 * What a file is, by what it begins with, and by its name where that does not tell.
 *
 * @param head The first bytes of it, `HEAD` at most.
 * @returns null: nothing that the lab knows.
 */
export function kindOf(name: string, head: Uint8Array): FileKind | null {
  const letters = String.fromCharCode(...head.subarray(0, HEAD));
  const mark = MARKS.find(([, at, bytes]) => letters.startsWith(bytes, at));
  if (mark !== undefined) return mark[0];
  const ending = ENDINGS[/\.([^.]+)$/.exec(name)?.[1]!.toLowerCase() ?? ""];
  if (ending !== undefined) return ending;
  const text = letters.replace(/^\xef\xbb\xbf/, "");
  if (/^\s*\{\s*"/.test(text)) return "scene";
  if (/^\s*(<\?xml[^]*)?<svg[\s>]/.test(text)) return "picture";
  if (/^v\s+[-+.\d]+\s+[-+.\d]+\s+[-+.\d]+/m.test(text)) return "obj";
  return null;
}
