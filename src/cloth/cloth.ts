import { grown, grownCapacity } from "../math/grow.js";
import { distance } from "../math/vector.js";
import {
  buildMesh,
  MeshError,
  Pieces,
  triangleAreas,
  type EdgeSeparation,
  type EdgeSplit,
  type MeshData,
  type TopologyEdit,
  type TriangleMesh,
  type VertexSplit,
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
  restAreas: Float64Array;
  /** Which parts of it hang together. */
  readonly pieces: Pieces;
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
    this.pieces = new Pieces(this.mesh);
    this.restAreas = triangleAreas(this.mesh, rest.positions);
    this.springs = new Springs(this.mesh.edgeCount);
    this.bendSprings = new Springs(this.mesh.edgeCount);
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) this.#addSpring(edge, rest.positions);
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) this.#renewBendSpring(edge);
    for (let vertex = 0; vertex < this.mesh.vertexCount; vertex++) this.#renewMass(vertex);
  }

  /**
   * Follows an edit that the mesh has made already, and maybe others after it: all that depends on the order is taken
   * from the record and from what the stores say themselves; what follows from the mesh alone is made anew, and is right
   * when the last edit has been replayed. O(valence).
   */
  replay(edit: TopologyEdit): void {
    this.edits.push(edit);
    this.pieces.replay(edit);
    if (edit.type === "split-vertex") this.#replayVertexSplit(edit);
    else if (edit.type === "split-edge") this.#replayEdgeSplit(edit);
    else this.#replayEdgeSeparation(edit);
  }

  #replayVertexSplit(edit: VertexSplit): void {
    const { mesh } = this;
    const { vertex, newVertex } = edit;
    this.particles.replay({ newVertex, from: vertex, to: vertex, t: 0 });
    this.#renewMass(vertex);
    this.#renewMass(newVertex);
    this.#copySprings(edit.dividedEdges, edit.newEdges);
    for (const corner of edit.movedCorners) {
      this.#renewSpringEnds(mesh.halfedgeEdges[corner]!);
      this.#renewSpringEnds(mesh.halfedgeEdges[mesh.previous(corner)]!);
      this.#renewBendSpring(mesh.halfedgeEdges[mesh.next(corner)]!); // ends in the moved corner
    }
  }

  #replayEdgeSeparation({ edge, newEdges }: EdgeSeparation): void {
    this.#copySprings(
      newEdges.map(() => edge),
      newEdges,
    );
  }

  /** Edges that were duplicated: each copy is a spring like its original, and bends across neither of them. */
  #copySprings(originals: readonly number[], copies: readonly number[]): void {
    for (let i = 0; i < copies.length; i++) {
      this.springs.copy(originals[i]!, copies[i]!);
      this.bendSprings.copy(originals[i]!, copies[i]!);
    }
    for (const edge of originals) this.#renewBendSpring(edge);
    for (const edge of copies) {
      this.#renewSpringEnds(edge);
      this.#renewBendSpring(edge);
    }
  }

  /**
   * Area, mass and stiffness are shared out anew among the parts. All lengths come from the rest lengths around, so the
   * unstressed sheet stays what it was, however far it is stretched at the moment.
   */
  #replayEdgeSplit(edit: EdgeSplit): void {
    const { mesh, springs, bendSprings, material } = this;
    const { edge, newEdge, newVertex, start, end, t, triangles, newTriangles } = edit;
    const { crossEdges, startEdges, endEdges } = edit;
    this.particles.replay({ newVertex, from: start, to: end, t });
    this.restAreas = grown(
      this.restAreas,
      grownCapacity(this.restAreas.length, mesh.triangleCount),
    );
    springs.grow(mesh.edgeCount);
    bendSprings.grow(mesh.edgeCount);

    const length = springs.restLengths[edge]!;
    for (let i = 0; i < triangles.length; i++) {
      const area = this.restAreas[triangles[i]!]!;
      this.restAreas[triangles[i]!] = t * area;
      this.restAreas[newTriangles[i]!] = area - t * area;
      // Both outer edges lose a part of the area that they stood for, and stiffness with it.
      this.#takeArea(startEdges[i]!, area - t * area);
      this.#takeArea(endEdges[i]!, t * area);

      // Stewart's theorem, for the line from a corner to a point of the side across from it.
      const a = springs.restLengths[startEdges[i]!]!;
      const b = springs.restLengths[endEdges[i]!]!;
      const across = Math.sqrt(
        Math.max(0, (1 - t) * a * a + t * b * b - t * (1 - t) * length * length),
      );
      const cross = crossEdges[i]!;
      const share = across === 0 ? 0 : area / (across * across);
      springs.restLengths[cross] = across;
      springs.stiffnesses[cross] = material.stiffness * share;
      springs.dampings[cross] = material.damping * share;
      this.#renewSpringEnds(cross);
    }

    // Two springs in a row that stretch like the one before: each stiffer as it is shorter.
    springs.copy(edge, newEdge);
    springs.restLengths[edge] = t * length;
    springs.restLengths[newEdge] = length - t * length;
    this.#scaleSpring(edge, 1 / t);
    this.#scaleSpring(newEdge, 1 / (1 - t));
    this.#renewSpringEnds(edge);
    this.#renewSpringEnds(newEdge);

    for (const changed of [edge, newEdge, ...crossEdges, ...startEdges, ...endEdges]) {
      bendSprings.setEnds(changed, -1, -1); // reborn with another rest length
      this.#renewBendSpring(changed);
    }
    const changedVertices = [...triangles, ...newTriangles].flatMap((t) => mesh.cornersIn(t));
    for (const vertex of new Set(changedVertices)) this.#renewMass(vertex);
  }

  #scaleSpring(edge: number, factor: number): void {
    this.springs.stiffnesses[edge]! *= factor;
    this.springs.dampings[edge]! *= factor;
  }

  #takeArea(edge: number, area: number): void {
    const { springs, material } = this;
    const length = springs.restLengths[edge]!;
    const share = length === 0 ? 0 : area / (length * length);
    springs.stiffnesses[edge] = Math.max(
      0,
      springs.stiffnesses[edge]! - material.stiffness * share,
    );
    springs.dampings[edge] = Math.max(0, springs.dampings[edge]! - material.damping * share);
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
