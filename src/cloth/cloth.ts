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

/** A sheet: its mesh and all stores that follow it. Its rest shape is the mesh as it was given. */
export class Cloth {
  readonly mesh: TriangleMesh;
  readonly model: Model;
  readonly particles: Particles;
  /** The unstressed sheet, as it was at the start. */
  readonly rest: RestShape;
  /** What has stayed of past deformation; null while its material has never been one that yields. */
  plastic: PlasticShape | null = null;
  /** What resists stretch, shear and bending: the elements of the model, kind by kind. */
  readonly elements: readonly Elements[];
  /** Structural springs; the number of a spring is the number of its edge. Empty in models without. */
  readonly springs: StructuralSprings;
  /** Bend-shear springs; the number of a spring is the number of the edge that it crosses. Empty in models without. */
  readonly bendSprings: BendShearSprings;
  /** Angles at the corners of triangles; the number of an element is that of its triangle. Empty in models without. */
  readonly corners: CornerShear;
  /** Which parts of it hang together. */
  readonly pieces: Pieces;
  /** All that follows its mesh, or time; others may add theirs. */
  readonly stores = new StoreList(["edits"]);
  /** Every edit since the start, in order: what views and recorders replay. */
  readonly edits: TopologyEdit[] = [];
  /** As it was given: what it leaves open follows from the rest of it. */
  #given: ClothMaterial;
  #material: ResolvedMaterial;
  #tearsAt = 1;

  /** Edges whose plastic stretch has changed: `renewYielded` lets their springs follow. */
  readonly yielded = new IndexSet();
  readonly #aroundYielded = new IndexSet();

  /** What the edits have touched that the stores have not caught up with yet. */
  readonly #changed = {
    vertices: new IndexSet(),
    edges: new IndexSet(),
    triangles: new IndexSet(),
  };

  /**
   * @param rest The unstressed cloth.
   * @param positions Where its particles start, when that is elsewhere.
   * @param model The elements that it is made of.
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

  get material(): Readonly<ResolvedMaterial> {
    return this.#material;
  }

  /** The material as it was given, without what follows from the rest of it. Another object after every change. */
  get givenMaterial(): ClothMaterial {
    return this.#given;
  }

  set givenMaterial(given: ClothMaterial) {
    this.#material = resolveMaterial(given);
    this.#given = { ...given };
    this.#startPlastic();
    this.#renewEverything();
  }

  /** Whether anything of it can stay deformed. */
  get yields(): boolean {
    return this.#material.yield < Infinity || this.#material.bendYield < Infinity;
  }

  #startPlastic(): void {
    if (this.plastic === null && this.yields) this.plastic = new PlasticShape(this.mesh);
    if (this.plastic !== null)
      this.plastic.most = Math.max(1 + this.#material.breakingStrain, this.#tearsAt);
  }

  /** Length over length at the start at which it tears, where that is more than the strength of the material says. */
  set tearsAt(stretch: number) {
    this.#tearsAt = stretch;
    this.#startPlastic();
  }

  get plasticState(): PlasticState | null {
    return this.plastic === null ? null : this.plastic.state(this.mesh);
  }

  set plasticState(state: PlasticState | null) {
    if (this.plastic === null && state === null) return;
    this.plastic ??= new PlasticShape(this.mesh);
    this.plastic.take(state);
    this.#renewEverything();
  }

  /**
   * Changes what the cloth is made of while it moves. A whole material, as each of `MATERIALS`, takes the place of the one before:
   * what it does not say has its default. Whole is what says `density`, `stiffness`, `bendStiffness` and `damping`. Anything less
   * changes those fields alone; another `stiffness` takes warp and weft along, unless they are said too.
   */
  setMaterial(material: ClothMaterial | Partial<ClothMaterial>): void {
    checkOptions("material", material, MATERIAL_CHANGE);
    const isWhole = isWholeMaterial(material);
    this.givenMaterial = isWhole ? material : changedMaterial(this.#given, material);
  }

  /** Lets springs follow the edges that have yielded, and bend-shear springs and the angles at corners what is around them. */
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
   * Force along an edge, N, as the mean over a step: what the solver really applied there. Springs say it themselves; for
   * triangles it is their stress along the edge times area over length.
   *
   * @param duration Of the step whose impulses are in the stores, s.
   */
  edgeTension(edge: number, duration: number): number {
    this.writeEdgeTension(edge, duration, tension, 0);
    return tension[0]!;
  }

  /** The same into an array, because a number that is returned goes on the heap. */
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
   * Follows an edit that the mesh has made already, and maybe others after it. What depends on the order of the edits
   * (places, rest lengths, areas, shares of springs) is taken from the record and from the stores themselves, at once.
   * What follows from the mesh as it is (masses, particles of elements, angles) waits until the stores have caught up
   * with the mesh. O(valence).
   *
   * @param except Stores that have followed it before.
   */
  replay(edit: TopologyEdit, except?: ReadonlySet<Store>): void {
    this.edits.push(edit);
    this.stores.replay(edit, except);
    this.#mark(edit);
    if (this.edits.length === this.mesh.editCount) this.#catchUp();
  }

  /**
   * Takes the latest edit back, in the mesh and in all stores. What has come apart meets again, wherever it is by now, with
   * all its momentum. O(valence).
   */
  undo(): TopologyEdit {
    const edit = this.edits.at(-1);
    if (edit === undefined) throw new RangeError("undo: there is no edit to take back");
    undo(this.mesh, edit); // throws before anything has changed
    this.edits.pop();
    this.stores.undo(edit);
    for (const elements of this.elements) {
      elements.shrink(elements.place === "edge" ? this.mesh.edgeCount : this.mesh.triangleCount);
    }
    this.#markUndone(edit);
    this.#catchUp();
    return edit;
  }

  /**
   * Remembers what an edit has touched: the triangles with other corners than before, the edges with other triangles
   * (those of touched triangles come by themselves), and the vertices with another area.
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

  /** The same for an edit that was taken back: of what it has made nothing is left. */
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

  /** Makes anew what follows from the mesh, where it has changed since the last time. */
  #catchUp(): void {
    const { mesh, elements } = this;
    const { vertices, edges, triangles } = this.#changed;
    for (let i = 0; i < triangles.size; i++) {
      const triangle = triangles.at(i);
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

/** The elements of a class in a list; where it has none, those of a mesh without anything. */
function find<T extends Elements>(
  elements: readonly Elements[],
  kind: new (mesh: TriangleMesh) => T,
): T {
  for (const candidate of elements) if (candidate instanceof kind) return candidate;
  return new kind(new TriangleMesh(0, 0));
}
