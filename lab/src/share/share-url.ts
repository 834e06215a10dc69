import { checkScene, migrateScene, neededFiles, SceneError, type SceneInput } from "tatter/scene";
import { bringFiles, type SceneSource } from "../scenes/scenes.js";
import { shortest } from "./scene-text.js";

/** Behind the # of an address. */
const KEY = "s=";
/** No scene is that long; what unpacks to more is meant to fill the memory, bytes. */
const MAX_BYTES = 20e6;

/** What the hash of an address holds: a scene to open, or why it cannot be; null: it holds none. */
export type SharedScene =
  | { source: SceneSource; problem: null }
  | { source: null; problem: string };

/** The hash of an address that holds a whole scene: its text, packed, in letters that addresses allow. */
export async function encodeHash(scene: SceneInput): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(shortest(scene)));
  const packed = await through(new CompressionStream("deflate-raw"), text);
  return `#${KEY}${lettersOf(packed)}`;
}

/** Reads such a hash. */
export async function decodeHash(hash: string): Promise<SharedScene | null> {
  const held = hash.replace(/^#/, "");
  if (!held.startsWith(KEY)) return null;
  let scene: SceneInput;
  try {
    const packed = bytesOf(held.slice(KEY.length));
    const text = await through(new DecompressionStream("deflate-raw"), packed);
    const written: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    scene = migrateScene(written) as SceneInput; // links of 0.1 have the names of 0.1
  } catch {
    return refuse("the address is cut short or damaged.");
  }
  try {
    const checked = checkScene(scene);
    const source: SceneSource = { name: `${checked.name} (shared)`, scene, files: {} };
    const files = await bringFiles(source);
    const missing = neededFiles(checked).filter((path) => !Object.hasOwn(files, path));
    if (missing.length > 0) return refuse(`it needs ${missing.join(", ")}, which is not here.`);
    return { source, problem: null };
  } catch (error) {
    const why = error instanceof SceneError ? error.message : "its files did not arrive";
    return refuse(`${why}.`); // never an error: the page would not start at all
  }
}

function refuse(why: string): SharedScene {
  const problem = `The scene in this address cannot be opened: ${why} Here is the first scene instead.`;
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

/** Base 64 with the letters that an address may hold, without the signs that fill it up. */
function lettersOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
