import { Vector3 } from "three";
import { aim } from "../stage/aim.js";
import type { BladeTrace } from "./blade-trace.js";
import type { Blade } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";

/** Where the blade begins and ends, m from the camera: before all cloth, and behind it. */
const BLADE = { near: 0.1, far: 20 };

/** Called with the number of the pointer, each of which has a knife of its own. */
export interface KnifeCalls {
  draw(pointer: number, blade: Blade): void;
  move(pointer: number, blade: Blade): void;
  lift(pointer: number): void;
}

/**
 * Turns pointers into knives: the blade lies along the view, so that it passes through what is seen under the pointer, in
 * all layers. A slash may begin beside the cloth; the camera stays where it is.
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
    const between = event.getCoalescedEvents?.() ?? []; // which some browsers do not have, or not without https
    for (const place of between.length > 0 ? between : [event]) this.#trace.add(pointer, place);
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
    const [from, to] = [BLADE.near, BLADE.far].map((way) => ray.at(way, new Vector3()).toArray());
    return { from: from!, to: to! };
  }
}
