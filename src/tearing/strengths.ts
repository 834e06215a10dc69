import { checkOptions, distance, object, over0, vector } from "../math/check-options.js";
import { toTuple, type Vec3 } from "../math/vec3.js";
import { Attached, type TopologyEdit } from "../mesh/index.js";
import type { TearableSurface } from "./surface.js";
import { GeodesicDistances } from "./geodesic-distances.js";

/** All that there is to know of the strengths of a cloth, in numbers. */
export interface StrengthsState {
  /** What was given or painted, one a vertex. */
  given: Float64Array;
  /** What tears have left of it, one a vertex. */
  remaining: Float64Array;
  /** What wear has written over: serial number of the edit that it came with, vertex and part, one after the other. */
  before: Float64Array;
}

export interface StrengthBrush {
  /** m. */
  point: Vec3;
  /** m. */
  radius: number;
  /** A factor over 0 of what the cloth bears. */
  strength: number;
}

const FACTOR = over0("a factor over 0");
const BRUSH = object<StrengthBrush>({ point: vector, radius: distance, strength: FACTOR });

const ways = new GeodesicDistances();

/**
 * How strong a cloth is from place to place: a factor over 0 a vertex, of the strain or the force that the cloth bears. It
 * is what was given or painted there times what tears have left of it. It follows the edits of the mesh and takes no room
 * until there is anything to know.
 */
export class Strengths {
  /** How often anything has changed, but by edits. */
  changes = 0;
  readonly #surface: Pick<TearableSurface, "mesh" | "positions" | "restLengths">;
  /** Null: there is nothing to know. */
  #stores: { given: Attached; remaining: Attached; values: Attached } | null = null;
  #before: number[] = [];

  /** @param given One factor a vertex; null or absent: 1 everywhere. */
  constructor(
    surface: Pick<TearableSurface, "mesh" | "positions" | "restLengths">,
    given: Float64Array | null = null,
  ) {
    this.#surface = surface;
    if (given === null) return;
    const { vertexCount } = surface.mesh;
    if (given.length !== vertexCount) {
      throw new RangeError(
        `strengths: expected ${vertexCount} numbers, one a vertex, got ${given.length}`,
      );
    }
    for (const [vertex, strength] of given.entries())
      checkOptions(`strengths.${vertex}`, strength, FACTOR);
    const stores = this.#begin();
    stores.given.values.set(given);
    stores.values.values.set(given);
  }

  /** The factors that count, one a vertex and maybe more; null: 1 everywhere. To be read alone. */
  get values(): Float64Array | null {
    return this.#stores === null ? null : this.#stores.values.values;
  }

  /**
   * Gives one vertex another strength; the damage of tears stays.
   *
   * @throws RangeError that names the field.
   */
  set(vertex: number, strength: number): void {
    const { vertexCount } = this.#surface.mesh;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount)) {
      throw new RangeError(`set.vertex: there is no vertex ${vertex} (0 to ${vertexCount - 1})`);
    }
    checkOptions("set.strength", strength, FACTOR);
    this.#give(vertex, strength);
    this.changes++;
  }

  /**
   * Gives all vertices within a ball another strength, where the cloth is now; the damage of tears stays. O(vertices).
   *
   * @returns How many there are.
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
      this.#give(vertex, strength);
      count++;
    }
    if (count > 0) this.changes++;
    return count;
  }

  /**
   * A tear wears the cloth around it: at the way d along the unstressed edges no more than 1 − damage · (1 − d / radius) of
   * the strength is left. It is taken back with the latest edit of the mesh, which the surface has to have followed.
   *
   * @param vertices Those that came apart.
   */
  addDamage(vertices: Iterable<number>, damage: number, radius: number): void {
    const { mesh, restLengths } = this.#surface;
    const { remaining } = this.#begin();
    ways.find(mesh, restLengths, vertices, radius);
    for (let i = 0; i < ways.reached.size; i++) {
      const vertex = ways.reached.at(i);
      const left = 1 - damage * (1 - ways.lengthTo(vertex) / radius);
      if (!(left < remaining.values[vertex]!)) continue;
      this.#before.push(mesh.editCount - 1, vertex, remaining.values[vertex]!);
      this.#setRemaining(vertex, left);
    }
    this.changes++;
  }

  /** Follows an edit: a copy is as strong as its original, a vertex on an edge as the edge is there. */
  replay(edit: TopologyEdit): void {
    if (this.#stores === null || edit.type === "separate-edge") return;
    const { given, remaining, values } = this.#stores;
    given.replay(edit);
    remaining.replay(edit);
    const { newVertex } = edit;
    values.values[newVertex] = given.values[newVertex]! * remaining.values[newVertex]!;
  }

  /** Follows the latest edit back: the damage of its tear is removed. */
  undo(edit: TopologyEdit): void {
    const before = this.#before;
    while (before.at(-3) === edit.serial) {
      const remaining = before.pop()!;
      this.#setRemaining(before.pop()!, remaining);
      before.pop();
      this.changes++;
    }
  }

  /** Null while there is nothing to know. */
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

  /** From now on there is something to know. */
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

  #give(vertex: number, strength: number): void {
    const { given, remaining, values } = this.#begin();
    given.values[vertex] = strength;
    values.values[vertex] = strength * remaining.values[vertex]!;
  }

  #setRemaining(vertex: number, part: number): void {
    const { given, remaining, values } = this.#begin();
    remaining.values[vertex] = part;
    values.values[vertex] = given.values[vertex]! * part;
  }
}
