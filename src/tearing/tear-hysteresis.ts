import type { Candidates } from "./candidates.js";
import { severityAt } from "./measure.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";

/** A place that was let go of counts again when it bears so many times what it bore then … */
const MORE = 1.1;
/** … and once it has borne no more than this part of the limit. */
const LESS = 0.9;

/**
 * The places that tears have let go of and that are still over the limit. For those who tear more often than once a
 * step: a torn edge takes a while to draw back, and would be torn off at its other end before it has. It counts again
 * once it has been clearly under the limit, or when it bears clearly more than when it was let go: then the tear has not
 * helped.
 */
export class TearHysteresis {
  /** The severity from which a place counts, edges as they are and vertices as −1 − vertex. */
  readonly #bars = new Map<number, number>();

  /** The severity from which an edge or a vertex (the other is −1) counts: 1 but for what was let go. */
  barOf(edge: number, vertex: number): number {
    return this.#bars.size === 0 ? 1 : (this.#bars.get(placeOf(edge, vertex)) ?? 1);
  }

  /** Takes out of the candidates what does not count, and forgets what is clearly under the limit by now. */
  filter(surface: TearableSurface, options: TearingOptions, candidates: Candidates): void {
    if (this.#bars.size === 0) return;
    for (const place of this.#bars.keys()) {
      const severity = severityAt(
        surface,
        options,
        place < 0 ? -1 : place,
        Math.max(-1, -1 - place),
      );
      if (!(severity > LESS)) this.#bars.delete(place);
    }
    const { edges, vertices, severities } = candidates;
    candidates.keep((i) => severities[i]! > this.barOf(edges[i]!, vertices[i]!));
  }

  /** Notes what is over the limit at the vertices that a tear has let go of, after the surface has followed it. */
  add(surface: TearableSurface, options: TearingOptions, vertices: readonly number[]): void {
    const byVertex = options.criterion === "separation-tensor";
    for (const vertex of vertices) {
      if (byVertex) this.#addPlace(surface, options, -1, vertex);
      else
        for (const edge of surface.mesh.edgesOf(vertex)) this.#addPlace(surface, options, edge, -1);
    }
  }

  /** Notes candidates that have had their tear. */
  addCandidates({ count, edges, vertices, severities }: Candidates): void {
    for (let i = 0; i < count; i++) {
      this.#bars.set(placeOf(edges[i]!, vertices[i]!), MORE * severities[i]!);
    }
  }

  /** Notes candidates that cannot tear, because what would have to split is held: they are tried again in the next step. */
  block({ count, edges, vertices }: Candidates): void {
    for (let i = 0; i < count; i++) this.#bars.set(placeOf(edges[i]!, vertices[i]!), Infinity);
  }

  /** A step begins. */
  startStep(): void {
    if (this.#bars.size === 0) return; // an iterator would be garbage in every step
    for (const [place, bar] of this.#bars) if (bar === Infinity) this.#bars.delete(place);
  }

  #addPlace(surface: TearableSurface, options: TearingOptions, edge: number, vertex: number): void {
    const severity = severityAt(surface, options, edge, vertex);
    if (severity > 1) this.#bars.set(placeOf(edge, vertex), MORE * severity);
  }

  clear(): void {
    this.#bars.clear();
  }

  /** What there is to know of it, as numbers: place and bar, one after the other. */
  get state(): number[] {
    return [...this.#bars].flat();
  }

  set state(numbers: readonly number[]) {
    this.#bars.clear();
    for (let i = 0; i < numbers.length; i += 2) this.#bars.set(numbers[i]!, numbers[i + 1]!);
  }
}

/** One number for an edge or a vertex (the other is −1). */
function placeOf(edge: number, vertex: number): number {
  return edge === -1 ? -1 - vertex : edge;
}
