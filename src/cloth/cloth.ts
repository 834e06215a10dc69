import { checkOptions } from "../math/check-options.js";
import {
  buildMesh,
  Pieces,
  TriangleMesh,
  undo,
  type MeshData,
  type TopologyEdit,
} from "../mesh/index.js";
import { IndexSet } from "../math/index-set.js";
import { StoreList, type Store } from "../stores/index.js";
import { clothStores } from "./cloth-stores.js";
import { BendShearSprings } from "./elements/bend-shear.js";
import { CornerShear } from "./elements/corner-shear.js";
import type { Elements } from "./elements/elements.js";
import type { SheetElements } from "./elements/sheet-elements.js";
import { StructuralSprings } from "./elements/structural-springs.js";
import {
  changedMaterial,
  isWholeMaterial,
  MATERIAL_CHANGE,
  resolveMaterial,
  type ClothMaterial,
  type ResolvedMaterial,
} from "./material.js";
import { elementsOf, type Model } from "./models.js";
import { Particles } from "./particles.js";
import { PlasticShape, type PlasticState } from "./plastic-shape.js";
import { RestShape } from "./rest-shape.js";

const tension = new Float64Array(1);

/** A cloth: its mesh, its particles and elements, and all stores that follow the mesh. */
export class Cloth {
  readonly mesh: TriangleMesh;
  readonly model: Model;
  readonly particles: Particles;
  /** The unstressed sheet before any plastic deformation. */
  readonly rest: RestShape;
  /** The plastic deformation; null as long as the material has not been one that yields. */
  plastic: PlasticShape | null = null;
  /** The elements of the model, kind by kind: they resist stretch, shear and bending. */
  readonly elements: readonly Elements[];
  /** Structural springs; the index of a spring is the index of its edge. Empty in models without them. */
  readonly springs: StructuralSprings;
  /**
   * Bend-shear springs; the index of a spring is the index of the edge that it crosses. Empty in models without them.
   */
  readonly bendSprings: BendShearSprings;
  /** Corner angles; the index of an element is the index of its triangle. Empty in models without them. */
  readonly corners: CornerShear;
  /** The connected components of the mesh. */
  readonly pieces: Pieces;
  /** All stores that follow the mesh or change with time; other modules may add theirs. */
  readonly stores = new StoreList(["edits"]);
  /** Every edit since the start, in order, for views and recorders to replay. */
  readonly edits: TopologyEdit[] = [];
  /** The material as given, without defaults. */
  #given: ClothMaterial;
  #material: ResolvedMaterial;
  #tearsAt = 1;

  /**
   * What has changed for a cache of its data: triangles that edits have changed, which the cache clears, and the number
   * of times that everything was rebuilt, as for a new material.
   *
   * @internal
   */
  readonly renewed = { triangles: new IndexSet(), revision: 0 };
  /**
   * Edges whose plastic stretch has changed; `renewYielded` updates their springs.
   *
   * @internal
   */
  readonly yielded = new IndexSet();
  readonly #aroundYielded = new IndexSet();

  /** Parts of the mesh that edits have changed and that elements and masses do not reflect yet. */
  readonly #changed = {
    vertices: new IndexSet(),
    edges: new IndexSet(),
    triangles: new IndexSet(),
  };

  /**
   * @param rest The unstressed cloth, m.
   * @param positions Start positions of the particles, m. Default: those of `rest`.
   * @param model The set of elements. Default "springs".
   */
  constructor(
    rest: MeshData,
    material: ClothMaterial,
    positions: Float64Array = rest.positions,
    model: Model = "springs",
  ) {
    this.model = model;
    this.#given = { ...material };
    this.#material = resolveMaterial(material);
    this.mesh = buildMesh(rest);
    this.elements = elementsOf(model, this.mesh);
    this.springs = find(this.elements, StructuralSprings);
    this.bendSprings = find(this.elements, BendShearSprings);
    this.corners = find(this.elements, CornerShear);
    this.particles = new Particles(positions, this.mesh);
    this.pieces = new Pieces(this.mesh);
    this.rest = new RestShape(this.mesh, rest.positions);
    this.#startPlastic();
    if (this.springs.count > 0) this.springs.start(this);
    this.#renewEverything();
    for (const store of clothStores(this)) this.stores.add(store);
  }

  /** The material with all defaults filled in. */
  get material(): Readonly<ResolvedMaterial> {
    return this.#material;
  }

  /** The material as given, without defaults. A new object after every change. */
  get givenMaterial(): ClothMaterial {
    return this.#given;
  }

  set givenMaterial(given: ClothMaterial) {
    this.#material = resolveMaterial(given);
    this.#given = { ...given };
    this.#startPlastic();
    this.#renewEverything();
  }

  /** True if the material can deform plastically. */
  get yields(): boolean {
    return this.#material.yield < Infinity || this.#material.bendYield < Infinity;
  }

  #startPlastic(): void {
    if (this.plastic === null && this.yields) this.plastic = new PlasticShape(this.mesh);
    if (this.plastic !== null)
      this.plastic.maxStretch = Math.max(1 + this.#material.breakingStrain, this.#tearsAt);
  }

  /**
   * Length over start length at which the cloth tears, if that is more than 1 + `breakingStrain`.
   *
   * @internal
   */
  set tearsAt(stretch: number) {
    this.#tearsAt = stretch;
    this.#startPlastic();
  }

  /** A copy of the plastic deformation; null if nothing can yield. Setting it rebuilds all elements. */
  get plasticState(): PlasticState | null {
    return this.plastic === null ? null : this.plastic.state(this.mesh);
  }

  set plasticState(state: PlasticState | null) {
    if (this.plastic === null && state === null) return;
    if (state === null && !this.yields) {
      this.plastic!.detach();
      this.plastic = null; // kernels in WebAssembly take over again
    } else {
      this.plastic ??= new PlasticShape(this.mesh);
      this.plastic.restore(state);
    }
    this.#startPlastic();
    this.#renewEverything();
  }

  /**
   * Changes the material while the cloth moves. A complete material, such as each of `MATERIALS`, replaces the previous
   * one; absent fields get their defaults. A material is complete if it has `density`, `stiffness`, `bendStiffness` and
   * `damping`. Anything less changes the given fields only. A new `stiffness` scales warp and weft, unless they are
   * given too.
   *
   * @throws RangeError that names the field.
   */
  setMaterial(material: ClothMaterial | Partial<ClothMaterial>): void {
    checkOptions("material", material, MATERIAL_CHANGE);
    const isWhole = isWholeMaterial(material);
    this.givenMaterial = isWhole ? material : changedMaterial(this.#given, material);
  }

  /**
   * Updates the springs of edges that have yielded, and the bend-shear springs and corner angles around them.
   *
   * @internal
   */
  renewYielded(): void {
    const { mesh, yielded, springs, bendSprings, corners } = this;
    const around = this.#aroundYielded;
    for (let i = 0; i < yielded.size; i++) {
      springs.renewLength(this, yielded.at(i));
      const first = mesh.edgeHalfedges[yielded.at(i)]!;
      let h = first;
      do {
        around.add(mesh.halfedgeEdges[h]!);
        around.add(mesh.halfedgeEdges[mesh.next(h)]!);
        around.add(mesh.halfedgeEdges[mesh.previous(h)]!);
        if (corners.count > 0) corners.renewAngles(this, mesh.triangleOf(h));
        h = mesh.nextOnEdge[h]!;
      } while (h !== first);
    }
    if (bendSprings.count > 0) {
      for (let i = 0; i < around.size; i++) bendSprings.renewEdge(this, around.at(i));
    }
    yielded.clear();
    around.clear();
  }

  /**
   * Returns the tension along an edge, N, as the mean over a step: the force that the solver actually applied. For
   * springs it is the force of the spring. For triangles it is their stress along the edge times area over length.
   *
   * @param duration Duration of the step whose impulses are in the stores, s.
   */
  edgeTension(edge: number, duration: number): number {
    this.writeEdgeTension(edge, duration, tension, 0);
    return tension[0]!;
  }

  /**
   * Writes the tension along an edge into an array: a returned number would be allocated on the heap.
   *
   * @internal
   */
  writeEdgeTension(edge: number, duration: number, into: Float64Array, at: number): void {
    if (this.springs.count > 0) {
      into[at] = this.springs.impulses[edge]! / duration;
      return;
    }
    const { mesh, particles } = this;
    const { positions } = particles;
    const sheet = this.elements[0] as SheetElements;
    const a = mesh.edgeStart(edge);
    const b = mesh.edgeEnd(edge);
    const first = mesh.edgeHalfedges[edge]!;
    let h = first;
    into[at] = 0;
    do {
      sheet.addTensionAlong(mesh.triangleOf(h), a, b, positions, duration, into, at);
      h = mesh.nextOnEdge[h]!;
    } while (h !== first);
  }

  /**
   * Replays an edit that the mesh has made already, possibly followed by others. Data that depends on the order of the
   * edits (positions, rest lengths, areas, area shares of springs) is updated at once, from the record and the stores
   * alone. Data that depends on the current mesh (masses, particles of elements, angles) is updated once all edits are
   * replayed. O(valence).
   *
   * @param except Stores that have replayed the edit before.
   */
  replay(edit: TopologyEdit, except?: ReadonlySet<Store>): void {
    this.#takeImpulses();
    this.edits.push(edit);
    this.stores.replay(edit, except);
    this.#mark(edit);
    if (this.edits.length === this.mesh.editCount) this.#catchUp();
  }

  /**
   * Undoes the latest edit, in the mesh and in all stores. Particles that had separated merge at their current
   * positions; momentum is conserved. O(valence).
   *
   * @throws RangeError if there is no edit.
   */
  undo(): TopologyEdit {
    const edit = this.edits.at(-1);
    if (edit === undefined) throw new RangeError("undo: there is no edit to undo");
    undo(this.mesh, edit); // throws before anything has changed
    this.#takeImpulses();
    this.edits.pop();
    this.stores.undo(edit);
    for (const elements of this.elements) {
      elements.shrink(elements.place === "edge" ? this.mesh.edgeCount : this.mesh.triangleCount);
    }
    this.#markUndone(edit);
    this.#catchUp();
    return edit;
  }

  /** Edits copy the impulses of elements, so the arrays must have the latest ones. */
  #takeImpulses(): void {
    for (let i = 0; i < this.elements.length; i++) void this.elements[i]!.impulses;
  }

  /**
   * Marks what an edit has changed: triangles with new corners, edges with new triangles (`#catchUp` adds the edges of
   * marked triangles), and vertices with a new area.
   */
  #mark(edit: TopologyEdit): void {
    const { vertices, edges, triangles } = this.#changed;
    if (edit.type === "split-vertex") {
      vertices.add(edit.vertex).add(edit.newVertex);
      for (const edge of edit.dividedEdges) edges.add(edge);
      for (const corner of edit.movedCorners) triangles.add(this.mesh.triangleOf(corner));
    } else if (edit.type === "split-edge") {
      for (const list of [edit.triangles, edit.newTriangles]) {
        for (const triangle of list) {
          triangles.add(triangle);
          for (const vertex of this.mesh.cornersIn(triangle)) vertices.add(vertex);
        }
      }
    } else {
      edges.add(edit.edge);
      for (const edge of edit.newEdges) edges.add(edge);
    }
  }

  /** The same for an undone edit: whatever the edit created no longer exists. */
  #markUndone(edit: TopologyEdit): void {
    const { vertices, edges, triangles } = this.#changed;
    if (edit.type === "split-vertex") {
      vertices.add(edit.vertex);
      for (const edge of edit.dividedEdges) edges.add(edge);
      for (const corner of edit.movedCorners) triangles.add(this.mesh.triangleOf(corner));
    } else if (edit.type === "split-edge") {
      for (const triangle of edit.triangles) {
        triangles.add(triangle);
        for (const vertex of this.mesh.cornersIn(triangle)) vertices.add(vertex);
      }
    } else edges.add(edit.edge);
  }

  /** Rebuilds elements and masses where the mesh has changed since the last call. */
  #catchUp(): void {
    const { mesh, elements } = this;
    const { vertices, edges, triangles } = this.#changed;
    for (let i = 0; i < triangles.size; i++) {
      const triangle = triangles.at(i);
      this.renewed.triangles.add(triangle);
      for (let h = 3 * triangle; h < 3 * triangle + 3; h++) edges.add(mesh.halfedgeEdges[h]!);
      for (let k = 0; k < elements.length; k++) {
        elements[k]!.renewTriangle(this, triangle);
        if (elements[k]!.place === "triangle") elements[k]!.renewed.add(triangle);
      }
    }
    for (let i = 0; i < edges.size; i++) {
      for (let k = 0; k < elements.length; k++) {
        elements[k]!.renewEdge(this, edges.at(i));
        if (elements[k]!.place === "edge") elements[k]!.renewed.add(edges.at(i));
      }
    }
    for (let i = 0; i < vertices.size; i++) this.#renewMass(vertices.at(i));
    vertices.clear();
    edges.clear();
    triangles.clear();
  }

  #renewEverything(): void {
    this.renewed.revision++;
    const { edgeCount, triangleCount, vertexCount } = this.mesh;
    for (const elements of this.elements) {
      for (let edge = 0; edge < edgeCount; edge++) elements.renewEdge(this, edge);
      for (let triangle = 0; triangle < triangleCount; triangle++) {
        elements.renewTriangle(this, triangle);
      }
    }
    for (let vertex = 0; vertex < vertexCount; vertex++) this.#renewMass(vertex);
  }

  #renewMass(vertex: number): void {
    const { mesh } = this;
    let area = 0;
    for (let h = mesh.vertexHalfedges[vertex]!; h !== -1; h = mesh.nextAtVertex[h]!) {
      area += this.rest.areas[mesh.triangleOf(h)]!;
    }
    this.particles.setMass(vertex, (this.material.density * area) / 3);
  }
}

/** Returns the elements of a class from a list; if there are none, those of an empty mesh. */
function find<T extends Elements>(
  elements: readonly Elements[],
  kind: new (mesh: TriangleMesh) => T,
): T {
  for (const candidate of elements) if (candidate instanceof kind) return candidate;
  return new kind(new TriangleMesh(0, 0));
}
