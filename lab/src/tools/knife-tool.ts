import { Vector3 } from "three";
import { aim } from "../stage/aim.js";
import type { BladeTrace } from "./blade-trace.js";
import type { Blade } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";

/** Distance of the two ends of the blade from the camera, m. */
const BLADE = { near: 0.1, far: 20 };

/** Called with the pointer id. Each pointer has its own knife. */
export interface KnifeCalls {
  draw(pointer: number, blade: Blade): void;
  move(pointer: number, blade: Blade): void;
  lift(pointer: number): void;
}

/**
 * Cuts with a blade along the view direction, through all layers under the pointer. A stroke can start beside the
 * cloth.
 */
export class KnifeTool implements PointerTool {
  readonly #stage: Stage;
  readonly #trace: BladeTrace;
  readonly #calls: KnifeCalls;

  constructor(stage: Stage, trace: BladeTrace, calls: KnifeCalls) {
    this.#stage = stage;
    this.#trace = trace;
    this.#calls = calls;
  }

  wants(): boolean {
    return true;
  }

  begin(pointer: number, at: Place): void {
    this.#trace.begin(pointer, at);
    this.#calls.draw(pointer, this.#blade(at));
  }

  move(pointer: number, event: PointerEvent): void {
    const events = event.getCoalescedEvents?.() ?? []; // not in all browsers, and not without https
    for (const place of events.length > 0 ? events : [event]) this.#trace.add(pointer, place);
    this.#calls.move(pointer, this.#blade(event));
  }

  end(pointer: number): void {
    this.#calls.lift(pointer);
  }

  cancel(pointer: number): void {
    this.#calls.lift(pointer);
  }

  #blade(at: Place): Blade {
    const { ray } = aim(this.#stage.renderer.domElement, this.#stage.camera, at);
    const [from, to] = [BLADE.near, BLADE.far].map((distance) =>
      ray.at(distance, new Vector3()).toArray(),
    );
    return { from: from!, to: to! };
  }
}
