import { ClothMesh } from "tatter/three";
import { Group, Mesh, Sprite, type Material } from "three";
import type { ClothFrame, WholeCloth } from "../simulation/messages.js";
import type { StrainData } from "../simulation/view-data.js";
import { TornEdges } from "../simulation/torn-edges.js";
import { ClothShade } from "../stage/cloth-shade.js";
import { ClothView } from "../stage/cloth-view.js";
import type { Stage } from "../stage/stage.js";
import { ClothColors } from "./cloth-colors.js";
import { Fray } from "./fray.js";
import { frayStyle } from "./fray-styles.js";
import type { ShownPiece } from "./piece-colors.js";
import { StrainLines } from "./strain-lines.js";
import type { ViewName } from "./view-names.js";
import { Wire } from "./wire.js";

/** One cloth as it is drawn: its mesh, colors, torn edges and lines. */
export class ClothPicture {
  readonly mesh: ClothMesh;
  readonly colors = new ClothColors();
  pinned: readonly number[] = [];
  weak: readonly number[] = [];
  strain: StrainData | null = null;
  pieces: ShownPiece[] = [];
  #cloth: ClothView;
  readonly #stage: Stage;
  readonly #shade = new ClothShade();
  readonly #wire = new Wire();
  readonly #lines = new StrainLines();
  readonly #fray = new Fray(frayStyle("material", ""));
  readonly #all = new Group();
  #torn = new TornEdges();
  /** Torn edges of a new cloth, until it is drawn. */
  #newTorn: Int32Array | null;
  #editsSeen = 0;

  constructor(stage: Stage, whole: WholeCloth, material: Material) {
    this.#stage = stage;
    this.#cloth = new ClothView(whole);
    this.#newTorn = whole.torn;
    this.mesh = new ClothMesh(this.#cloth, material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.#all.add(this.#wire, this.#lines, this.#fray, this.mesh);
    stage.scene.add(this.#all);
  }

  /** Removes it from the stage. */
  dispose(): void {
    this.#stage.scene.remove(this.#all);
    this.#all.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof Sprite)) return;
      object.geometry.dispose();
      if (object !== this.mesh) object.material.dispose(); // other cloths may have the same material
    });
  }

  get cloth(): ClothView {
    return this.#cloth;
  }

  /** Shows another cloth, or the same one after a rewind. */
  replace(whole: WholeCloth): void {
    this.#cloth = new ClothView(whole);
    this.#newTorn = whole.torn;
    this.colors.forget();
  }

  /**
   * Takes over the changes of a frame.
   *
   * @returns A buffer that is not needed any more.
   */
  follow(frame: ClothFrame): Float32Array {
    return this.#cloth.follow(frame);
  }

  /** Updates mesh, torn edges and lines. */
  update(view: ViewName, preset: string, hasDirections: boolean): void {
    const { mesh } = this;
    const { solids, floorHeight, renderer } = this.#stage;
    mesh.update(this.#cloth);
    this.#shade.update(mesh.geometry, solids.near, floorHeight);
    this.#followTears();
    this.#fray.style = frayStyle(view, preset);
    this.#fray.update();
    this.#lines.visible = hasDirections && Boolean(this.strain?.directions);
    if (this.#lines.visible) this.#lines.show(this.strain!, this.#cloth.positions, renderer);
    this.#wire.visible = view === "wireframe";
  }

  /** Call it after the mesh update, because it reads the triangles. */
  #followTears(): void {
    this.#fray.cloth = this.mesh.geometry;
    if (this.#newTorn !== null) {
      this.#fray.forget();
      this.#torn = new TornEdges(this.#newTorn, this.#fray);
      this.#newTorn = null;
      this.#editsSeen = 0;
    }
    const { edits } = this.#cloth;
    while (this.#editsSeen < edits.length) this.#torn.follow(edits[this.#editsSeen++]!);
  }

  /** Sets the material, with vertex colors if the cloth has any. Returns false if nothing has changed. */
  applyMaterial(material: Material): boolean {
    const { mesh } = this;
    if (this.#wire.visible) this.#wire.show(mesh.geometry, this.#stage.theme);
    const hasColors = mesh.geometry.hasAttribute("color");
    if (material.vertexColors !== hasColors) {
      material.vertexColors = hasColors;
      material.needsUpdate = true;
      this.#stage.redraw();
    }
    if (mesh.material === material) return false;
    mesh.material = material;
    return true;
  }
}
