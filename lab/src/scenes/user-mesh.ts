import { FileFormatError, readObj } from "tatter/io";
import { cleanMesh, MeshError, type MeshData } from "tatter/mesh";
import type { SceneInput } from "tatter/scene";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import type { SceneSource } from "./scenes.js";

/** Maximum number of triangles. */
export const MAX_TRIANGLES = 200_000;
/** Sizes outside of this range are probably not in meters, m. */
const MAX_USUAL_SIZE = 5;
const MIN_USUAL_SIZE = 0.05;
/** Maximum size, m. Beyond it, positions lose precision, and rendering becomes very slow. */
const MAX_EXTENT = 1e6;
/**
 * Fraction of the height, from the top, that is pinned. A mesh whose height is a smaller fraction of its size counts as
 * flat.
 */
const PINNED_FRACTION = 0.02;
/** Height of the center of a small mesh, and minimum height of the lowest point, m. */
const CENTER_HEIGHT = 0.95;
const CLEARANCE = 0.12;
/** Vertices closer than this fraction of the size are merged. */
const WELD = 1e-5;
/** Substeps for meshes with edges shorter than this, m. With fewer substeps the cloth is too soft. */
const SUBSTEPS: readonly (readonly [edge: number, substeps: number])[] = [
  [0.012, 80],
  [0.03, 40],
];

/** A scene that was made from a mesh. */
export interface MeshScene {
  source: SceneSource;
  /** Longest extent, m. */
  size: number;
  /** True if the size is unusual for clothing. */
  isUnusualSize: boolean;
}

/**
 * Creates a scene from a mesh: cotton that can tear, pinned at its top, above a floor.
 *
 * @param scale Meters per unit of the file.
 * @throws UserFileError
 */
export function sceneOfMesh(name: string, text: string, scale = 1): MeshScene {
  const data = readMesh(name, text, scale);
  const { low, high } = boundsOf(data.positions);
  const extents = high.map((top, k) => top - low[k]!);
  const size = Math.max(...extents);
  const path = /\.obj$/i.test(name) ? name : `${name}.obj`;
  const isFlat = extents[1]! < PINNED_FRACTION * size;
  // A flat mesh swings down from the edge that is pinned.
  const hanging = isFlat ? extents[2]! : extents[1]!;
  const lowest = Math.max(CLEARANCE, CENTER_HEIGHT - hanging / 2) + (isFlat ? hanging : 0);
  const edge = meanEdge(data);
  const substeps = SUBSTEPS.find(([longest]) => edge < longest)?.[1];
  const scene: SceneInput = {
    name,
    description: `Cotton in the shape of ${name}.`,
    cloths: [
      {
        mesh: { type: "file", path, scale, weld: WELD * size },
        transform: {
          position: [-(low[0]! + high[0]!) / 2, lowest - low[1]!, -(low[2]! + high[2]!) / 2],
        },
        material: { preset: "cotton" },
        pins: [{ select: { ids: isFlat ? farCorners(data, low, high) : top(data, low, high) } }],
        tearing: { limit: 1.4 },
      },
    ],
    colliders: [{ type: "half-space", friction: 0.6 }],
    ...(substeps !== undefined && { solver: { substeps } }),
    duration: 6,
  };
  return {
    source: { name, scene, files: { [path]: text } },
    size,
    isUnusualSize: size > MAX_USUAL_SIZE || size < MIN_USUAL_SIZE,
  };
}

/** Reads the mesh like the simulation does, so that vertices have the same indices. */
function readMesh(name: string, text: string, scale: number): MeshData {
  try {
    const { data } = readObj(text);
    const triangles = data.triangles.length / 3;
    if (triangles > MAX_TRIANGLES) throw new UserFileError(tooFine(name, triangles));
    const positions = data.positions.map((x) => scale * x);
    const { low, high } = boundsOf(positions);
    const size = Math.max(...high.map((top, k) => top - low[k]!));
    if (!(size <= MAX_EXTENT)) throw new UserFileError(tooLarge(name));
    const clean = cleanMesh({ ...data, positions }, { weld: WELD * size }).data;
    if (clean.triangles.length > 0) return clean;
    throw new UserFileError(`${name}: all faces have zero area. Export the mesh again.`);
  } catch (error) {
    if (!(error instanceof FileFormatError) && !(error instanceof MeshError)) throw error;
    throw new UserFileError(`${name}: ${errorText(error)} Export it as an OBJ mesh with faces.`);
  }
}

export function tooFine(name: string, triangles: number): string {
  const [has, max] = [triangles, MAX_TRIANGLES].map((n) => n.toLocaleString("en"));
  return `${name} has ${has} triangles. The maximum is ${max}. Use a coarser mesh.`;
}

function tooLarge(name: string): string {
  return `${name} is larger than ${MAX_EXTENT / 1000} km. The lab reads its units as meters. Export it smaller.`;
}

function boundsOf(positions: ArrayLike<number>): { low: number[]; high: number[] } {
  const [low, high] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)] as [number[], number[]];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  return { low, high };
}

function top({ positions }: MeshData, low: number[], high: number[]): number[] {
  const minHeight = high[1]! - PINNED_FRACTION * (high[1]! - low[1]!);
  return vertices(positions).filter((i) => positions[3 * i + 1]! >= minHeight);
}

/** Returns the two far corners of a flat mesh, left and right. */
function farCorners({ positions }: MeshData, low: number[], high: number[]): number[] {
  const nearest = (x: number): number => {
    const distance = (i: number): number =>
      Math.hypot(positions[3 * i]! - x, positions[3 * i + 2]! - low[2]!);
    return vertices(positions).reduce((best, i) => (distance(i) < distance(best) ? i : best), 0);
  };
  return [...new Set([nearest(low[0]!), nearest(high[0]!)])];
}

function vertices(positions: ArrayLike<number>): number[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => i);
}

function meanEdge({ positions, triangles }: MeshData): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i++) {
    const a = 3 * triangles[i]!;
    const b = 3 * triangles[i % 3 === 2 ? i - 2 : i + 1]!;
    sum += Math.hypot(
      positions[a]! - positions[b]!,
      positions[a + 1]! - positions[b + 1]!,
      positions[a + 2]! - positions[b + 2]!,
    );
  }
  return sum / triangles.length;
}
