import type { Session } from "./session.js";
import { ClothOutbox } from "./cloth-outbox.js";
import type { Contacts, Report, Stats } from "./messages.js";
import { buffersOf, packSolids } from "./solids-frame.js";
import { NO_REQUEST, viewBuffers, type StrainData, type ViewRequest } from "./view-data.js";

export type Post = (report: Report, transfer?: Transferable[]) => void;

/** Posts the state to the page: the whole cloths, then changes. */
export class Outbox {
  readonly #post: Post;
  /** In the order of the scene. */
  #cloths: ClothOutbox[] = [];
  #areStrengthsShown = false;
  #request = NO_REQUEST;

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
  sendCloths(session: Session, stats: Stats, isLoaded: boolean): void {
    const { world } = session;
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
      contacts: this.#contactsOf(session),
      stats,
    });
  }

  /** Posts changes since the last message. */
  sendFrame(session: Session, stats: Stats): void {
    const { world } = session;
    const cloths = world.cloths.map((cloth, i) => this.#cloths[i]!.frame(cloth));
    const solids = packSolids(world);
    const contacts = this.#contactsOf(session);
    const ofCloths = cloths.flatMap(({ positions, shown }) => [
      positions.buffer as ArrayBuffer,
      ...viewBuffers(shown),
    ]);
    const ofContacts = contacts === null ? [] : [contacts.buffer as ArrayBuffer];
    this.#post({ type: "frame", cloths, solids, contacts, stats }, [
      ...ofCloths,
      ...ofContacts,
      ...buffersOf(solids),
    ]);
  }

  /** Posts another time: as a frame if no edit that the page knows was undone. */
  sendTime(session: Session, stats: Stats): void {
    if (session.world.cloths.every((cloth, i) => this.#cloths[i]!.isLater(cloth)))
      this.sendFrame(session, stats);
    else this.sendCloths(session, stats, false);
  }

  /** Finding the points takes time, so that is done only while the page shows them. */
  #contactsOf(session: Session): Contacts {
    return this.#request.contacts ? session.contacts : null;
  }
}
