import { CanvasTexture, Color, Group, Sprite, SpriteMaterial, type WebGLRenderer } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { InstancedInterleavedBuffer, InterleavedBufferAttribute } from "three";
import type { StrainData } from "../simulation/view-data.js";
import { DIRECTION_SIZE, MAX_DIRECTIONS } from "../simulation/strain.js";

/** CSS colors. The legend uses them too. */
export const LINE_COLORS = {
  stretched: "#b5330f",
  compressed: "#1f58b8",
  peak: "#0b7a4b",
} as const;
const STRETCHED = new Color(LINE_COLORS.stretched).toArray();
const COMPRESSED = new Color(LINE_COLORS.compressed).toArray();
const PEAK_COLOR = new Color(LINE_COLORS.peak).toArray();
/**
 * Maximum length of a line, m. It is reached at the fraction `FULL` of the scale. Lines shorter than the minimum are
 * left out.
 */
const MAX_LENGTH = 0.045;
const FULL = 1 / 3;
const MIN_LENGTH = 0.002;
/** Length of the line at the most strained point, m. */
const PEAK_LENGTH = 0.14;
/** Two per triangle, and one at the most strained point. */
const MAX_LINES = 2 * MAX_DIRECTIONS + 1;

/** Shared by all cloths. */
let ring: CanvasTexture | null = null;

/** Draws the strain directions of one cloth, and a ring at the most strained point (Phillips, fig. 49). */
export class StrainLines extends Group {
  readonly #geometry = new LineSegmentsGeometry();
  readonly #material = new LineMaterial({ vertexColors: true, linewidth: 1.6, worldUnits: false });
  readonly #ring = new Sprite(
    new SpriteMaterial({ map: (ring ??= ringTexture()), sizeAttenuation: false, depthTest: false }),
  );
  readonly #lines = new Float32Array(6 * MAX_LINES);
  readonly #colors = new Float32Array(6 * MAX_LINES);

  constructor() {
    super();
    this.#geometry.setPositions(this.#lines);
    this.#geometry.setColors(this.#colors);
    this.#material.polygonOffset = true;
    this.#material.polygonOffsetFactor = this.#material.polygonOffsetUnits = -8;
    const lines = new LineSegments2(this.#geometry, this.#material);
    lines.frustumCulled = false;
    lines.renderOrder = 4;
    this.#ring.renderOrder = 5;
    this.#ring.scale.setScalar(0.05);
    this.add(lines, this.#ring);
    this.visible = false;
  }

  /** @param positions Positions of the particles, m. */
  show(strain: StrainData, positions: Float32Array, { domElement }: WebGLRenderer): void {
    const { directions, directionCount, scale, peakParticle, peakAxis } = strain;
    this.#material.resolution.set(domElement.clientWidth, domElement.clientHeight);
    let count = 0;
    for (let i = 0; i < directionCount; i++) {
      const at = DIRECTION_SIZE * i;
      for (const axis of [at + 3, at + 7]) {
        const amount = directions![axis + 3]!;
        const half = (MAX_LENGTH / 2) * Math.min(1, Math.abs(amount) / (FULL * scale));
        if (half < MIN_LENGTH / 2) continue;
        this.#put(
          count++,
          directions!,
          at,
          directions!,
          axis,
          half,
          amount < 0 ? COMPRESSED : STRETCHED,
        );
      }
    }
    this.#ring.visible = peakParticle !== -1;
    if (peakParticle !== -1) {
      this.#ring.position.fromArray(positions, 3 * peakParticle);
      this.#put(count++, positions, 3 * peakParticle, peakAxis, 0, PEAK_LENGTH / 2, PEAK_COLOR);
    }
    this.#geometry.instanceCount = count;
    for (const name of ["instanceStart", "instanceColorStart"]) {
      const { data } = this.#geometry.getAttribute(name) as InterleavedBufferAttribute;
      (data as InstancedInterleavedBuffer).clearUpdateRanges();
      data.addUpdateRange(0, 6 * count);
      data.needsUpdate = true;
    }
  }

  /** Adds a line centered at a point, along an axis. */
  #put(
    line: number,
    points: ArrayLike<number>,
    point: number,
    axes: ArrayLike<number>,
    axis: number,
    half: number,
    color: ArrayLike<number>,
  ): void {
    for (let k = 0; k < 3; k++) {
      this.#lines[6 * line + k] = points[point + k]! - half * axes[axis + k]!;
      this.#lines[6 * line + 3 + k] = points[point + k]! + half * axes[axis + k]!;
      this.#colors[6 * line + k] = this.#colors[6 * line + 3 + k] = color[k]!;
    }
  }
}

/** A dark ring with a light border, visible on any color. */
function ringTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 96;
  const context = canvas.getContext("2d")!;
  for (const [color, width] of [
    ["#ffffff", 16],
    [LINE_COLORS.peak, 9],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.arc(48, 48, 32, 0, 2 * Math.PI);
    context.stroke();
  }
  return new CanvasTexture(canvas);
}
