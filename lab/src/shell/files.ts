import { showError } from "../stats/error-banner.js";
import { liveSettings, sceneWith, type Settings } from "../panel/settings.js";
import { attachDrops } from "../scenes/drop-zone.js";
import { Gallery } from "../scenes/gallery.js";
import { UserFiles } from "../scenes/user-files.js";
import { addExport, type Export } from "../share/export.js";
import type { Command } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Views } from "../views/views.js";
import { place } from "./layout.js";
import type { SceneLoader } from "./scene-loader.js";

export interface FilesOptions {
  stage: Stage;
  views: Views;
  settings: Settings;
  loader: SceneLoader;
  send: (command: Command) => void;
}

export interface Files {
  readonly exporter: Export;
  /** Call it when another scene was chosen. */
  showScene(): void;
}

/** Adds the gallery, user files, saving and sharing. */
export function addFiles({ stage, views, settings, loader, send }: FilesOptions): Files {
  const exporter = addExport({ actions: place("#actions"), notes: place("#middle") }, stage, {
    source: () => settings.source,
    scene: () => sceneWith(settings),
    ask: (what, name) => send({ type: "export", what, name, settings: liveSettings(settings) }),
    open: (file) => open([file]),
    problem: showError,
  });
  const userFiles = new UserFiles(place("#middle"), {
    present: () => settings.source,
    open: (source, file) => loader.open(source, file),
    openWithMap(source, file) {
      views.showOverlay("strength");
      loader.replace(source, file);
    },
    setTexture: (texture) => views.setTexture(texture),
    openRecording: (name, bytes) => loader.openRecording(name, bytes),
    problem: showError,
  });
  const open = (files: File[]): void => void userFiles.open(files);
  const choose = (name: string): void => loader.choose(name);
  const gallery = new Gallery(place("#scene-place"), { choose, open });
  gallery.show(settings.scene);
  attachDrops(open, () => showError("The dropped files could not be read. Try them one by one."));
  return {
    exporter,
    showScene() {
      userFiles.forgetScene();
      gallery.show(settings.scene);
    },
  };
}
