import { distance } from "../math/vector.js";
import {
  BendShearSprings,
  Conditions,
  Hinges,
  exceedsStretch,
  foldMayExceed,
  measureFold,
  SheetElements,
  wrapAngle,
  writeElasticFold,
  writeLargestStretch,
  yieldTriangle,
  type Cloth,
  type Particles,
} from "../cloth/index.js";

const now = new Conditions();
const angles = new Float64Array(1);
const longest = new Float64Array(1);
const bound = new Float64Array(1);
const before = new Conditions();

/**
 * Plastic flow in stretch, element by element: elastic strain beyond the yield strain becomes plastic (Phillips III.C.3
 * with a return mapping). The result depends on the maximum stretch of an element, not on how often this function runs.
 *
 * After XPBD the working values of the elements are used. They include damping, d times the change of the condition in
 * the substep, which is not strain and is subtracted. The unloaded length never exceeds the current length: that would
 * create energy.
 */
export function flowStretch(cloth: Cloth, dt: number): void {
  const { springs, elements, particles, rest, material } = cloth;
  const yieldStretch = 1 + material.yield;
  if (yieldStretch === Infinity) return;
  bound[0] = yieldStretch;
  const plastic = cloth.plastic!;
  const { positions, previousPositions } = particles;
  const sheet = elements[0]!;
  const isWorking = sheet.workingValues.length > 0;
  if (sheet instanceof SheetElements) {
    for (let triangle = 0; triangle < sheet.count; triangle++) {
      if (!sheet.isAlive(triangle)) continue;
      if (isWorking) sheet.measureWorking(triangle);
      else sheet.measureStretch(triangle, positions);
      if (!exceedsStretch(bound)) continue;
      if (isWorking) {
        writeLargestStretch(sheet, triangle, positions, longest);
        subtractDamping(sheet, triangle, particles, dt);
        sheet.measureWorking(triangle);
      }
      yieldTriangle(sheet, triangle, cloth, bound, isWorking ? longest : null);
    }
    sheet.workingValues.fill(0);
    return;
  }
  const { count, particles: ends, restLengths, stiffnesses, dampings, workingValues } = springs;
  for (let edge = 0; edge < count; edge++) {
    const yieldLength = yieldStretch * restLengths[edge]!;
    let length = isWorking
      ? restLengths[edge]! + workingValues[edge]!
      : distance(positions, 3 * ends[2 * edge]!, 3 * ends[2 * edge + 1]!);
    if (!(length > yieldLength) || yieldLength === 0) continue;
    if (isWorking) {
      const a = 3 * ends[2 * edge]!;
      const b = 3 * ends[2 * edge + 1]!;
      const growth = distance(positions, a, b) - distance(previousPositions, a, b);
      length -= (dampings[edge]! / (stiffnesses[edge]! * dt)) * growth;
      length = Math.min(length, yieldStretch * distance(positions, a, b));
      if (!(length > yieldLength)) continue;
    }
    const stretch = length / (yieldStretch * rest.lengths[edge]!);
    plastic.stretches[edge] = Math.min(
      stretch,
      Math.max(plastic.maxStretch, plastic.stretches[edge]!),
    );
    cloth.yielded.add(edge);
  }
  workingValues.fill(0);
  cloth.renewYielded();
}

/** Subtracts the damping from the working values of a triangle. */
function subtractDamping(
  sheet: SheetElements,
  triangle: number,
  { positions, previousPositions }: Particles,
  dt: number,
): void {
  const { stiffnesses, dampings, workingValues } = sheet;
  if (!sheet.evaluate(triangle, positions, now)) return;
  if (!sheet.evaluate(triangle, previousPositions, before)) return;
  for (let c = 0; c < 3; c++) {
    const n = 3 * triangle + c;
    if (stiffnesses[n] === 0) continue;
    const growth = now.values[c]! - before.values[c]!;
    workingValues[n]! -= (dampings[n]! / (stiffnesses[n]! * dt)) * growth;
  }
}

/**
 * Plastic flow in bending: where the curvature θ |e| / ΣA of a hinge is over the yield curvature, the excess becomes a
 * crease. Bend-shear springs store it as a shorter distance of the far corners, which does not distinguish the two
 * sides.
 */
export function flowBend(cloth: Cloth): void {
  const { mesh, elements, particles, rest, material } = cloth;
  if (material.bendYield === Infinity) return;
  const { creases } = cloth.plastic!;
  const { positions } = particles;
  const bends = elements[elements.length - 1]!;
  const hinges = bends instanceof Hinges ? bends : null;
  if (hinges === null && !(bends instanceof BendShearSprings)) return;
  for (let edge = 0; edge < bends.count; edge++) {
    if (!bends.isAlive(edge)) continue;
    const h = mesh.edgeHalfedges[edge]!;
    const g = mesh.nextOnEdge[h]!;
    measureFold(
      positions,
      mesh.halfedgeVertices[h]!,
      mesh.endOf(h),
      mesh.halfedgeVertices[mesh.previous(h)]!,
      mesh.halfedgeVertices[mesh.previous(g)]!,
    );
    const area = rest.areas[mesh.triangleOf(h)]! + rest.areas[mesh.triangleOf(g)]!;
    const limit = (material.bendYield * area) / rest.lengths[edge]!;
    const restAngles = hinges === null ? creases : hinges.restAngles;
    // Most of a cloth has no crease and is nearly flat: this test needs no arc tangent.
    angles[0] = limit;
    if (restAngles[edge] === 0 && !foldMayExceed(angles, 0)) continue;
    angles[0] = restAngles[edge]!;
    writeElasticFold(angles, 0, angles);
    const elastic = angles[0];
    if (!(Math.abs(elastic) > limit)) continue;
    creases[edge] = creases[edge]! + elastic - (elastic < 0 ? -limit : limit);
    wrapAngle(creases, edge);
    if (hinges === null) bends.renewEdge(cloth, edge);
    else hinges.renewAngle(cloth, edge);
  }
}
