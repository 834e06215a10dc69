import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, PointsMaterial } from "three";

/** CSS color. The legend uses it too. */
export const CONTACT_COLOR = "#c2187a";
/** px. */
const SIZE = 6;
/** Makes a square point round, with a light border, so that it is seen on any color. */
const ROUND = `
  float fromCenter = length(gl_PointCoord - 0.5);
  if (fromCenter > 0.5) discard;
  if (fromCenter > 0.38) outgoingLight = vec3(1.0);
`;
const OUTPUT = "#include <opaque_fragment>";

/**
 * Dots where cloth bears on cloth. Layers hide most contacts between them, so the dots are drawn over everything. All are
 * one draw call, because a folded cloth has thousands.
 */
export class ContactDots extends Points<BufferGeometry, PointsMaterial> {
  constructor() {
    const material = new PointsMaterial({
      color: CONTACT_COLOR,
      size: SIZE,
      sizeAttenuation: false,
      depthTest: false,
      transparent: true, // drawn after the cloth
      opacity: 0.8,
    });
    material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(OUTPUT, `${ROUND}${OUTPUT}`);
    };
    super(new BufferGeometry(), material);
    this.frustumCulled = false;
    this.renderOrder = 3;
    this.visible = false;
  }

  /** @param points Three numbers per dot, m. Null: none. */
  show(points: Float32Array | null): void {
    this.visible = points !== null && points.length > 0;
    if (!this.visible) return;
    const given = points!;
    const { geometry } = this;
    let positions = geometry.attributes["position"] as BufferAttribute | undefined;
    if (positions === undefined || positions.array.length < given.length) {
      // The buffer of an attribute cannot grow.
      geometry.dispose();
      positions = new BufferAttribute(new Float32Array(2 * given.length), 3);
      geometry.setAttribute("position", positions.setUsage(DynamicDrawUsage));
    }
    (positions.array as Float32Array).set(given);
    positions.clearUpdateRanges();
    positions.addUpdateRange(0, given.length);
    positions.needsUpdate = true;
    geometry.setDrawRange(0, given.length / 3);
  }
}
