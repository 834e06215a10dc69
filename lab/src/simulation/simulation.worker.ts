import { BlowUpError, type World, type WorldCloth } from "tatter";
import { checkScene, createWorld, SceneRecorder } from "tatter/scene";
import { version } from "../../../package.json";
import { sentence } from "../controls/sentence.js";
import { Clock } from "./clock.js";
import { CHANGES, EARLY, PATIENT } from "./command-kinds.js";
import type { Command, Figures, LiveSettings, NumberedCommand, Report } from "./messages.js";
import { figuresOf } from "./figures-of.js";
import { Hands } from "./hands.js";
import { objOf, recordingOf } from "./keep.js";
import { Lockstep } from "./lockstep.js";
import { Measures } from "./measures.js";
import { Mending } from "./mending.js";
import { OpenedRun } from "./opened-run.js";
import { Outbox } from "./outbox.js";
import { pullPegs, putPegs } from "./pegs.js";
import { Rewind } from "./rewind.js";
import { StepParts } from "./step-parts.js";
import { Strokes } from "./strokes.js";
import { removeBalls, removeLostBalls, throwBall } from "./thrown-balls.js";

/** The simulation on a thread of its own, so that drawing and dragging never wait for it. */

/** Steps that take less may be asked for in advance, ms. */
const PILED_UP_STEP = 50;
/** Between two pictures of a recording that is replayed, ms. */
const REPLAY_PART = 50;

let world: World | null = null;
let parts: StepParts;
let recorder: SceneRecorder;
let rewind: Rewind;
/** The recording that is shown, until something else happens than what it tells. */
let opened: OpenedRun | null = null;
let mending: Mending;
/** The name of its material. */
let preset: string | undefined;
/** What the panel has changed since the cloth was made. */
let changed: LiveSettings | null = null;
/** Where to go back to before anything else happens: a slider asks for more times than it takes to show them. */
let rewindTo: number | null = null;
let paused = false;
/** Seconds of the cloth in a second of ours. */
let speed = 1;
/** Single steps that were asked for while it is paused. */
let stepsOwed = 0;
/** A problem has stopped the clock; a change may mend it. */
let isStuck = false;
/** Nobody looks at the page: time stands still until somebody does. */
let isResting = false;
const clock = new Clock(0);
const lockstep = new Lockstep();
/** The latest doing of a pointer that was heard of, and the latest that the cloth has felt. */
let latestInput = 0;
let feltInput = 0;
/** For the next step; then a picture of the page may call for it earlier. */
let isWaiting = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const hands = new Hands();
const strokes = new Strokes();
const measures = new Measures();
const post = (report: Report, transfer: Transferable[] = []): void =>
  self.postMessage(report, { transfer });
const outbox = new Outbox(post);

/** What each command does. Those that need a cloth are not called before there is one. */
const HANDLERS: { [Type in Command["type"]]: (command: Of<Type>, world: World) => void } = {
  load,
  open,
  keep({ what, name, settings }, world) {
    const content =
      what === "obj" ? objOf(world, name) : recordingOf(recorder, { panel: settings });
    post({ type: "kept", what, content });
  },
  settings({ settings }, world) {
    changed = settings;
    applySettings(world, changed);
    parts.forget();
    if (isStuck) goOn();
    else if (paused) sendFrame(); // what is measured may mean something else now
  },
  pause(command) {
    paused = command.paused;
    stepsOwed = 0;
    if (world !== null) sendFrame(); // tells the page
    goOn();
  },
  step() {
    paused = true;
    // A key that is held down must not pile up steps that take long.
    if (stepsOwed === 0 || parts.millisecondsAStep < PILED_UP_STEP) stepsOwed++;
    goOn();
  },
  advance({ steps }) {
    lockstep.ask(steps);
    goOn();
  },
  speed(command) {
    speed = command.speed;
    if (world !== null) setClock(world);
  },
  pulse() {
    if (isWaiting && clock.pulse(performance.now())) tick();
  },
  rest(command) {
    isResting = command.isResting;
    goOn();
  },
  grab({ hand, point }, world) {
    hands.grab(world, hand, point);
    if (paused) sendFrame(); // tells how many hands there are
  },
  take({ hand, collider, point }, world) {
    hands.take(world, hand, collider, point);
  },
  move({ hand, point }) {
    hands.move(hand, point);
  },
  release({ hand }) {
    hands.letGo(hand);
    if (paused) sendFrame();
  },
  draw({ knife, blade }, world) {
    strokes.draw(world, knife, blade);
  },
  slash({ knife, blade }) {
    strokes.move(knife, blade);
  },
  lift({ knife }) {
    strokes.lift(knife);
  },
  throw({ ball }, world) {
    throwBall(world, ball);
    changedByHand();
  },
  "remove-balls"(_, world) {
    removeBalls(world);
    changedByHand();
  },
  pin({ point, radius }, world) {
    if (putPegs(world, point, radius)) changedByHand();
  },
  unpin({ peg, radius }) {
    if (pullPegs(theCloth(), peg, radius)) changedByHand();
  },
  paint({ points, radius, strength }) {
    for (const point of points) theCloth().strengths.paint({ point, radius, strength });
    changedByHand();
  },
  "show-strength"({ isShown }) {
    outbox.strengthNews.isShown = isShown;
    if (world !== null) sendFrame();
  },
  show({ wanted }) {
    outbox.shownNews.wanted = wanted;
    if (world !== null) sendFrame();
  },
  measure({ isShown }) {
    measures.show(isShown, world !== null && !parts.isUnderWay);
    if (world !== null) sendFrame();
  },
  undo(_, world) {
    undo(world);
  },
  rewind({ frame }) {
    rewindTo = frame;
    paused = true;
    stepsOwed = 0;
    goOn();
  },
  return({ positions }) {
    outbox.takeBack(positions);
  },
  "return-strain"({ strain }) {
    outbox.shownNews.takeBack(strain);
  },
};

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;

function handle(command: NumberedCommand): void {
  if (opened?.isReady === false && !PATIENT.has(command.type)) {
    waitForRecording(command);
    return;
  }
  latestInput = command.input ?? latestInput;
  if (!["rewind", "pulse"].includes(command.type)) goBack(); // it was asked for before
  if (world === null && !EARLY.has(command.type)) return;
  if (CHANGES.has(command.type)) leaveRecording();
  const handler = HANDLERS[command.type] as (command: Command, world: World | null) => void;
  handler(command, world);
}

/** While a recording is made ready the panel may change all the same, and whoever wants a file must not wait for nothing. */
function waitForRecording(command: Command): void {
  if (command.type === "settings") changed = command.settings;
  if (command.type !== "keep") return;
  const message = "The recording is still being replayed. Save again when that is done.";
  post({ type: "problem", message, isRefused: false });
}

function load({ scene, files }: Of<"load">): void {
  try {
    const checked = checkScene(scene);
    const made = createWorld(checked, { files });
    recorder = new SceneRecorder(made, checked, files, version);
    world = made;
  } catch (error) {
    refuse(error);
    return;
  }
  if (opened !== null) paused = false; // which the recording asked for, and nobody else
  opened = null;
  changed = null;
  preset = scene.cloths[0]!.material?.preset;
  takeOver(world, new Rewind(world, recorder));
}

function open({ recording, settings }: Of<"open">): void {
  let run: OpenedRun;
  try {
    run = new OpenedRun(recording);
  } catch (error) {
    refuse(error);
    return;
  }
  ({ world, recorder } = run);
  opened = run;
  paused = true;
  changed = settings;
  preset = settings?.preset ?? recording.scene.cloths[0]!.material.preset;
  takeOver(world, run.rewind);
}

function refuse(error: unknown): void {
  const goesOn = world === null ? "" : " The cloth of before goes on.";
  post({ type: "problem", message: `${sentence(error)}${goesOn}`, isRefused: true });
}

/** Another world from now on. */
function takeOver(world: World, itsRewind: Rewind): void {
  parts = new StepParts(world, (duration) => hands.advance(duration));
  rewind = itsRewind;
  mending = new Mending(theCloth());
  measures.begin(world);
  setClock(world);
  rewindTo = null;
  stepsOwed = 0;
  hands.forget();
  strokes.forget();
  sendCloth(true);
  goOn();
}

/** Replays some more of a recording; at its end, shows it from its start. */
function prepare(run: OpenedRun): void {
  let problem: unknown = null;
  try {
    run.advance(REPLAY_PART);
  } catch (error) {
    problem = error;
  }
  if (!run.isReady) {
    outbox.sendTime(world!, figures());
    waitForTick(0);
    return;
  }
  goTo(run.world, 0);
  sendCloth(false);
  if (problem === null) return;
  const message = `${sentence(problem)} What came before is here.`;
  post({ type: "problem", message, isRefused: false });
}

/** Shows the next time of a recording as it was; false at its end. */
function playBack(world: World): boolean {
  const { frame, stride, last } = rewind;
  if (frame >= last) return false;
  const began = performance.now();
  const { time } = world;
  goTo(world, frame + stride);
  if (stepsOwed > 0) stepsOwed--;
  if (rewind.frame >= last) paused = true; // what comes now is news
  clock.interval = (1000 * (world.time - time)) / speed;
  clock.stepped(began, performance.now());
  lockstep.stepped();
  outbox.sendTime(world, figures());
  waitForTick(clock.wait(performance.now()));
  return true;
}

function leaveRecording(): void {
  if (opened === null) return;
  opened = null;
  setClock(world!);
}

function applySettings(world: World, live: LiveSettings): void {
  const { wind, solver, time } = world;
  Object.assign(wind, live.wind);
  world.gravity = [...live.gravity];
  if (solver.type === "xpbd" && live.substeps !== null) solver.substeps = live.substeps;
  theCloth().givenMaterial = live.material;
  mending.tearing = live.tearing;
  // What hung well in one material may be far over the limit of another, until it has come to rest in it.
  if (live.preset !== preset) mending.begin(time);
  preset = live.preset;
}

/** While the cloth moves, the next step is the first that knows of it; else it is news now. */
function changedByHand(): void {
  if (!paused) return;
  if (parts.isUnderWay) rewind.setOut();
  else rewind.changeHere();
  sendFrame();
}

function undo(world: World): void {
  if (!world.undo()) return;
  mending.begin(world.time);
  if (parts.isUnderWay) rewind.setOut();
  else rewind.changeHere();
  sendCloth(false);
}

/** To the time that was asked for; there the panel still says how the cloth is and what acts on it. */
function goBack(): void {
  if (rewindTo === null || world === null) return;
  const frame = rewindTo;
  rewindTo = null;
  goTo(world, frame);
  sendCloth(false);
}

function goTo(world: World, frame: number): void {
  rewind.to(frame);
  parts.restart();
  measures.restart();
  hands.forget();
  strokes.forget();
  mending.resume(world.time);
  if (changed !== null) applySettings(world, changed);
}

/** The cloth as it is now, as a whole. */
function sendCloth(isLoaded: boolean): void {
  outbox.sendCloth(world!, figures(), isLoaded);
}

function sendFrame(): void {
  outbox.sendFrame(world!, figures());
}

function theCloth(): WorldCloth {
  return world!.cloths[0]!;
}

function figures(): Figures {
  return {
    ...figuresOf(world!, parts, rewind, paused),
    input: feltInput,
    opened: opened?.progress ?? null,
    sample: measures.take(),
  };
}

/** Starts the clock; a pause, the last single step, a rest or a problem stops it. */
function goOn(): void {
  isStuck = false;
  clock.start(performance.now());
  waitForTick(0); // never at once: other commands may be waiting
}

function waitForTick(milliseconds: number): void {
  clearTimeout(timer);
  isWaiting = true;
  timer = setTimeout(() => guarded(tick), milliseconds);
}

/** Goes on for a moment; in lockstep, as far as was asked for. */
function tick(): void {
  do {
    clearTimeout(timer);
    isWaiting = false;
    advance();
  } while (isWaiting && lockstep.isOn);
  if (!isWaiting) tellHeld();
}

function tellHeld(): void {
  const steps = lockstep.held();
  if (steps !== null) post({ type: "advanced", steps });
}

/** At most to the end of a step. */
function advance(): void {
  goBack();
  if (opened?.isReady === false) {
    prepare(opened);
    return;
  }
  if (world === null || isResting || (paused ? stepsOwed === 0 : lockstep.holds)) return;
  if (opened !== null && playBack(world)) return;
  leaveRecording();
  const began = performance.now();
  rewind.setOut();
  feltInput = latestInput;
  const isComplete = parts.advance();
  strokes.arrive();
  if (isComplete) {
    recorder.endFrame();
    removeLostBalls(world);
    mending.advance(world.time);
    rewind.arrive();
    measures.arrive(rewind.frame, parts.millisecondsAStep);
  }
  sendFrame();
  if (isComplete) {
    if (stepsOwed > 0) stepsOwed--;
    clock.stepped(began, performance.now());
    lockstep.stepped();
  }
  waitForTick(isComplete ? clock.wait(performance.now()) : 0);
}

function setClock({ solver: { step } }: World): void {
  clock.interval = (1000 * step) / speed;
}

/**
 * @param isRequest Whether the page waits for another cloth: it has to hear that none will come.
 * @param isHarmless Whether the world is as it was, whatever happens: it goes on.
 */
function guarded(action: () => void, isRequest = false, isHarmless = false): void {
  try {
    action();
  } catch (error) {
    if (!isHarmless) {
      clearTimeout(timer);
      isWaiting = false;
      isStuck = true;
    }
    const wayOut = error instanceof BlowUpError ? " Rewind or reset." : "";
    post({ type: "problem", message: `${sentence(error)}${wayOut}`, isRefused: isRequest });
    if (isStuck) tellHeld();
  }
}

self.addEventListener("message", ({ data }: MessageEvent<NumberedCommand>) =>
  guarded(() => handle(data), data.type === "load" || data.type === "open", data.type === "keep"),
);
