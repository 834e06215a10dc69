import type { TopologyEdit } from "tatter";
import type { SceneInput } from "tatter/scene";

type Point = [number, number, number];

/** What the panel can change while the cloth moves. */
export interface LiveSettings {
  /** N/m. */
  stiffness: number;
  /** Where the cloth tears, in the unit of its criterion. */
  tearLimit: number;
  /** m/s along z, towards the viewer; the rest of the wind is the scene's. */
  wind: number;
}

/** From the page to the simulation. */
export type Command =
  | { type: "load"; scene: SceneInput; files: Record<string, string>; settings: LiveSettings }
  | { type: "settings"; settings: LiveSettings }
  | { type: "pause"; paused: boolean }
  | { type: "step" }
  | { type: "reset" }
  | { type: "grab"; hand: number; point: Point }
  | { type: "move"; hand: number; point: Point }
  | { type: "release"; hand: number }
  /** Gives a buffer back, so that frames need no new memory. */
  | { type: "return"; positions: Float32Array };

/** Figures of the simulation. */
export interface Figures {
  /** s. */
  time: number;
  /** Mean duration of the latest steps. */
  millisecondsAStep: number;
  particles: number;
  tears: number;
  pieces: number;
  paused: boolean;
}

/** From the simulation to the page. */
export type Report =
  | {
      type: "cloth";
      triangles: Int32Array;
      uvs: Float64Array;
      positions: Float32Array;
      pinned: number[];
      figures: Figures;
    }
  | {
      type: "frame";
      positions: Float32Array;
      /** New since the last frame. */
      edits: TopologyEdit[];
      pinned: number[];
      figures: Figures;
    }
  /** Something went wrong; the simulation is paused until the next load or reset. */
  | { type: "problem"; message: string };
