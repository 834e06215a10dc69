import { BlowUpError } from "tatter";
import { checkScene, createWorld, SceneRecorder } from "tatter/scene";
import { version } from "../../../package.json";
import { errorText } from "../controls/error-text.js";
import type { Command, Stats, NumberedCommand } from "./messages.js";
import { EmptyMode, LiveMode, ReplayingMode, type Mode, type ModeHost } from "./modes.js";
import { OpenedRun } from "./opened-run.js";
import { Outbox, type Post } from "./outbox.js";
import { Pacing } from "./pacing.js";
import { removePins, addPins } from "./pins.js";
import { objOf, recordingOf } from "./saved-files.js";
import { Session } from "./session.js";
import { removeBalls, throwBall } from "./thrown-balls.js";

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;
type Handlers = { [Type in Command["type"]]: (command: Of<Type>, session: Session) => void };

/** The simulation of the lab. Executes the commands of the page and posts reports. */
export class LabSimulation implements ModeHost {
  readonly pacing = new Pacing({
    wake: () => this.#guard(() => this.pacing.tick()),
    advance: () => {
      this.#executeRewind();
      this.#mode.advance();
    },
    held: (steps) => this.#post({ type: "advanced", steps }),
  });
  readonly #post: Post;
  readonly #outbox: Outbox;
  #mode: Mode = new EmptyMode();
  /** True if the page shows plots. */
  #isMeasured = false;
  /** Number of the latest pointer input, and of the latest one that a step has included. */
  #latestInput = 0;
  #includedInput = 0;

  constructor(post: Post) {
    this.#post = post;
    this.#outbox = new Outbox(post);
  }

  /** Executes a command. Errors are reported. */
  receive(command: NumberedCommand): void {
    this.#guard(() => this.#handle(command), command.type);
  }

  enter(mode: Mode): void {
    this.#mode = mode;
  }

  includeInput(): void {
    this.#includedInput = this.#latestInput;
  }

  sendCloths(isLoaded = false): void {
    const { session } = this.#mode;
    if (session !== null) this.#outbox.sendCloths(session, this.#stats(session), isLoaded);
  }

  sendFrame(): void {
    const { session } = this.#mode;
    if (session !== null) this.#outbox.sendFrame(session, this.#stats(session));
  }

  sendTime(): void {
    const { session } = this.#mode;
    if (session !== null) this.#outbox.sendTime(session, this.#stats(session));
  }

  reportProblem(message: string, isRefused = false): void {
    this.#post({ type: "problem", message, isRefused });
  }

  /** Handlers by command. Those that need a session are not called before the first scene. */
  readonly #handlers: Handlers = {
    load: (command) => this.#load(command),
    open: (command) => this.#open(command),
    export: ({ what, name, settings }, { world, recorder }) => {
      const content =
        what === "obj" ? objOf(world, name) : recordingOf(recorder, { panel: settings });
      this.#post({ type: "exported", what, content });
    },
    settings: ({ settings }, session) => {
      session.applySettings(settings);
      if (this.pacing.isStuck) this.pacing.start();
      else this.#sendIfPaused(); // the measured values may change their meaning
    },
    pause: ({ paused }) => {
      this.pacing.pause(paused);
      this.sendFrame(); // informs the page
      this.pacing.start();
    },
    step: (_, { isQuick }) => {
      this.pacing.askForStep(isQuick);
      this.pacing.start();
    },
    advance: ({ steps }) => {
      this.pacing.askForLockstep(steps);
      this.pacing.start();
    },
    speed: ({ speed }) => {
      this.pacing.speed = speed;
      this.#followStepDuration();
    },
    pulse: () => this.pacing.pulse(),
    rest: ({ isResting }) => {
      this.pacing.rest(isResting);
      this.pacing.start();
    },
    grab: ({ id, cloth, point }, { world, grabs }) => {
      grabs.grab(world, id, { cloth, point });
      this.#sendIfPaused(); // reports the number of grabs
    },
    "grab-collider": ({ id, collider, point }, { world, grabs }) =>
      grabs.grabCollider(world, id, collider, point),
    move: ({ id, point }, { grabs }) => grabs.move(id, point),
    release: ({ id }, { grabs }) => {
      grabs.release(id);
      this.#sendIfPaused();
    },
    draw: ({ knife, blade }, { world, strokes }) => strokes.draw(world, knife, blade),
    slash: ({ knife, blade }, { strokes }) => strokes.move(knife, blade),
    lift: ({ knife }, { strokes }) => strokes.lift(knife),
    throw: ({ ball }, session) => {
      throwBall(session.world, ball);
      this.#showChange(session);
    },
    "remove-balls": (_, session) => {
      removeBalls(session.world);
      this.#showChange(session);
    },
    pin: ({ cloth, point, radius }, session) => {
      if (addPins(session.world, { cloth, point }, radius)) this.#showChange(session);
    },
    unpin: ({ at, radius }, session) => {
      if (removePins(session.world, at, radius)) this.#showChange(session);
    },
    paint: ({ points, radius, strength }, session) => {
      const { cloths } = session.world;
      for (const { cloth, point } of points) {
        cloths[cloth]!.strengths.paint({ point, radius, strength });
      }
      this.#showChange(session);
    },
    "show-strength": ({ isShown }) => {
      this.#outbox.areStrengthsShown = isShown;
      this.sendFrame();
    },
    show: ({ request }) => {
      this.#outbox.wanted = request;
      this.sendFrame();
    },
    measure: ({ isShown }) => {
      this.#isMeasured = isShown;
      this.#mode.session?.showMeasures(isShown);
      this.sendFrame();
    },
    undo: (_, session) => {
      if (session.undo()) this.sendCloths();
    },
    rewind: ({ frame }, session) => {
      session.requestRewind(frame);
      this.pacing.pause(true);
      this.pacing.start();
    },
    return: ({ positions }) => this.#outbox.recycle(positions),
    "return-strain": ({ cloth, strain }) => this.#outbox.recycleStrain(cloth, strain),
  };

  #handle(command: NumberedCommand): void {
    this.#latestInput = command.input ?? this.#latestInput;
    if (!this.#mode.accepts(command)) return;
    if (command.type !== "rewind" && command.type !== "pulse") this.#executeRewind(); // it was requested earlier
    this.#mode.prepareFor?.(command);
    const handler = this.#handlers[command.type] as (
      command: Command,
      session: Session | null,
    ) => void;
    handler(command, this.#mode.session);
  }

  #load({ scene, files }: Of<"load">): void {
    let session: Session;
    try {
      const checked = checkScene(scene);
      const world = createWorld(checked, { files });
      session = new Session({
        world,
        recorder: new SceneRecorder(world, checked, files, version),
        presets: scene.cloths.map(({ material }) => material?.preset),
        settings: null,
        isMeasured: this.#isMeasured,
      });
    } catch (error) {
      this.#refuse(error);
      return;
    }
    // A pause that was made by opening a recording ends with the recording.
    this.pacing.pause(this.pacing.isPaused && this.#mode.progress === null);
    this.#switchTo(new LiveMode(this, session));
  }

  #open({ recording, settings }: Of<"open">): void {
    let run: OpenedRun;
    let session: Session;
    try {
      run = new OpenedRun(recording);
      const { world, recorder, rewind } = run;
      const presets = recording.scene.cloths.map(
        ({ material }, i) => settings?.cloths[i]?.preset ?? material.preset,
      );
      const isMeasured = this.#isMeasured;
      session = new Session({ world, recorder, rewind, presets, settings, isMeasured });
    } catch (error) {
      this.#refuse(error);
      return;
    }
    this.pacing.pause(true);
    this.#switchTo(new ReplayingMode(this, session, run));
  }

  #refuse(error: unknown): void {
    const suffix = this.#mode.session === null ? "" : " The previous cloth continues.";
    this.reportProblem(`${errorText(error)}${suffix}`, true);
  }

  /** Switches to another world. */
  #switchTo(mode: Mode): void {
    this.#mode = mode;
    this.#followStepDuration();
    this.sendCloths(true);
    this.pacing.start();
  }

  #followStepDuration(): void {
    const { session } = this.#mode;
    if (session !== null) this.pacing.stepDuration = session.world.solver.step;
  }

  #executeRewind(): void {
    if (this.#mode.session?.executeRewind()) this.sendCloths();
  }

  /** Shows a change by a tool. While the cloth moves, the next step shows it. */
  #showChange(session: Session): void {
    if (this.pacing.isPaused) session.markChange();
    this.#sendIfPaused();
  }

  #sendIfPaused(): void {
    if (this.pacing.isPaused) this.sendFrame();
  }

  #stats(session: Session): Stats {
    return {
      ...session.stats(this.pacing.isPaused),
      input: this.#includedInput,
      opened: this.#mode.progress,
    };
  }

  /** @param command Type of the command. Absent: called by the timer. */
  #guard(action: () => void, command?: Command["type"]): void {
    try {
      action();
    } catch (error) {
      if (command !== "export") this.pacing.stop(); // exporting a file does not change the world
      const advice = error instanceof BlowUpError ? " Rewind or restart." : "";
      // The page waits for a cloth and must know that it does not come.
      this.reportProblem(`${errorText(error)}${advice}`, command === "load" || command === "open");
      if (this.pacing.isStuck) this.pacing.reportHeld();
    }
  }
}
