import { errorText } from "../controls/error-text.js";
import type { Command, Stats } from "./messages.js";
import type { OpenedRun } from "./opened-run.js";
import type { Pacing } from "./pacing.js";
import type { Session } from "./session.js";

/**
 * A mode decides which commands are executed, and how time advances.
 *
 *     empty ── load ──→ live ←── a command changes something, or it plays beyond its end ───┐
 *       └───── open ──→ replaying ────────── all frames are replayed ─────────────────→ opened
 *
 * `load` and `open` work in every mode.
 */
export interface Mode {
  /** Null before the first scene. */
  readonly session: Session | null;
  /** Number of frames of a recording that are loaded. Null if no recording is shown. */
  readonly progress: Stats["opened"];
  /** True if the command is executed now. If not, this method answers where the page expects an answer. */
  accepts(command: Command): boolean;
  /** Call it before a command is executed. */
  prepareFor?(command: Command): void;
  /** Advances, at most to the end of a step. */
  advance(): void;
}

/** Services of the simulation for its modes. */
export interface ModeHost {
  readonly pacing: Pacing;
  enter(mode: Mode): void;
  /** The next step includes all pointer input so far. */
  includeInput(): void;
  /** Posts the whole cloths. */
  sendCloths(): void;
  /** Posts changes since the last message. */
  sendFrame(): void;
  /** Posts the cloths at another time: changes, or the whole cloths if edits were undone. */
  sendTime(): void;
  reportProblem(message: string): void;
}

type CommandTypes = ReadonlySet<Command["type"]>;

/** Commands that are executed before the first scene. */
const ACCEPTED_WHEN_EMPTY: CommandTypes = new Set([
  ...(["load", "open", "pause", "advance", "speed", "rest"] as const),
  ...(["show", "show-strength", "measure"] as const),
]);
/** Commands that are executed while a recording is loading. */
const ACCEPTED_WHILE_REPLAYING: CommandTypes = new Set([
  ...(["load", "open", "advance", "speed", "rest", "pulse"] as const),
  ...(["return", "return-strain", "show", "show-strength", "measure"] as const),
]);
/** Commands after which an opened recording continues as a live run. */
const CHANGES: CommandTypes = new Set([
  ...(["settings", "grab", "grab-collider", "draw", "throw"] as const),
  ...(["remove-balls", "pin", "unpin", "paint", "undo"] as const),
]);
/** Time between two frames that the page shows while a recording is loading, ms. */
const REPLAY_PART = 50;

/** No scene has been loaded. */
export class EmptyMode implements Mode {
  readonly session = null;
  readonly progress = null;

  accepts({ type }: Command): boolean {
    return ACCEPTED_WHEN_EMPTY.has(type);
  }

  advance(): void {}
}

/** The world is stepped. */
export class LiveMode implements Mode {
  readonly session: Session;
  readonly progress = null;
  readonly #host: ModeHost;

  constructor(host: ModeHost, session: Session) {
    this.#host = host;
    this.session = session;
  }

  accepts(): boolean {
    return true;
  }

  advance(): void {
    const host = this.#host;
    const { pacing } = host;
    if (!pacing.mayStep) return;
    const began = performance.now();
    host.includeInput();
    const isComplete = this.session.advance();
    host.sendFrame();
    if (isComplete) {
      pacing.stepped(began);
      pacing.waitForStep();
    } else pacing.continueSoon();
  }
}

/** A recording is replayed to its end, so that any of its frames can be shown at once. */
export class ReplayingMode implements Mode {
  readonly session: Session;
  readonly #host: ModeHost;
  readonly #run: OpenedRun;

  constructor(host: ModeHost, session: Session, run: OpenedRun) {
    this.#host = host;
    this.session = session;
    this.#run = run;
  }

  get progress(): Stats["opened"] {
    return this.#run.progress;
  }

  /** Settings are stored for later. A request for a file is refused, so that the page does not wait for it. */
  accepts(command: Command): boolean {
    if (ACCEPTED_WHILE_REPLAYING.has(command.type)) return true;
    if (command.type === "settings") this.session.storeSettings(command.settings);
    if (command.type === "export") {
      this.#host.reportProblem("The recording is still loading. Save again when it is complete.");
    }
    return false;
  }

  /** Replays some more frames. At the end, goes to the first one. */
  advance(): void {
    const host = this.#host;
    let problem: unknown = null;
    try {
      this.#run.advance(REPLAY_PART);
    } catch (error) {
      problem = error;
    }
    if (!this.#run.isReady) {
      host.sendTime();
      host.pacing.continueSoon();
      return;
    }
    host.enter(new OpenedMode(host, this.session, this.progress));
    this.session.goTo(0);
    host.sendCloths();
    if (problem !== null) host.reportProblem(`${errorText(problem)} Earlier frames are available.`);
  }
}

/** A recording is played back, until a command changes something or it plays beyond its end. */
class OpenedMode implements Mode {
  readonly session: Session;
  readonly progress: Stats["opened"];
  readonly #host: ModeHost;

  constructor(host: ModeHost, session: Session, progress: Stats["opened"]) {
    this.#host = host;
    this.session = session;
    this.progress = progress;
  }

  accepts(): boolean {
    return true;
  }

  prepareFor({ type }: Command): void {
    if (CHANGES.has(type)) this.#goLive();
  }

  /** Shows the next frame, and pauses at the last one. */
  advance(): void {
    const { pacing } = this.#host;
    if (!pacing.mayStep) return;
    const { rewind, world } = this.session;
    const { frame, stride, last } = rewind;
    if (frame >= last) {
      this.#goLive().advance();
      return;
    }
    const began = performance.now();
    const { time } = world;
    this.session.goTo(frame + stride);
    if (rewind.frame >= last) pacing.pauseAfterSteps();
    pacing.stepDuration = world.time - time;
    pacing.stepped(began);
    this.#host.sendTime();
    pacing.waitForStep();
  }

  #goLive(): Mode {
    const live = new LiveMode(this.#host, this.session);
    this.#host.enter(live);
    this.#host.pacing.stepDuration = this.session.world.solver.step;
    return live;
  }
}
