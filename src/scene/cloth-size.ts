import type { World } from "../sim/index.js";
import type { Scene } from "./schema.js";

/** Size of an unstressed cloth. */
export interface ClothSize {
  /** Extents along x, y and z of its mesh, m. */
  extents: [x: number, y: number, z: number];
  particles: number;
  /** Mass, kg. */
  mass: number;
  /** One line with the field if the size suggests wrong units; else null. */
  doubt: string | null;
}

/** A largest extent outside of this range usually means centimeters or kilometers, m. */
const MIN_SIZE = 0.01;
const MAX_SIZE = 20;

/** The sizes of the cloths of a world that was just created from this scene. */
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
  const size = `the largest extent of the cloth is ${threeDigits(largest)} m`;
  if (mesh.type === "file") {
    const { scale } = mesh;
    const hint =
      largest > MAX_SIZE
        ? `if the file is in centimeters, use "scale": ${threeDigits(scale / 100)}`
        : `"scale" is ${scale} m per unit of the file`;
    return `scale: ${size}; ${hint}`;
  }
  const units = largest > MAX_SIZE ? ", not centimeters" : "";
  const isOutline = mesh.type === "irregular" && mesh.outline !== undefined;
  const field = isOutline ? "outline" : SIZE_FIELDS[mesh.type];
  return `${field}: ${size}; lengths are in meters${units}`;
}

/** The field that sets the size, by type of mesh. */
const SIZE_FIELDS = {
  grid: "size",
  irregular: "size",
  disc: "radius",
  tube: "height",
  "t-shirt": "length",
} as const;

/** A number with three significant digits, for messages. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
