import {
  SheetElements,
  writeLargestStretch,
  yieldTriangle,
  type Cloth,
} from "../../cloth/index.js";
import { IndexSet } from "../../math/index-set.js";
import { distance } from "../../math/vector.js";
import type { Kernels } from "../../kernels/index.js";
import { SeparationTensors } from "../../tearing/index.js";
import { outsideKernels } from "./kernel-scope.js";

const tensors = new SeparationTensors();
const tension = new Float64Array(4);
const stretch = new Float64Array(1);
const UNSTRETCHED = Float64Array.of(1);
const yieldingTriangles = new IndexSet();

/**
 * After a substep: makes strain beyond the yield permanent.
 *
 * @param isTrusted False if the substep did not converge: then nothing gets longer. A stiff edge may be some percent too
 *   long there without any force. Folds are large compared with such errors.
 */
export function flowCloth(kernels: Kernels, cloth: Cloth, dt: number, isTrusted: boolean): void {
  if (isTrusted) flowStretch(kernels, cloth, dt);
  kernels.flowBend(cloth);
}

function flowStretch(kernels: Kernels, cloth: Cloth, dt: number): void {
  if (cloth.material.plasticity === "element") kernels.flowStretch(cloth, dt);
  else if (cloth.material.yield < Infinity) outsideKernels(kernels, cloth, flowAtVertices, null);
}

/**
 * Phillips' rule (III.C.3): if the elastic strain of a vertex is over the yield, every stretched edge at it gets its
 * current length as rest length. The strain of a vertex is that of its separation tensor, from the elastic strains of
 * its edges. The result depends on the step size: yielding continues without load, from wherever it was found.
 */
function flowAtVertices(cloth: Cloth): void {
  const sheet = cloth.elements[0]!;
  if (sheet instanceof SheetElements) flowTriangles(cloth, sheet);
  else flowEdges(cloth);
}

function flowEdges(cloth: Cloth): void {
  const { mesh, rest, springs, material, yielded } = cloth;
  const { positions } = cloth.particles;
  const { stretches } = cloth.plastic!;
  tensors.begin(mesh.vertexCount, material.yield);
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const from = 3 * mesh.edgeStart(edge);
    const to = 3 * mesh.edgeEnd(edge);
    const length = distance(positions, from, to);
    const restLength = springs.restLengths[edge]!;
    if (!(length > restLength) || restLength === 0) continue;
    for (let k = 0; k < 3; k++) tension[k] = positions[to + k]! - positions[from + k]!;
    tension[3] = length / restLength - 1;
    tensors.add(mesh.edgeStart(edge), mesh.edgeEnd(edge), tension);
  }
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const length = distance(positions, 3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge));
    if (!(length > springs.restLengths[edge]!) || rest.lengths[edge] === 0) continue;
    const isYielding = tensors.isOver(mesh.edgeStart(edge)) || tensors.isOver(mesh.edgeEnd(edge));
    if (!isYielding) continue;
    const limit = Math.max(cloth.plastic!.maxStretch, stretches[edge]!);
    stretches[edge] = Math.min(length / rest.lengths[edge]!, limit);
    yielded.add(edge);
  }
  cloth.renewYielded();
}

/**
 * The same for triangles. The strain of a vertex is the mean of the largest elastic strains of its triangles, weighted
 * by area. All its stretched triangles take their current shape.
 */
function flowTriangles(cloth: Cloth, sheet: SheetElements): void {
  const { mesh, rest, material } = cloth;
  const { positions } = cloth.particles;
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    let area = 0;
    let strain = 0;
    for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
      const triangle = mesh.triangleOf(h);
      if (!sheet.isAlive(triangle)) continue;
      area += rest.areas[triangle]!;
      writeLargestStretch(sheet, triangle, positions, stretch);
      strain += rest.areas[triangle]! * Math.max(0, stretch[0]! - 1);
    }
    if (!(strain > material.yield * area)) continue;
    for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
      if (sheet.isAlive(mesh.triangleOf(h))) yieldingTriangles.add(mesh.triangleOf(h));
    }
  }
  for (let i = 0; i < yieldingTriangles.size; i++) {
    sheet.measureStretch(yieldingTriangles.at(i), positions);
    yieldTriangle(sheet, yieldingTriangles.at(i), cloth, UNSTRETCHED);
  }
  yieldingTriangles.clear();
}
