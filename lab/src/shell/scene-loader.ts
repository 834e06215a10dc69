import { hideError, showError } from "../stats/error-banner.js";
import { liveSettings, sceneWith, settingsOf, type Settings } from "../panel/settings.js";
import { readRecording, type OpenedRecording } from "../share/opened-recording.js";
import type { Command } from "../simulation/messages.js";
import { RequestGate } from "./request-gate.js";
import { SceneList } from "../scenes/scene-list.js";
import { loadFiles, type SceneSource } from "../scenes/scenes.js";

export interface LoaderCalls {
  send: (command: Command) => void;
  /** The settings have changed to those of another scene. */
  showSettings: () => void;
}

/** Loads scenes. A scene that is refused leaves the previous one running. */
export class SceneLoader {
  readonly list = new SceneList();
  readonly #settings: Settings;
  readonly #calls: LoaderCalls;
  /** Creating a cloth can take half a second, and a key that is held down repeats 30 times per second. */
  readonly #requests = new RequestGate(() => this.#request());
  /** A recording to open instead of the scene. */
  #recording: OpenedRecording | null = null;
  /** A user scene that is not loaded yet, and the settings to restore if it is refused. */
  #trial: { file: string; before: Settings } | null = null;
  #isRefused = false;
  #isNew = true;

  constructor(settings: Settings, calls: LoaderCalls) {
    this.#settings = settings;
    this.#calls = calls;
  }

  /** True if the scene of the settings was refused, and the previous cloth is running. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** True until the requested cloth arrives. The running cloth is then not the one in the panel. */
  get isPending(): boolean {
    return this.#requests.isPending;
  }

  /** Loads the scene of the settings. */
  load(): void {
    hideError();
    this.#recording = null;
    this.#requests.request();
  }

  /** Applies changed settings to the running cloth, or rebuilds it if that is not possible. */
  change(): void {
    if (this.#isRefused || this.isPending) this.load();
    else this.#calls.send({ type: "settings", settings: liveSettings(this.#settings) });
    hideError();
  }

  /** Loads a scene of the list, with its own settings. */
  choose(name: string): void {
    const { source } = this.#settings;
    this.#trial = null;
    this.#isNew = true;
    this.#take(name === source.name ? source : this.list.source(name));
    this.load();
  }

  /** Opens a scene from a file. */
  open(source: SceneSource, file: string): void {
    this.#isNew = true;
    this.#try(file);
    this.#take(this.list.add(source));
    this.load();
  }

  /** Opens the same scene from another source, with the current settings. */
  replace(source: SceneSource, file: string): void {
    this.#try(file);
    this.#take(this.list.add(source), this.#settings);
    this.load();
  }

  openRecording(name: string, bytes: Uint8Array): void {
    let opened: OpenedRecording;
    let own: Settings;
    try {
      opened = readRecording(name, bytes);
      own = settingsOf(opened.source);
    } catch (error) {
      showError(`${name} cannot be opened: ${(error as Error).message}.`);
      return;
    }
    this.#isNew = true;
    this.#try(name);
    this.#take(this.list.add(opened.source), own);
    hideError();
    this.#recording = opened;
    this.#requests.request();
  }

  /** Handles a scene that the simulation has refused. */
  refuse(message: string): void {
    this.#requests.respond();
    if (this.#trial === null || this.isPending) {
      showError(message);
      this.#isRefused = true;
      return;
    }
    const { file, before } = this.#trial;
    this.#trial = null;
    this.list.remove(this.#settings.scene);
    this.list.add(before.source); // it may have had the same name
    Object.assign(this.#settings, before);
    this.#calls.showSettings();
    this.#isNew = false;
    showError(`${file}: ${message}`);
  }

  /**
   * Handles the arrival of the requested cloth.
   *
   * @returns True if it belongs to another scene than the previous one.
   */
  arrived(): boolean {
    this.#isRefused = false;
    this.#requests.respond();
    const isNew = this.#isNew;
    if (!this.isPending) {
      // Otherwise it answers an earlier request, and the new cloth is still to come.
      this.#trial = null;
      this.#isNew = false;
    }
    return isNew;
  }

  #try(file: string): void {
    this.#trial = { file, before: this.#trial?.before ?? { ...this.#settings } };
  }

  #take(source: SceneSource, own: Settings = settingsOf(source)): void {
    Object.assign(this.#settings, own, { source, scene: source.name });
    this.#calls.showSettings();
  }

  #request(): void {
    const { send } = this.#calls;
    if (this.#recording !== null) {
      const { recording, settings } = this.#recording;
      this.#recording = null;
      send({ type: "open", recording, settings });
      return;
    }
    const scene = sceneWith(this.#settings); // a copy: settings may change while the files load
    loadFiles(this.#settings.source).then(
      (files) => send({ type: "load", scene, files }),
      () =>
        this.refuse(
          "The files of this scene could not be loaded. Check the network connection and restart (r).",
        ),
    );
  }
}
