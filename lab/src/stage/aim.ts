import { Raycaster, Vector2, type Camera } from "three";

const raycaster = new Raycaster();

/** Returns a ray from the camera through a pointer on the canvas. The next call reuses the same raycaster. */
export function aim(
  canvas: HTMLCanvasElement,
  camera: Camera,
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
): Raycaster {
  const box = canvas.getBoundingClientRect();
  const x = ((clientX - box.left) / box.width) * 2 - 1;
  const y = 1 - ((clientY - box.top) / box.height) * 2;
  raycaster.setFromCamera(new Vector2(x, y), camera);
  return raycaster;
}
