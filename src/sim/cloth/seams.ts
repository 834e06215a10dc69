import { list } from "../../math/check-data.js";
import { withErrorPath } from "../../mesh/error-path.js";
import type { TopologyEdit, TriangleMesh } from "../../mesh/index.js";
import type { StateContext, Store } from "../../stores/index.js";
import { SeamStrengths } from "../../tearing/index.js";
import type { SeamOptions } from "../options/options.js";
import { Seam, type SeamContext, type SeamState } from "./seam.js";
import { seamState } from "./tear-checks.js";

/** The seams of a cloth. */
export class Seams implements Store {
  readonly name = "seams";
  readonly isInternal = true;
  /** The seams, in the order of the options. */
  readonly all: readonly Seam[];
  /** Edges of seams that are weaker or stronger than the rest, for tearing; undefined: none. */
  strengths: SeamStrengths | undefined;
  readonly #mesh: TriangleMesh;

  /** @throws RangeError that names the field. */
  constructor(context: SeamContext, options: readonly SeamOptions[]) {
    this.#mesh = context.cloth.mesh;
    this.all = options.map((seam, i) => withErrorPath(`seams.${i}`, () => new Seam(context, seam)));
  }

  /** Inserts lines that must be in the mesh from the start, after all seams have selected from the original mesh. */
  insertLines(): void {
    for (const seam of this.all) seam.insertAtStart();
    this.#rebuildStrengths();
  }

  replay(edit: TopologyEdit): void {
    if (edit.type === "split-edge") for (const seam of this.all) seam.follow(edit);
  }

  undo(edit: TopologyEdit): void {
    for (const seam of this.all) seam.undo(edit);
    this.#rebuildStrengths();
  }

  get state(): SeamState[] {
    return this.all.map(({ state }) => state);
  }

  set state(states: readonly SeamState[]) {
    for (const [i, seam] of this.all.entries()) seam.state = states[i]!;
    this.#rebuildStrengths();
  }

  check(state: unknown, field: string, { counts }: StateContext): void {
    list(seamState(counts), this.all.length)(state, field);
  }

  /** Rebuilds the strengths. O(edges of seams). */
  #rebuildStrengths(): void {
    this.strengths?.clear();
    for (const seam of this.all) {
      if (seam.strength === 1) continue;
      seam.addTo((this.strengths ??= new SeamStrengths(this.#mesh)));
    }
  }
}
