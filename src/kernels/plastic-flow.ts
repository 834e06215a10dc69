import { distance } from "../math/vector.js";
import {
  BendShearSprings,
  Conditions,
  Hinges,
  isOver,
  foldMayBeOver,
  measureFold,
  SheetElements,
  turnBack,
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
 * What is stretched by more than its yield stays longer, element by element: the elastic strain goes back to the yield, and
 * what is left over is plastic from now on (Phillips III.C.3 with a return mapping). It depends on how far an element was
 * stretched at most, not on how often it was looked at.
 *
 * After XPBD the working values of the elements count. A part of their pull is damping: d times the change of the condition
 * in the substep, which is no strain. And nothing gets longer without load than it is now: that would be energy from nowhere.
 */
export function flowStretch(cloth: Cloth, dt: number): void {
  const { springs, elements, particles, rest, material } = cloth;
  const most = 1 + material.yield;
  if (most === Infinity) return;
  bound[0] = most;
  const plastic = cloth.plastic!;
  const { positions, previousPositions } = particles;
  const sheet = elements[0]!;
  const isWorking = sheet.working.length > 0;
  if (sheet instanceof SheetElements) {
    for (let triangle = 0; triangle < sheet.count; triangle++) {
      if (!sheet.isAlive(triangle)) continue;
      if (isWorking) sheet.measureWorking(triangle);
      else sheet.measureStretch(triangle, positions);
      if (!isOver(bound)) continue;
      if (isWorking) {
        writeLargestStretch(sheet, triangle, positions, longest);
        takeDampingOut(sheet, triangle, particles, dt);
        sheet.measureWorking(triangle);
      }
      yieldTriangle(sheet, triangle, cloth, bound, isWorking ? longest : null);
    }
    sheet.working.fill(0);
    return;
  }
  const { count, particles: ends, restLengths, stiffnesses, dampings, working } = springs;
  for (let edge = 0; edge < count; edge++) {
    const limit = most * restLengths[edge]!;
    let length = isWorking
      ? restLengths[edge]! + working[edge]!
      : distance(positions, 3 * ends[2 * edge]!, 3 * ends[2 * edge + 1]!);
    if (!(length > limit) || limit === 0) continue;
    if (isWorking) {
      const a = 3 * ends[2 * edge]!;
      const b = 3 * ends[2 * edge + 1]!;
      const growth = distance(positions, a, b) - distance(previousPositions, a, b);
      length -= (dampings[edge]! / (stiffnesses[edge]! * dt)) * growth;
      length = Math.min(length, most * distance(positions, a, b));
      if (!(length > limit)) continue;
    }
    const stretch = length / (most * rest.lengths[edge]!);
    plastic.stretches[edge] = Math.min(stretch, Math.max(plastic.most, plastic.stretches[edge]!));
    cloth.yielded.add(edge);
  }
  working.fill(0);
  cloth.renewYielded();
}

function takeDampingOut(
  sheet: SheetElements,
  triangle: number,
  { positions, previousPositions }: Particles,
  dt: number,
): void {
  const { stiffnesses, dampings, working } = sheet;
  if (!sheet.evaluate(triangle, positions, now)) return;
  if (!sheet.evaluate(triangle, previousPositions, before)) return;
  for (let c = 0; c < 3; c++) {
    const n = 3 * triangle + c;
    if (stiffnesses[n] === 0) continue;
    const growth = now.values[c]! - before.values[c]!;
    working[n]! -= (dampings[n]! / (stiffnesses[n]! * dt)) * growth;
  }
}

/**
 * The same for folds: where the curvature θ |e| / ΣA of a hinge is over its yield, what is left over becomes a crease.
 * Bend-shear springs keep it as a nearer distance of the far corners, which does not know its side.
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
    const most = (material.bendYield * area) / rest.lengths[edge]!;
    const restAngles = hinges === null ? creases : hinges.restAngles;
    // Most of a cloth has no crease and is nearly flat, which costs no arc tangent to see.
    angles[0] = most;
    if (restAngles[edge] === 0 && !foldMayBeOver(angles, 0)) continue;
    angles[0] = restAngles[edge]!;
    writeElasticFold(angles, 0, angles);
    const elastic = angles[0];
    if (!(Math.abs(elastic) > most)) continue;
    creases[edge] = creases[edge]! + elastic - (elastic < 0 ? -most : most);
    turnBack(creases, edge);
    if (hinges === null) bends.renewEdge(cloth, edge);
    else hinges.renewAngle(cloth, edge);
  }
}
