import { generateGrid } from "../../src/mesh/index.js";
import {
  Candidates,
  measure,
  resolveTearing,
  type TearableSurface,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { surfaceOf } from "./surfaces.js";

/** A location over the limit. */
export interface Found {
  edge: number;
  vertex: number;
  severity: number;
  axis: number[];
}

/** Measures, and lists the locations over the limit. */
export function found(surface: TearableSurface, options: Partial<TearingOptions>): Found[] {
  const candidates = new Candidates();
  measure(surface, resolveTearing(options), candidates);
  return Array.from({ length: candidates.count }, (_, i) => ({
    edge: candidates.edges[i]!,
    vertex: candidates.vertices[i]!,
    severity: candidates.severities[i]!,
    axis: [...candidates.axes.slice(3 * i, 3 * i + 3)],
  }));
}

/** A flat grid stretched by `stretch` along an angle, with its width unchanged. */
export function drawnGrid(stretch: number, angle = 0): TearableSurface {
  const surface = surfaceOf(generateGrid({ size: [4, 4], segments: [4, 4] }));
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const { positions } = surface;
  for (let v = 0; v < surface.mesh.vertexCount; v++) {
    const along = (stretch - 1) * (positions[3 * v]! * x + positions[3 * v + 1]! * y);
    positions[3 * v]! += along * x;
    positions[3 * v + 1]! += along * y;
  }
  return surface;
}
