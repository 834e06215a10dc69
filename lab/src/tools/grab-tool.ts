import { Plane, Vector3, type Object3D } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";

/** Called with the id of the grab (one per pointer) and the point in space. */
interface GrabCalls {
  grab(id: number, point: Vector3): void;
  move(id: number, point: Vector3): void;
  release(id: number): void;
}

/** An object that can be grabbed. */
export interface GrabTarget {
  object: Object3D;
  calls: GrabCalls;
  /** Returns the minimum height of a grab that starts at a point, m. */
  lowest: (point: Vector3) => number;
}

/** What the grab tool needs from the page. */
export interface GrabContext {
  /** Returns the objects that can be grabbed. */
  targets: () => readonly GrabTarget[];
  /** Called with the target under the pointer. */
  hover: (target: GrabTarget | null) => void;
  /** A target was grabbed at a point. */
  touch: (object: Object3D, point: Vector3) => void;
  /** A target was double-clicked. */
  focus: () => void;
}

/**
 * Grabs the cloth or an object. The grab moves in the plane through the grabbed point that faces the camera. A drag
 * that starts beside them rotates the camera. Each finger is a separate grab.
 */
export class GrabTool implements PointerTool {
  readonly isMultiTouch = true;
  readonly #stage: Stage;
  readonly #context: GrabContext;
  readonly #held = new Map<number, { plane: Plane; target: GrabTarget; lowest: number }>();

  constructor(stage: Stage, context: GrabContext) {
    this.#stage = stage;
    this.#context = context;
  }

  wants(at: Place): boolean {
    return this.#nearest(at) !== null;
  }

  begin(pointer: number, at: Place): void {
    const hit = this.#nearest(at);
    if (hit === null) return;
    const { target, point } = hit;
    const facing = this.#stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point);
    this.#held.set(pointer, { plane, target, lowest: target.lowest(point) });
    this.#canvas.classList.add("holding");
    target.calls.grab(pointer, point);
    this.#context.touch(target.object, point);
  }

  move(pointer: number, event: PointerEvent): void {
    const grab = this.#held.get(pointer);
    if (grab === undefined) return;
    const { ray } = aim(this.#canvas, this.#stage.camera, event);
    const point = ray.intersectPlane(grab.plane, new Vector3());
    if (point === null) return;
    point.y = Math.max(point.y, grab.lowest);
    grab.target.calls.move(pointer, point);
  }

  end(pointer: number): void {
    const grab = this.#held.get(pointer);
    if (grab === undefined) return;
    this.#held.delete(pointer);
    if (this.#held.size === 0) this.#canvas.classList.remove("holding");
    grab.target.calls.release(pointer);
  }

  cancel(pointer: number): void {
    this.end(pointer);
  }

  doubleClick(at: Place): void {
    const hit = this.#nearest(at);
    if (hit === null) return;
    this.#context.touch(hit.target.object, hit.point);
    this.#context.focus();
  }

  hover(at: Place | null): void {
    if (this.#held.size > 0) return;
    // A highlight is useful only if there is more than the cloth.
    if (at === null) this.#context.hover(null);
    else if (this.#context.targets().length > 1)
      this.#context.hover(this.#nearest(at)?.target ?? null);
  }

  get #canvas(): HTMLCanvasElement {
    return this.#stage.renderer.domElement;
  }

  #nearest(at: Place): { target: GrabTarget; point: Vector3 } | null {
    const raycaster = aim(this.#canvas, this.#stage.camera, at);
    let first: { target: GrabTarget; point: Vector3; distance: number } | null = null;
    for (const target of this.#context.targets()) {
      const hit = raycaster.intersectObject(target.object)[0];
      if (hit === undefined || (first !== null && first.distance <= hit.distance)) continue;
      first = { target, point: hit.point, distance: hit.distance };
    }
    return first;
  }
}

/** Every drag rotates the view, even on the cloth. A double click moves the camera to what is under it. */
export class LookTool implements PointerTool {
  readonly #grab: GrabTool;

  constructor(grab: GrabTool) {
    this.#grab = grab;
  }

  doubleClick(at: Place): void {
    this.#grab.doubleClick(at);
  }
}
