import { DoubleSide, Mesh, MeshBasicMaterial, RingGeometry, type Vector3 } from "three";
import type { Stage } from "../stage/stage.js";

/** A ring around a place on the cloth that faces the viewer: how far a tool reaches. */
export class Ring extends Mesh<RingGeometry, MeshBasicMaterial> {
  readonly #stage: Stage;

  /** @param inner The radius of its inside, as a part of that of its outside. */
  constructor(stage: Stage, inner = 0.93, color = 0xffffff) {
    super(
      new RingGeometry(inner, 1, 64),
      new MeshBasicMaterial({ color, opacity: 0.85, side: DoubleSide, transparent: true }),
    );
    this.#stage = stage;
    this.material.depthTest = false; // seen through folds too
    this.renderOrder = 1;
    this.visible = false;
    stage.scene.add(this);
  }

  /** Null: it is gone. */
  show(at: Vector3 | null, radius: number): void {
    if (at !== null || this.visible) this.#stage.redraw();
    this.visible = at !== null;
    if (at === null) return;
    this.position.copy(at);
    this.quaternion.copy(this.#stage.camera.quaternion);
    this.scale.setScalar(radius);
  }
}
