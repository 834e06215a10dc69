import { checkOptions, distance, object, over0, vector } from "../math/check-options.js";
import { toTuple, type Vec3 } from "../math/vec3.js";
import { Attached, type TopologyEdit } from "../mesh/index.js";
import type { TearableSurface } from "./surface.js";
import { GeodesicDistances } from "./geodesic-distances.js";

/** The strengths of a cloth as numbers. */
export interface StrengthsState {
  /** Given or painted factors, one per vertex. */
  given: Float64Array;
  /** Factors that tears have left, one per vertex. */
  remaining: Float64Array;
  /** Remaining factors that damage has overwritten: serial number of the edit, vertex and factor, repeated. */
  before: Float64Array;
}

/** A ball in which `paint` sets the strength. */
export interface StrengthBrush {
  /** Center, m. */
  point: Vec3;
  /** m. */
  radius: number;
  /** A factor over 0 of what the cloth bears. */
  strength: number;
}

const FACTOR = over0("a factor over 0");
const BRUSH = object<StrengthBrush>({ point: vector, radius: distance, strength: FACTOR });

const distances = new GeodesicDistances();

/**
 * Strength per vertex: a factor over 0 of the strain or force that the cloth bears. It is the given or painted factor
 * times what tears have left of it. It follows the edits of the mesh and allocates nothing until a strength differs
 * from 1.
 */
export class Strengths {
  /** Number of changes, without those by edits. */
  changes = 0;
  readonly #surface: Pick<TearableSurface, "mesh" | "positions" | "restLengths">;
  /** Null: all strengths are 1. */
  #stores: { given: Attached; remaining: Attached; values: Attached } | null = null;
  #before: number[] = [];

  /** @param given One factor per vertex; null or absent: 1 everywhere. */
  constructor(
    surface: Pick<TearableSurface, "mesh" | "positions" | "restLengths">,
    given: Float64Array | null = null,
  ) {
    this.#surface = surface;
    if (given === null) return;
    const { vertexCount } = surface.mesh;
    if (given.length !== vertexCount) {
      throw new RangeError(
        `strengths: expected ${vertexCount} numbers, one per vertex, got ${given.length}`,
      );
    }
    for (const [vertex, strength] of given.entries())
      checkOptions(`strengths.${vertex}`, strength, FACTOR);
    const stores = this.#begin();
    stores.given.values.set(given);
    stores.values.values.set(given);
  }

  /** The effective factors, one per vertex; the array may be longer. Null: 1 everywhere. Read only. */
  get values(): Float64Array | null {
    return this.#stores === null ? null : this.#stores.values.values;
  }

  /**
   * Sets the strength of one vertex. Damage by tears stays.
   *
   * @throws RangeError that names the field.
   */
  set(vertex: number, strength: number): void {
    const { vertexCount } = this.#surface.mesh;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount)) {
      throw new RangeError(
        `set.vertex: expected a vertex from 0 to ${vertexCount - 1}, got ${vertex}`,
      );
    }
    checkOptions("set.strength", strength, FACTOR);
    this.#setGiven(vertex, strength);
    this.changes++;
  }

  /**
   * Sets the strength of all vertices within a ball, at their current positions. Damage by tears stays. O(vertices).
   *
   * @returns The number of these vertices.
   * @throws RangeError that names the field.
   */
  paint(brush: StrengthBrush): number {
    checkOptions("paint", brush, BRUSH);
    const { radius, strength } = brush;
    const point = toTuple(brush.point);
    const { mesh, positions } = this.#surface;
    let count = 0;
    for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
      const x = positions[3 * vertex]! - point[0];
      const y = positions[3 * vertex + 1]! - point[1];
      const z = positions[3 * vertex + 2]! - point[2];
      if (!(x * x + y * y + z * z <= radius * radius)) continue;
      this.#setGiven(vertex, strength);
      count++;
    }
    if (count > 0) this.changes++;
    return count;
  }

  /**
   * Damages the cloth around a tear: at distance d along the unstressed edges, at most 1 − damage · (1 − d / radius) of
   * the strength is left. The damage is undone with the latest edit of the mesh, which the surface must have replayed.
   *
   * @param vertices The vertices that separated.
   * @param radius m.
   */
  addDamage(vertices: Iterable<number>, damage: number, radius: number): void {
    const { mesh, restLengths } = this.#surface;
    const { remaining } = this.#begin();
    distances.find(mesh, restLengths, vertices, radius);
    for (let i = 0; i < distances.reached.size; i++) {
      const vertex = distances.reached.at(i);
      const left = 1 - damage * (1 - distances.distanceTo(vertex) / radius);
      if (!(left < remaining.values[vertex]!)) continue;
      this.#before.push(mesh.editCount - 1, vertex, remaining.values[vertex]!);
      this.#setRemaining(vertex, left);
    }
    this.changes++;
  }

  /** Replays an edit: a copy is as strong as its original, and a vertex on an edge gets the interpolated strength. */
  replay(edit: TopologyEdit): void {
    if (this.#stores === null || edit.type === "separate-edge") return;
    const { given, remaining, values } = this.#stores;
    given.replay(edit);
    remaining.replay(edit);
    const { newVertex } = edit;
    values.values[newVertex] = given.values[newVertex]! * remaining.values[newVertex]!;
  }

  /** Undoes the latest edit: removes the damage of its tear. */
  undo(edit: TopologyEdit): void {
    const before = this.#before;
    while (before.at(-3) === edit.serial) {
      const remaining = before.pop()!;
      this.#setRemaining(before.pop()!, remaining);
      before.pop();
      this.changes++;
    }
  }

  /** Null if all strengths are 1. */
  get state(): StrengthsState | null {
    if (this.#stores === null) return null;
    const { vertexCount } = this.#surface.mesh;
    return {
      given: this.#stores.given.values.slice(0, vertexCount),
      remaining: this.#stores.remaining.values.slice(0, vertexCount),
      before: Float64Array.from(this.#before),
    };
  }

  set state(state: StrengthsState | null) {
    this.changes++;
    for (const store of Object.values(this.#stores ?? {})) store.detach();
    this.#stores = null;
    this.#before = [...(state?.before ?? [])];
    if (state === null) return;
    const { given, remaining, values } = this.#begin();
    given.values.set(state.given);
    remaining.values.set(state.remaining);
    for (const [vertex, strength] of state.given.entries()) {
      values.values[vertex] = strength * state.remaining[vertex]!;
    }
  }

  /** Allocates the stores if there are none. */
  #begin(): { given: Attached; remaining: Attached; values: Attached } {
    if (this.#stores === null) {
      const { mesh } = this.#surface;
      const given = new Attached(mesh, "vertex", Float64Array, { rule: "between" });
      const remaining = new Attached(mesh, "vertex", Float64Array, { rule: "between" });
      const values = new Attached(mesh, "vertex", Float64Array);
      for (const store of [given, remaining, values]) store.values.fill(1, 0, mesh.vertexCount);
      this.#stores = { given, remaining, values };
    }
    return this.#stores;
  }

  #setGiven(vertex: number, strength: number): void {
    const { given, remaining, values } = this.#begin();
    given.values[vertex] = strength;
    values.values[vertex] = strength * remaining.values[vertex]!;
  }

  #setRemaining(vertex: number, factor: number): void {
    const { given, remaining, values } = this.#begin();
    remaining.values[vertex] = factor;
    values.values[vertex] = given.values[vertex]! * factor;
  }
}
