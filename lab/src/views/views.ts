import type { ClothMesh } from "tatter/three";
import type { Material, Texture } from "three";
import type { Command, Report, Strengths } from "../simulation/messages.js";
import type { ViewData, StrainData } from "../simulation/view-data.js";
import { TornEdges } from "../simulation/torn-edges.js";
import { ClothShade } from "../stage/cloth-shade.js";
import type { ClothView } from "../stage/cloth-view.js";
import type { Stage } from "../stage/stage.js";
import { strengthColors } from "../stage/strength-colors.js";
import { ClothColors } from "./cloth-colors.js";
import { Fray } from "./fray.js";
import { frayStyle } from "./fray-styles.js";
import { Legend } from "./legend.js";
import { StrainLines } from "./strain-lines.js";
import { ViewMaterials } from "./view-materials.js";
import { buildViewMenu, type Overlays } from "./view-menu.js";
import type { ViewName } from "./view-names.js";
import { Wire } from "./wire.js";

export interface ViewsOptions {
  stage: Stage;
  /** Elements for the menu and the legend. */
  menu: HTMLElement;
  legend: HTMLElement;
  send: (command: Command, transfer?: Transferable[]) => void;
  /** Returns the material preset. */
  preset: () => string;
  /** Requests a redraw. */
  redraw: () => void;
}

type ClothReport = Extract<Report, { type: "cloth" | "frame" }>;

/** Views, overlays and legend of the cloth. */
export class Views {
  readonly #options: ViewsOptions;
  readonly #materials: ViewMaterials;
  readonly #legend: Legend;
  readonly #overlays: Overlays = { pins: true, weak: false, strength: false, directions: false };
  readonly #colors = new ClothColors();
  readonly #shade = new ClothShade();
  readonly #wire = new Wire();
  readonly #lines = new StrainLines();
  readonly #fray = new Fray(frayStyle("material", ""));
  readonly #showBoxes: () => void;
  #view: ViewName = "material";
  #isBrushActive = false;
  #isStrengthShown = false;
  #pinned: readonly number[] = [];
  #weak: readonly number[] = [];
  #strain: StrainData | null = null;
  #torn = new TornEdges();
  /** Torn edges of a new cloth, until it is drawn. */
  #newTorn: Int32Array | null = null;
  #editsSeen = 0;

  constructor(options: ViewsOptions) {
    this.#options = options;
    this.#materials = new ViewMaterials(options.stage);
    this.#legend = new Legend(options.legend);
    options.stage.scene.add(this.#wire, this.#lines, this.#fray);
    this.#showBoxes = buildViewMenu(options.menu, this.#overlays, {
      choose: (view) => {
        this.#view = view;
        this.#ask();
      },
      change: () => this.#ask(),
    });
  }

  /** Switches an overlay on, like its checkbox. */
  showOverlay(name: keyof Overlays): void {
    this.#overlays[name] = true;
    this.#showBoxes();
    this.#ask();
  }

  /** The present material of the cloth. */
  get material(): Material {
    return this.#materials.of(this.#view, this.#options.preset());
  }

  /** Sets an image that replaces the pattern of the material, in the views material and texture. Null removes it. */
  setTexture(texture: Texture | null): void {
    this.#materials.texture = texture;
    this.#options.redraw();
  }

  /** Call it after a context loss: materials must be recreated. */
  recreateMaterials(): void {
    this.#materials.forget();
    this.#options.redraw();
  }

  /** While the brush is chosen, the strength is shown. */
  set isBrushActive(isActive: boolean) {
    this.#isBrushActive = isActive;
    this.#askForStrength();
  }

  /** Requests the data for the current view and overlays. */
  #ask(): void {
    const { directions } = this.#overlays;
    const strain = this.#view === "strain";
    const pieces = this.#view === "pieces";
    this.#options.send({ type: "show", request: { strain, directions, pieces } });
    this.#askForStrength();
    this.#showLegend();
    this.#options.redraw();
  }

  #askForStrength(): void {
    const isShown = this.#isBrushActive || this.#overlays.strength;
    if (isShown === this.#isStrengthShown) return;
    this.#isStrengthShown = isShown;
    if (!isShown) this.#colors.strength = null;
    this.#showLegend();
    this.#options.send({ type: "show-strength", isShown });
    this.#options.redraw();
  }

  #showLegend(): void {
    this.#legend.show({
      strain: this.#view === "strain",
      directions: this.#overlays.directions,
      pieces: this.#view === "pieces",
      strength: this.#isStrengthShown,
    });
  }

  /** Takes over a report of the simulation. */
  follow(report: ClothReport): void {
    this.#pinned = report.pinned;
    this.#weak = report.weak;
    if (report.type === "cloth") {
      this.#newTorn = report.torn;
      this.#colors.forget(report.isLoaded);
    }
    this.#takeStrengths(report.strengths);
    this.#takeShown(report.shown);
  }

  #takeStrengths(strengths: Strengths | undefined): void {
    if (strengths === undefined || !this.#isStrengthShown) return;
    this.#colors.strength = strengths && strengthColors(strengths);
  }

  #takeShown(shown: ViewData | null): void {
    const before = this.#strain;
    if (before !== null) {
      const { strains, directions } = before;
      const buffers = [strains, directions].flatMap((list) => (list === null ? [] : [list.buffer]));
      this.#options.send({ type: "return-strain", strain: before }, buffers as ArrayBuffer[]);
    }
    this.#strain = shown?.strain ?? null;
    if (this.#strain !== null) this.#legend.showStrain(this.#strain);
    if (shown?.pieces === undefined) return;
    this.#legend.showPieces(this.#colors.followPieces(shown.pieces));
  }

  /** Updates mesh, colors and overlays. */
  update(cloth: ClothView, mesh: ClothMesh): void {
    const { stage } = this.#options;
    cloth.colors = this.#colors.of(this.#view, this.#strain, cloth.positions.length / 3);
    mesh.update(cloth);
    this.#shade.update(mesh.geometry, stage.solids.near, stage.floorHeight);
    stage.shadeFloor(mesh.geometry);
    stage.pins.show(this.#overlays.pins ? this.#pinned : [], cloth.positions);
    stage.weakPoints.show(this.#overlays.weak ? this.#weak : [], cloth.positions);
    this.#followTears(cloth, mesh);
    this.#lines.visible = this.#overlays.directions && Boolean(this.#strain?.directions);
    if (this.#lines.visible) this.#lines.show(this.#strain!, cloth.positions, stage.renderer);
    this.#wire.visible = this.#view === "wireframe";
  }

  /** Call it after the mesh update, because it reads the triangles. */
  #followTears(cloth: ClothView, { geometry }: ClothMesh): void {
    this.#fray.cloth = geometry;
    if (this.#newTorn !== null) {
      this.#fray.forget();
      this.#torn = new TornEdges(this.#newTorn, this.#fray);
      this.#newTorn = null;
      this.#editsSeen = 0;
    }
    while (this.#editsSeen < cloth.edits.length) this.#torn.follow(cloth.edits[this.#editsSeen++]!);
    this.#fray.style = frayStyle(this.#view, this.#options.preset());
    this.#fray.update();
  }

  /** Sets the material of the cloth, with vertex colors if it has any. Call it before each draw. */
  applyMaterial(mesh: ClothMesh): void {
    const { material } = this;
    if (this.#materials.isMoving) this.#options.stage.redraw();
    if (this.#wire.visible) this.#wire.show(mesh.geometry, this.#options.stage.theme);
    const hasColors = mesh.geometry.hasAttribute("color");
    if (mesh.material !== material) this.#options.redraw();
    mesh.material = material;
    if (material.vertexColors === hasColors) return;
    material.vertexColors = hasColors;
    material.needsUpdate = true;
    this.#options.stage.redraw();
  }
}
