import type { World } from "../sim/index.js";
import type { Scene } from "./schema.js";

/** How large a cloth is as it lies, along its own axes and in all. */
export interface ClothSize {
  /** Along x, y and z of its mesh, m. */
  extents: [x: number, y: number, z: number];
  particles: number;
  /** kg. */
  mass: number;
  /** One line where it is so large or small that other units may be meant, with the field; else null. */
  doubt: string | null;
}

/** Cloth outside of these is made of centimetres or kilometres more often than it is meant so, m. */
const MIN_SIZE = 0.01;
const MAX_SIZE = 20;

/** The sizes of the cloths of a world that was just made of this scene. */
export function clothSizes(scene: Scene, world: World): ClothSize[] {
  return world.cloths.map(({ rest, mesh, particles }, i) => {
    const extents = extentsOf(rest.positions, mesh.vertexCount);
    let mass = 0;
    for (let p = 0; p < particles.count; p++) mass += particles.masses[p]!;
    const doubt = doubtOf(Math.max(...extents), scene.cloths[i]!.mesh);
    return {
      extents,
      particles: particles.count,
      mass,
      doubt: doubt && `cloths.${i}.mesh.${doubt}`,
    };
  });
}

function extentsOf(positions: Float64Array, count: number): ClothSize["extents"] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * count; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  return [high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!];
}

function doubtOf(largest: number, mesh: Scene["cloths"][number]["mesh"]): string | null {
  if (largest >= MIN_SIZE && largest <= MAX_SIZE) return null;
  const size = `the cloth is ${threeDigits(largest)} m at its largest`;
  if (mesh.type === "file") {
    const { scale } = mesh;
    const hint =
      largest > MAX_SIZE
        ? `are these centimetres? "scale": ${threeDigits(scale / 100)} makes metres of them`
        : `"scale" is ${scale} metres a unit of the file`;
    return `scale: ${size}; ${hint}`;
  }
  const units = largest > MAX_SIZE ? "; are these centimetres?" : "";
  const isOutline = mesh.type === "irregular" && mesh.outline !== undefined;
  const field = isOutline ? "outline" : SIZE_FIELDS[mesh.type];
  return `${field}: ${size}; lengths are in metres${units}`;
}

/** What says how large it is. */
const SIZE_FIELDS = {
  grid: "size",
  irregular: "size",
  disc: "radius",
  tube: "height",
  "t-shirt": "length",
} as const;

/** A figure as somebody reads it. */
export function threeDigits(figure: number): string {
  return String(Number(figure.toPrecision(3)));
}
