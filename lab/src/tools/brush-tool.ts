import {
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector2,
  type Object3D,
  type Vector3,
} from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";

/** A quick stroke is filled in so densely, pixels, and with no more dabs than this between two events. */
const DAB_EVERY = 8;
const MOST_DABS = 24;

/** What the brush does to the cloth. */
export interface BrushSettings {
  /** m. */
  brushRadius: number;
  /** The factor of strength that it paints. */
  brushStrength: number;
}

export const BRUSH_DEFAULTS: BrushSettings = { brushRadius: 0.06, brushStrength: 0.3 };

/**
 * Turns pointers into brushes: one that starts on the cloth paints what lies under it; one that starts beside it turns the
 * camera. A ring shows how far the brush reaches.
 *
 * @param target What is painted; null: the brush is not in hand.
 * @param paint Called with all points that a stroke came through since the last call.
 * @returns To be called when another tool is taken: ends all strokes.
 */
export function attachBrushes(
  stage: Stage,
  settings: BrushSettings,
  target: () => Object3D | null,
  paint: (points: Vector3[]) => void,
): () => void {
  const canvas = stage.renderer.domElement;
  const strokes = new Map<number, Vector2>();
  const ring = new Mesh(
    new RingGeometry(0.93, 1, 64),
    new MeshBasicMaterial({ color: 0xffffff, opacity: 0.85, side: DoubleSide, transparent: true }),
  );
  ring.material.depthTest = false; // seen through folds too
  ring.renderOrder = 1;
  ring.visible = false;
  stage.scene.add(ring);

  const hitAt = (clientX: number, clientY: number): Vector3 | null => {
    const cloth = target();
    if (cloth === null) return null;
    return aim(canvas, stage.camera, { clientX, clientY }).intersectObject(cloth)[0]?.point ?? null;
  };
  const showRing = (at: Vector3 | null): void => {
    if (at !== null || ring.visible) stage.redraw();
    ring.visible = at !== null;
    if (at === null) return;
    ring.position.copy(at);
    ring.quaternion.copy(stage.camera.quaternion);
    ring.scale.setScalar(settings.brushRadius);
  };

  // Before the camera's own listener, so that a stroke never turns the view.
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      const hit = hitAt(event.clientX, event.clientY);
      if (hit === null) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      strokes.set(event.pointerId, new Vector2(event.clientX, event.clientY));
      showRing(hit);
      paint([hit]);
    },
    { capture: true },
  );

  canvas.addEventListener("pointermove", (event) => {
    if (target() === null) return;
    const last = strokes.get(event.pointerId);
    if (last === undefined) {
      // A view that is being turned needs no brush, and a finger has none to show.
      if (event.buttons === 0) showRing(hitAt(event.clientX, event.clientY));
      return;
    }
    const here = new Vector2(event.clientX, event.clientY);
    const dabs = Math.min(MOST_DABS, Math.ceil(last.distanceTo(here) / DAB_EVERY));
    const points: Vector3[] = [];
    for (let i = 1; i <= dabs; i++) {
      const { x, y } = new Vector2().lerpVectors(last, here, i / dabs);
      const hit = hitAt(x, y);
      if (hit !== null) points.push(hit.clone());
    }
    strokes.set(event.pointerId, here);
    showRing(points.at(-1) ?? null);
    if (points.length > 0) paint(points);
  });

  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, ({ pointerId }) => strokes.delete(pointerId));
  }
  canvas.addEventListener("pointerleave", () => showRing(null));
  return () => {
    strokes.clear();
    showRing(null);
  };
}
