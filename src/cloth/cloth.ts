import { distance, length, triangleCross } from "../math/vector.js";
import {
  buildMesh,
  MeshError,
  type MeshData,
  type TopologyEdit,
  type TriangleMesh,
} from "../mesh/index.js";
import { bendShearRestLength } from "./bend-shear.js";
import { checkMaterial, type Material } from "./material.js";
import { Particles } from "./particles.js";
import { Springs } from "./springs.js";

/** A sheet: its mesh and all stores that follow it. Its rest shape is the mesh as it was given. */
export class Cloth {
  readonly mesh: TriangleMesh;
  readonly material: Material;
  readonly particles: Particles;
  /** Structural springs; the number of a spring is the number of its edge. */
  readonly springs: Springs;
  /** Bend-shear springs; the number of a spring is the number of the edge that it crosses. */
  readonly bendSprings: Springs;
  /** Unstressed area of each triangle, m². */
  readonly restAreas: Float64Array;
  /** Every edit since the start, in order: what views and recorders replay. */
  readonly edits: TopologyEdit[] = [];

  /**
   * @param rest The unstressed cloth.
   * @param positions Where its particles start, when that is elsewhere.
   */
  constructor(rest: MeshData, material: Material, positions: Float64Array = rest.positions) {
    checkMaterial(material);
    this.mesh = buildMesh(rest);
    this.material = { ...material };
    this.particles = new Particles(positions);
    this.restAreas = triangleAreas(rest);
    this.springs = new Springs(this.mesh.edgeCount);
    this.bendSprings = new Springs(this.mesh.edgeCount);
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) this.#addSpring(edge, rest.positions);
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) this.#renewBendSpring(edge);
    for (let vertex = 0; vertex < this.mesh.vertexCount; vertex++) this.#renewMass(vertex);
  }

  /** Follows an edit that the mesh has made already. O(valence). */
  replay(edit: TopologyEdit): void {
    const { mesh, springs, bendSprings } = this;
    this.edits.push(edit);
    this.particles.replay(edit);
    this.#renewMass(edit.vertex);
    this.#renewMass(edit.newVertex);

    for (let i = 0; i < edit.newEdges.length; i++) {
      springs.copy(edit.dividedEdges[i]!, edit.newEdges[i]!);
      bendSprings.copy(edit.dividedEdges[i]!, edit.newEdges[i]!);
    }
    for (const edge of edit.dividedEdges) this.#renewBendSpring(edge);
    for (const edge of edit.newEdges) this.#renewBendSpring(edge);
    for (const corner of edit.movedCorners) {
      this.#renewSpringEnds(mesh.halfedgeEdges[corner]!);
      this.#renewSpringEnds(mesh.halfedgeEdges[mesh.previous(corner)]!);
      this.#renewBendSpring(mesh.halfedgeEdges[mesh.next(corner)]!); // ends in the moved corner
    }
  }

  /** Changes the stiffness of the sheet while it moves, N/m. */
  setStiffness(stiffness: number): void {
    checkMaterial({ ...this.material, stiffness });
    this.springs.scaleStiffness(stiffness / this.material.stiffness);
    this.material.stiffness = stiffness;
  }

  #addSpring(edge: number, restPositions: Float64Array): void {
    const { mesh, springs, material } = this;
    const a = mesh.edgeStart(edge);
    const b = mesh.edgeEnd(edge);
    const restLength = distance(restPositions, 3 * a, 3 * b);
    if (restLength === 0) {
      const face = mesh.triangleOf(mesh.edgeHalfedges[edge]!);
      throw new MeshError(`face ${face}: vertices ${a} and ${b} lie in one place`);
    }
    // Each spring gets E · ΣA / L², ΣA being the area of the triangles on the edge. That makes the stiffness of
    // the sheet independent of the resolution: E for equilateral triangles, 1.2 E along the sides of a grid.
    const share = this.#areaAround(edge) / (restLength * restLength);
    springs.setEnds(edge, a, b);
    springs.restLengths[edge] = restLength;
    springs.stiffnesses[edge] = material.stiffness * share;
    springs.dampings[edge] = material.damping * share;
  }

  #renewSpringEnds(edge: number): void {
    this.springs.setEnds(edge, this.mesh.edgeStart(edge), this.mesh.edgeEnd(edge));
  }

  /** A bend-shear spring belongs to the edge that it crosses, and lives while two triangles meet there. */
  #renewBendSpring(edge: number): void {
    const { mesh, springs, bendSprings, material } = this;
    if (mesh.edgeTriangleCount(edge) !== 2) {
      bendSprings.setEnds(edge, -1, -1);
      return;
    }
    const h = mesh.edgeHalfedges[edge]!;
    const g = mesh.nextOnEdge[h]!;
    const wasAlive = bendSprings.isAlive(edge);
    bendSprings.setEnds(
      edge,
      mesh.halfedgeVertices[mesh.previous(h)]!,
      mesh.halfedgeVertices[mesh.previous(g)]!,
    );
    if (wasAlive) return;
    // Both angles stand at the end of h; g runs the other way when the two windings agree.
    const sameDirection = mesh.halfedgeVertices[h] === mesh.halfedgeVertices[g];
    const restLengthOf = (halfedge: number): number =>
      springs.restLengths[mesh.halfedgeEdges[halfedge]!]!;
    const a = restLengthOf(mesh.previous(h));
    const b = restLengthOf(mesh.next(h));
    const c = springs.restLengths[edge]!;
    const d = restLengthOf(sameDirection ? mesh.next(g) : mesh.previous(g));
    const e = restLengthOf(sameDirection ? mesh.previous(g) : mesh.next(g));
    const restLength = bendShearRestLength(a, b, c, d, e);
    const share = restLength === 0 ? 0 : this.#areaAround(edge) / (restLength * restLength);
    bendSprings.restLengths[edge] = restLength;
    bendSprings.stiffnesses[edge] = material.bendStiffness * share;
    bendSprings.dampings[edge] = 0; // damping the stretch is enough (Phillips III.B.2)
  }

  /** Area of the triangles that meet on an edge. */
  #areaAround(edge: number): number {
    const first = this.mesh.edgeHalfedges[edge]!;
    let area = 0;
    let h = first;
    do {
      area += this.restAreas[this.mesh.triangleOf(h)]!;
      h = this.mesh.nextOnEdge[h]!;
    } while (h !== first);
    return area;
  }

  #renewMass(vertex: number): void {
    let area = 0;
    for (const corner of this.mesh.cornersOf(vertex)) {
      area += this.restAreas[this.mesh.triangleOf(corner)]!;
    }
    this.particles.setMass(vertex, (this.material.density * area) / 3);
  }
}

function triangleAreas(data: MeshData): Float64Array {
  const { positions, triangles } = data;
  const areas = new Float64Array(triangles.length / 3);
  const cross = [0, 0, 0];
  for (let t = 0; t < areas.length; t++) {
    const a = 3 * triangles[3 * t]!;
    const b = 3 * triangles[3 * t + 1]!;
    const c = 3 * triangles[3 * t + 2]!;
    triangleCross(cross, positions, a, b, c);
    areas[t] = length(cross, 0) / 2;
  }
  return areas;
}
