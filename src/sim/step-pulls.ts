import { BOXED } from "../math/boxed.js";
import { grown, grownCapacity } from "../math/grow.js";
import type { Pulls } from "../cloth/index.js";
import type { WorldCloth } from "./world-cloth.js";

/**
 * What the elements of a cloth have applied in the whole of a step. Their own impulses are those of the part that tearing measures: the
 * step, a substep or less. A slot that is new has pulled at nothing before.
 */
export class StepPulls implements Pulls {
  duration = BOXED;
  /** N·s, kind by kind of elements. */
  readonly impulses: Float64Array[] = [];
  /** N·s, of the limit of stretch, edge by edge. */
  limit: Float64Array = new Float64Array(0);

  /** A step begins. */
  clear(): void {
    this.duration = 0;
    for (let kind = 0; kind < this.impulses.length; kind++) this.impulses[kind]!.fill(0);
    this.limit.fill(0);
  }

  /** A part of the step is over for which the elements have gathered their impulses, and will not be taken back. */
  add({ stepDuration, elements, stretchLimit }: WorldCloth): void {
    this.duration += stepDuration;
    for (let kind = 0; kind < elements.length; kind++) {
      const { impulses, count, conditionCount } = elements[kind]!;
      this.impulses[kind] = sum(this.impulses[kind], impulses, conditionCount * count);
    }
    if (stretchLimit === null) return;
    const { impulses } = stretchLimit;
    this.limit = sum(this.limit, impulses, impulses.length);
  }
}

function sum(into: Float64Array | undefined, from: Float64Array, count: number): Float64Array {
  const room = into ?? new Float64Array(0);
  const sums = grown(room, grownCapacity(room.length, count));
  for (let i = 0; i < count; i++) sums[i]! += from[i]!;
  return sums;
}
