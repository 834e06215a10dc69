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

  /** What the edits have touched that the stores have not caught up with yet. */
  readonly #changed = {
    vertices: new Set<number>(),
    edges: new Set<number>(),
    triangles: new Set<number>(),
    /** Triangles whose shape is another, and not only their corners. */
    shapes: new Set<number>(),
  };

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
   * Follows an edit that the mesh has made already, and maybe others after it. What depends on the order of the edits
   * (places, rest lengths, areas, stiffness) is taken from the record and from the stores themselves, at once. What
   * follows from the mesh as it is (masses, ends, bend-shear springs) waits until the stores have caught up with the
   * mesh. O(valence).
   */
  replay(edit: TopologyEdit): void {
    this.edits.push(edit);
    this.pieces.replay(edit);
    if (edit.type === "split-vertex") this.#replayVertexSplit(edit);
    else if (edit.type === "split-edge") this.#replayEdgeSplit(edit);
    else this.#replayEdgeSeparation(edit);
    if (this.edits.length === this.mesh.editCount) this.#catchUp();
  }

  #replayVertexSplit(edit: VertexSplit): void {
    const { mesh } = this;
    const changed = this.#changed;
    const { vertex, newVertex } = edit;
    this.particles.replay({ newVertex, from: vertex, to: vertex, t: 0 });
    changed.vertices.add(vertex).add(newVertex);
    this.#copySprings(edit.dividedEdges, edit.newEdges);
    for (const corner of edit.movedCorners) changed.triangles.add(mesh.triangleOf(corner));
  }

  #replayEdgeSeparation({ edge, newEdges }: EdgeSeparation): void {
    this.#copySprings(
      newEdges.map(() => edge),
      newEdges,
    );
  }

  /** Edges that were duplicated: each copy is a spring like its original. */
  #copySprings(originals: readonly number[], copies: readonly number[]): void {
    const { springs, bendSprings } = this;
    const changed = this.#changed;
    for (let i = 0; i < copies.length; i++) {
      const [original, copy] = [originals[i]!, copies[i]!];
      springs.copy(original, copy);
      bendSprings.copy(original, copy);
      changed.edges.add(original).add(copy);
    }
  }

  /**
   * Area, mass and stiffness are shared out anew among the parts. All lengths come from the rest lengths around, so the
   * unstressed sheet stays what it was, however far it is stretched at the moment.
   */
  #replayEdgeSplit(edit: EdgeSplit): void {
    const { mesh, springs, bendSprings, material } = this;
    const changed = this.#changed;
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
      changed.triangles.add(triangles[i]!).add(newTriangles[i]!);
      changed.shapes.add(triangles[i]!).add(newTriangles[i]!);
    }

    // Two springs in a row that stretch like the one before: each stiffer as it is shorter.
    springs.copy(edge, newEdge);
    springs.restLengths[edge] = t * length;
    springs.restLengths[newEdge] = length - t * length;
    this.#scaleSpring(edge, 1 / t);
    this.#scaleSpring(newEdge, 1 / (1 - t));
  }

  /** Makes anew what follows from the mesh, where it has changed since the last time. */
  #catchUp(): void {
    const { mesh, bendSprings } = this;
    const changed = this.#changed;
    for (const edge of changed.edges) {
      for (const triangle of mesh.trianglesOn(edge)) changed.triangles.add(triangle);
    }
    const edges = new Set<number>();
    for (const triangle of changed.triangles) {
      for (const vertex of mesh.cornersIn(triangle)) changed.vertices.add(vertex);
      for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
        const edge = mesh.halfedgeEdges[h]!;
        edges.add(edge);
        // Across a triangle of another shape a spring is born again, with another rest length.
        if (changed.shapes.has(triangle)) bendSprings.setEnds(edge, -1, -1);
      }
    }
    for (const edge of edges) {
      this.#renewSpringEnds(edge);
      this.#renewBendSpring(edge);
    }
    for (const vertex of changed.vertices) this.#renewMass(vertex);
    for (const set of Object.values(changed)) set.clear();
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
