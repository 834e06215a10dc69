import { edgePath, separateEdge, type EdgeSplit, type TopologyEdit } from "../mesh/index.js";
import { hasCome } from "./has-come.js";
import type { SeamOptions } from "./options.js";
import { checkSeamLine, laySeamLine } from "./seam-line.js";
import type { WorldCloth } from "./world-cloth.js";

/** How far a seam has opened, as plain numbers. */
export interface SeamState {
  /** Whether its time has come; a line lies in the mesh from then on. */
  hasBegun: boolean;
  /** How much of its length is open, from 0 to 1. */
  part: number;
  /** Its edges, from its first end to its last. */
  edges: number[];
  /** The end of each edge that the seam comes to first: that vertex, or one that lay in the same place unstressed. */
  nearEnds: number[];
  /** How far along the seam each edge ends, m unstressed. */
  ends: number[];
}

/** A path of edges along which a cloth comes apart when its time has come, at once or like a zip. */
export class Seam {
  readonly #cloth: WorldCloth;
  readonly #options: SeamOptions;
  #state: SeamState = { hasBegun: false, part: 0, edges: [], nearEnds: [], ends: [] };
  /** Its edges once more: most edits are none of its business, and should cost nothing. */
  #own = new Set<number>();

  /** @throws RangeError that names the field. */
  constructor(cloth: WorldCloth, options: SeamOptions) {
    checkTimes(options);
    this.#cloth = cloth;
    this.#options = options;
    if (options.line === undefined) this.#setEdges(selectedEdges(cloth, options));
    else checkSeamLine(cloth.mesh, cloth.rest.positions, options.line);
  }

  /** Its edges, from its first end to its last; those of a line are there when it begins to open. */
  get edges(): readonly number[] {
    return this.#state.edges;
  }

  /** How much of its length is open, from 0 to 1. */
  get part(): number {
    return this.#state.part;
  }

  get state(): SeamState {
    return copyOf(this.#state);
  }

  set state(state: SeamState) {
    this.#state = copyOf(state);
    this.#own = new Set(state.edges);
  }

  /** Opens what should be open at the start of a step, s. The edges that have come apart now; null: none. */
  open(time: number): number[] | null {
    const { opens, lasts = 0, line } = this.#options;
    if (this.#state.part === 1 || !hasCome(opens, time)) return null;
    if (!this.#state.hasBegun) {
      this.#state.hasBegun = true;
      if (line !== undefined) this.#lay(line);
    }
    const state = this.#state;
    state.part = hasCome(opens + lasts, time) ? 1 : Math.max(0, (time - opens) / lasts);
    const { edges, ends } = state;
    const reach = state.part * (ends.at(-1) ?? 0);
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
    this.state = { ...this.#state, edges, nearEnds, ends };
  }

  /** Follows an edge that was split: both halves of one of the seam belong to it. */
  follow({ edge, newEdge, newVertex, start, t }: EdgeSplit): void {
    if (!this.#own.has(edge)) return;
    this.#own.add(newEdge);
    const { edges, nearEnds, ends } = this.#state;
    const i = edges.indexOf(edge);
    const from = i === 0 ? 0 : ends[i - 1]!;
    const isForward = this.#isSamePlace(nearEnds[i]!, start);
    const middle = from + (isForward ? t : 1 - t) * (ends[i]! - from);
    edges.splice(i, 1, ...(isForward ? [edge, newEdge] : [newEdge, edge]));
    nearEnds.splice(i + 1, 0, newVertex);
    ends.splice(i, 0, middle);
  }

  /** Follows an edit that was taken back: what should be open by now opens again in the next step. */
  undo(edit: TopologyEdit): void {
    const state = this.#state;
    if (!state.hasBegun && !(edit.type === "split-edge" && this.#own.has(edit.newEdge))) return;
    state.part = 0;
    const { edges, nearEnds, ends } = state;
    if (edit.type === "split-edge" && this.#own.delete(edit.newEdge)) {
      const i = Math.min(edges.indexOf(edit.edge), edges.indexOf(edit.newEdge));
      edges.splice(i, 2, edit.edge);
      nearEnds.splice(i + 1, 1);
      ends.splice(i, 1);
    }
    // The edges of a line that is no longer in the mesh are no more.
    if (edges.some((edge) => edge >= this.#cloth.mesh.edgeCount)) {
      this.state = { hasBegun: false, part: 0, edges: [], nearEnds: [], ends: [] };
    }
  }

  #isSamePlace(a: number, b: number): boolean {
    const { positions } = this.#cloth.rest;
    return [0, 1, 2].every((k) => positions[3 * a + k] === positions[3 * b + k]);
  }
}

function copyOf({ hasBegun, part, edges, nearEnds, ends }: SeamState): SeamState {
  return { hasBegun, part, edges: [...edges], nearEnds: [...nearEnds], ends: [...ends] };
}

function checkTimes({ select, line, opens, lasts = 0 }: SeamOptions): void {
  if ((select === undefined) === (line === undefined)) {
    throw new RangeError("select: expected either select or line");
  }
  if (!(opens >= 0 && opens < Infinity)) {
    throw new RangeError(`opens: expected a time of 0 s or more, got ${opens}`);
  }
  if (!(lasts >= 0 && lasts < Infinity)) {
    throw new RangeError(`lasts: expected a time of 0 s or more, got ${lasts}`);
  }
}

/** The edges inside the cloth between selected vertices, in a row. */
function selectedEdges(cloth: WorldCloth, { select }: SeamOptions): number[] {
  const { mesh } = cloth;
  const selected = new Set(cloth.select(select!));
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
