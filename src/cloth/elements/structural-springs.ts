import type { EdgeSplit, TopologyEdit, TriangleMesh } from "../../mesh/index.js";
import type { RestShape } from "../rest-shape.js";
import { colourOrder } from "./colour-order.js";
import { lengthWithoutLoad, type Sheet } from "./elements.js";
import { Springs } from "./springs.js";
import { stiffnessOnEdge } from "./weave-direction.js";

/**
 * The springs on the edges of the mesh; the number of a spring is the number of its edge.
 *
 * Each stands for E · ΣA / L² of the sheet, ΣA being the area of the triangles on its edge: that makes the stiffness of
 * the sheet independent of the resolution (E for equilateral triangles, 1.2 E along the sides of a grid).
 */
export class StructuralSprings extends Springs {
  override readonly kind = "spring";
  /** The part of the sheet that a spring stands for: ΣA / L². Times the stiffness of the sheet it is the spring's. */
  shares!: Float64Array;
  /** What divisions have written over, in order. */
  readonly #before: number[] = [];

  constructor(mesh: TriangleMesh) {
    super(mesh);
    this.attach(1, (values) => (this.shares = values));
  }

  /** Gives every edge of a new sheet its spring. */
  start({ mesh, rest }: Sheet): void {
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const length = rest.lengths[edge]!;
      this.shares[edge] = rest.areaAround(mesh, edge) / (length * length);
    }
    this.order = colourOrder(mesh);
  }

  /**
   * Follows an edit by its record, after the rest shape has. Duplicated edges are springs like their originals, as
   * stiff (Robson); halves of an edge are two springs in a row that stretch like the one before.
   */
  replay(edit: TopologyEdit, rest: RestShape): void {
    this.copySlots(edit);
    if (edit.type === "split-edge") {
      let last = edit.newEdge;
      for (let i = 0; i < edit.crossEdges.length; i++) last = Math.max(last, edit.crossEdges[i]!);
      this.grow(last + 1);
      this.#divide(edit, rest);
    } else this.grow((edit.newEdges.at(-1) ?? -1) + 1);
  }

  /** Takes the latest edit back, to the bit; what follows from the mesh is renewed by the cloth. */
  undo(edit: TopologyEdit): void {
    if (edit.type !== "split-edge") return;
    for (let i = edit.triangles.length - 1; i >= 0; i--) {
      this.shares[edit.endEdges[i]!] = this.#before.pop()!;
      this.shares[edit.startEdges[i]!] = this.#before.pop()!;
    }
    this.shares[edit.edge] = this.#before.pop()!;
  }

  #divide(edit: EdgeSplit, rest: RestShape): void {
    const { edge, newEdge, t, triangles, newTriangles, crossEdges, startEdges, endEdges } = edit;
    this.#before.push(this.shares[edge]!);
    this.shares[newEdge]! /= 1 - t;
    this.shares[edge]! /= t;
    for (let i = 0; i < triangles.length; i++) {
      const kept = rest.areas[triangles[i]!]!;
      const gone = rest.areas[newTriangles[i]!]!;
      // Both outer edges lose a part of the area that they stood for.
      this.#takeArea(startEdges[i]!, gone, rest);
      this.#takeArea(endEdges[i]!, kept, rest);
      const cross = crossEdges[i]!;
      const length = rest.lengths[cross]!;
      this.shares[cross] = length === 0 ? 0 : (kept + gone) / (length * length);
    }
  }

  #takeArea(edge: number, area: number, { lengths }: RestShape): void {
    this.#before.push(this.shares[edge]!);
    const length = lengths[edge]!;
    const share = length === 0 ? 0 : area / (length * length);
    this.shares[edge] = Math.max(0, this.shares[edge]! - share);
  }

  /** After an edge has yielded: all else of its spring stays as it is. */
  renewLength(sheet: Sheet, edge: number): void {
    lengthWithoutLoad(sheet, edge, this.restLengths, edge);
  }

  override renewEdge(sheet: Sheet, edge: number): void {
    const { mesh, material } = sheet;
    this.renewLength(sheet, edge);
    this.setEnds(edge, mesh.edgeStart(edge), mesh.edgeEnd(edge));
    this.stiffnesses[edge] = stiffnessOnEdge(sheet, edge) * this.shares[edge]!;
    this.dampings[edge] = material.damping * this.shares[edge]!;
  }
}
