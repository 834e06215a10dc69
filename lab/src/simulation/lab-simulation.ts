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

/** The simulation of the lab: carries out the commands of the page and posts reports. */
export class LabSimulation implements ModeHost {
  readonly pacing = new Pacing({
    wake: () => this.#guard(() => this.pacing.tick()),
    advance: () => {
      this.#goBack();
      this.#mode.advance();
    },
    held: (steps) => this.#post({ type: "advanced", steps }),
  });
  readonly #post: Post;
  readonly #outbox: Outbox;
  #mode: Mode = new EmptyMode();
  /** Whether the page shows plots. */
  #isMeasured = false;
  /** Number of the latest input of a pointer, and of the latest that a step has included. */
  #latestInput = 0;
  #feltInput = 0;

  constructor(post: Post) {
    this.#post = post;
    this.#outbox = new Outbox(post);
  }

  /** Carries out a command; errors are reported. */
  receive(command: NumberedCommand): void {
    this.#guard(() => this.#handle(command), command.type);
  }

  enter(mode: Mode): void {
    this.#mode = mode;
  }

  feelInput(): void {
    this.#feltInput = this.#latestInput;
  }

  sendCloth(isLoaded = false): void {
    const { session } = this.#mode;
    if (session !== null) this.#outbox.sendCloth(session.world, this.#figures(session), isLoaded);
  }

  sendFrame(): void {
    const { session } = this.#mode;
    if (session !== null) this.#outbox.sendFrame(session.world, this.#figures(session));
  }

  sendTime(): void {
    const { session } = this.#mode;
    if (session !== null) this.#outbox.sendTime(session.world, this.#figures(session));
  }

  tellProblem(message: string, isRefused = false): void {
    this.#post({ type: "problem", message, isRefused });
  }

  /** What each command does. Those that need a cloth are not called before the first scene. */
  readonly #handlers: Handlers = {
    load: (command) => this.#load(command),
    open: (command) => this.#open(command),
    keep: ({ what, name, settings }, { world, recorder }) => {
      const content =
        what === "obj" ? objOf(world, name) : recordingOf(recorder, { panel: settings });
      this.#post({ type: "kept", what, content });
    },
    settings: ({ settings }, session) => {
      session.applySettings(settings);
      if (this.pacing.isStuck) this.pacing.start();
      else this.#sendIfPaused(); // what is measured may mean something else now
    },
    pause: ({ paused }) => {
      this.pacing.pause(paused);
      this.sendFrame(); // tells the page
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
    grab: ({ hand, point }, { world, grabs }) => {
      grabs.grab(world, hand, point);
      this.#sendIfPaused(); // tells how many hands there are
    },
    take: ({ hand, collider, point }, { world, grabs }) => grabs.take(world, hand, collider, point),
    move: ({ hand, point }, { grabs }) => grabs.move(hand, point),
    release: ({ hand }, { grabs }) => {
      grabs.letGo(hand);
      this.#sendIfPaused();
    },
    draw: ({ knife, blade }, { world, strokes }) => strokes.draw(world, knife, blade),
    slash: ({ knife, blade }, { strokes }) => strokes.move(knife, blade),
    lift: ({ knife }, { strokes }) => strokes.lift(knife),
    throw: ({ ball }, session) => {
      throwBall(session.world, ball);
      this.#changedByHand(session);
    },
    "remove-balls": (_, session) => {
      removeBalls(session.world);
      this.#changedByHand(session);
    },
    pin: ({ point, radius }, session) => {
      if (addPins(session.world, point, radius)) this.#changedByHand(session);
    },
    unpin: ({ peg, radius }, session) => {
      if (removePins(session.cloth, peg, radius)) this.#changedByHand(session);
    },
    paint: ({ points, radius, strength }, session) => {
      for (const point of points) session.cloth.strengths.paint({ point, radius, strength });
      this.#changedByHand(session);
    },
    "show-strength": ({ isShown }) => {
      this.#outbox.strengthUpdates.isShown = isShown;
      this.sendFrame();
    },
    show: ({ wanted }) => {
      this.#outbox.viewUpdates.wanted = wanted;
      this.sendFrame();
    },
    measure: ({ isShown }) => {
      this.#isMeasured = isShown;
      this.#mode.session?.showMeasures(isShown);
      this.sendFrame();
    },
    undo: (_, session) => {
      if (session.undo()) this.sendCloth();
    },
    rewind: ({ frame }, session) => {
      session.requestRewind(frame);
      this.pacing.pause(true);
      this.pacing.start();
    },
    return: ({ positions }) => this.#outbox.takeBack(positions),
    "return-strain": ({ strain }) => this.#outbox.viewUpdates.takeBack(strain),
  };

  #handle(command: NumberedCommand): void {
    this.#latestInput = command.input ?? this.#latestInput;
    if (!this.#mode.hears(command)) return;
    if (command.type !== "rewind" && command.type !== "pulse") this.#goBack(); // it was requested before
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
        preset: scene.cloths[0]!.material?.preset,
        settings: null,
        isMeasured: this.#isMeasured,
      });
    } catch (error) {
      this.#refuse(error);
      return;
    }
    // A pause that only the opened recording made ends with it.
    this.pacing.pause(this.pacing.isPaused && this.#mode.progress === null);
    this.#takeOver(new LiveMode(this, session));
  }

  #open({ recording, settings }: Of<"open">): void {
    let run: OpenedRun;
    let session: Session;
    try {
      run = new OpenedRun(recording);
      const { world, recorder, rewind } = run;
      const preset = settings?.preset ?? recording.scene.cloths[0]!.material.preset;
      const isMeasured = this.#isMeasured;
      session = new Session({ world, recorder, rewind, preset, settings, isMeasured });
    } catch (error) {
      this.#refuse(error);
      return;
    }
    this.pacing.pause(true);
    this.#takeOver(new ReplayingMode(this, session, run));
  }

  #refuse(error: unknown): void {
    const goesOn = this.#mode.session === null ? "" : " The cloth of before goes on.";
    this.tellProblem(`${errorText(error)}${goesOn}`, true);
  }

  /** Starts with another world. */
  #takeOver(mode: Mode): void {
    this.#mode = mode;
    this.#followStepDuration();
    this.sendCloth(true);
    this.pacing.start();
  }

  #followStepDuration(): void {
    const { session } = this.#mode;
    if (session !== null) this.pacing.stepDuration = session.world.solver.step;
  }

  #goBack(): void {
    if (this.#mode.session?.goBack()) this.sendCloth();
  }

  /** While the cloth moves, the next step shows the change; while paused it is shown now. */
  #changedByHand(session: Session): void {
    if (this.pacing.isPaused) session.markChange();
    this.#sendIfPaused();
  }

  #sendIfPaused(): void {
    if (this.pacing.isPaused) this.sendFrame();
  }

  #figures(session: Session): Stats {
    return {
      ...session.figures(this.pacing.isPaused),
      input: this.#feltInput,
      opened: this.#mode.progress,
    };
  }

  /** @param command The type of the command; none: the clock has called. */
  #guard(action: () => void, command?: Command["type"]): void {
    try {
      action();
    } catch (error) {
      if (command !== "keep") this.pacing.stop(); // a file changes nothing in the world
      const wayOut = error instanceof BlowUpError ? " Rewind or reset." : "";
      // The page waits for a cloth and must hear that none will come.
      this.tellProblem(`${errorText(error)}${wayOut}`, command === "load" || command === "open");
      if (this.pacing.isStuck) this.pacing.tellHeld();
    }
  }
}
