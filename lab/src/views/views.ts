import type { Material, Texture } from "three";
import type { Command, Contacts, Report, Strengths, WholeCloth } from "../simulation/messages.js";
import type { ViewData } from "../simulation/view-data.js";
import type { Stage } from "../stage/stage.js";
import { strengthColors } from "../stage/strength-colors.js";
import { ClothPicture } from "./cloth-picture.js";
import { Legend } from "./legend.js";
import { PieceColors } from "./piece-colors.js";
import { ViewMaterials } from "./view-materials.js";
import { buildViewMenu, type Overlays } from "./view-menu.js";
import type { ViewName } from "./view-names.js";

export interface ViewsOptions {
  stage: Stage;
  /** Elements for the menu and the legend. */
  menu: HTMLElement;
  legend: HTMLElement;
  send: (command: Command, transfer?: Transferable[]) => void;
  /** Returns the material preset of a cloth. */
  preset: (cloth: number) => string;
  /** Requests a redraw. */
  redraw: () => void;
}

type ClothReport = Extract<Report, { type: "cloths" | "frame" }>;

/** The pictures of all cloths, with their views, overlays and legend. */
export class Views {
  readonly #options: ViewsOptions;
  readonly #materials: ViewMaterials;
  readonly #legend: Legend;
  readonly #overlays: Overlays = {
    pins: true,
    weak: false,
    strength: false,
    directions: false,
    contacts: false,
  };
  readonly #pieceColors = new PieceColors();
  readonly #showBoxes: () => void;
  #view: ViewName = "material";
  #isBrushActive = false;
  #isStrengthShown = false;
  #contacts: Contacts = null;
  /** In the order of the scene. */
  #pictures: readonly ClothPicture[] = [];

  constructor(options: ViewsOptions) {
    this.#options = options;
    this.#materials = new ViewMaterials(options.stage);
    this.#legend = new Legend(options.legend);
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

  /** The cloths, in the order of the scene. */
  get pictures(): readonly ClothPicture[] {
    return this.#pictures;
  }

  /** Returns the present material of a cloth. */
  #materialOf(cloth: number): Material {
    return this.#materials.of(this.#view, this.#options.preset(cloth));
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
    const { directions, contacts } = this.#overlays;
    const strain = this.#view === "strain";
    const pieces = this.#view === "pieces";
    this.#options.send({ type: "show", request: { strain, directions, pieces, contacts } });
    this.#askForStrength();
    this.#showLegend();
    this.#options.redraw();
  }

  #askForStrength(): void {
    const isShown = this.#isBrushActive || this.#overlays.strength;
    if (isShown === this.#isStrengthShown) return;
    this.#isStrengthShown = isShown;
    if (!isShown) for (const { colors } of this.#pictures) colors.strength = null;
    this.#showLegend();
    this.#options.send({ type: "show-strength", isShown });
    this.#options.redraw();
  }

  #showLegend(): void {
    this.#legend.show({
      strain: this.#view === "strain",
      directions: this.#overlays.directions,
      pieces: this.#view === "pieces",
      contacts: this.#overlays.contacts,
      strength: this.#isStrengthShown,
    });
  }

  /**
   * Takes over a report of the simulation.
   *
   * @returns Buffers that are not needed any more, one per cloth.
   */
  follow(report: ClothReport): Float32Array[] {
    const spare =
      report.type === "cloths"
        ? this.#replace(report.cloths, report.isLoaded)
        : report.cloths.map((frame, i) => this.#pictures[i]!.follow(frame));
    for (const [i, { pinned, weak, strengths, shown }] of report.cloths.entries()) {
      Object.assign(this.#pictures[i]!, { pinned, weak });
      this.#takeStrengths(i, strengths);
      this.#takeShown(i, shown);
    }
    this.#contacts = report.contacts;
    this.#fillLegend();
    return spare;
  }

  /** Shows other cloths, or the same ones after a rewind. */
  #replace(cloths: readonly WholeCloth[], isLoaded: boolean): [] {
    if (isLoaded) this.#pieceColors.forget();
    const { stage } = this.#options;
    for (const surplus of this.#pictures.slice(cloths.length)) surplus.dispose();
    this.#pictures = cloths.map((whole, i) => {
      const known = this.#pictures[i];
      known?.replace(whole);
      return known ?? new ClothPicture(stage, whole, this.#materialOf(i));
    });
    return [];
  }

  #takeStrengths(cloth: number, strengths: Strengths | undefined): void {
    if (strengths === undefined || !this.#isStrengthShown) return;
    this.#pictures[cloth]!.colors.strength = strengths && strengthColors(strengths);
  }

  #takeShown(cloth: number, shown: ViewData | null): void {
    const picture = this.#pictures[cloth]!;
    const { strain: before } = picture;
    if (before !== null) {
      const { strains, directions } = before;
      const buffers = [strains, directions].flatMap((list) => (list === null ? [] : [list.buffer]));
      this.#options.send(
        { type: "return-strain", cloth, strain: before },
        buffers as ArrayBuffer[],
      );
    }
    picture.strain = shown?.strain ?? null;
    if (shown?.pieces === undefined) return;
    const colors = new Float32Array(4 * shown.pieces.length);
    picture.pieces = this.#pieceColors.follow(cloth, shown.pieces, colors);
    picture.colors.pieces = colors;
  }

  /** Shows the strains and pieces of all cloths in the legend. */
  #fillLegend(): void {
    const pictures = this.#pictures;
    const strains = pictures.flatMap(({ strain }) => strain ?? []);
    if (strains.length > 0) this.#legend.showStrain(strains);
    if (this.#contacts !== null) this.#legend.showContacts(this.#contacts.length / 3);
    if (this.#view !== "pieces") return;
    const particles = pictures.reduce((sum, { cloth }) => sum + cloth.count, 0);
    const pieces = pictures.flatMap((picture) => picture.pieces);
    if (pieces.length > 0) this.#legend.showPieces(pieces, particles);
  }

  /** Updates meshes, colors and overlays. */
  update(): void {
    const { stage, preset } = this.#options;
    const { pins, weak, directions, contacts } = this.#overlays;
    const pictures = this.#pictures;
    this.#color();
    for (const [i, picture] of pictures.entries())
      picture.update(this.#view, preset(i), directions);
    stage.shadeFloor(pictures.map(({ mesh }) => mesh));
    const marksOf = (field: "pinned" | "weak", isShown: boolean) =>
      (isShown ? pictures : []).map((picture) => ({
        particles: picture[field],
        positions: picture.cloth.positions,
      }));
    stage.pins.show(marksOf("pinned", pins));
    stage.weakPoints.show(marksOf("weak", weak));
    stage.contacts.show(contacts ? this.#contacts : null);
  }

  /** Sets the vertex colors. If one cloth has any, all have some, because cloths share materials. */
  #color(): void {
    const counts = this.#pictures.map(({ cloth }) => cloth.positions.length / 3);
    const lists = this.#pictures.map(({ colors, strain }, i) =>
      colors.of(this.#view, strain, counts[i]!),
    );
    const isAnyColored = lists.some((list) => list !== null);
    for (const [i, { cloth, colors }] of this.#pictures.entries()) {
      cloth.colors = lists[i] ?? (isAnyColored ? colors.transparent(counts[i]!) : null);
    }
  }

  /** Sets the materials of the cloths. Call it before each draw. */
  applyMaterials(): void {
    for (const [i, picture] of this.#pictures.entries()) {
      if (picture.applyMaterial(this.#materialOf(i))) this.#options.redraw();
    }
    if (this.#materials.isMoving) this.#options.stage.redraw();
  }
}
