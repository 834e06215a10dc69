/** Type of a user file. PNG has its own type, because only PNG images can be strength maps. */
export type FileKind = "scene" | "obj" | "triangle" | "png" | "image" | "video" | "recording";

/** Number of bytes that are inspected. */
export const HEAD = 4096;

/** Signatures: file type, offset and bytes. */
const SIGNATURES: readonly (readonly [FileKind, at: number, bytes: string])[] = [
  ["png", 0, "\x89PNG"],
  ["image", 0, "\xff\xd8\xff"],
  ["image", 0, "GIF8"],
  ["image", 8, "WEBP"],
  ["video", 0, "\x1a\x45\xdf\xa3"],
  ["video", 4, "ftyp"],
  ["recording", 0, "tatter recording "],
];

const EXTENSIONS: Readonly<Record<string, FileKind>> = {
  json: "scene",
  obj: "obj",
  node: "triangle",
  ele: "triangle",
  png: "png",
  jpg: "image",
  jpeg: "image",
  webp: "image",
  gif: "image",
  svg: "image",
  webm: "video",
  mp4: "video",
  m4v: "video",
  tatter: "recording",
};

/**
 * Detects the type of a file by its signature, then by its name, then by its content.
 *
 * @param head The first bytes, at most `HEAD`.
 * @returns Null for an unsupported type.
 */
export function kindOf(name: string, head: Uint8Array): FileKind | null {
  const characters = String.fromCharCode(...head.subarray(0, HEAD));
  const signature = SIGNATURES.find(([, at, bytes]) => characters.startsWith(bytes, at));
  if (signature !== undefined) return signature[0];
  const byExtension = EXTENSIONS[/\.([^.]+)$/.exec(name)?.[1]!.toLowerCase() ?? ""];
  if (byExtension !== undefined) return byExtension;
  const text = characters.replace(/^\xef\xbb\xbf/, "");
  if (/^\s*\{\s*"/.test(text)) return "scene";
  if (/^\s*(<\?xml[^]*)?<svg[\s>]/.test(text)) return "image";
  if (/^v\s+[-+.\d]+\s+[-+.\d]+\s+[-+.\d]+/m.test(text)) return "obj";
  return null;
}
