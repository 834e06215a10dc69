import type { SceneInput } from "tatter/scene";
import type { SceneSource } from "../scenes/scenes.js";
import type { Stats, Kept, Report } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import { download, fileName, fileWord } from "../controls/downloads.js";
import { VideoButton } from "./video-button.js";
import { openedNote } from "./opened-note.js";
import { addSaveMenu } from "./save-menu.js";
import { ownFiles, sceneText } from "./scene-text.js";
import { addShareButton } from "./share-button.js";

export interface ExportCalls {
  /** What the cloth came from. */
  source: () => SceneSource;
  /** The scene with all that the panel says. */
  scene: () => SceneInput;
  /** Asks the simulation for a file, of this name without its ending. */
  ask: (what: Kept, name: string) => void;
  /** Somebody has chosen a recording. */
  open: (file: File) => void;
  problem: (message: string) => void;
}

export interface Export {
  /** The simulation has made a file. */
  kept: (report: Extract<Report, { type: "kept" }>) => void;
  /** Whether a recording is shown. */
  show: (figures: Stats) => void;
}

const ENDINGS: Readonly<Record<Kept, string>> = { obj: "obj", recording: "tatter" };

/** All that can be taken away from the page: files, pictures, films and addresses. */
export function addExport(
  places: { actions: HTMLElement; notes: HTMLElement },
  stage: Stage,
  calls: ExportCalls,
): Export {
  const nameNow = (ending: string): string => fileName(calls.source().name, new Date(), ending);
  const ask = (what: Kept): void => calls.ask(what, fileWord(calls.source().name));
  const saveScene = (): void => download(sceneText(calls.scene()), nameNow("json"));
  const own = (): Promise<string[]> => ownFiles(calls.source());
  const canvas = stage.renderer.domElement;
  const redraw = (): void => stage.redraw();
  const film = new VideoButton((blob) => download(blob, nameNow("webm")));
  const toggleFilm = (): void => {
    try {
      if (film.isRunning) void film.stop();
      else film.start(canvas, redraw);
    } catch (error) {
      calls.problem(`The film cannot begin: ${(error as Error).message}`);
    }
  };
  const picture = (): void => {
    stage.redraw();
    stage.draw(); // what was drawn before is gone by now
    canvas.toBlob((blob) => {
      if (blob === null) calls.problem("The picture could not be made.");
      else download(blob, nameNow("png"));
    }, "image/png");
  };
  places.actions.append(film.element);
  addSaveMenu(places.actions, {
    picture,
    film: toggleFilm,
    obj: () => ask("obj"),
    scene: saveScene,
    recording: () => ask("recording"),
    open: calls.open,
    ownFiles: own,
    isFilming: () => film.isRunning,
  });
  addShareButton(places.actions, {
    scene: calls.scene,
    ownFiles: own,
    saveRecording: () => ask("recording"),
    saveScene,
  });
  return {
    kept: ({ what, content }) => download(content, nameNow(ENDINGS[what])),
    show: openedNote(places.notes),
  };
}
