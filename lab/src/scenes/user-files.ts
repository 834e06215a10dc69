import type { Texture } from "three";
import { imageTexture, videoTexture } from "../stage/user-images.js";
import { HEAD, kindOf, type FileKind } from "./file-kinds.js";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import { UserFileBar } from "./user-file-bar.js";
import { askImageUse } from "./image-dialog.js";
import type { SceneSource } from "./scenes.js";

/** Maximum file size, bytes. */
const MAX_BYTES = 50e6;
const SUPPORTED =
  "Supported are scenes (JSON), meshes (OBJ), images (PNG, JPEG, WebP, GIF, SVG), videos (WebM, MP4) and recordings (.tatter).";

export interface UserFileCalls {
  /** Returns the current scene. */
  present: () => SceneSource;
  /** Opens another scene, with its own settings. `file` is its name in error messages. */
  open: (source: SceneSource, file: string) => void;
  /** Opens the same scene with another strength map, and keeps the settings. */
  openWithMap: (source: SceneSource, file: string) => void;
  /** Null removes the texture. */
  setTexture: (texture: Texture | null) => void;
  openRecording: (name: string, bytes: Uint8Array) => void;
  problem: (message: string) => void;
}

interface KnownFile {
  file: File;
  kind: FileKind | null;
}

/** Opens files of the user, of any supported type. Shows one message if they cannot be used. */
export class UserFiles {
  readonly #calls: UserFileCalls;
  readonly #bar: UserFileBar;

  constructor(container: HTMLElement, calls: UserFileCalls) {
    this.#calls = calls;
    this.#bar = new UserFileBar(container);
  }

  async open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    try {
      await this.#open(await Promise.all(files.map(recognize)));
    } catch (error) {
      const isOurs = error instanceof UserFileError;
      const names = files.map(({ name }) => name).join(", ");
      this.#calls.problem(
        isOurs ? error.message : `${names} cannot be opened: ${errorText(error)} Try again.`,
      );
    }
  }

  /** Hides notes about the previous scene. */
  forgetScene(): void {
    this.#bar.hide("size");
    this.#bar.hide("map");
  }

  async #open(files: readonly KnownFile[]): Promise<void> {
    const of = (...kinds: FileKind[]): File[] =>
      files.filter(({ kind }) => kind !== null && kinds.includes(kind)).map(({ file }) => file);
    const [scene] = onlyOne("scene", of("scene"));
    if (scene !== undefined) return this.#openScene(scene, files);
    const [recording] = onlyOne("recording", of("recording"));
    if (recording !== undefined) {
      return this.#calls.openRecording(recording.name, await bytesOf(recording));
    }
    const [mesh] = onlyOne("mesh", of("obj"));
    const [image] = onlyOne("image or video", of("png", "image", "video"));
    if (mesh !== undefined) await this.#showMesh(mesh.name, await textOf(mesh));
    if (image !== undefined) {
      const { kind } = files.find(({ file }) => file === image)!;
      // Together with a mesh, an image is its texture.
      const use = kind === "png" && mesh === undefined ? await askImageUse(image.name) : "texture";
      if (use === "texture") await this.#setTexture(image, kind!);
      else if (use !== null) await this.#setStrengthMap(image);
    }
    if (mesh !== undefined || image !== undefined) return;
    const [first] = files;
    if (first!.kind === "triangle") {
      throw new UserFileError(
        `${first!.file.name} is one of two files of a Triangle mesh. Drop both together with a scene (JSON) that refers to them.`,
      );
    }
    throw new UserFileError(`Unsupported file type: ${first!.file.name}. ${SUPPORTED}`);
  }

  async #openScene(file: File, files: readonly KnownFile[]): Promise<void> {
    const companions = files
      .filter((other) => other.file !== file)
      .map((other) => ({
        path: other.file.webkitRelativePath || other.file.name,
        read: () => bytesOf(other.file),
      }));
    const { sceneOfJson } = await import("./user-scene.js");
    const source = await sceneOfJson(file.name, await textOf(file), companions);
    this.#calls.open(source, file.name);
  }

  async #showMesh(name: string, text: string, scale?: number): Promise<void> {
    const { sceneOfMesh } = await import("./user-mesh.js");
    const { source, size, isUnusualSize } = sceneOfMesh(name, text, scale);
    this.#calls.open(source, name);
    if (!isUnusualSize) return;
    const how = size > 1 ? "very large" : "very small";
    this.#bar.show("size", `${name} is ${how}: ${formatLength(size)}.`, {
      text: "Scale to 1 m",
      title: "Scales the longest side to 1 m. Restarts the simulation.",
      call: () => void this.#showMesh(name, text, (scale ?? 1) / size),
    });
  }

  async #setTexture(file: File, kind: FileKind): Promise<void> {
    let texture: Texture;
    try {
      texture = await (kind === "video" ? videoTexture(file) : imageTexture(file));
    } catch {
      const other = kind === "video" ? "WebM or MP4" : "PNG or JPEG";
      throw new UserFileError(
        `${file.name} cannot be decoded: it is damaged, or this browser does not support its format. Save it as ${other} and try again.`,
      );
    }
    this.#calls.setTexture(texture);
    this.#bar.show("texture", `Texture: ${file.name}`, {
      text: "Remove texture",
      title: "Shows the material of the cloth again",
      call: () => {
        this.#calls.setTexture(null);
        this.#bar.hide("texture");
      },
    });
  }

  async #setStrengthMap(file: File): Promise<void> {
    const bytes = await bytesOf(file);
    const { withMap } = await import("./user-strength-map.js");
    const before = this.#calls.present();
    this.#calls.openWithMap(withMap(before, file.name, bytes), file.name);
    this.#bar.show("map", `Strength map: ${file.name}. Dark areas are weak.`, {
      text: "Remove map",
      title: "Removes the strength map. Restarts the simulation.",
      call: () => this.#calls.openWithMap(before, file.name),
    });
  }
}

async function recognize(file: File): Promise<KnownFile> {
  if (file.size > MAX_BYTES) {
    const megabytes = Math.round(file.size / 1e6);
    throw new UserFileError(
      `${file.name} is too large: ${megabytes} MB. The maximum is ${MAX_BYTES / 1e6} MB.`,
    );
  }
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  return { file, kind: kindOf(file.name, head) };
}

/** Throws if there are several files of one type. */
function onlyOne(kind: string, files: readonly File[]): readonly File[] {
  if (files.length < 2) return files;
  const names = files.map(({ name }) => name).join(", ");
  throw new UserFileError(`Only one ${kind} can be opened at a time, got ${names}.`);
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

async function textOf(file: File): Promise<string> {
  return file.text();
}

function formatLength(meters: number): string {
  if (meters >= 1) return `${meters.toPrecision(3)} m`;
  return meters >= 0.01
    ? `${(100 * meters).toPrecision(2)} cm`
    : `${(1000 * meters).toPrecision(2)} mm`;
}
