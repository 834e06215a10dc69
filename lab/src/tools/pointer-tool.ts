/** Where something is on the page, pixels. */
export type Place = Pick<PointerEvent, "clientX" | "clientY">;

/** What a tool makes of the pointers over the picture. What it does not want turns the view. */
export interface PointerTool {
  /** Each finger is one for itself, also beside others that turn the view: only hands are. */
  readonly isManifold?: boolean;
  /** Whether a pointer that goes down here is for the tool, until it goes up. */
  wants?(at: Place): boolean;
  /** The stroke of such a pointer. */
  begin?(pointer: number, at: Place): void;
  move?(pointer: number, event: PointerEvent): void;
  end?(pointer: number): void;
  /** It was no stroke after all: two fingers turn the view. */
  cancel?(pointer: number): void;
  /** A short press, or enter at the middle of the picture. */
  click?(at: Place): void;
  /** Two of them in a row. */
  doubleClick?(at: Place): void;
  /** What rests here, without a press; null: nothing does. */
  hover?(at: Place | null): void;
  /** What is under a resting pointer may have moved. */
  follow?(): void;
}
