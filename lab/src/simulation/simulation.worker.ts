import { LabSimulation } from "./lab-simulation.js";
import type { NumberedCommand } from "./messages.js";

/** The simulation has its own thread, so that drawing and dragging never wait for it. */
const simulation = new LabSimulation((report, transfer = []) =>
  self.postMessage(report, { transfer }),
);

self.addEventListener("message", ({ data }: MessageEvent<NumberedCommand>) =>
  simulation.receive(data),
);
