import type { Cloth, Selection } from "../../cloth/index.js";
import { edgePath, separateEdge, type EdgeSplit, type TopologyEdit } from "../../mesh/index.js";
import type { SeamStrengths } from "../../tearing/index.js";
import { isDue, type SeamOptions } from "../options/options.js";
import { checkSeamLine, insertSeamLine, seamReach } from "./seam-line.js";

/** The cloth that a seam runs through. */
export interface SeamContext {
  readonly cloth: Cloth;
  /** Mean unstressed length of its edges at the start, m. */
  readonly spacing: number;
  /** The selected particles at this time. */
  select(selection: Selection): number[];
}

/** State of a seam, as plain numbers. */
export interface SeamState {
  /** True from its `openTime` on. */
  hasBegun: boolean;
  /** Fraction of its length that is open by its schedule, from 0 to 1. */
  fraction: number;
  /** Number of edits of the cloth when its line was inserted into the mesh; −1: it is not inserted, or has no line. */
  insertedAt: number;
  /** Its edges, from the first end to the last. */
  edges: number[];
  /**
   * The end of each edge that comes first along the seam: that vertex, or another one with the same unstressed
   * position.
   */
  nearEnds: number[];
  /** Distance along the seam to the end of each edge, m, unstressed. */
  ends: number[];
  /** Two vertices of the seam, on either side of each edge. They define the direction of the seam there. */
  from: number[];
  to: number[];
}

/** The direction of a seam is measured over this many mean edge lengths on either side. */
const REACH = 1.5;

const NOT_INSERTED: SeamState = {
  hasBegun: false,
  fraction: 0,
  insertedAt: -1,
  edges: [],
  nearEnds: [],
  ends: [],
  from: [],
  to: [],
};

/** A path of edges along which a cloth opens at a time, at once or like a zip, or along which it tears more easily. */
export class Seam {
  /** Strength across the seam as a factor of the strength of the cloth; 1: as strong as the rest. */
  readonly strength: number;
  readonly #cloth: Cloth;
  readonly #spacing: number;
  readonly #options: SeamOptions;
  #state: SeamState = copyOf(NOT_INSERTED);
  /** Its edges as a set, so that edits elsewhere cost nothing. */
  #own = new Set<number>();

  /**
   * @throws RangeError that names the field, if the cloth has no such path.
   *
   * @internal
   */
  constructor(context: SeamContext, options: SeamOptions) {
    const { cloth } = context;
    this.strength = options.strength ?? 1;
    this.#cloth = cloth;
    this.#spacing = context.spacing;
    this.#options = options;
    if (options.line === undefined) this.#setEdges(selectedEdges(context, options));
    else checkSeamLine(cloth.mesh, cloth.rest.positions, options.line);
  }

  /** Its edges, from the first end to the last. A line without a `strength` has edges only after it begins to open. */
  get edges(): readonly number[] {
    return this.#state.edges;
  }

  /** Fraction of its length that is open by its schedule, from 0 to 1. */
  get openFraction(): number {
    return this.#state.fraction;
  }

  /** Fraction of its length that is open for any reason, from 0 to 1. O(edges). */
  get tornFraction(): number {
    const { edges, ends } = this.#state;
    let open = 0;
    for (let i = 0; i < edges.length; i++) {
      if (this.#cloth.mesh.edgeTriangleCount(edges[i]!) > 1) continue;
      open += ends[i]! - (i === 0 ? 0 : ends[i - 1]!);
    }
    return edges.length === 0 ? 0 : Math.min(1, open / ends.at(-1)!);
  }

  /**
   * Adds its edges to the seam strengths of the cloth.
   *
   * @internal
   */
  addTo(strengths: SeamStrengths): void {
    const { edges, from, to } = this.#state;
    strengths.add(edges, this.strength, from, to);
  }

  /** @internal */
  get state(): SeamState {
    return copyOf(this.#state);
  }

  /** @internal */
  set state(state: SeamState) {
    this.#state = copyOf(state);
    this.#own = new Set(state.edges);
  }

  /**
   * Inserts its line into the mesh at the start if it has a `strength`, because only edges can tear. Opens nothing.
   *
   * @internal
   */
  insertAtStart(): void {
    const { line, strength } = this.#options;
    if (line !== undefined && strength !== undefined) this.#insert(line);
  }

  /**
   * Opens what is due at the start of a step.
   *
   * @param time Start of the step, s.
   * @returns The edges that were separated now; null: none.
   *
   * @internal
   */
  open(time: number): number[] | null {
    const { openTime, openDuration = 0, line } = this.#options;
    if (openTime === undefined || this.#state.fraction === 1 || !isDue(openTime, time)) return null;
    if (line !== undefined && this.#state.insertedAt === -1) this.#insert(line);
    const state = this.#state;
    state.hasBegun = true;
    state.fraction = isDue(openTime + openDuration, time)
      ? 1
      : Math.max(0, (time - openTime) / openDuration);
    const { edges, ends } = state;
    const reach = state.fraction * (ends.at(-1) ?? 0);
    const { mesh } = this.#cloth;
    let opened: number[] | null = null;
    for (let i = 0; i < edges.length && ends[i]! <= reach; i++) {
      if (mesh.edgeTriangleCount(edges[i]!) === 1) continue; // it is open already
      for (const edit of separateEdge(mesh, edges[i]!)) this.#cloth.replay(edit);
      (opened ??= []).push(edges[i]!);
    }
    return opened;
  }

  #insert(line: NonNullable<SeamOptions["line"]>): void {
    const { mesh, rest } = this.#cloth;
    const inserted = insertSeamLine(mesh, rest.positions, line);
    if (inserted === null) return;
    for (const edit of inserted.edits) this.#cloth.replay(edit);
    this.#setEdges(inserted.edges);
    this.#state.insertedAt = this.#cloth.edits.length;
  }

  #setEdges(edges: number[]): void {
    const { mesh, rest } = this.#cloth;
    const isEndOf = (edge: number | undefined, vertex: number): boolean =>
      edge !== undefined && (mesh.edgeStart(edge) === vertex || mesh.edgeEnd(edge) === vertex);
    const nearEnds = edges.map((edge, i) => {
      const start = mesh.edgeStart(edge);
      const isForward = isEndOf(edges[i - 1], start) || isEndOf(edges[i + 1], mesh.edgeEnd(edge));
      return isForward ? start : mesh.edgeEnd(edge);
    });
    let distance = 0;
    const ends = edges.map((edge) => (distance += rest.lengths[edge]!));
    const path = [...nearEnds, mesh.otherEnd(edges.at(-1)!, nearEnds.at(-1)!)];
    const { from, to } = seamReach(path, ends, REACH * this.#spacing);
    this.state = { ...this.#state, edges, nearEnds, ends, from, to };
  }

  /**
   * Follows the split of an edge: both halves of an edge of the seam belong to the seam.
   *
   * @internal
   */
  follow({ edge, newEdge, newVertex, start, t }: EdgeSplit): void {
    if (!this.#own.has(edge)) return;
    this.#own.add(newEdge);
    const { edges, nearEnds, ends, from: before, to: after } = this.#state;
    const i = edges.indexOf(edge);
    const from = i === 0 ? 0 : ends[i - 1]!;
    const isForward = this.#isSamePlace(nearEnds[i]!, start);
    const center = from + (isForward ? t : 1 - t) * (ends[i]! - from);
    edges.splice(i, 1, ...(isForward ? [edge, newEdge] : [newEdge, edge]));
    nearEnds.splice(i + 1, 0, newVertex);
    ends.splice(i, 0, center);
    before.splice(i, 0, before[i]!);
    after.splice(i, 0, after[i]!);
  }

  /**
   * Follows an undone edit. What is due opens again in the next step.
   *
   * @internal
   */
  undo(edit: TopologyEdit): void {
    const state = this.#state;
    // A line that is no longer in the mesh has no edges.
    if (edit.serial < state.insertedAt) {
      this.state = NOT_INSERTED;
      return;
    }
    state.fraction = 0;
    const { edges, nearEnds, ends, from, to } = state;
    if (edit.type === "split-edge" && this.#own.delete(edit.newEdge)) {
      const i = Math.min(edges.indexOf(edit.edge), edges.indexOf(edit.newEdge));
      edges.splice(i, 2, edit.edge);
      nearEnds.splice(i + 1, 1);
      ends.splice(i, 1);
      from.splice(i, 1);
      to.splice(i, 1);
    }
  }

  #isSamePlace(a: number, b: number): boolean {
    const { positions } = this.#cloth.rest;
    return [0, 1, 2].every((k) => positions[3 * a + k] === positions[3 * b + k]);
  }
}

function copyOf(state: SeamState): SeamState {
  const copy = { ...state };
  for (const list of ["edges", "nearEnds", "ends", "from", "to"] as const) {
    copy[list] = [...state[list]];
  }
  return copy;
}

/** The inner edges between selected vertices, in order along the path. */
function selectedEdges(context: SeamContext, { select }: SeamOptions): number[] {
  const { mesh } = context.cloth;
  const selected = new Set(context.select(select!));
  const edges: number[] = [];
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const isBetween = selected.has(mesh.edgeStart(edge)) && selected.has(mesh.edgeEnd(edge));
    if (isBetween && mesh.edgeTriangleCount(edge) > 1) edges.push(edge);
  }
  if (edges.length === 0) {
    throw new RangeError(
      "select: expected both ends of an inner edge of the cloth, but it selects none; select more vertices, or give a line",
    );
  }
  // With `ids`, the order of the list says where the path begins.
  const ids = "ids" in select! ? select.ids : null;
  const path = edgePath(mesh, edges, (a, b) =>
    ids === null ? a < b : ids.indexOf(a) < ids.indexOf(b),
  );
  if (path.branch !== -1) {
    throw new RangeError(
      `select: expected a path, but three edges or more meet at vertex ${path.branch}; select fewer vertices, or give a line`,
    );
  }
  if (path.count > 1) {
    throw new RangeError(
      `select: expected one path, but it selects ${path.count}; make a seam for each`,
    );
  }
  return path.edges;
}
