import { FileFormatError, readObj } from "tatter/io";
import { cleanMesh, MeshError, type MeshData } from "tatter/mesh";
import type { SceneInput } from "tatter/scene";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import type { SceneSource } from "./scenes.js";

/** What the lab takes. */
export const MAX_TRIANGLES = 200_000;
/** Beyond these a mesh is not in metres, most likely. */
const MAX_USUAL_SIZE = 5;
const MIN_USUAL_SIZE = 0.05;
/** Beyond this nothing is exact any more, and far beyond it pictures come to a standstill, m. */
const MAX_EXTENT = 1e6;
/** The part of the height, from the top, that is held; a mesh whose height is less than this part of its size is flat. */
const HELD = 0.02;
/** How high the middle of a small mesh hangs, and the lowest point of any, m. */
const MIDDLE = 0.95;
const CLEARANCE = 0.12;
/** Doubled vertices lie nearer than this part of the size of a mesh: they are one. */
const WELD = 1e-5;
/** Edges shorter than these, m, take so many substeps: with fewer the cloth is too soft. */
const SUBSTEPS: readonly (readonly [edge: number, substeps: number])[] = [
  [0.012, 80],
  [0.03, 40],
];

/** A mesh that has become a scene. */
export interface MeshScene {
  source: SceneSource;
  /** Its longest extent, m. */
  size: number;
  /** Whether that is much more or much less than cloth people wear has. */
  isOddlySized: boolean;
}

/**
 * A scene of a mesh alone: cotton that can tear, over a floor, held by its top.
 *
 * @param scale Metres a unit of the file.
 * @throws OwnFileError
 */
export function sceneOfMesh(name: string, text: string, scale = 1): MeshScene {
  const data = readMesh(name, text, scale);
  const { low, high } = boundsOf(data.positions);
  const extents = high.map((top, k) => top - low[k]!);
  const size = Math.max(...extents);
  const path = /\.obj$/i.test(name) ? name : `${name}.obj`;
  const isFlat = extents[1]! < HELD * size;
  // A flat one swings down from the edge that is held.
  const hanging = isFlat ? extents[2]! : extents[1]!;
  const lowest = Math.max(CLEARANCE, MIDDLE - hanging / 2) + (isFlat ? hanging : 0);
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
    isOddlySized: size > MAX_USUAL_SIZE || size < MIN_USUAL_SIZE,
  };
}

/** The mesh as the simulation will see it, so that vertices have the same numbers. */
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
    throw new UserFileError(`${name}: none of its faces has any area. Export the mesh anew.`);
  } catch (error) {
    if (!(error instanceof FileFormatError) && !(error instanceof MeshError)) throw error;
    throw new UserFileError(`${name}: ${errorText(error)} Export it as an OBJ mesh with faces.`);
  }
}

export function tooFine(name: string, triangles: number): string {
  const [has, most] = [triangles, MAX_TRIANGLES].map((n) => n.toLocaleString("en"));
  return `${name} has ${has} triangles, and the lab takes ${most} at most. Make the mesh coarser.`;
}

function tooLarge(name: string): string {
  return `${name} is over ${MAX_EXTENT / 1000} km large, in metres as the lab reads it. Export it smaller.`;
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
  const least = high[1]! - HELD * (high[1]! - low[1]!);
  return vertices(positions).filter((i) => positions[3 * i + 1]! >= least);
}

/** Of a mesh that lies flat: the two that are the farthest back, left and right. */
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
