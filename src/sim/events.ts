import { action, checkOptions, describeValue } from "../math/check-options.js";
import type { Vec3Tuple } from "../math/vec3.js";
import type { SplitOffPiece, TopologyEdit } from "../mesh/index.js";
import type { Tear } from "../tearing/index.js";
import type { Cloth } from "../cloth/index.js";

/** The cloth tore somewhere. */
export interface TearEvent {
  type: "tear";
  /** When it happened, as exactly as `resolve` of the tearing says: by default the end of the step, s. */
  time: number;
  /** Number of the cloth in the world. */
  cloth: number;
  /** What came apart: a vertex by its path, an edge in the middle, or parts that hung together by one vertex. */
  kind: Tear["kind"];
  /** The vertices that were one, or were not there, before. */
  vertices: number[];
  /** The triangles that came apart at them, and those that were divided. */
  triangles: number[];
  /** Where, m. */
  position: Vec3Tuple;
  /** Unit vector of the pull; the tear runs across it. */
  axis: Vec3Tuple;
  /** 1 is at the limit; at a weak point, at its own lower one. */
  severity: number;
}

/** A part of a cloth came off. */
export interface PieceEvent {
  type: "piece";
  /** End of the step in which it was noticed, s. */
  time: number;
  /** Number of the cloth in the world. */
  cloth: number;
  /** Number of the part (`Pieces.pieceOf` its vertices), and of the piece that it came off. */
  piece: number;
  from: number;
  vertices: number[];
  triangles: number[];
  /** Unstressed, m². */
  area: number;
  /** kg. */
  mass: number;
}

/** The cloth tore a pin off, or a particle off a pin that lets go of each by itself. */
export interface TearOffEvent {
  type: "tear-off";
  /** End of the step in which it happened, s. */
  time: number;
  /** Number of the cloth in the world. */
  cloth: number;
  /** Number of the pin in `pins` of the cloth. */
  pin: number;
  /** What it held no longer. */
  particles: number[];
  /** What the cloth pulled at them with, N. */
  force: Vec3Tuple;
}

/** A seam opened, or a part of it: its time had come. */
export interface SeamOpenEvent {
  type: "seam-open";
  /** End of the step at whose start it happened, s. */
  time: number;
  /** Number of the cloth in the world. */
  cloth: number;
  /** Number of the seam in `seams` of the cloth. */
  seam: number;
  /** The edges that came apart, along the seam. */
  edges: number[];
  /** How much of its length is open now, from 0 to 1. */
  fraction: number;
}

/** Somebody cut the cloth. */
export interface CutEvent {
  type: "cut";
  /** When, s. */
  time: number;
  /** Number of the cloth in the world. */
  cloth: number;
  /** The edges that came apart: one side of the cut. */
  edges: number[];
  /** The vertices that came apart, and their copies. */
  vertices: number[];
}

/** What is told as it was noted in the course of a step, when that is over. */
export type PendingEvent =
  | Omit<TearOffEvent, "time">
  | Omit<SeamOpenEvent, "time">
  | Omit<CutEvent, "time">;

/** What a world tells, by the name to listen for. */
export interface WorldEvents {
  tear: TearEvent;
  piece: PieceEvent;
  "tear-off": TearOffEvent;
  "seam-open": SeamOpenEvent;
  cut: CutEvent;
}

/** What has happened and was not told yet, and who listens. */
export class EventEmitter {
  /** What has happened in the step so far besides tears. */
  readonly #pending: PendingEvent[] = [];
  readonly #listeners = {
    tear: new Set<(event: TearEvent) => void>(),
    piece: new Set<(event: PieceEvent) => void>(),
    "tear-off": new Set<(event: TearOffEvent) => void>(),
    "seam-open": new Set<(event: SeamOpenEvent) => void>(),
    cut: new Set<(event: CutEvent) => void>(),
  };

  #errors: unknown[] = [];

  /** Forgets what was not told. */
  clear(): void {
    this.#pending.length = 0;
  }

  /** Notes what is told when the step is over. */
  push(news: PendingEvent): void {
    this.#pending.push(news);
  }

  /** @throws RangeError where there is no such event, or nothing to call. */
  listen<Type extends keyof WorldEvents>(
    type: Type,
    listener: (event: WorldEvents[Type]) => void,
  ): () => void {
    if (!Object.hasOwn(this.#listeners, type)) {
      const known = Object.keys(this.#listeners).join(" or ");
      throw new RangeError(`on: there is no event ${describeValue(type)}, expected ${known}`);
    }
    checkOptions("on", listener, action);
    const listeners = this.#listeners[type] as Set<typeof listener>;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  has(type: keyof WorldEvents): boolean {
    return this.#listeners[type].size > 0;
  }

  /** Tells everyone, also those after one that throws. */
  emit<Type extends keyof WorldEvents>(type: Type, event: WorldEvents[Type]): void {
    const listeners = this.#listeners[type] as Set<(event: WorldEvents[Type]) => void>;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#errors.push(error);
      }
    }
  }

  /** Tells what was noted in the step that ends at this time, s. */
  emitPending(time: number): void {
    if (this.#pending.length === 0) return;
    // A listener may cut in turn, and that is told at once.
    for (const item of this.#pending.splice(0)) this.emit(item.type, { ...item, time });
  }

  /** When all is told: the first error of a listener is its user's to see. */
  rethrow(): void {
    if (this.#errors.length === 0) return;
    const [first] = this.#errors;
    this.#errors = [];
    throw first;
  }
}

export function tearEvent(tear: Tear, cloth: number, time: number): TearEvent {
  const vertices = new Set<number>();
  const triangles = new Set<number>();
  for (const edit of tear.edits) {
    if (edit.type === "separate-edge") continue;
    if (edit.type === "split-vertex") {
      vertices.add(edit.vertex);
      for (const corner of edit.corners) triangles.add(Math.floor(corner / 3));
    } else {
      for (const triangle of [...edit.triangles, ...edit.newTriangles]) triangles.add(triangle);
    }
    vertices.add(edit.newVertex);
  }
  return {
    type: "tear",
    time,
    cloth,
    kind: tear.kind,
    vertices: [...vertices],
    triangles: [...triangles],
    position: tear.position,
    axis: tear.axis,
    severity: tear.severity,
  };
}

/** What came apart in a cut. */
export function cutParts(edits: readonly TopologyEdit[]): Pick<CutEvent, "edges" | "vertices"> {
  const edges = new Set<number>();
  const vertices = new Set<number>();
  for (const edit of edits) {
    if (edit.type === "separate-edge") edges.add(edit.edge);
    if (edit.type !== "split-vertex") continue;
    for (const edge of edit.dividedEdges) edges.add(edge);
    vertices.add(edit.vertex).add(edit.newVertex);
  }
  return { edges: [...edges], vertices: [...vertices] };
}

export function pieceEvent(
  { piece, from, vertices }: SplitOffPiece,
  { mesh, rest, material }: Cloth,
  cloth: number,
  time: number,
): PieceEvent {
  const triangles = new Set<number>();
  for (const vertex of vertices) {
    for (const triangle of mesh.trianglesOf(vertex)) triangles.add(triangle);
  }
  let area = 0;
  for (const triangle of triangles) area += rest.areas[triangle]!;
  return {
    type: "piece",
    time,
    cloth,
    piece,
    from,
    vertices,
    triangles: [...triangles],
    area,
    mass: area * material.density,
  };
}
