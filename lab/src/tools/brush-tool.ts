import type { ClothMesh } from "tatter/three";
import { Vector2 } from "three";
import type { Stage } from "../stage/stage.js";
import { clothAt, type ClothHit } from "./cloth-hit.js";
import type { Place, PointerTool } from "./pointer-tool.js";
import { Ring } from "./ring.js";

/** Distance between dabs of a quick stroke, px, and maximum number of dabs between two events. */
const DAB_EVERY = 8;
const MAX_DABS = 24;

/** Settings of the brush. */
export interface BrushSettings {
  /** m. */
  brushRadius: number;
  /** Strength factor to paint. */
  brushStrength: number;
}

export const BRUSH_DEFAULTS: BrushSettings = { brushRadius: 0.06, brushStrength: 0.3 };

export interface BrushCalls {
  /** Returns the cloths. None before the first scene. */
  cloths: () => readonly ClothMesh[];
  /** Called with all points of a stroke since the last call. */
  paint: (points: ClothHit[]) => void;
}

/**
 * Paints the strength of the cloth under the pointer. A stroke that starts beside the cloth rotates the camera. A ring
 * shows the radius.
 */
export class BrushTool implements PointerTool {
  readonly #stage: Stage;
  readonly #settings: BrushSettings;
  readonly #calls: BrushCalls;
  readonly #strokes = new Map<number, Vector2>();
  readonly #ring: Ring;

  constructor(stage: Stage, settings: BrushSettings, calls: BrushCalls) {
    this.#stage = stage;
    this.#settings = settings;
    this.#calls = calls;
    this.#ring = new Ring(stage);
  }

  wants(at: Place): boolean {
    return this.#hitAt(at) !== null;
  }

  begin(pointer: number, at: Place): void {
    this.#strokes.set(pointer, new Vector2(at.clientX, at.clientY));
    const hit = this.#hitAt(at);
    this.#showRing(hit);
    if (hit !== null) this.#calls.paint([hit]);
  }

  move(pointer: number, { clientX, clientY }: PointerEvent): void {
    const last = this.#strokes.get(pointer);
    if (last === undefined) return;
    const here = new Vector2(clientX, clientY);
    const dabs = Math.min(MAX_DABS, Math.ceil(last.distanceTo(here) / DAB_EVERY));
    const points: ClothHit[] = [];
    for (let i = 1; i <= dabs; i++) {
      const { x, y } = new Vector2().lerpVectors(last, here, i / dabs);
      const hit = this.#hitAt({ clientX: x, clientY: y });
      if (hit !== null) points.push(hit);
    }
    this.#strokes.set(pointer, here);
    this.#showRing(points.at(-1) ?? null);
    if (points.length > 0) this.#calls.paint(points);
  }

  end(pointer: number): void {
    this.#strokes.delete(pointer);
  }

  cancel(pointer: number): void {
    this.end(pointer);
    this.#showRing(null);
  }

  hover(at: Place | null): void {
    this.#showRing(at === null ? null : this.#hitAt(at));
  }

  #hitAt(at: Place): ClothHit | null {
    return clothAt(this.#stage, this.#calls.cloths(), at);
  }

  #showRing(at: ClothHit | null): void {
    this.#ring.show(at?.point ?? null, this.#settings.brushRadius);
  }
}
