import { type Grab, type World, type WorldCloth } from "tatter";
import { checkScene, createWorld } from "tatter/scene";
import type { Command, Figures, LiveSettings, Report } from "./messages.js";

/** The simulation on a thread of its own, so that drawing and dragging never wait for it. */

let world: World | null = null;
let paused = false;
let nextStepAt = 0;
let editsSent = 0;
let pieces = 1;
let piecesCountedAt = 0;
let millisecondsAStep = 0;
const hands = new Map<number, Grab>();
const spareBuffers: Float32Array[] = [];

function post(report: Report, transfer: Transferable[] = []): void {
  self.postMessage(report, { transfer });
}

function handle(command: Command): void {
  switch (command.type) {
    case "load":
      world = createWorld(checkScene(command.scene));
      applySettings(command.settings);
      sendCloth();
      break;
    case "settings":
      applySettings(command.settings);
      break;
    case "pause":
      paused = command.paused;
      nextStepAt = performance.now();
      break;
    case "step":
      paused = true;
      step();
      break;
    case "reset": {
      if (world === null) break;
      const settings = currentSettings(world);
      world.reset();
      applySettings(settings);
      sendCloth();
      break;
    }
    case "grab":
      if (world !== null) hands.set(command.hand, world.grab({ point: command.point }));
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

function currentSettings({ cloths, wind }: World): LiveSettings {
  const { material, tearing } = cloths[0]!;
  return {
    stiffness: material.stiffness,
    tearLimit: tearing?.limit ?? Infinity,
    wind: wind.velocity[2],
  };
}

function applySettings({ stiffness, tearLimit, wind }: LiveSettings): void {
  if (world === null) return;
  world.wind = { ...world.wind, velocity: [0, 0, wind] };
  for (const cloth of world.cloths) {
    cloth.setStiffness(stiffness);
    if (cloth.tearing !== null) cloth.tearing.limit = tearLimit;
  }
}

function sendCloth(): void {
  const cloth = theCloth();
  hands.clear();
  editsSent = 0;
  pieces = world!.start.pieces;
  piecesCountedAt = 0;
  spareBuffers.length = 0;
  nextStepAt = performance.now();
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
  if (!world.isFinite())
    throw new Error("The simulation broke down. Reset, or lower the stiffness.");
  sendFrame();
}

function sendFrame(): void {
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
  if (tally.tears !== piecesCountedAt) {
    piecesCountedAt = tally.tears;
    pieces = world!.totals().pieces;
  }
  return {
    time,
    millisecondsAStep,
    particles: theCloth().particles.count,
    tears: tally.tears,
    pieces,
  };
}

/** Keeps to real time; when a step takes longer than it lasts, time slows down instead of piling up. */
function run(): void {
  const now = performance.now();
  if (world !== null && !paused) {
    const interval = 1000 * world.solver.step;
    if (now >= nextStepAt) {
      step();
      nextStepAt = Math.max(nextStepAt + interval, now - interval);
    }
  }
  setTimeout(() => guarded(run), Math.max(0, nextStepAt - performance.now()));
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    paused = true;
    post({ type: "problem", message: error instanceof Error ? error.message : String(error) });
    setTimeout(() => guarded(run), 100);
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Command>) => guarded(() => handle(data)));
guarded(run);
