import type { Grab, TopologyEdit, World, WorldCloth } from "tatter";
import { checkScene, createWorld, SceneRecorder } from "tatter/scene";
import { version } from "../../../package.json";
import { Carries } from "./carries.js";
import { Clock } from "./clock.js";
import type { Command, Figures, LiveSettings, NumberedCommand, Report } from "./messages.js";
import { figuresOf } from "./figures-of.js";
import { objOf, recordingOf } from "./keep.js";
import { Measures } from "./measures.js";
import { Mending } from "./mending.js";
import { OpenedRun } from "./opened-run.js";
import { pullPegs, putPegs } from "./pegs.js";
import { Rewind } from "./rewind.js";
import { shownBuffers, ShownNews } from "./shown.js";
import { buffersOf, packSolids } from "./solids-frame.js";
import { StrengthNews } from "./strength-news.js";
import { StepParts } from "./step-parts.js";
import { Strokes } from "./strokes.js";
import { tornBy } from "./torn-edges.js";
import { removeBalls, removeLostBalls, throwBall } from "./thrown-balls.js";

/** The simulation on a thread of its own, so that drawing and dragging never wait for it. */

/** N. */
const STRONG_HAND = 400;
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
/** The latest doing of a pointer that was heard of, and the latest that the cloth has felt. */
let latestInput = 0;
let feltInput = 0;
/** For the next step; then a picture of the page may call for it earlier. */
let isWaiting = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let editsSent = 0;
let latestEditSent: TopologyEdit | undefined;
const hands = new Map<number, Grab>();
const carries = new Carries();
const strokes = new Strokes();
const strengthNews = new StrengthNews();
const shownNews = new ShownNews();
const measures = new Measures();
const spareBuffers: Float32Array[] = [];

function post(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

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
    grab(world, hand, point);
    if (paused) sendFrame(); // tells how many hands there are
  },
  take({ hand, collider, point }, world) {
    letGo(hand);
    carries.take(world, hand, collider, point);
  },
  move({ hand, point }) {
    hands.get(hand)?.moveTo(point);
    carries.move(hand, point);
  },
  release({ hand }) {
    letGo(hand);
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
    strengthNews.isShown = isShown;
    if (world !== null) sendFrame();
  },
  show({ wanted }) {
    shownNews.wanted = wanted;
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
    spareBuffers.push(positions);
  },
  "return-strain"({ strain }) {
    shownNews.takeBack(strain);
  },
};

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** These come before there is a cloth too. */
const EARLY = new Set<Command["type"]>([
  "load",
  "open",
  "pause",
  "speed",
  "rest",
  "show",
  "show-strength",
  "measure",
]);
/** Only these are heard while a recording is made ready. */
const PATIENT = new Set<Command["type"]>([
  ...(["load", "open", "speed", "rest"] as const),
  ...(["pulse", "return", "show-strength", "measure"] as const),
]);
/** With these a recording that is shown goes on otherwise. */
const CHANGES = new Set<Command["type"]>([
  ...(["settings", "grab", "take", "draw", "throw"] as const),
  ...(["remove-balls", "pin", "unpin", "paint", "undo"] as const),
]);

function handle(command: NumberedCommand): void {
  if (opened?.isReady === false && !PATIENT.has(command.type)) return;
  latestInput = command.input ?? latestInput;
  if (!["rewind", "pulse"].includes(command.type)) goBack(); // it was asked for before
  if (world === null && !EARLY.has(command.type)) return;
  if (CHANGES.has(command.type)) leaveRecording();
  const handler = HANDLERS[command.type] as (command: Command, world: World | null) => void;
  handler(command, world);
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
  parts = new StepParts(world, (duration) => carries.advance(duration));
  rewind = itsRewind;
  mending = new Mending(theCloth());
  measures.begin(world);
  setClock(world);
  rewindTo = null;
  stepsOwed = 0;
  hands.clear();
  carries.forget();
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
    sendShown();
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
  sendShown();
  waitForTick(clock.wait(performance.now()));
  return true;
}

function leaveRecording(): void {
  if (opened === null) return;
  opened = null;
  setClock(world!);
}

function grab(world: World, hand: number, point: [number, number, number]): void {
  letGo(hand); // a pointer whose end nobody heard of
  // xpbd is softer than the material says: the usual hand rips it. Cotton with its true forces takes more.
  const maxForce = world.solver.type === "xpbd" ? undefined : STRONG_HAND;
  const held = world.grab({ point, maxForce });
  if (held !== null) hands.set(hand, held);
}

function letGo(hand: number): void {
  carries.release(hand);
  hands.get(hand)?.release();
  hands.delete(hand);
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
  hands.clear();
  carries.forget();
  strokes.forget();
  mending.resume(world.time);
  if (changed !== null) applySettings(world, changed);
}

/** The cloth as it is now; edits count from here. */
function sendCloth(isLoaded: boolean): void {
  const cloth = theCloth();
  editsSent = cloth.edits.length;
  latestEditSent = cloth.edits.at(-1);
  spareBuffers.length = 0;
  strengthNews.forget();
  shownNews.forget();
  const { halfedgeVertices, triangleCount, uvs } = cloth.mesh;
  const solids = packSolids(world!);
  post({
    type: "cloth",
    isLoaded,
    triangles: halfedgeVertices.slice(0, 3 * triangleCount),
    uvs: uvs.slice(0, 6 * triangleCount),
    positions: new Float32Array(cloth.positions.subarray(0, 3 * cloth.particles.count)),
    pinned: pinnedParticles(cloth),
    weak: cloth.damage.weakVertices(),
    strengths: strengthNews.next(cloth),
    shown: shownNews.next(cloth),
    torn: tornBy(cloth.edits),
    colliders: isLoaded ? world!.colliders.map(({ options }) => options) : null,
    solids,
    figures: figures(),
  });
}

function sendFrame(): void {
  if (!world!.isFinite()) {
    const wayOut = world!.solver.type === "xpbd" ? "more substeps" : "the solver xpbd";
    throw new Error(
      `The simulation broke down. Rewind or reset, or take less stiffness or ${wayOut}.`,
    );
  }
  const cloth = theCloth();
  const { count } = cloth.particles;
  let buffer = spareBuffers.pop();
  if (buffer === undefined || buffer.length < 3 * count) buffer = new Float32Array(6 * count);
  buffer.set(cloth.positions.subarray(0, 3 * count));
  const edits = cloth.edits.slice(editsSent);
  editsSent = cloth.edits.length;
  latestEditSent = cloth.edits.at(-1);
  const solids = packSolids(world!);
  const shown = shownNews.next(cloth);
  post(
    {
      type: "frame",
      positions: buffer,
      edits,
      pinned: pinnedParticles(cloth),
      weak: cloth.damage.weakVertices(),
      strengths: strengthNews.next(cloth),
      shown,
      solids,
      figures: figures(),
    },
    [buffer.buffer as ArrayBuffer, ...buffersOf(solids), ...shownBuffers(shown)],
  );
}

/** Another time: as a frame where nothing was taken back that the page knows. */
function sendShown(): void {
  const { edits } = theCloth();
  if (edits.length >= editsSent && edits[editsSent - 1] === latestEditSent) sendFrame();
  else sendCloth(false);
}

function theCloth(): WorldCloth {
  return world!.cloths[0]!;
}

/** Those held in one place, on an axis or in a plane. */
function pinnedParticles(cloth: WorldCloth): number[] {
  return cloth.pins.filter((pin) => pin.isHolding).flatMap((pin) => pin.particles);
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

/** Goes on for a moment, at most to the end of a step. */
function tick(): void {
  clearTimeout(timer);
  isWaiting = false;
  goBack();
  if (opened?.isReady === false) {
    prepare(opened);
    return;
  }
  if (world === null || isResting || (paused && stepsOwed === 0)) return;
  if (opened !== null && playBack(world)) return;
  leaveRecording();
  const began = performance.now();
  rewind.setOut();
  feltInput = latestInput;
  const isComplete = parts.advance();
  strokes.arrive();
  if (isComplete && world.isFinite()) {
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
  }
  waitForTick(isComplete ? clock.wait(performance.now()) : 0);
}

function setClock({ solver: { step } }: World): void {
  clock.interval = (1000 * step) / speed;
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    clearTimeout(timer);
    isWaiting = false;
    isStuck = true;
    post({ type: "problem", message: sentence(error), isRefused: false });
  }
}

/** What the library says, as a sentence. */
function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.endsWith(".") ? message : `${message}.`;
}

self.addEventListener("message", ({ data }: MessageEvent<NumberedCommand>) =>
  guarded(() => handle(data)),
);
