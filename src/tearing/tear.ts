import { IndexSet } from "../math/index-set.js";
import type { Vec3Tuple } from "../math/vec3.js";
import {
  fansOf,
  separateVertex,
  splitEdge,
  splitVertex,
  type TopologyEdit,
  type TriangleMesh,
  type VertexSplit,
} from "../mesh/index.js";
import type { Candidates } from "./candidates.js";
import { seamLoads, strengthAt, thresholdAt, thresholdUnderPull } from "./limit.js";
import { isNearHeld } from "./held-zone.js";
import type { TearingOptions } from "./options.js";
import { trianglesBelowPlane } from "./paths/plane.js";
import { splitsAlongSeam, trianglesBesideSeam } from "./paths/seam.js";
import { trianglesBesideSlice } from "./paths/slice.js";
import { trianglesBeyondWeakEdge } from "./paths/weak-point.js";
import { TearPose } from "./tear-pose.js";
import { weakestDirection } from "./seam-direction.js";
import { sitesOf, type Site } from "./sites.js";
import type { TearableSurface } from "./surface.js";
import { isTip } from "./tips.js";

/** One tear: the effect of one candidate. */
export interface Tear {
  /** The mesh edits in order, which the stores replay. */
  edits: TopologyEdit[];
  /** New vertices that the tear has retracted from the position of their origins, and their positions. */
  moves: Move[];
  /** What separated: a vertex by its path, an edge at its center, or pieces that one vertex connected. */
  kind: "vertex" | "edge" | "one-point";
  /** Load over limit: 1 at the limit. */
  severity: number;
  /** Position of the tear, m. */
  position: Vec3Tuple;
  /** Unit vector of the pull; the tear runs across it. */
  axis: Vec3Tuple;
}

/** A new position of a vertex, m. */
export interface Move {
  vertex: number;
  position: Vec3Tuple;
}

/** The result of one call of `tear`. */
export interface TearResult {
  readonly tears: readonly Tear[];
  /** Number of places over the limit that the tear limit defers to the next step. */
  readonly deferred: number;
  /** Vertices whose edges have been relaxed: loads measured before are no longer valid there. */
  readonly relaxed: readonly number[];
}

const NOTHING: TearResult = { tears: [], deferred: 0, relaxed: [] };

/** Fractions of its elongation by which a tense edge is retracted, tried in order. */
const RETRACTIONS = [1, 0.5, 0.25, 0.125];

/**
 * No tear makes a triangle thinner than this fraction of the mean edge. A triangle with almost no mass and long edges
 * is ill-conditioned for every solver, and whirling shreds would be divided without end.
 */
const MIN_HEIGHT = 0.05;

// Overwritten by each call.
const pose = new TearPose();
const relaxed = new IndexSet();
const deferred = new IndexSet();

/**
 * Tears what is over the limit, candidate by candidate in their sequence. Held particles never split.
 *
 * A tear relaxes the edges at both ends of the edge that caused it. The loads measured there are no longer valid until
 * the next solve, so these edges do not count as over the limit. Without this, an edge would be cut off at both ends in
 * the same instant, and a tear would leave a trail of loose triangles.
 *
 * @param maxTears Largest number of tears; further ones are deferred.
 */
export function tear(
  surface: TearableSurface,
  options: TearingOptions,
  candidates: Candidates,
  maxTears: number = options.maxTearsPerStep,
): TearResult {
  if (candidates.count === 0) return NOTHING;
  pose.begin(surface.positions, surface.mesh.vertexCount);
  relaxed.clear();
  deferred.clear();
  return new TearPass(surface, options, candidates, maxTears).run();
}

/** All tears of one call. */
class TearPass {
  readonly #surface: TearableSurface;
  readonly #mesh: TriangleMesh;
  readonly #options: TearingOptions;
  readonly #candidates: Candidates;
  readonly #maxTears: number;
  /** Number of vertices before the pass. */
  readonly #vertexCount: number;
  readonly #tears: Tear[] = [];
  #deferredCount = 0;
  /** Edits and moves of the current tear. */
  #edits: TopologyEdit[] = [];
  #moves: Move[] = [];

  constructor(
    surface: TearableSurface,
    options: TearingOptions,
    candidates: Candidates,
    maxTears: number,
  ) {
    this.#surface = surface;
    this.#mesh = surface.mesh;
    this.#vertexCount = surface.mesh.vertexCount;
    this.#options = options;
    this.#candidates = candidates;
    this.#maxTears = maxTears;
  }

  run(): TearResult {
    const { count, sequence } = this.#candidates;
    const loads = seamLoads(this.#surface, this.#options, this.#candidates);
    const isSingle = this.#options.starts === "single";
    if (isSingle) for (let i = 0; i < count; i++) this.#tearCandidate(sequence[i]!, loads, true);
    for (let i = 0; i < count; i++) {
      // All ends of tears may advance, but only one new tear starts, and none while an end advances.
      if (isSingle && (this.#tears.length > 0 || this.#deferredCount > 0)) break;
      this.#tearCandidate(sequence[i]!, loads, false);
    }
    return { tears: this.#tears, deferred: this.#deferredCount, relaxed: relaxed.toArray() };
  }

  /** @param onlyTips True: only the end of a tear may split. */
  #tearCandidate(candidate: number, loads: Float64Array | null, onlyTips: boolean): void {
    const sites = sitesOf(this.#candidates, candidate, this.#surface, this.#options, pose);
    const { vertex, other } = sites[0]!;
    if (relaxed.has(vertex) || relaxed.has(other)) return;
    if (deferred.has(vertex) || deferred.has(other)) return;
    const able = onlyTips ? sites.filter((site) => this.#isTip(site.vertex)) : sites;
    if (able.length === 0) return;
    const severity = this.#candidates.severities[candidate]!;
    const known = loads?.[candidate] ?? this.#plainLoad(sites, severity);
    if (this.#options.path === "weak-point") {
      this.#tearFromWeakPoints(able, severity, known);
      return;
    }
    const load = known ?? severity;
    const failing = known === undefined ? able : this.#failingOf(able, load);
    if (!this.#separateFans(failing, severity)) this.#tearVertex(failing, severity, load);
  }

  #isTip(vertex: number): boolean {
    return isTip(this.#surface, vertex, this.#vertexCount);
  }

  /**
   * The load as a fraction of the plain limit, where the stronger end of an edge may not split: near held vertices, or
   * because it is a tip. Undefined if that is nowhere so.
   */
  #plainLoad(sites: readonly Site[], severity: number): number | undefined {
    const { heldZone, starts } = this.#options;
    if (heldZone === 0 && starts === "any") return undefined;
    let weakest = Infinity;
    for (const { vertex } of sites) weakest = Math.min(weakest, this.#thresholdAt(vertex));
    return severity * weakest;
  }

  /** The paths `plane` and `slice`: splits the first vertex that can split. */
  #tearVertex(sites: readonly Site[], severity: number, load: number): void {
    for (const site of sites) {
      if (this.#isHeld(site.vertex)) continue;
      let side = this.#sideBesideSeam(site, load);
      if (side === null && this.#isOver(site.vertex, load)) side = this.#sideBelow(site, load);
      if (side === null) continue;
      this.#splitSite(site, side, severity);
      return;
    }
  }

  #sideBelow({ vertex, edge, axis }: Site, load: number): number[] | null {
    if (this.#options.path !== "slice") return trianglesBelowPlane(this.#mesh, pose, vertex, axis);
    const { heldZone, heldStrength, starts } = this.#options;
    const surface = this.#surface;
    const keepsOff = heldZone > 0 && (this.#isTip(vertex) || load <= heldStrength);
    // The slice turns toward weak places: an edge at 70° to one of strength 0.3 opens before a straight one.
    const prefersWeak = starts === "single";
    const weakness = (end: number): number => {
      if (keepsOff && isNearHeld(surface, end, heldZone - 1, this.#vertexCount)) return 0;
      return prefersWeak ? 1 / this.#strengthAt(end) : 1;
    };
    return trianglesBesideSlice(this.#mesh, pose, vertex, edge, axis, weakness);
  }

  /**
   * The path `weak-point` (Önal 3.2): a weak end continues to tear along one of its edges, or separates completely if
   * it alone connects two pieces. Without a weak end the edge tears at its center. If it is too short for that, one of
   * its ends splits as with the path `plane`.
   */
  #tearFromWeakPoints(sites: readonly Site[], severity: number, known?: number): void {
    // The severity is relative to the strength of the weaker end.
    let threshold = Infinity;
    let strength = Infinity;
    for (const { vertex } of sites) {
      threshold = Math.min(threshold, this.#thresholdAt(vertex));
      strength = Math.min(strength, strengthAt(this.#surface, vertex));
    }
    const load = known ?? severity * threshold;
    const failing = this.#failingOf(sites, load);
    if (this.#separateFans(failing, severity) || this.#tearSeam(failing, severity, load)) return;
    for (const site of failing) {
      if (!this.#surface.damage.isWeak(site.vertex) || this.#isHeld(site.vertex)) continue;
      if (!this.#isOver(site.vertex, load)) continue;
      const side = this.#sideBeyondWeakEdge(site);
      if (side === null) continue;
      this.#splitSite(site, side, severity);
      return;
    }
    if (!(load > strength) || this.#tearEdge(sites[0]!, severity)) return;
    this.#tearVertex(failing, severity, load);
  }

  /** For any path: the sites at which the load is over the strength. */
  #failingOf(sites: readonly Site[], load: number): readonly Site[] {
    return sites.filter(
      ({ vertex, axis }) =>
        load > thresholdUnderPull(this.#surface, this.#options, vertex, axis, pose),
    );
  }

  /** Splits the first vertex that can split along a seam. */
  #tearSeam(sites: readonly Site[], severity: number, load: number): boolean {
    if (this.#surface.seamStrengths === undefined) return false;
    for (const site of sites) {
      const side = this.#isHeld(site.vertex) ? null : this.#sideBesideSeam(site, load);
      if (side === null) continue;
      this.#splitSite(site, side, severity);
      return true;
    }
    return false;
  }

  /** Null if the vertex does not split along a seam. */
  #sideBesideSeam({ vertex, axis }: Site, load: number): number[] | null {
    const { seamStrengths } = this.#surface;
    if (seamStrengths?.isNear(vertex) !== true) return null;
    const direction = weakestDirection(seamStrengths, this.#mesh, pose, vertex, axis);
    if (!splitsAlongSeam(direction, this.#isOver(vertex, load))) return null;
    return trianglesBesideSeam(this.#mesh, pose, vertex, axis, direction);
  }

  #sideBeyondWeakEdge({ vertex, edge, axis }: Site): number[] | null {
    const loadOf = (other: number): number => this.#loadOf(other);
    return trianglesBeyondWeakEdge(this.#mesh, pose, vertex, edge, axis, loadOf);
  }

  /** Splits the vertex of a site: its triangles on one side go to the copy. */
  #splitSite({ vertex, other, axis }: Site, side: readonly number[], severity: number): void {
    if (this.#isCapped(vertex, other)) return;
    const position = pose.position(vertex);
    const edit = this.#split(vertex, side);
    relaxed.add(other);
    if (this.#options.path === "weak-point") this.#relaxTips(edit);
    else this.#separateLoosePoints(edit);
    this.#addTear("vertex", severity, position, axis);
  }

  /** The ends of the tear are weak from now on. Whether they fail is decided in the next step. */
  #relaxTips({ newVertex, newEdges }: VertexSplit): void {
    for (const edge of newEdges) relaxed.add(this.#mesh.otherEnd(edge, newVertex));
  }

  /**
   * Separates pieces that only one vertex connects (Önal 3.2.3), for any path. The piece with the tense edge goes to
   * the copy, and the copy is retracted along the tension, which shortens the tense edge.
   */
  #separateFans(sites: readonly Site[], severity: number): boolean {
    const mesh = this.#mesh;
    for (const { vertex, other, edge, axis } of sites) {
      if (!this.#surface.damage.isOnePoint(vertex) || this.#isHeld(vertex)) continue;
      if (this.#isCapped(vertex, other)) return true;
      const tense = mesh.triangleOf(mesh.edgeHalfedges[edge]!);
      const fan = fansOf(mesh, vertex).find((triangles) => triangles.includes(tense))!;
      const position = pose.position(vertex);
      const { newVertex } = this.#split(vertex, fan);
      relaxed.add(other);
      this.#retractPiece(newVertex, other, edge);
      this.#addTear("one-point", severity, position, axis);
      return true;
    }
    return false;
  }

  /**
   * The basic tear (Önal 3.2.1): divides the edge at its center together with its triangles, separates the halves, and
   * retracts both tips until their halves are no longer stretched, so that they do not tear again at once.
   */
  #tearEdge({ vertex: a, other: b, edge, axis }: Site, severity: number): boolean {
    const surface = this.#surface;
    const mesh = this.#mesh;
    if ((this.#isHeld(a) && this.#isHeld(b)) || this.#isTooShort(edge)) return false;
    if (this.#isCapped(a, b)) return true;
    const half = surface.restLengths[edge]! / 2;
    const division = splitEdge(mesh, edge, 0.5);
    this.#recordEdit(division);
    pose.addVertex(division);
    const center = division.newVertex;
    const position = pose.position(center);
    // The halves at `end` go to the copy.
    const { newVertex } = this.#split(center, division.newTriangles);
    this.#retract(center, division.start, half);
    this.#retract(newVertex, division.end, half);
    // The far corners too: the new edges to them have no rest length until the owner replays the tear.
    relaxed.add(a).add(b);
    for (const edge of division.crossEdges)
      relaxed.add(mesh.edgeStart(edge)).add(mesh.edgeEnd(edge));
    this.#addTear("edge", severity, position, axis);
    return true;
  }

  /** True if dividing an edge would create an edge that is too short, or triangles that are too thin. */
  #isTooShort(edge: number): boolean {
    const { restLengths, spacing } = this.#surface;
    const mesh = this.#mesh;
    const minLength = this.#options.minEdgeRatio * spacing;
    const length = restLengths[edge]!;
    if (length < 2 * minLength) return true;
    return mesh.ringOf(edge).some((h) => {
      const a = restLengths[mesh.halfedgeEdges[mesh.next(h)]!]!;
      const b = restLengths[mesh.halfedgeEdges[mesh.previous(h)]!]!;
      const medianSquared = (a * a + b * b) / 2 - (length * length) / 4;
      if (medianSquared < minLength * minLength) return true;
      // Twice the area of each half over its longest side, by Heron's formula.
      const heron = (a + b + length) * (a + b - length) * (a - b + length) * (b - a + length);
      const height = Math.sqrt(Math.max(0, heron)) / 4 / Math.max(a, b, length / 2);
      return height < MIN_HEIGHT * spacing;
    });
  }

  /** The load of an edge, in the unit of the criterion. */
  #loadOf(edge: number): number {
    const { mesh, restLengths, unlimitedLengths } = this.#surface;
    if (this.#options.criterion === "tension") return this.#surface.tensionOf(edge);
    const length =
      unlimitedLengths?.[edge] || pose.distance(mesh.edgeStart(edge), mesh.edgeEnd(edge)); // 0: not measured yet
    return length / restLengths[edge]! - 1;
  }

  /** Pieces that are connected by a single vertex after a split separate at once (Phillips, fig. 39). */
  #separateLoosePoints(edit: VertexSplit): void {
    // The far ends first: they are found by edges that the other two may pass to their own copies.
    for (const edge of edit.newEdges) {
      this.#separateLoosePoint(this.#mesh.otherEnd(edge, edit.newVertex));
    }
    this.#separateLoosePoint(edit.vertex);
    this.#separateLoosePoint(edit.newVertex);
  }

  #separateLoosePoint(vertex: number): void {
    if (!this.#surface.damage.isOnePoint(vertex) || this.#isHeld(vertex)) return;
    for (const split of separateVertex(this.#mesh, vertex)) this.#afterSplit(split);
  }

  /** A vertex of this pass is never held: the code that holds particles does not know it yet. */
  #isHeld(vertex: number): boolean {
    return vertex < this.#vertexCount && this.#surface.isHeld(vertex);
  }

  /** True if a failing vertex would also fail without a seam. */
  #isOver(vertex: number, load: number): boolean {
    return this.#surface.seamStrengths === undefined || load > this.#thresholdAt(vertex);
  }

  /** Strength of a vertex; that of its origin if it is new. */
  #strengthAt(vertex: number): number {
    let known = vertex;
    while (known >= this.#vertexCount) known = this.#mesh.vertexOrigins[2 * known]!;
    return strengthAt(this.#surface, known);
  }

  #thresholdAt(vertex: number): number {
    return thresholdAt(this.#surface, this.#options, vertex, this.#vertexCount);
  }

  #split(vertex: number, triangles: readonly number[]): VertexSplit {
    const edit = splitVertex(this.#mesh, vertex, triangles);
    this.#afterSplit(edit);
    return edit;
  }

  #afterSplit(edit: VertexSplit): void {
    this.#recordEdit(edit);
    pose.addVertex(edit);
    relaxed.add(edit.vertex).add(edit.newVertex);
  }

  #recordEdit(edit: TopologyEdit): void {
    this.#edits.push(edit);
    this.#surface.damage.replay(edit);
    this.#surface.seamStrengths?.replay(edit);
  }

  /** Moves a new vertex toward another one until their distance is at most `length`, m. */
  #retract(vertex: number, target: number, length: number): void {
    if (!(pose.distance(vertex, target) > length)) return;
    pose.moveToward(vertex, target, length);
    this.#moves.push({ vertex, position: pose.position(vertex) });
  }

  /**
   * Retracts the copy of a one-point connection along its tense edge, at most until that edge is no longer stretched.
   * No other edge of its piece may end with more than half of the strain that the tense edge had, or it would tear
   * next.
   */
  #retractPiece(copy: number, target: number, tense: number): void {
    const mesh = this.#mesh;
    const restLength = this.#surface.restLengths[tense]!;
    const elongation = pose.distance(copy, target) - restLength;
    const others = mesh.edgesOf(copy).filter((edge) => edge !== tense);
    const maxStretch = 1 + elongation / restLength / 2;
    const allowed = others.map((edge) => Math.max(maxStretch, this.#stretchOf(edge)));
    const origin = pose.position(copy);
    for (const fraction of RETRACTIONS) {
      pose.move(copy, origin);
      const moveCount = this.#moves.length;
      this.#retract(copy, target, restLength + (1 - fraction) * elongation);
      if (others.every((edge, i) => this.#stretchOf(edge) <= allowed[i]!)) return;
      this.#moves.length = moveCount;
    }
    pose.move(copy, origin);
  }

  #stretchOf(edge: number): number {
    const mesh = this.#mesh;
    return (
      pose.distance(mesh.edgeStart(edge), mesh.edgeEnd(edge)) / this.#surface.restLengths[edge]!
    );
  }

  /** True if the tear limit is reached. Counts each deferred tear once. */
  #isCapped(vertex: number, other: number): boolean {
    if (this.#tears.length < this.#maxTears) return false;
    this.#deferredCount++;
    deferred.add(vertex).add(other);
    return true;
  }

  #addTear(kind: Tear["kind"], severity: number, position: Vec3Tuple, axis: Float64Array): void {
    this.#tears.push({
      edits: this.#edits,
      moves: this.#moves,
      kind,
      severity,
      position,
      axis: [axis[0]!, axis[1]!, axis[2]!],
    });
    this.#edits = [];
    this.#moves = [];
  }
}
