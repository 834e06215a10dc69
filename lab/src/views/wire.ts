import { GreaterDepth, Group, Mesh, MeshBasicMaterial, type BufferGeometry } from "three";
import type { ThemeName } from "../stage/theme.js";

const LINES: Readonly<Record<ThemeName, number>> = { light: 0x2b2622, dark: 0xd8d2c8 };

/** Edges of all triangles: solid in front, faint where they are hidden. */
export class Wire extends Group {
  readonly #front = new MeshBasicMaterial({ wireframe: true });
  readonly #hidden = new MeshBasicMaterial({
    wireframe: true,
    transparent: true,
    opacity: 0.13,
    depthFunc: GreaterDepth,
    depthWrite: false,
  });
  readonly #meshes = [this.#front, this.#hidden].map((material, i) => {
    const mesh = new Mesh(undefined, material);
    mesh.renderOrder = 2 + i;
    mesh.raycast = () => {}; // only the cloth can be grabbed
    return mesh;
  });

  constructor() {
    super();
    this.add(...this.#meshes);
    this.visible = false;
  }

  /** Uses the drawn geometry, so splits are visible at once. */
  show(geometry: BufferGeometry, theme: ThemeName): void {
    for (const mesh of this.#meshes) mesh.geometry = geometry;
    for (const { color } of [this.#front, this.#hidden]) color.set(LINES[theme]);
  }
}
