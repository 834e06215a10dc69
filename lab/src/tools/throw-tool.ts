import { Vector3, type Object3D } from "three";
import { aim } from "../stage/aim.js";
import { launch } from "./flight.js";
import type { Throw } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import { ThrowAim, type Aim } from "./throw-aim.js";

/** A pointer that moved further than this while it was down turned the view, pixels. */
const CLICK = 6;
/** Where balls leave the hand: so far before the eye, below it and to its right, m. */
const HAND = { before: 0.35, below: 0.22, right: 0.16 };

/** The furthest that is aimed at, as a part of the way to the middle of the picture. */
const BEYOND = 1.4;

/** What is thrown. */
export interface ThrowSettings {
  /** m. */
  ballRadius: number;
  /** m/s. */
  throwSpeed: number;
  /** kg. */
  ballMass: number;
}

export const THROW_DEFAULTS: ThrowSettings = { ballRadius: 0.08, throwSpeed: 8, ballMass: 0.1 };

/** What the tool has to know, and the one that throws. */
export interface ThrowCalls {
  /** What balls can be aimed at; null: the tool is not in hand. */
  targets: () => Object3D[] | null;
  /** m/s². */
  gravity: () => readonly [number, number, number];
  throw: (ball: Throw) => void;
}

export interface ThrowTool {
  /** What is under a resting pointer may have moved. */
  follow: () => void;
  /** Another tool is taken. */
  putAway: () => void;
}

/**
 * Turns clicks and taps into balls, which fly from beside the viewer to what is under the pointer, as gravity bends their way.
 * A drag turns the view. A pointer that hovers shows where the ball would go.
 */
export function attachThrows(stage: Stage, settings: ThrowSettings, calls: ThrowCalls): ThrowTool {
  const canvas = stage.renderer.domElement;
  const mark = new ThrowAim();
  stage.scene.add(mark);
  /** Where pointers went down, and the one that hovers. */
  const down = new Map<number, { clientX: number; clientY: number; isDrag: boolean }>();
  let resting: Pick<PointerEvent, "clientX" | "clientY"> | null = null;

  const gravity = (): Vector3 => new Vector3(...calls.gravity());
  const aimAt = (at: Pick<PointerEvent, "clientX" | "clientY">): Aim | null => {
    const targets = calls.targets();
    if (targets === null) return null;
    const { camera, controls } = stage;
    const raycaster = aim(canvas, camera, at);
    const { origin, direction } = raycaster.ray;
    const hit = raycaster.intersectObjects(targets, false)[0];
    // Beside everything, or far behind it: somewhat further than the middle of the picture.
    const furthest = BEYOND * origin.distanceTo(controls.target);
    const distance = Math.min(hit?.distance ?? Infinity, furthest);
    const target = raycaster.ray.at(distance, new Vector3());
    const { ballRadius: radius, throwSpeed } = settings;
    const [right, up] = [0, 1].map((axis) =>
      new Vector3().setFromMatrixColumn(camera.matrixWorld, axis),
    );
    // All of the ball is before what it is thrown at, however near that is.
    const reach = Math.min(1, Math.max(0, distance - 2 * radius) / (2 * HAND.before));
    const from = origin
      .clone()
      .addScaledVector(direction, reach * HAND.before)
      .addScaledVector(up!, -reach * HAND.below)
      .addScaledVector(right!, reach * HAND.right);
    from.y = Math.max(from.y, radius);
    return { from, target, radius, velocity: launch(from, target, throwSpeed, gravity()) };
  };

  const showAim = (): void => {
    const now = resting === null ? null : aimAt(resting);
    if (now !== null || mark.visible) stage.redraw();
    if (now === null) mark.visible = false;
    else mark.show(now, gravity(), stage.camera);
  };
  const hide = (): void => {
    resting = null;
    showAim();
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (calls.targets() === null || event.button !== 0) return;
    const { clientX, clientY } = event;
    down.set(event.pointerId, { clientX, clientY, isDrag: false });
    if (down.size === 1) {
      resting = { clientX, clientY }; // a finger does not hover
      showAim();
    } else {
      for (const pointer of down.values()) pointer.isDrag = true; // two of them move the view
      hide();
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    if (calls.targets() === null) return;
    const { clientX, clientY, pointerId, buttons } = event;
    const start = down.get(pointerId);
    if (start !== undefined) {
      const way = Math.hypot(clientX - start.clientX, clientY - start.clientY);
      start.isDrag ||= way > CLICK;
      if (start.isDrag) hide();
      return;
    }
    resting = buttons === 0 ? { clientX, clientY } : null;
    showAim();
  });

  canvas.addEventListener("pointerup", (event) => {
    const start = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (start === undefined || start.isDrag) return;
    const thrown = aimAt(event);
    if (thrown === null) return;
    const { from, velocity, radius } = thrown;
    calls.throw({
      position: from.toArray(),
      velocity: velocity.toArray(),
      radius,
      mass: settings.ballMass,
    });
  });
  canvas.addEventListener("pointercancel", ({ pointerId }) => down.delete(pointerId));
  canvas.addEventListener("pointerleave", hide);
  return {
    follow() {
      if (resting !== null) showAim();
    },
    putAway() {
      down.clear();
      hide();
    },
  };
}
