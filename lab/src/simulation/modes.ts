import { sentence } from "../controls/sentence.js";
import type { Command, Figures } from "./messages.js";
import type { OpenedRun } from "./opened-run.js";
import type { Pacing } from "./pacing.js";
import type { Session } from "./session.js";

/**
 * What the simulation does with time and with commands.
 *
 *     empty ──load──→ live ←── something else happens, or its end is played on ──┐
 *       └─────open──→ replaying ──────── all of it is ready ───────────────→ opened
 *
 * Another scene or recording can be asked for in each of them.
 */
export interface Mode {
  /** Null: there is no cloth yet. */
  readonly session: Session | null;
  /** How much of a recording is ready to be shown, in frames; null: what is there is no recording, or goes on otherwise. */
  readonly progress: Figures["opened"];
  /** Whether a command is done now. Where it is not, whoever waits for an answer gets one. */
  hears(command: Command): boolean;
  /** To be called before a command is done. */
  prepareFor?(command: Command): void;
  /** Goes on for a moment, at most to the end of a step. */
  advance(): void;
}

/** What modes need of the simulation. */
export interface ModeHost {
  readonly pacing: Pacing;
  enter(mode: Mode): void;
  /** The next step knows of all that pointers have done so far. */
  feelInput(): void;
  /** The cloth as it is now, as a whole. */
  sendCloth(): void;
  /** What is new since the last message. */
  sendFrame(): void;
  /** Another time. */
  sendTime(): void;
  tellProblem(message: string): void;
}

type CommandTypes = ReadonlySet<Command["type"]>;

/** These are done before there is a cloth too. */
const HEARD_WHEN_EMPTY: CommandTypes = new Set([
  ...(["load", "open", "pause", "advance", "speed", "rest"] as const),
  ...(["show", "show-strength", "measure"] as const),
]);
/** Only these are done while a recording is made ready. */
const HEARD_WHILE_REPLAYING: CommandTypes = new Set([
  ...(["load", "open", "advance", "speed", "rest", "pulse"] as const),
  ...(["return", "return-strain", "show", "show-strength", "measure"] as const),
]);
/** With these a recording that is shown goes on otherwise. */
const CHANGES: CommandTypes = new Set([
  ...(["settings", "grab", "take", "draw", "throw"] as const),
  ...(["remove-balls", "pin", "unpin", "paint", "undo"] as const),
]);
/** Between two pictures of a recording that is replayed, ms. */
const REPLAY_PART = 50;

/** Nothing has been loaded. */
export class EmptyMode implements Mode {
  readonly session = null;
  readonly progress = null;

  hears({ type }: Command): boolean {
    return HEARD_WHEN_EMPTY.has(type);
  }

  advance(): void {}
}

/** The world makes step after step. */
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

/** A recording is made ready: replayed to its end, so that any of its times can be shown at once. */
export class ReplayingMode implements Mode {
  readonly session: Session;
  readonly #host: ModeHost;
  readonly #run: OpenedRun;

  constructor(host: ModeHost, session: Session, run: OpenedRun) {
    this.#host = host;
    this.session = session;
    this.#run = run;
  }

  get progress(): Figures["opened"] {
    return this.#run.progress;
  }

  /** The panel may change meanwhile all the same, and whoever wants a file must not wait for nothing. */
  hears(command: Command): boolean {
    if (HEARD_WHILE_REPLAYING.has(command.type)) return true;
    if (command.type === "settings") this.session.noteSettings(command.settings);
    if (command.type === "keep") {
      this.#host.tellProblem(
        "The recording is still being replayed. Save again when that is done.",
      );
    }
    return false;
  }

  /** Replays some more of it; at its end, shows it from its start. */
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
    if (problem !== null) host.tellProblem(`${sentence(problem)} What came before is here.`);
  }
}

/** A recording is shown as it was, until something else happens than what it tells. */
class OpenedMode implements Mode {
  readonly session: Session;
  readonly progress: Figures["opened"];
  readonly #host: ModeHost;

  constructor(host: ModeHost, session: Session, progress: Figures["opened"]) {
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

  /** Shows the next of its times. What comes after its end is news. */
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
