/** The files that scenes of the library name: each is brought when a scene needs it, not with the page. */

type Bring = () => Promise<string>;

const meshFiles: Record<string, Bring> = import.meta.glob<string>("../../../scenes/meshes/*", {
  import: "default",
  query: "?raw",
});

/** Pictures, in the letters of data addresses. */
const mapFiles: Record<string, Bring> = import.meta.glob<string>("../../../scenes/maps/*.png", {
  import: "default",
  query: "?inline",
});

/** A file by the path that stands in a scene: a text, or the bytes of a picture; null where the library has none. */
export async function libraryFile(path: string): Promise<string | Uint8Array | null> {
  const place = `../../../scenes/${path}`;
  const mesh = meshFiles[place];
  if (mesh !== undefined) return mesh();
  const map = mapFiles[place];
  return map === undefined ? null : bytesOf(await map());
}

function bytesOf(address: string): Uint8Array {
  const letters = atob(address.slice(address.indexOf(",") + 1));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
