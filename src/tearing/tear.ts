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
import { loadsBySeams, strengthAt, thresholdAt, thresholdUnderPull } from "./limit.js";
import type { TearingOptions } from "./options.js";
import { trianglesBelowPlane } from "./paths/plane.js";
import { partsAlongSeam, trianglesBesideSeam } from "./paths/seam.js";
import { trianglesBesideSlice } from "./paths/slice.js";
import { trianglesBeyondWeakEdge } from "./paths/weak-point.js";
import { TearPose } from "./tear-pose.js";
import { weakestDirection } from "./seam-direction.js";
import { sitesOf, type Site } from "./sites.js";
import type { TearableSurface } from "./surface.js";

/** One tear: what one candidate has caused. */
export interface Tear {
  /** What the mesh did, in order; stores replay it. */
  edits: TopologyEdit[];
  /** Vertices that the tear has made and drawn back from where their origins are, and to where, m. */
  moves: Move[];
  /** What came apart: a vertex by its path, an edge in the middle, or parts that hung together by one vertex. */
  kind: "vertex" | "edge" | "one-point";
  /** How far over the limit: 1 is at the limit. */
  severity: number;
  /** Where, m. */
  position: Vec3Tuple;
  /** Unit vector of the pull; the tear runs across it. */
  axis: Vec3Tuple;
}

export interface Move {
  vertex: number;
  position: Vec3Tuple;
}

/** What one call of `tear` did. */
export interface TearResult {
  readonly tears: readonly Tear[];
  /** Places over the limit that the cap of a step has left for the next one. */
  readonly deferred: number;
  /** The vertices at whose edges nothing that was measured before holds any more. */
  readonly relaxed: readonly number[];
}

const NOTHING: TearResult = { tears: [], deferred: 0, relaxed: [] };

/** The parts of its elongation by which a tense edge is tried to be eased, one after the other. */
const DRAW_BACKS = [1, 0.5, 0.25, 0.125];

/**
 * No tear makes a triangle thinner than this part of a usual edge. Of what weighs next to nothing and is as long as ever no
 * solver makes sense, and whirled shreds would be divided on and on.
 */
const THINNEST = 0.05;

// Filled anew by each call.
const pose = new TearPose();
const letGo = new IndexSet();
const waiting = new IndexSet();

/**
 * Tears what is over the limit, candidate by candidate in their sequence. Held particles never split.
 *
 * A tear lets go of the edges at both ends of the edge that caused it: what was measured there holds no longer, and only
 * the next solve can tell what they carry. Until then they do not count as over the limit. Without this, an edge would be
 * cut off at both ends in the same instant, and a tear would leave a trail of loose triangles.
 *
 * @param most How many tears at most; the places beyond are put off.
 */
export function tear(
  surface: TearableSurface,
  options: TearingOptions,
  candidates: Candidates,
  most: number = options.maxTearsPerStep,
): TearResult {
  if (candidates.count === 0) return NOTHING;
  pose.begin(surface.positions, surface.mesh.vertexCount);
  letGo.clear();
  waiting.clear();
  return new TearPass(surface, options, candidates, most).run();
}

/** All tears of one call. */
class TearPass {
  readonly #surface: TearableSurface;
  readonly #mesh: TriangleMesh;
  readonly #options: TearingOptions;
  readonly #candidates: Candidates;
  readonly #most: number;
  /** How many vertices there were before the pass. */
  readonly #vertexCount: number;
  readonly #tears: Tear[] = [];
  #putOff = 0;
  /** The tear in the making. */
  #edits: TopologyEdit[] = [];
  #moves: Move[] = [];

  constructor(
    surface: TearableSurface,
    options: TearingOptions,
    candidates: Candidates,
    most: number,
  ) {
    this.#surface = surface;
    this.#mesh = surface.mesh;
    this.#vertexCount = surface.mesh.vertexCount;
    this.#options = options;
    this.#candidates = candidates;
    this.#most = most;
  }

  run(): TearResult {
    const { count, sequence, severities } = this.#candidates;
    const loads = loadsBySeams(this.#surface, this.#options, this.#candidates);
    for (let i = 0; i < count; i++) {
      const candidate = sequence[i]!;
      const sites = sitesOf(this.#candidates, candidate, this.#surface, this.#options, pose);
      const { vertex, other } = sites[0]!;
      if (letGo.has(vertex) || letGo.has(other)) continue;
      if (waiting.has(vertex) || waiting.has(other)) continue;
      const severity = severities[candidate]!;
      if (this.#options.path === "weak-point") {
        this.#tearFromWeakPoints(sites, severity, loads?.[candidate]);
        continue;
      }
      const load = loads?.[candidate] ?? severity;
      const giving = loads === null ? sites : this.#givingOf(sites, load);
      if (!this.#partFans(giving, severity)) this.#tearVertex(giving, severity, load);
    }
    return { tears: this.#tears, deferred: this.#putOff, relaxed: letGo.toArray() };
  }

  /** The paths `plane` and `slice`: the first vertex that can split does. */
  #tearVertex(sites: readonly Site[], severity: number, load: number): void {
    for (const site of sites) {
      if (this.#isHeld(site.vertex)) continue;
      let side = this.#sideBesideSeam(site, load);
      if (side === null && this.#isOver(site.vertex, load)) side = this.#sideBelow(site);
      if (side === null) continue;
      this.#splitSite(site, side, severity);
      return;
    }
  }

  #sideBelow({ vertex, edge, axis }: Site): number[] | null {
    return this.#options.path === "slice"
      ? trianglesBesideSlice(this.#mesh, pose, vertex, edge, axis)
      : trianglesBelowPlane(this.#mesh, pose, vertex, axis);
  }

  /**
   * The path `weak-point` (Önal 3.2): a weak end tears on along one of its edges, or comes off whole where it is all that
   * holds two parts together; without a weak end the edge is torn in the middle. Where it is too short for that, one of
   * its ends splits as by the path `plane`.
   */
  #tearFromWeakPoints(sites: readonly Site[], severity: number, known?: number): void {
    // The severity counts from the strength of the weaker end.
    let threshold = Infinity;
    let strength = Infinity;
    for (const { vertex } of sites) {
      threshold = Math.min(threshold, this.#thresholdAt(vertex));
      strength = Math.min(strength, strengthAt(this.#surface, vertex));
    }
    const load = known ?? severity * threshold;
    const giving = this.#givingOf(sites, load);
    if (this.#partFans(giving, severity) || this.#tearSeam(giving, severity, load)) return;
    for (const site of giving) {
      if (!this.#surface.damage.isWeak(site.vertex) || this.#isHeld(site.vertex)) continue;
      if (!this.#isOver(site.vertex, load)) continue;
      const side = this.#sideBeyondWeakEdge(site);
      if (side === null) continue;
      this.#splitSite(site, side, severity);
      return;
    }
    if (!(load > strength) || this.#tearEdge(sites[0]!, severity)) return;
    this.#tearVertex(giving, severity, load);
  }

  /** By any path: those whose strength the load is over. */
  #givingOf(sites: readonly Site[], load: number): readonly Site[] {
    return sites.filter(
      ({ vertex, axis }) =>
        load > thresholdUnderPull(this.#surface, this.#options, vertex, axis, pose),
    );
  }

  /** The first vertex that can part along a seam does. */
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

  /** Null where the vertex does not part along a seam. */
  #sideBesideSeam({ vertex, axis }: Site, load: number): number[] | null {
    const { seamStrengths } = this.#surface;
    if (seamStrengths?.isNear(vertex) !== true) return null;
    const way = weakestDirection(seamStrengths, this.#mesh, pose, vertex, axis);
    if (!partsAlongSeam(way, this.#isOver(vertex, load))) return null;
    return trianglesBesideSeam(this.#mesh, pose, vertex, axis, way);
  }

  #sideBeyondWeakEdge({ vertex, edge, axis }: Site): number[] | null {
    const loadOf = (other: number): number => this.#loadOf(other);
    return trianglesBeyondWeakEdge(this.#mesh, pose, vertex, edge, axis, loadOf);
  }

  /** The vertex of a site splits: its triangles on one side go to the copy. */
  #splitSite({ vertex, other, axis }: Site, side: readonly number[], severity: number): void {
    if (this.#isCapped(vertex, other)) return;
    const position = pose.of(vertex);
    const edit = this.#split(vertex, side);
    letGo.add(other);
    if (this.#options.path === "weak-point") this.#letGoOfTips(edit);
    else this.#partLoosePoints(edit);
    this.#keep("vertex", severity, position, axis);
  }

  /** The ends of the tear are weak from now on; whether they give way is for the next step to tell. */
  #letGoOfTips({ newVertex, newEdges }: VertexSplit): void {
    for (const edge of newEdges) letGo.add(this.#mesh.otherEnd(edge, newVertex));
  }

  /**
   * Parts that hang together by one vertex alone come apart there (Önal 3.2.3), by any path: the part with the tense edge
   * goes to the copy, and the copy is drawn along the tension, so that the tense edge is shorter again.
   */
  #partFans(sites: readonly Site[], severity: number): boolean {
    const mesh = this.#mesh;
    for (const { vertex, other, edge, axis } of sites) {
      if (!this.#surface.damage.isOnePoint(vertex) || this.#isHeld(vertex)) continue;
      if (this.#isCapped(vertex, other)) return true;
      const tense = mesh.triangleOf(mesh.edgeHalfedges[edge]!);
      const fan = fansOf(mesh, vertex).find((triangles) => triangles.includes(tense))!;
      const position = pose.of(vertex);
      const { newVertex } = this.#split(vertex, fan);
      letGo.add(other);
      this.#drawPartBack(newVertex, other, edge);
      this.#keep("one-point", severity, position, axis);
      return true;
    }
    return false;
  }

  /**
   * The basic tear (Önal 3.2.1): the edge is divided in the middle with its triangles, the halves part, and both tips are
   * drawn back to where their half is no longer stretched, so that they do not tear again at once.
   */
  #tearEdge({ vertex: a, other: b, edge, axis }: Site, severity: number): boolean {
    const surface = this.#surface;
    const mesh = this.#mesh;
    if ((this.#isHeld(a) && this.#isHeld(b)) || this.#isTooShort(edge)) return false;
    if (this.#isCapped(a, b)) return true;
    const half = surface.restLengths[edge]! / 2;
    const division = splitEdge(mesh, edge, 0.5);
    this.#follow(division);
    pose.follow(division);
    const middle = division.newVertex;
    const position = pose.of(middle);
    // The halves at `end` go to the copy.
    const { newVertex } = this.#split(middle, division.newTriangles);
    this.#drawBack(middle, division.start, half);
    this.#drawBack(newVertex, division.end, half);
    // The far corners too: the edges that now lead to them have no length of their own before the owner follows.
    letGo.add(a).add(b);
    for (const edge of division.crossEdges) letGo.add(mesh.edgeStart(edge)).add(mesh.edgeEnd(edge));
    this.#keep("edge", severity, position, axis);
    return true;
  }

  /** Whether dividing an edge would make one that is too short, or triangles that are too thin. */
  #isTooShort(edge: number): boolean {
    const { restLengths, spacing } = this.#surface;
    const mesh = this.#mesh;
    const shortest = this.#options.minEdgeRatio * spacing;
    const length = restLengths[edge]!;
    if (length < 2 * shortest) return true;
    return mesh.ringOf(edge).some((h) => {
      const a = restLengths[mesh.halfedgeEdges[mesh.next(h)]!]!;
      const b = restLengths[mesh.halfedgeEdges[mesh.previous(h)]!]!;
      const medianSquared = (a * a + b * b) / 2 - (length * length) / 4;
      if (medianSquared < shortest * shortest) return true;
      // Twice the area of each half over its longest side, by Heron's formula.
      const heron = (a + b + length) * (a + b - length) * (a - b + length) * (b - a + length);
      const height = Math.sqrt(Math.max(0, heron)) / 4 / Math.max(a, b, length / 2);
      return height < THINNEST * spacing;
    });
  }

  /** What an edge bears, in the measure of the criterion. */
  #loadOf(edge: number): number {
    const { mesh, restLengths, unlimitedLengths } = this.#surface;
    if (this.#options.criterion === "tension") return this.#surface.tensionOf(edge);
    const length =
      unlimitedLengths?.[edge] || pose.distance(mesh.edgeStart(edge), mesh.edgeEnd(edge)); // 0: not measured yet
    return length / restLengths[edge]! - 1;
  }

  /** A single vertex between two parts is no cloth any more: where a split has left some, they part at once (Phillips, fig. 39). */
  #partLoosePoints(edit: VertexSplit): void {
    // The far ends first: they are found by edges that the other two may hand on to copies of their own.
    for (const edge of edit.newEdges) {
      this.#partLoosePoint(this.#mesh.otherEnd(edge, edit.newVertex));
    }
    this.#partLoosePoint(edit.vertex);
    this.#partLoosePoint(edit.newVertex);
  }

  #partLoosePoint(vertex: number): void {
    if (!this.#surface.damage.isOnePoint(vertex) || this.#isHeld(vertex)) return;
    for (const parted of separateVertex(this.#mesh, vertex)) this.#afterSplit(parted);
  }

  /** Nothing holds what this pass has made: whoever holds particles does not know of it yet. */
  #isHeld(vertex: number): boolean {
    return vertex < this.#vertexCount && this.#surface.isHeld(vertex);
  }

  /** Whether a vertex that gives way would do so without a seam. */
  #isOver(vertex: number, load: number): boolean {
    return this.#surface.seamStrengths === undefined || load > this.#thresholdAt(vertex);
  }

  #thresholdAt(vertex: number): number {
    return thresholdAt(this.#surface, this.#options, vertex);
  }

  #split(vertex: number, triangles: readonly number[]): VertexSplit {
    const edit = splitVertex(this.#mesh, vertex, triangles);
    this.#afterSplit(edit);
    return edit;
  }

  #afterSplit(edit: VertexSplit): void {
    this.#follow(edit);
    pose.follow(edit);
    letGo.add(edit.vertex).add(edit.newVertex);
  }

  #follow(edit: TopologyEdit): void {
    this.#edits.push(edit);
    this.#surface.damage.replay(edit);
    this.#surface.seamStrengths?.replay(edit);
  }

  /** Draws a vertex that this tear has made towards another one, until they are no farther apart than `length`. */
  #drawBack(vertex: number, towards: number, length: number): void {
    if (!(pose.distance(vertex, towards) > length)) return;
    pose.draw(vertex, towards, length);
    this.#moves.push({ vertex, position: pose.of(vertex) });
  }

  /**
   * Draws the copy of a one-point connection along its tense edge, at most to where that edge is no longer stretched. No
   * other edge of its part may end with more than half of the strain that the tense one had, or it would tear next.
   */
  #drawPartBack(copy: number, towards: number, tense: number): void {
    const mesh = this.#mesh;
    const restLength = this.#surface.restLengths[tense]!;
    const elongation = pose.distance(copy, towards) - restLength;
    const others = mesh.edgesOf(copy).filter((edge) => edge !== tense);
    const most = 1 + elongation / restLength / 2;
    const allowed = others.map((edge) => Math.max(most, this.#stretchOf(edge)));
    const home = pose.of(copy);
    for (const part of DRAW_BACKS) {
      pose.move(copy, home);
      const left = this.#moves.length;
      this.#drawBack(copy, towards, restLength + (1 - part) * elongation);
      if (others.every((edge, i) => this.#stretchOf(edge) <= allowed[i]!)) return;
      this.#moves.length = left;
    }
    pose.move(copy, home);
  }

  #stretchOf(edge: number): number {
    const mesh = this.#mesh;
    return (
      pose.distance(mesh.edgeStart(edge), mesh.edgeEnd(edge)) / this.#surface.restLengths[edge]!
    );
  }

  /** Counts a tear that the cap puts off, once. */
  #isCapped(vertex: number, other: number): boolean {
    if (this.#tears.length < this.#most) return false;
    this.#putOff++;
    waiting.add(vertex).add(other);
    return true;
  }

  #keep(kind: Tear["kind"], severity: number, position: Vec3Tuple, axis: Float64Array): void {
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
