import { hideError, showError } from "../figures/error-banner.js";
import { liveSettings, sceneWith, settingsOf, type Settings } from "../panel/settings.js";
import { readRecording, type OpenedRecording } from "../share/opened-recording.js";
import type { Command } from "../simulation/messages.js";
import { RequestGate } from "./request-gate.js";
import { SceneList } from "../scenes/scene-list.js";
import { bringFiles, type SceneSource } from "../scenes/scenes.js";

export interface LoaderCalls {
  send: (command: Command) => void;
  /** The settings are those of another scene. */
  showSettings: () => void;
}

/** Which scene is there, and how another one takes its place: whole, or not at all. */
export class SceneLoader {
  readonly list = new SceneList();
  readonly #settings: Settings;
  readonly #calls: LoaderCalls;
  /** Making a cloth may take half a second, and a key that is held down asks for thirty a second. */
  readonly #requests = new RequestGate(() => this.#request());
  /** A recording to be opened instead of the scene of the settings. */
  #recording: OpenedRecording | null = null;
  /** A scene of one's own whose cloth is not there yet, and what to go back to where it is refused. */
  #trial: { file: string; before: Settings } | null = null;
  #isRefused = false;
  #isNew = true;

  constructor(settings: Settings, calls: LoaderCalls) {
    this.#settings = settings;
    this.#calls = calls;
  }

  /** What the settings say was refused: another cloth moves. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** What was asked for is not there yet: what moves is another cloth than the panel shows. */
  get isUnderWay(): boolean {
    return this.#requests.isUnderWay;
  }

  /** Makes the cloth of the settings. */
  load(): void {
    hideError();
    this.#recording = null;
    this.#requests.want();
  }

  /** The cloth goes on with other figures, or is made anew where it cannot. */
  change(): void {
    if (this.#isRefused || this.isUnderWay) this.load();
    else this.#calls.send({ type: "settings", settings: liveSettings(this.#settings) });
    hideError();
  }

  /** A scene of the list, with its own settings. */
  choose(name: string): void {
    const { source } = this.#settings;
    this.#trial = null;
    this.#isNew = true;
    this.#take(name === source.name ? source : this.list.source(name));
    this.load();
  }

  /** A scene from a file. */
  open(source: SceneSource, file: string): void {
    this.#isNew = true;
    this.#try(file);
    this.#take(this.list.add(source));
    this.load();
  }

  /** The same scene from another source, with the settings that are there. */
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
    this.#requests.want();
  }

  /** The simulation has refused what it was sent. */
  refuse(message: string): void {
    this.#requests.answered();
    if (this.#trial === null || this.isUnderWay) {
      showError(message);
      this.#isRefused = true;
      return;
    }
    const { file, before } = this.#trial;
    this.#trial = null;
    this.list.remove(this.#settings.scene);
    this.list.add(before.source); // which may have had the same name
    Object.assign(this.#settings, before);
    this.#calls.showSettings();
    this.#isNew = false;
    showError(`${file}: ${message}`);
  }

  /**
   * The cloth that was asked for is there.
   *
   * @returns Whether it is of another scene than the one before.
   */
  arrived(): boolean {
    this.#isRefused = false;
    this.#requests.answered();
    const isNew = this.#isNew;
    if (!this.isUnderWay) {
      // Else it is one that was asked for before, and the new one is still to come.
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
    const scene = sceneWith(this.#settings); // as it is asked for now, however long its files take
    bringFiles(this.#settings.source).then(
      (files) => send({ type: "load", scene, files }),
      () =>
        this.refuse(
          "The files of this scene did not arrive. Check the connection and restart (r).",
        ),
    );
  }
}
