import type { SceneInput } from "tatter/scene";
import type { SceneSource } from "../scenes/scenes.js";
import type { Stats, ExportFormat, Report } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import { download, fileName, safeFileName } from "../controls/downloads.js";
import { VideoButton } from "./video-button.js";
import { openedNote } from "./opened-note.js";
import { addSaveMenu } from "./save-menu.js";
import { userFilesOf, sceneText } from "./scene-text.js";
import { addShareButton } from "./share-button.js";

export interface ExportCalls {
  /** Returns the scene that the cloth was loaded from. */
  source: () => SceneSource;
  /** Returns the scene with the settings of the panel. */
  scene: () => SceneInput;
  /** Requests a file from the simulation. `name` has no extension. */
  ask: (what: ExportFormat, name: string) => void;
  /** The user has chosen a recording. */
  open: (file: File) => void;
  problem: (message: string) => void;
}

export interface Export {
  /** Downloads a file that the simulation has written. */
  save: (report: Extract<Report, { type: "exported" }>) => void;
  /** Shows a note while a recording is open. */
  show: (stats: Stats) => void;
}

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { obj: "obj", recording: "tatter" };

/** Adds everything that saves or shares: files, images, videos and links. */
export function addExport(
  places: { actions: HTMLElement; notes: HTMLElement },
  stage: Stage,
  calls: ExportCalls,
): Export {
  const nameNow = (extension: string): string =>
    fileName(calls.source().name, new Date(), extension);
  const ask = (what: ExportFormat): void => calls.ask(what, safeFileName(calls.source().name));
  const saveScene = (): void => download(sceneText(calls.scene()), nameNow("json"));
  const own = (): Promise<string[]> => userFilesOf(calls.source());
  const canvas = stage.renderer.domElement;
  const redraw = (): void => stage.redraw();
  const video = new VideoButton((blob) => download(blob, nameNow("webm")));
  const toggleVideo = (): void => {
    try {
      if (video.isRunning) void video.stop();
      else video.start(canvas, redraw);
    } catch (error) {
      calls.problem(`The video cannot be recorded: ${(error as Error).message}`);
    }
  };
  const saveImage = (): void => {
    stage.redraw();
    stage.draw(); // the drawing buffer is cleared after each frame
    canvas.toBlob((blob) => {
      if (blob === null) calls.problem("The image could not be created.");
      else download(blob, nameNow("png"));
    }, "image/png");
  };
  places.actions.append(video.element);
  addSaveMenu(places.actions, {
    image: saveImage,
    video: toggleVideo,
    obj: () => ask("obj"),
    scene: saveScene,
    recording: () => ask("recording"),
    open: calls.open,
    ownFiles: own,
    isVideoRunning: () => video.isRunning,
  });
  addShareButton(places.actions, {
    scene: calls.scene,
    ownFiles: own,
    saveRecording: () => ask("recording"),
    saveScene,
  });
  return {
    save: ({ what, content }) => download(content, nameNow(EXTENSIONS[what])),
    show: openedNote(places.notes),
  };
}
