import { Plane, Vector3, type Object3D } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";

/** Called with the number of the hand (one a pointer) and the point in space. */
interface GrabCalls {
  grab(hand: number, point: Vector3): void;
  move(hand: number, point: Vector3): void;
  release(hand: number): void;
}

/** Something that hands can take hold of. */
export interface GrabTarget {
  object: Object3D;
  calls: GrabCalls;
  /** The lowest that a hand goes which holds it at a point, m. */
  lowest: (point: Vector3) => number;
}

/** What hands have to know, and what they tell. */
export interface GrabSurroundings {
  /** What they take hold of. */
  targets: () => readonly GrabTarget[];
  /** Called with what the pointer is over: it would be taken. */
  hover: (target: GrabTarget | null) => void;
  /** Something was taken, at a point. */
  touch: (object: Object3D, point: Vector3) => void;
  /** Something was clicked twice. */
  focus: () => void;
}

/**
 * Turns pointers into hands: one that starts on the cloth, or on a thing, takes hold of it and moves in the plane through
 * that point which faces the camera; one that starts beside it turns the camera. Several fingers are several hands.
 */
export class GrabTool implements PointerTool {
  readonly isManifold = true;
  readonly #stage: Stage;
  readonly #around: GrabSurroundings;
  readonly #held = new Map<number, { plane: Plane; target: GrabTarget; lowest: number }>();

  constructor(stage: Stage, around: GrabSurroundings) {
    this.#stage = stage;
    this.#around = around;
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
    this.#around.touch(target.object, point);
  }

  move(pointer: number, event: PointerEvent): void {
    const hand = this.#held.get(pointer);
    if (hand === undefined) return;
    const { ray } = aim(this.#canvas, this.#stage.camera, event);
    const point = ray.intersectPlane(hand.plane, new Vector3());
    if (point === null) return;
    point.y = Math.max(point.y, hand.lowest);
    hand.target.calls.move(pointer, point);
  }

  end(pointer: number): void {
    const hand = this.#held.get(pointer);
    if (hand === undefined) return;
    this.#held.delete(pointer);
    if (this.#held.size === 0) this.#canvas.classList.remove("holding");
    hand.target.calls.release(pointer);
  }

  cancel(pointer: number): void {
    this.end(pointer);
  }

  doubleClick(at: Place): void {
    const hit = this.#nearest(at);
    if (hit === null) return;
    this.#around.touch(hit.target.object, hit.point);
    this.#around.focus();
  }

  hover(at: Place | null): void {
    if (this.#held.size > 0) return;
    // Where there is the cloth alone, nobody has to be told what would be taken.
    if (at === null) this.#around.hover(null);
    else if (this.#around.targets().length > 1)
      this.#around.hover(this.#nearest(at)?.target ?? null);
  }

  get #canvas(): HTMLCanvasElement {
    return this.#stage.renderer.domElement;
  }

  #nearest(at: Place): { target: GrabTarget; point: Vector3 } | null {
    const raycaster = aim(this.#canvas, this.#stage.camera, at);
    let first: { target: GrabTarget; point: Vector3; distance: number } | null = null;
    for (const target of this.#around.targets()) {
      const hit = raycaster.intersectObject(target.object)[0];
      if (hit === undefined || (first !== null && first.distance <= hit.distance)) continue;
      first = { target, point: hit.point, distance: hit.distance };
    }
    return first;
  }
}

/** Looks alone: every drag turns the view, also on the cloth; two clicks bring what is under them near. */
export class LookTool implements PointerTool {
  readonly #hand: GrabTool;

  constructor(hand: GrabTool) {
    this.#hand = hand;
  }

  doubleClick(at: Place): void {
    this.#hand.doubleClick(at);
  }
}
