/** Events of a world: their types, and the emitter that holds listeners and pending events. */

import { action, checkOptions, describeValue } from "../math/check-options.js";
import type { Vec3Tuple } from "../math/vec3.js";
import type { SplitOffPiece, TopologyEdit } from "../mesh/index.js";
import type { Tear } from "../tearing/index.js";
import type { Cloth } from "../cloth/index.js";

/** The cloth tore at one place. */
export interface TearEvent {
  type: "tear";
  /** Time of the tear, s. Its precision follows `tearing.resolve`: by default it is the end of the step. */
  time: number;
  /** Index of the cloth in `world.cloths`. */
  cloth: number;
  /**
   * What was torn: a vertex split along its path, an edge split at an inner point, or parts joined by a single vertex.
   */
  kind: Tear["kind"];
  /** The vertices that were split, and the new ones. */
  vertices: number[];
  /** The triangles around the split vertices, and those that were divided. */
  triangles: number[];
  /** Position of the tear, m. */
  position: Vec3Tuple;
  /** Unit vector of the largest tension. The tear runs perpendicular to it. */
  axis: Vec3Tuple;
  /** Load over limit: 1 is at the limit. At a weak point the limit is lower. */
  severity: number;
}

/** A piece of a cloth separated from the rest. */
export interface PieceEvent {
  type: "piece";
  /** End of the step in which the piece separated, s. */
  time: number;
  /** Index of the cloth in `world.cloths`. */
  cloth: number;
  /** Number of the new piece (`Pieces.pieceOf` its vertices). */
  piece: number;
  /** Number of the piece that it separated from. */
  from: number;
  vertices: number[];
  triangles: number[];
  /** Unstressed area, m². */
  area: number;
  /** Mass, kg. */
  mass: number;
}

/** A pin tore off, or one particle of a pin with `breakPerParticle`. */
export interface TearOffEvent {
  type: "tear-off";
  /** End of the step in which it happened, s. */
  time: number;
  /** Index of the cloth in `world.cloths`. */
  cloth: number;
  /** Index of the pin in `cloth.pins`. */
  pin: number;
  /** The particles that are free now. */
  particles: number[];
  /** Force of the cloth on these particles, N, as the mean over the step. */
  force: Vec3Tuple;
}

/** A seam opened, or a part of it, at its `openTime`. */
export interface SeamOpenEvent {
  type: "seam-open";
  /** End of the step, s. The seam opens at its start. */
  time: number;
  /** Index of the cloth in `world.cloths`. */
  cloth: number;
  /** Index of the seam in `cloth.seams`. */
  seam: number;
  /** The edges that were separated in this step, in the order along the seam. */
  edges: number[];
  /** Fraction of the length of the seam that is open now, from 0 to 1. */
  fraction: number;
}

/** A knife or `World.cut` cut the cloth. */
export interface CutEvent {
  type: "cut";
  /** Time of the cut, s. For a knife it is the end of the step. */
  time: number;
  /** Index of the cloth in `world.cloths`. */
  cloth: number;
  /** The edges that were separated, on one side of the cut. */
  edges: number[];
  /** The vertices that were split, and their copies. */
  vertices: number[];
}

/** An event that is noted during a step and emitted at its end. */
export type PendingEvent =
  | Omit<TearOffEvent, "time">
  | Omit<SeamOpenEvent, "time">
  | Omit<CutEvent, "time">;

/** The events of a world, by name, for `World.on`. */
export interface WorldEvents {
  tear: TearEvent;
  piece: PieceEvent;
  "tear-off": TearOffEvent;
  "seam-open": SeamOpenEvent;
  cut: CutEvent;
}

/** Listeners, and events that wait for the end of the step. */
export class EventEmitter {
  /** Events of this step so far, except for tears. */
  readonly #pending: PendingEvent[] = [];
  readonly #listeners = {
    tear: new Set<(event: TearEvent) => void>(),
    piece: new Set<(event: PieceEvent) => void>(),
    "tear-off": new Set<(event: TearOffEvent) => void>(),
    "seam-open": new Set<(event: SeamOpenEvent) => void>(),
    cut: new Set<(event: CutEvent) => void>(),
  };

  /** Errors that listeners have thrown. */
  #errors: unknown[] = [];

  /** Drops pending events. */
  clear(): void {
    this.#pending.length = 0;
  }

  /** Adds an event that is emitted at the end of the step. */
  push(event: PendingEvent): void {
    this.#pending.push(event);
  }

  /**
   * Adds a listener.
   *
   * @returns A function that removes it.
   * @throws RangeError if there is no such event, or the listener is not a function.
   */
  listen<Type extends keyof WorldEvents>(
    type: Type,
    listener: (event: WorldEvents[Type]) => void,
  ): () => void {
    if (!Object.hasOwn(this.#listeners, type)) {
      const known = Object.keys(this.#listeners).join(" or ");
      if ((type as string) === "open") {
        throw new RangeError('on: the event "open" was renamed "seam-open" in version 0.2');
      }
      throw new RangeError(`on: there is no event ${describeValue(type)}, expected ${known}`);
    }
    checkOptions("on", listener, action);
    const listeners = this.#listeners[type] as Set<typeof listener>;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** True if anything listens for this event. */
  has(type: keyof WorldEvents): boolean {
    return this.#listeners[type].size > 0;
  }

  /** Calls all listeners, also those after one that throws. */
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

  /** Emits the pending events of the step that ends at this time, s. */
  emitPending(time: number): void {
    if (this.#pending.length === 0) return;
    // A listener may cut in turn; that event is emitted at once.
    for (const item of this.#pending.splice(0)) this.emit(item.type, { ...item, time });
  }

  /** After all events: throws the first error of a listener. */
  rethrow(): void {
    if (this.#errors.length === 0) return;
    const [first] = this.#errors;
    this.#errors = [];
    throw first;
  }
}

/** The event of a tear at a time, s. */
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

/** The edges and vertices that the edits of a cut separated. */
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

/** The event of a piece that separated, at a time, s. */
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
