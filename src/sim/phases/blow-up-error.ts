/** A simulation has come to what no cloth does. The message is one line: when, where, what, and the likely cause. */
export class BlowUpError extends Error {
  override name = "BlowUpError";
  /** Start of the step in which it happened, s. */
  readonly time: number;
  /** Its number; null where it is no cloth. */
  readonly cloth: number | null;

  constructor(message: string, time: number, cloth: number | null) {
    super(message);
    this.time = time;
    this.cloth = cloth;
  }
}
