import type { Cloth, Selection } from "../../cloth/index.js";
import { edgePath, separateEdge, type EdgeSplit, type TopologyEdit } from "../../mesh/index.js";
import type { SeamStrengths } from "../../tearing/index.js";
import { isDue, type SeamOptions } from "../options/options.js";
import { checkSeamLine, laySeamLine, seamReach } from "./seam-line.js";

/** The cloth that a seam runs through. */
export interface SeamContext {
  readonly cloth: Cloth;
  /** Mean unstressed length of its edges at the start, m. */
  readonly spacing: number;
  /** The particles of a selection as they are now. */
  select(selection: Selection): number[];
}

/** How far a seam has opened, as plain numbers. */
export interface SeamState {
  /** Whether its time has come. */
  hasBegun: boolean;
  /** How much of its length time has opened, from 0 to 1. */
  fraction: number;
  /** How many edits the cloth had when its line was laid into the mesh; −1: it is not, or there is none. */
  insertedAt: number;
  /** Its edges, from its first end to its last. */
  edges: number[];
  /** The end of each edge that the seam comes to first: that vertex, or one that lay in the same place unstressed. */
  nearEnds: number[];
  /** How far along the seam each edge ends, m unstressed. */
  ends: number[];
  /** Two vertices of the seam on either side of each edge: by them the seam has its direction there. */
  from: number[];
  to: number[];
}

/** A seam has its direction over this many mean edges on either side. */
const REACH = 1.5;

const NOT_LAID: SeamState = {
  hasBegun: false,
  fraction: 0,
  insertedAt: -1,
  edges: [],
  nearEnds: [],
  ends: [],
  from: [],
  to: [],
};

/**
 * A path of edges along which a cloth comes apart when its time has come, at once or like a zip, or along which it tears
 * more easily than elsewhere.
 */
export class Seam {
  /** What of the strength of the cloth it bears across it; 1: it is as strong as the rest. */
  readonly strength: number;
  readonly #cloth: Cloth;
  readonly #spacing: number;
  readonly #options: SeamOptions;
  #state: SeamState = copyOf(NOT_LAID);
  /** Its edges once more: most edits are none of its business, and should cost nothing. */
  #own = new Set<number>();

  /** @throws RangeError that names the field, where the cloth has no such path. */
  constructor(context: SeamContext, options: SeamOptions) {
    const { cloth } = context;
    this.strength = options.strength ?? 1;
    this.#cloth = cloth;
    this.#spacing = context.spacing;
    this.#options = options;
    if (options.line === undefined) this.#setEdges(selectedEdges(context, options));
    else checkSeamLine(cloth.mesh, cloth.rest.positions, options.line);
  }

  /** Its edges, from its first end to its last; those of a line without a strength are there when it begins to open. */
  get edges(): readonly number[] {
    return this.#state.edges;
  }

  /** How much of its length time has opened, from 0 to 1. */
  get openFraction(): number {
    return this.#state.fraction;
  }

  /** How much of its length has come apart, whatever the cause, from 0 to 1. O(edges). */
  get tornFraction(): number {
    const { edges, ends } = this.#state;
    let open = 0;
    for (let i = 0; i < edges.length; i++) {
      if (this.#cloth.mesh.edgeTriangleCount(edges[i]!) > 1) continue;
      open += ends[i]! - (i === 0 ? 0 : ends[i - 1]!);
    }
    return edges.length === 0 ? 0 : Math.min(1, open / ends.at(-1)!);
  }

  /** Tells tearing of its edges, where they are weaker or stronger than the rest. */
  addTo(strengths: SeamStrengths): void {
    const { edges, from, to } = this.#state;
    strengths.add(edges, this.strength, from, to);
  }

  get state(): SeamState {
    return copyOf(this.#state);
  }

  set state(state: SeamState) {
    this.#state = copyOf(state);
    this.#own = new Set(state.edges);
  }

  /** Where it has a strength, its line lies in the mesh from the start: only edges can tear. Nothing opens. */
  layAtStart(): void {
    const { line, strength } = this.#options;
    if (line !== undefined && strength !== undefined) this.#lay(line);
  }

  /** Opens what should be open at the start of a step, s. The edges that have come apart now; null: none. */
  open(time: number): number[] | null {
    const { openTime, openDuration = 0, line } = this.#options;
    if (openTime === undefined || this.#state.fraction === 1 || !isDue(openTime, time)) return null;
    if (line !== undefined && this.#state.insertedAt === -1) this.#lay(line);
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
      if (mesh.edgeTriangleCount(edges[i]!) === 1) continue; // it has come apart before
      for (const edit of separateEdge(mesh, edges[i]!)) this.#cloth.replay(edit);
      (opened ??= []).push(edges[i]!);
    }
    return opened;
  }

  #lay(line: NonNullable<SeamOptions["line"]>): void {
    const { mesh, rest } = this.#cloth;
    const laid = laySeamLine(mesh, rest.positions, line);
    if (laid === null) return;
    for (const edit of laid.edits) this.#cloth.replay(edit);
    this.#setEdges(laid.edges);
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
    let way = 0;
    const ends = edges.map((edge) => (way += rest.lengths[edge]!));
    const path = [...nearEnds, mesh.otherEnd(edges.at(-1)!, nearEnds.at(-1)!)];
    const { from, to } = seamReach(path, ends, REACH * this.#spacing);
    this.state = { ...this.#state, edges, nearEnds, ends, from, to };
  }

  /** Follows an edge that was split: both halves of one of the seam belong to it. */
  follow({ edge, newEdge, newVertex, start, t }: EdgeSplit): void {
    if (!this.#own.has(edge)) return;
    this.#own.add(newEdge);
    const { edges, nearEnds, ends, from: before, to: after } = this.#state;
    const i = edges.indexOf(edge);
    const from = i === 0 ? 0 : ends[i - 1]!;
    const isForward = this.#isSamePlace(nearEnds[i]!, start);
    const middle = from + (isForward ? t : 1 - t) * (ends[i]! - from);
    edges.splice(i, 1, ...(isForward ? [edge, newEdge] : [newEdge, edge]));
    nearEnds.splice(i + 1, 0, newVertex);
    ends.splice(i, 0, middle);
    before.splice(i, 0, before[i]!);
    after.splice(i, 0, after[i]!);
  }

  /** Follows an edit that was taken back: what should be open by now opens again in the next step. */
  undo(edit: TopologyEdit): void {
    const state = this.#state;
    // A line that no longer lies in the mesh has no edges.
    if (edit.serial < state.insertedAt) {
      this.state = NOT_LAID;
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

/** The edges inside the cloth between selected vertices, in a row. */
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
      "select: expected both ends of an edge inside the cloth, but it selects none; select more, or give a line",
    );
  }
  // Named one by one, vertices say where it begins.
  const ids = "ids" in select! ? select.ids : null;
  const path = edgePath(mesh, edges, (a, b) =>
    ids === null ? a < b : ids.indexOf(a) < ids.indexOf(b),
  );
  if (path.branch !== -1) {
    throw new RangeError(
      `select: expected a path, but three edges or more meet in vertex ${path.branch}; select less, or give a line`,
    );
  }
  if (path.count > 1) {
    throw new RangeError(
      `select: expected one path, but it selects ${path.count}; make a seam of each`,
    );
  }
  return path.edges;
}
