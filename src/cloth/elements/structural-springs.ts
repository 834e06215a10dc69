import type { EdgeSplit, TopologyEdit, TriangleMesh } from "../../mesh/index.js";
import type { RestShape } from "../rest-shape.js";
import { colorOrder } from "./color-order.js";
import { writeUnloadedLength, type Sheet } from "./elements.js";
import { Springs } from "./springs.js";
import { stiffnessOnEdge } from "./weave-direction.js";

/**
 * Springs along the edges of the mesh; the index of a spring is the index of its edge.
 *
 * Each has the stiffness E · ΣA / L², where ΣA is the area of the triangles on its edge. This makes the stiffness of
 * the sheet independent of the resolution (E for equilateral triangles, 1.2 E along the sides of a grid).
 */
export class StructuralSprings extends Springs {
  override readonly kind = "spring";
  /** ΣA / L² of each spring: times the stiffness of the sheet it is the stiffness of the spring. */
  shares!: Float64Array;
  /** Shares before each split, in order, for a bit-exact undo. */
  readonly #before: number[] = [];

  constructor(mesh: TriangleMesh) {
    super(mesh);
    this.attach(1, (values) => (this.shares = values));
  }

  /** Initializes the shares and the sweep order of a new sheet. */
  start({ mesh, rest }: Sheet): void {
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const length = rest.lengths[edge]!;
      this.shares[edge] = rest.areaAround(mesh, edge) / (length * length);
    }
    this.order = colorOrder(mesh);
  }

  /**
   * Replays an edit from its record, after the rest shape has. Duplicated edges get springs as stiff as their originals
   * (Robson). The halves of a split edge are two springs in series that stretch like the original.
   */
  replay(edit: TopologyEdit, rest: RestShape): void {
    this.copySlots(edit);
    if (edit.type === "split-edge") {
      let last = edit.newEdge;
      for (let i = 0; i < edit.crossEdges.length; i++) last = Math.max(last, edit.crossEdges[i]!);
      this.grow(last + 1);
      this.#splitShares(edit, rest);
    } else this.grow((edit.newEdges.at(-1) ?? -1) + 1);
  }

  /** Undoes the latest edit, bit-exact. The cloth rebuilds what depends on the current mesh. */
  undo(edit: TopologyEdit): void {
    if (edit.type !== "split-edge") return;
    for (let i = edit.triangles.length - 1; i >= 0; i--) {
      this.shares[edit.endEdges[i]!] = this.#before.pop()!;
      this.shares[edit.startEdges[i]!] = this.#before.pop()!;
    }
    this.shares[edit.edge] = this.#before.pop()!;
  }

  #splitShares(edit: EdgeSplit, rest: RestShape): void {
    const { edge, newEdge, t, triangles, newTriangles, crossEdges, startEdges, endEdges } = edit;
    this.#before.push(this.shares[edge]!);
    this.shares[newEdge]! /= 1 - t;
    this.shares[edge]! /= t;
    for (let i = 0; i < triangles.length; i++) {
      const keptArea = rest.areas[triangles[i]!]!;
      const newArea = rest.areas[newTriangles[i]!]!;
      // Both outer edges lose part of their area.
      this.#subtractArea(startEdges[i]!, newArea, rest);
      this.#subtractArea(endEdges[i]!, keptArea, rest);
      const cross = crossEdges[i]!;
      const length = rest.lengths[cross]!;
      this.shares[cross] = length === 0 ? 0 : (keptArea + newArea) / (length * length);
    }
  }

  #subtractArea(edge: number, area: number, { lengths }: RestShape): void {
    this.#before.push(this.shares[edge]!);
    const length = lengths[edge]!;
    const share = length === 0 ? 0 : area / (length * length);
    this.shares[edge] = Math.max(0, this.shares[edge]! - share);
  }

  /** Updates the rest length after an edge has yielded; the rest of its spring stays as it is. */
  renewLength(sheet: Sheet, edge: number): void {
    writeUnloadedLength(sheet, edge, this.restLengths, edge);
  }

  override renewEdge(sheet: Sheet, edge: number): void {
    const { mesh, material } = sheet;
    this.renewLength(sheet, edge);
    this.setEnds(edge, mesh.edgeStart(edge), mesh.edgeEnd(edge));
    this.stiffnesses[edge] = stiffnessOnEdge(sheet, edge) * this.shares[edge]!;
    this.dampings[edge] = material.damping * this.shares[edge]!;
  }
}
