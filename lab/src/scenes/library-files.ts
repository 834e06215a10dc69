/** Files that scenes of the library refer to. Each one is loaded when a scene needs it. */

type Loader = () => Promise<string>;

const meshFiles: Record<string, Loader> = import.meta.glob<string>("../../../scenes/meshes/*", {
  import: "default",
  query: "?raw",
});

/** Images, as data URLs. */
const mapFiles: Record<string, Loader> = import.meta.glob<string>("../../../scenes/maps/*.png", {
  import: "default",
  query: "?inline",
});

/** Returns a file by its path in a scene: text, or the bytes of an image. Null: the library does not have it. */
export async function libraryFile(path: string): Promise<string | Uint8Array | null> {
  const place = `../../../scenes/${path}`;
  const mesh = meshFiles[place];
  if (mesh !== undefined) return mesh();
  const map = mapFiles[place];
  return map === undefined ? null : bytesOf(await map());
}

function bytesOf(url: string): Uint8Array {
  const characters = atob(url.slice(url.indexOf(",") + 1));
  return Uint8Array.from(characters, (letter) => letter.charCodeAt(0));
}
