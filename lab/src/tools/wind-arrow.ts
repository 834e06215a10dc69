import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Stage } from "../stage/stage.js";

const COLOR = 0x1d6fb8;
/** m. */
const SHAFT = 0.011;
const HEAD = { radius: 0.042, length: 0.12 };
/** Fraction of the page width at which the label switches to the left side. */
const RIGHT_SIDE = 0.5;
const UP = new Vector3(0, 1, 0);

/** An arrow in the scene with a label at its head. */
export class WindArrow extends Group {
  readonly #stage: Stage;
  readonly #material = new MeshBasicMaterial({
    color: COLOR,
    transparent: true,
    depthTest: false,
  });
  readonly #shaft = new Mesh(new CylinderGeometry(SHAFT, SHAFT, 1, 16), this.#material);
  readonly #head = new Mesh(new ConeGeometry(HEAD.radius, HEAD.length, 24), this.#material);
  readonly #label = document.createElement("div");
  readonly #end = new Vector3();

  constructor(stage: Stage) {
    super();
    this.#stage = stage;
    this.#shaft.geometry.translate(0, 0.5, 0);
    this.#head.geometry.translate(0, -HEAD.length / 2, 0); // the tip is at the end of the arrow
    this.#shaft.renderOrder = this.#head.renderOrder = 2;
    this.add(this.#shaft, this.#head);
    this.#label.className = "wind-label";
    this.#label.hidden = true;
    stage.renderer.domElement.after(this.#label);
    this.visible = false;
    stage.scene.add(this);
  }

  /** @param arrow Vector from `base`, m. If it is 0, only the label is shown. */
  show(base: Vector3, arrow: Vector3, label: string, isFaint: boolean): void {
    const length = arrow.length();
    this.visible = true;
    this.position.copy(base);
    this.quaternion.setFromUnitVectors(UP, arrow.clone().normalize());
    const headScale = Math.min(1, length / (1.6 * HEAD.length)); // a short arrow has a small head
    this.#shaft.visible = this.#head.visible = length > 0;
    this.#shaft.scale.set(
      headScale,
      Math.max(1e-6, length - headScale * HEAD.length * 0.9),
      headScale,
    );
    this.#head.scale.setScalar(Math.max(1e-6, headScale));
    this.#head.position.y = length;
    this.#material.opacity = isFaint ? 0.35 : 0.9;
    this.#end.copy(base).add(arrow);
    this.#label.textContent = label;
    this.#label.classList.toggle("faint", isFaint);
    this.#label.hidden = false;
    this.placeLabel();
    this.#stage.redraw();
  }

  hide(): void {
    if (this.visible) this.#stage.redraw();
    this.visible = false;
    this.#label.hidden = true;
  }

  /** Places the label. Call it when the camera may have moved. */
  placeLabel(): void {
    if (!this.visible) return;
    const { camera, renderer } = this.#stage;
    const { clientWidth, clientHeight } = renderer.domElement;
    const { x, y } = this.#end.clone().project(camera);
    const [left, top] = [((1 + x) * clientWidth) / 2, ((1 - y) * clientHeight) / 2];
    // on the left side, where the panel does not cover it
    const isRight = left > clientWidth * RIGHT_SIDE;
    const start = isRight
      ? `calc(${Math.round(left - 12)}px - 100%)`
      : `${Math.round(left + 12)}px`;
    this.#label.style.translate = `${start} ${Math.round(top - 12)}px`;
  }
}
