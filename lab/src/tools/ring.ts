import { DoubleSide, Mesh, MeshBasicMaterial, RingGeometry, type Vector3 } from "three";
import type { Stage } from "../stage/stage.js";

/** A ring on the cloth that faces the camera and shows the radius of a tool. */
export class Ring extends Mesh<RingGeometry, MeshBasicMaterial> {
  readonly #stage: Stage;

  /** @param inner Inner radius as a fraction of the outer one. */
  constructor(stage: Stage, inner = 0.93, color = 0xffffff) {
    super(
      new RingGeometry(inner, 1, 64),
      new MeshBasicMaterial({ color, opacity: 0.85, side: DoubleSide, transparent: true }),
    );
    this.#stage = stage;
    this.material.depthTest = false; // visible through folds
    this.renderOrder = 1;
    this.visible = false;
    stage.scene.add(this);
  }

  /** Null hides it. */
  show(at: Vector3 | null, radius: number): void {
    if (at !== null || this.visible) this.#stage.redraw();
    this.visible = at !== null;
    if (at === null) return;
    this.position.copy(at);
    this.quaternion.copy(this.#stage.camera.quaternion);
    this.scale.setScalar(radius);
  }
}
