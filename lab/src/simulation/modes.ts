import { errorText } from "../controls/error-text.js";
import type { Command, Stats } from "./messages.js";
import type { OpenedRun } from "./opened-run.js";
import type { Pacing } from "./pacing.js";
import type { Session } from "./session.js";

/**
 * What the simulation does with commands and with time.
 *
 *     empty ── load ──→ live ←── a command changes something, or it plays on past its end ──┐
 *       └───── open ──→ replaying ────────── all frames are replayed ─────────────────→ opened
 *
 * `load` and `open` work in every mode.
 */
export interface Mode {
  /** Null before the first scene. */
  readonly session: Session | null;
  /** How many frames of a recording are ready to be shown; null where no recording is shown. */
  readonly progress: Stats["opened"];
  /** Whether a command is to be carried out now. If not, this answers where the page waits for an answer. */
  hears(command: Command): boolean;
  /** To be called before a command is carried out. */
  prepareFor?(command: Command): void;
  /** Advances, at most to the end of a step. */
  advance(): void;
}

/** What modes need of the simulation. */
export interface ModeHost {
  readonly pacing: Pacing;
  enter(mode: Mode): void;
  /** The next step includes everything that pointers have done so far. */
  feelInput(): void;
  /** Posts the whole cloth. */
  sendCloth(): void;
  /** Posts what is new since the last message. */
  sendFrame(): void;
  /** Posts the cloth at another time: what is new, or the whole where edits were undone. */
  sendTime(): void;
  tellProblem(message: string): void;
}

type CommandTypes = ReadonlySet<Command["type"]>;

/** Carried out before the first scene too. */
const HEARD_WHEN_EMPTY: CommandTypes = new Set([
  ...(["load", "open", "pause", "advance", "speed", "rest"] as const),
  ...(["show", "show-strength", "measure"] as const),
]);
/** The only ones carried out while a recording is replayed. */
const HEARD_WHILE_REPLAYING: CommandTypes = new Set([
  ...(["load", "open", "advance", "speed", "rest", "pulse"] as const),
  ...(["return", "return-strain", "show", "show-strength", "measure"] as const),
]);
/** After these an opened recording continues as a live run. */
const CHANGES: CommandTypes = new Set([
  ...(["settings", "grab", "take", "draw", "throw"] as const),
  ...(["remove-balls", "pin", "unpin", "paint", "undo"] as const),
]);
/** Between two frames that the page shows of a replay, ms. */
const REPLAY_PART = 50;

/** No scene has been loaded. */
export class EmptyMode implements Mode {
  readonly session = null;
  readonly progress = null;

  hears({ type }: Command): boolean {
    return HEARD_WHEN_EMPTY.has(type);
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

  hears(): boolean {
    return true;
  }

  advance(): void {
    const host = this.#host;
    const { pacing } = host;
    if (!pacing.mayStep) return;
    const began = performance.now();
    host.feelInput();
    const isComplete = this.session.advance();
    host.sendFrame();
    if (isComplete) {
      pacing.stepped(began);
      pacing.waitForStep();
    } else pacing.goOn();
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

  /** Settings are kept for later. A request for a file is refused, so that the page does not wait for it. */
  hears(command: Command): boolean {
    if (HEARD_WHILE_REPLAYING.has(command.type)) return true;
    if (command.type === "settings") this.session.keepSettings(command.settings);
    if (command.type === "keep") {
      this.#host.tellProblem(
        "The recording is still being replayed. Save again when that is done.",
      );
    }
    return false;
  }

  /** Replays some more frames; at the end, goes to the first one. */
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
      host.pacing.goOn();
      return;
    }
    host.enter(new OpenedMode(host, this.session, this.progress));
    this.session.goTo(0);
    host.sendCloth();
    if (problem !== null) host.tellProblem(`${errorText(problem)} What came before is here.`);
  }
}

/** A recording is played back, until a command changes something or it plays on past its end. */
class OpenedMode implements Mode {
  readonly session: Session;
  readonly progress: Stats["opened"];
  readonly #host: ModeHost;

  constructor(host: ModeHost, session: Session, progress: Stats["opened"]) {
    this.#host = host;
    this.session = session;
    this.progress = progress;
  }

  hears(): boolean {
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
