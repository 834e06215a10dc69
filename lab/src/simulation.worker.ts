import { type Grab, type World, type WorldCloth } from "tatter";
import { checkScene, createWorld } from "tatter/scene";
import type { Command, Figures, LiveSettings, Report } from "./messages.js";

/** The simulation on a thread of its own, so that drawing and dragging never wait for it. */

let world: World | null = null;
/** What the panel says; it outlives a reset. */
let settings: LiveSettings | null = null;
let paused = false;
let nextStepAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let editsSent = 0;
let millisecondsAStep = 0;
const hands = new Map<number, Grab>();
const spareBuffers: Float32Array[] = [];

function post(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

function handle(command: Command): void {
  switch (command.type) {
    case "load":
      world = createWorld(checkScene(command.scene), { files: command.files });
      settings = command.settings;
      applySettings(world, settings);
      sendCloth();
      goOn();
      break;
    case "settings":
      settings = command.settings;
      if (world !== null) applySettings(world, settings);
      break;
    case "pause":
      paused = command.paused;
      if (world !== null) sendFrame(); // tells the page
      goOn();
      break;
    case "step":
      paused = true;
      step();
      break;
    case "reset":
      if (world === null || settings === null) break;
      world.reset();
      applySettings(world, settings);
      sendCloth();
      goOn();
      break;
    case "grab":
      grab(command.hand, command.point);
      break;
    case "move":
      hands.get(command.hand)?.moveTo(command.point);
      break;
    case "release":
      hands.get(command.hand)?.release();
      hands.delete(command.hand);
      break;
    case "return":
      spareBuffers.push(command.positions);
      break;
  }
}

function grab(hand: number, point: [number, number, number]): void {
  const held = world?.grab({ point }) ?? null;
  if (held !== null) hands.set(hand, held);
}

function applySettings({ wind, cloths }: World, live: LiveSettings): void {
  wind.velocity = [wind.velocity[0], wind.velocity[1], live.wind];
  const cloth = cloths[0]!;
  cloth.setMaterial({ stiffness: live.stiffness });
  if (cloth.tearing !== null) cloth.tearing.limit = live.tearLimit;
}

function sendCloth(): void {
  const cloth = theCloth();
  hands.clear();
  editsSent = 0;
  spareBuffers.length = 0;
  const { halfedgeVertices, triangleCount, uvs } = cloth.mesh;
  post({
    type: "cloth",
    triangles: halfedgeVertices.slice(0, 3 * triangleCount),
    uvs: uvs.slice(0, 6 * triangleCount),
    positions: new Float32Array(cloth.positions),
    pinned: pinnedParticles(cloth),
    figures: figures(),
  });
}

function step(): void {
  if (world === null) return;
  const began = performance.now();
  world.step();
  const took = performance.now() - began;
  millisecondsAStep = millisecondsAStep === 0 ? took : 0.9 * millisecondsAStep + 0.1 * took;
  sendFrame();
}

function sendFrame(): void {
  if (!world!.isFinite()) {
    throw new Error("The simulation broke down. Reset, or lower the stiffness.");
  }
  const cloth = theCloth();
  const { count } = cloth.particles;
  let buffer = spareBuffers.pop();
  if (buffer === undefined || buffer.length < 3 * count) buffer = new Float32Array(6 * count);
  buffer.set(cloth.positions.subarray(0, 3 * count));
  const edits = cloth.edits.slice(editsSent);
  editsSent = cloth.edits.length;
  post(
    {
      type: "frame",
      positions: buffer,
      edits,
      pinned: pinnedParticles(cloth),
      figures: figures(),
    },
    [buffer.buffer as ArrayBuffer],
  );
}

function theCloth(): WorldCloth {
  return world!.cloths[0]!;
}

function pinnedParticles(cloth: WorldCloth): number[] {
  return cloth.pins.filter((pin) => pin.isHolding).flatMap((pin) => pin.particles);
}

function figures(): Figures {
  const { tally, time } = world!;
  return {
    time,
    millisecondsAStep,
    particles: world!.cloths.reduce((sum, { particles }) => sum + particles.count, 0),
    tears: tally.tears,
    pieces: world!.cloths.reduce((sum, { pieces }) => sum + pieces.count, 0),
    paused,
  };
}

/** Starts the clock; a pause, a single step or a problem stops it. */
function goOn(): void {
  if (paused || world === null) return;
  nextStepAt = performance.now();
  clearTimeout(timer);
  tick();
}

/** Keeps to real time; when a step takes longer than it lasts, time slows down instead of piling up. */
function tick(): void {
  if (paused || world === null) return;
  step();
  const interval = 1000 * world.solver.step;
  nextStepAt = Math.max(nextStepAt + interval, performance.now() - interval);
  timer = setTimeout(() => guarded(tick), Math.max(0, nextStepAt - performance.now()));
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    clearTimeout(timer);
    post({ type: "problem", message: error instanceof Error ? error.message : String(error) });
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Command>) => guarded(() => handle(data)));
