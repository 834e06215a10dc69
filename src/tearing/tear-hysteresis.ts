import type { Candidates } from "./candidates.js";
import { severityAt } from "./measure.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";

/** A relaxed place counts again when its severity is this many times what it was … */
const REARM_FACTOR = 1.1;
/** … or once its severity has been at or below this fraction of the limit. */
const RELEASE_FRACTION = 0.9;

/**
 * Hysteresis for places that a tear has relaxed but that are still over the limit. For callers that tear more often
 * than once per step: a torn edge takes some time to retract, and without this it would tear at its other end before it
 * has. A place counts again once it has been clearly under the limit, or when its load is clearly higher than right
 * after the tear: then the tear has not helped.
 */
export class TearHysteresis {
  /** The severity from which a place counts. Keys: the edge, or −1 − vertex. */
  readonly #thresholds = new Map<number, number>();

  /** The severity from which an edge or a vertex (the other is −1) counts: 1 for all that no tear has relaxed. */
  thresholdOf(edge: number, vertex: number): number {
    return this.#thresholds.size === 0 ? 1 : (this.#thresholds.get(siteKey(edge, vertex)) ?? 1);
  }

  /** Removes candidates that do not count, and forgets places that are clearly under the limit now. */
  filter(surface: TearableSurface, options: TearingOptions, candidates: Candidates): void {
    if (this.#thresholds.size === 0) return;
    for (const site of this.#thresholds.keys()) {
      const severity = severityAt(surface, options, site < 0 ? -1 : site, Math.max(-1, -1 - site));
      if (!(severity > RELEASE_FRACTION)) this.#thresholds.delete(site);
    }
    const { edges, vertices, severities } = candidates;
    candidates.keep((i) => severities[i]! > this.thresholdOf(edges[i]!, vertices[i]!));
  }

  /**
   * Adds what is over the limit at the vertices that a tear has relaxed. Call it after the surface has replayed the
   * tear.
   */
  add(surface: TearableSurface, options: TearingOptions, vertices: readonly number[]): void {
    const byVertex = options.criterion === "separation-tensor";
    for (const vertex of vertices) {
      if (byVertex) this.#addSite(surface, options, -1, vertex);
      else
        for (const edge of surface.mesh.edgesOf(vertex)) this.#addSite(surface, options, edge, -1);
    }
  }

  /** Adds candidates that have torn. */
  addCandidates({ count, edges, vertices, severities }: Candidates): void {
    for (let i = 0; i < count; i++) {
      this.#thresholds.set(siteKey(edges[i]!, vertices[i]!), REARM_FACTOR * severities[i]!);
    }
  }

  /**
   * Blocks candidates that cannot tear because the vertices to split are held. They are tried again in the next step.
   */
  block({ count, edges, vertices }: Candidates): void {
    for (let i = 0; i < count; i++)
      this.#thresholds.set(siteKey(edges[i]!, vertices[i]!), Infinity);
  }

  /** Call at the start of a step: unblocks the blocked places. */
  startStep(): void {
    if (this.#thresholds.size === 0) return; // an iterator would allocate in every step
    for (const [site, threshold] of this.#thresholds)
      if (threshold === Infinity) this.#thresholds.delete(site);
  }

  #addSite(surface: TearableSurface, options: TearingOptions, edge: number, vertex: number): void {
    const severity = severityAt(surface, options, edge, vertex);
    if (severity > 1) this.#thresholds.set(siteKey(edge, vertex), REARM_FACTOR * severity);
  }

  clear(): void {
    this.#thresholds.clear();
  }

  /** The state as numbers: key and threshold, repeated. */
  get state(): number[] {
    return [...this.#thresholds].flat();
  }

  set state(numbers: readonly number[]) {
    this.#thresholds.clear();
    for (let i = 0; i < numbers.length; i += 2) this.#thresholds.set(numbers[i]!, numbers[i + 1]!);
  }
}

/** One key for an edge or a vertex (the other is −1). */
function siteKey(edge: number, vertex: number): number {
  return edge === -1 ? -1 - vertex : edge;
}
