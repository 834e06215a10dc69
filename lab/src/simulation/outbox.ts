import type { World } from "tatter";
import { ClothOutbox } from "./cloth-outbox.js";
import type { Report, Stats } from "./messages.js";
import { buffersOf, packSolids } from "./solids-frame.js";
import { viewBuffers, type StrainData, type ViewRequest } from "./view-data.js";

export type Post = (report: Report, transfer?: Transferable[]) => void;

/** Posts the state to the page: the whole cloths, then changes. */
export class Outbox {
  readonly #post: Post;
  /** In the order of the scene. */
  #cloths: ClothOutbox[] = [];
  #areStrengthsShown = false;
  #request: ViewRequest = { strain: false, directions: false, pieces: false };

  constructor(post: Post) {
    this.#post = post;
  }

  /** True if the page shows the strengths. */
  set areStrengthsShown(areShown: boolean) {
    this.#areStrengthsShown = areShown;
    for (const { strengthUpdates } of this.#cloths) strengthUpdates.isShown = areShown;
  }

  /** What the page shows of the cloths. */
  set wanted(request: ViewRequest) {
    this.#request = request;
    for (const { viewUpdates } of this.#cloths) viewUpdates.wanted = request;
  }

  /** Takes back buffers that the page does not need any more. Those of an earlier scene are dropped. */
  recycle(positions: readonly Float32Array[]): void {
    for (const [i, buffer] of positions.entries()) this.#cloths[i]?.recycle(buffer);
  }

  recycleStrain(cloth: number, strain: StrainData): void {
    this.#cloths[cloth]?.viewUpdates.recycle(strain);
  }

  /** Posts the whole cloths. Later messages have the edits after it. */
  sendCloths(world: World, stats: Stats, isLoaded: boolean): void {
    if (this.#cloths.length !== world.cloths.length) {
      this.#cloths = world.cloths.map(() => new ClothOutbox());
      this.wanted = this.#request;
      this.areStrengthsShown = this.#areStrengthsShown;
    }
    this.#post({
      type: "cloths",
      isLoaded,
      cloths: world.cloths.map((cloth, i) => this.#cloths[i]!.whole(cloth)),
      colliders: isLoaded ? world.colliders.map(({ options }) => options) : null,
      solids: packSolids(world),
      stats,
    });
  }

  /** Posts changes since the last message. */
  sendFrame(world: World, stats: Stats): void {
    const cloths = world.cloths.map((cloth, i) => this.#cloths[i]!.frame(cloth));
    const solids = packSolids(world);
    const ofCloths = cloths.flatMap(({ positions, shown }) => [
      positions.buffer as ArrayBuffer,
      ...viewBuffers(shown),
    ]);
    this.#post({ type: "frame", cloths, solids, stats }, [...ofCloths, ...buffersOf(solids)]);
  }

  /** Posts another time: as a frame if no edit that the page knows was undone. */
  sendTime(world: World, stats: Stats): void {
    if (world.cloths.every((cloth, i) => this.#cloths[i]!.isLater(cloth)))
      this.sendFrame(world, stats);
    else this.sendCloths(world, stats, false);
  }
}
