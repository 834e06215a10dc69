import { list } from "../../math/check-data.js";
import { withErrorPath } from "../../mesh/error-path.js";
import type { TopologyEdit, TriangleMesh } from "../../mesh/index.js";
import type { StateContext, Store } from "../../stores/index.js";
import { SeamStrengths } from "../../tearing/index.js";
import type { SeamOptions } from "../options/options.js";
import { Seam, type SeamContext, type SeamState } from "./seam.js";
import { seamState } from "./tear-checks.js";

/** Where a cloth comes apart by itself, or tears more easily than elsewhere. */
export class Seams implements Store {
  readonly name = "seams";
  readonly isInternal = true;
  readonly all: readonly Seam[];
  /** Their edges that are weaker or stronger than the rest, for tearing; undefined: there are none. */
  strengths: SeamStrengths | undefined;
  readonly #mesh: TriangleMesh;

  /** @throws RangeError that names the field. */
  constructor(context: SeamContext, options: readonly SeamOptions[]) {
    this.#mesh = context.cloth.mesh;
    this.all = options.map((seam, i) => withErrorPath(`seams.${i}`, () => new Seam(context, seam)));
  }

  /** Lines that have to lie in the mesh from the start; all seams have selected from the mesh as it was given. */
  lay(): void {
    for (const seam of this.all) seam.layAtStart();
    this.#findStrengths();
  }

  replay(edit: TopologyEdit): void {
    if (edit.type === "split-edge") for (const seam of this.all) seam.follow(edit);
  }

  undo(edit: TopologyEdit): void {
    for (const seam of this.all) seam.undo(edit);
    this.#findStrengths();
  }

  get state(): SeamState[] {
    return this.all.map(({ state }) => state);
  }

  set state(states: readonly SeamState[]) {
    for (const [i, seam] of this.all.entries()) seam.state = states[i]!;
    this.#findStrengths();
  }

  check(state: unknown, field: string, { counts }: StateContext): void {
    list(seamState(counts), this.all.length)(state, field);
  }

  /** O(their edges). */
  #findStrengths(): void {
    this.strengths?.clear();
    for (const seam of this.all) {
      if (seam.strength === 1) continue;
      seam.addTo((this.strengths ??= new SeamStrengths(this.#mesh)));
    }
  }
}
