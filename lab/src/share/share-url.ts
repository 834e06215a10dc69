import { checkScene, migrateScene, neededFiles, SceneError, type SceneInput } from "tatter/scene";
import { loadFiles, type SceneSource } from "../scenes/scenes.js";
import { withoutDefaults } from "./scene-text.js";

/** Prefix of the hash. */
const KEY = "s=";
/** Maximum unpacked size, bytes. It protects against decompression bombs. */
const MAX_BYTES = 20e6;

/** Content of the hash of a URL: a scene, or the reason why it cannot be opened. */
export type SharedScene =
  | { source: SceneSource; problem: null }
  | { source: null; problem: string };

/** Encodes a scene as the hash of a URL: JSON, compressed, in base64url. */
export async function encodeHash(scene: SceneInput): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(withoutDefaults(scene)));
  const packed = await through(new CompressionStream("deflate-raw"), text);
  return `#${KEY}${toBase64Url(packed)}`;
}

/** Decodes the hash of a URL. Returns null if it holds no scene. */
export async function decodeHash(hash: string): Promise<SharedScene | null> {
  const held = hash.replace(/^#/, "");
  if (!held.startsWith(KEY)) return null;
  let scene: SceneInput;
  try {
    const packed = fromBase64Url(held.slice(KEY.length));
    const text = await through(new DecompressionStream("deflate-raw"), packed);
    const written: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    scene = migrateScene(written) as SceneInput; // links of version 0.1 use the names of 0.1
  } catch {
    return refuse("the link is truncated or damaged.");
  }
  try {
    const checked = checkScene(scene);
    const source: SceneSource = { name: `${checked.name} (shared)`, scene, files: {} };
    const files = await loadFiles(source);
    const missing = neededFiles(checked).filter((path) => !Object.hasOwn(files, path));
    if (missing.length > 0)
      return refuse(`it needs ${missing.join(", ")}, which the link does not include.`);
    return { source, problem: null };
  } catch (error) {
    const why = error instanceof SceneError ? error.message : "its files could not be loaded";
    return refuse(`${why}.`); // return, do not throw: otherwise the page would not start
  }
}

function refuse(why: string): SharedScene {
  const problem = `The scene in this link cannot be opened: ${why} The default scene is shown instead.`;
  return { source: null, problem };
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > MAX_BYTES) throw new RangeError("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Encodes base64url without padding. */
function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(characters: string): Uint8Array<ArrayBuffer> {
  const text = atob(characters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
