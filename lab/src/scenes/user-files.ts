import type { Texture } from "three";
import { pictureTexture, videoTexture } from "../stage/user-images.js";
import { HEAD, kindOf, type FileKind } from "./file-kinds.js";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import { UserFileBar } from "./user-file-bar.js";
import { askPictureUse } from "./image-dialog.js";
import type { SceneSource } from "./scenes.js";

/** Larger files are not opened, bytes. */
const MAX_BYTES = 50e6;
const KNOWN =
  "The lab opens scenes (JSON), meshes (OBJ), pictures (PNG, JPEG, WebP, GIF, SVG), videos (WebM, MP4) and recordings (.tatter).";

export interface UserFileCalls {
  /** The scene that is there. */
  present: () => SceneSource;
  /** Another scene, with its own settings; `file` is what to call it where it is refused. */
  open: (source: SceneSource, file: string) => void;
  /** The same scene with a strength map, with the settings of before. */
  openWithMap: (source: SceneSource, file: string) => void;
  /** Null: none. */
  setTexture: (texture: Texture | null) => void;
  openRecording: (name: string, bytes: Uint8Array) => void;
  problem: (message: string) => void;
}

interface KnownFile {
  file: File;
  kind: FileKind | null;
}

/** Takes files that people bring along, whatever they are: one clear message where they cannot be used. */
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
      await this.#open(await Promise.all(files.map(recognised)));
    } catch (error) {
      const isOurs = error instanceof UserFileError;
      const names = files.map(({ name }) => name).join(", ");
      this.#calls.problem(
        isOurs ? error.message : `${names} cannot be opened: ${errorText(error)} Try it once more.`,
      );
    }
  }

  /** Another scene is there: what was said of the one before is no news any more. */
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
    const [picture] = onlyOne("picture or video", of("png", "picture", "video"));
    if (mesh !== undefined) await this.#showMesh(mesh.name, await textOf(mesh));
    if (picture !== undefined) {
      const { kind } = files.find(({ file }) => file === picture)!;
      // With a mesh it is what the mesh looks like.
      const use =
        kind === "png" && mesh === undefined ? await askPictureUse(picture.name) : "texture";
      if (use === "texture") await this.#wear(picture, kind!);
      else if (use !== null) await this.#weaken(picture);
    }
    if (mesh !== undefined || picture !== undefined) return;
    const [first] = files;
    if (first!.kind === "triangle") {
      throw new UserFileError(
        `${first!.file.name} is a part of a mesh of Triangle: drop it together with its other part and with a scene (JSON) that names them.`,
      );
    }
    throw new UserFileError(`${first!.file.name} is of no kind that is known here. ${KNOWN}`);
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
    const { source, size, isOddlySized } = sceneOfMesh(name, text, scale);
    this.#calls.open(source, name);
    if (!isOddlySized) return;
    const how = size > 1 ? "much larger than clothes are" : "tiny";
    this.#bar.show("size", `${name} is ${lengthWords(size)} long, which is ${how}.`, {
      text: "Scale to 1 m",
      title: "Make it anew, with its longest side 1 m long",
      call: () => void this.#showMesh(name, text, (scale ?? 1) / size),
    });
  }

  async #wear(file: File, kind: FileKind): Promise<void> {
    let texture: Texture;
    try {
      texture = await (kind === "video" ? videoTexture(file) : pictureTexture(file));
    } catch {
      const other = kind === "video" ? "WebM or MP4" : "PNG or JPEG";
      throw new UserFileError(
        `${file.name} cannot be shown: it is damaged, or of a kind that this browser does not know. Save it as ${other} and try again.`,
      );
    }
    this.#calls.setTexture(texture);
    this.#bar.show("texture", `The cloth shows ${file.name}.`, {
      text: "Remove texture",
      title: "The cloth looks like its material again",
      call: () => {
        this.#calls.setTexture(null);
        this.#bar.hide("texture");
      },
    });
  }

  async #weaken(file: File): Promise<void> {
    const bytes = await bytesOf(file);
    const { withMap } = await import("./user-strength-map.js");
    const before = this.#calls.present();
    this.#calls.openWithMap(withMap(before, file.name, bytes), file.name);
    this.#bar.show("map", `Where ${file.name} is dark, the cloth is weak.`, {
      text: "Remove map",
      title: "Make the cloth anew, without the strength map",
      call: () => this.#calls.openWithMap(before, file.name),
    });
  }
}

async function recognised(file: File): Promise<KnownFile> {
  if (file.size > MAX_BYTES) {
    const megabytes = Math.round(file.size / 1e6);
    throw new UserFileError(
      `${file.name} has ${megabytes} MB, and files over ${MAX_BYTES / 1e6} MB are not opened. Make it smaller.`,
    );
  }
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  return { file, kind: kindOf(file.name, head) };
}

/** Several of a kind would leave it to chance which is shown. */
function onlyOne(kind: string, files: readonly File[]): readonly File[] {
  if (files.length < 2) return files;
  const names = files.map(({ name }) => name).join(", ");
  throw new UserFileError(
    `${names}: only one ${kind} can be opened at a time. Choose one of them.`,
  );
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

async function textOf(file: File): Promise<string> {
  return file.text();
}

function lengthWords(metres: number): string {
  if (metres >= 1) return `${metres.toPrecision(3)} m`;
  return metres >= 0.01
    ? `${(100 * metres).toPrecision(2)} cm`
    : `${(1000 * metres).toPrecision(2)} mm`;
}
