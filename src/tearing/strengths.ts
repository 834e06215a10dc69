import { checkOptions, distance, object, over0, vector } from "../math/check-options.js";
import type { Vector3 } from "../math/vector.js";
import { Attached, type TopologyEdit } from "../mesh/index.js";
import type { TearableSurface } from "./surface.js";
import { Ways } from "./ways.js";

/** All that there is to know of the strengths of a cloth, in numbers. */
export interface StrengthsState {
  /** What was given or painted, one a vertex. */
  given: Float64Array;
  /** What tears have left of it, one a vertex. */
  worn: Float64Array;
  /** What wear has written over: serial number of the edit that it came with, vertex and part, one after the other. */
  before: Float64Array;
}

export interface StrengthBrush {
  /** m. */
  point: Vector3;
  /** m. */
  radius: number;
  /** A factor over 0 of what the cloth bears. */
  strength: number;
}

const FACTOR = over0("a factor over 0");
const BRUSH = object<StrengthBrush>({ point: vector, radius: distance, strength: FACTOR });

const ways = new Ways();

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
  #stores: { given: Attached; worn: Attached; values: Attached } | null = null;
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
   * Gives one vertex another strength; what tears have worn stays worn.
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
   * Gives all vertices within a ball another strength, where the cloth is now; what tears have worn stays worn. O(vertices).
   *
   * @returns How many there are.
   * @throws RangeError that names the field.
   */
  paint(brush: StrengthBrush): number {
    checkOptions("paint", brush, BRUSH);
    const { point, radius, strength } = brush;
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
  wear(vertices: Iterable<number>, damage: number, radius: number): void {
    const { mesh, restLengths } = this.#surface;
    const { worn } = this.#begin();
    ways.find(mesh, restLengths, vertices, radius);
    for (let i = 0; i < ways.reached.size; i++) {
      const vertex = ways.reached.at(i);
      const left = 1 - damage * (1 - ways.lengthTo(vertex) / radius);
      if (!(left < worn.values[vertex]!)) continue;
      this.#before.push(mesh.editCount - 1, vertex, worn.values[vertex]!);
      this.#wearTo(vertex, left);
    }
    this.changes++;
  }

  /** Follows an edit: a copy is as strong as its original, a vertex on an edge as the edge is there. */
  replay(edit: TopologyEdit): void {
    if (this.#stores === null || edit.type === "separate-edge") return;
    const { given, worn, values } = this.#stores;
    given.replay(edit);
    worn.replay(edit);
    const { newVertex } = edit;
    values.values[newVertex] = given.values[newVertex]! * worn.values[newVertex]!;
  }

  /** Follows the latest edit back: what its tear has worn is as it was. */
  undo(edit: TopologyEdit): void {
    const before = this.#before;
    while (before.at(-3) === edit.serial) {
      const worn = before.pop()!;
      this.#wearTo(before.pop()!, worn);
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
      worn: this.#stores.worn.values.slice(0, vertexCount),
      before: Float64Array.from(this.#before),
    };
  }

  set state(state: StrengthsState | null) {
    this.changes++;
    for (const store of Object.values(this.#stores ?? {})) store.detach();
    this.#stores = null;
    this.#before = [...(state?.before ?? [])];
    if (state === null) return;
    const { given, worn, values } = this.#begin();
    given.values.set(state.given);
    worn.values.set(state.worn);
    for (const [vertex, strength] of state.given.entries()) {
      values.values[vertex] = strength * state.worn[vertex]!;
    }
  }

  /** From now on there is something to know. */
  #begin(): { given: Attached; worn: Attached; values: Attached } {
    if (this.#stores === null) {
      const { mesh } = this.#surface;
      const given = new Attached(mesh, "vertex", Float64Array, { birth: "between" });
      const worn = new Attached(mesh, "vertex", Float64Array, { birth: "between" });
      const values = new Attached(mesh, "vertex", Float64Array);
      for (const store of [given, worn, values]) store.values.fill(1, 0, mesh.vertexCount);
      this.#stores = { given, worn, values };
    }
    return this.#stores;
  }

  #give(vertex: number, strength: number): void {
    const { given, worn, values } = this.#begin();
    given.values[vertex] = strength;
    values.values[vertex] = strength * worn.values[vertex]!;
  }

  #wearTo(vertex: number, part: number): void {
    const { given, worn, values } = this.#begin();
    worn.values[vertex] = part;
    values.values[vertex] = given.values[vertex]! * part;
  }
}
