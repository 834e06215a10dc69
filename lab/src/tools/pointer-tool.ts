/** A position on the page, px. */
export type Place = Pick<PointerEvent, "clientX" | "clientY">;

/** Pointer handlers of a tool. Pointers that the tool does not want control the camera. */
export interface PointerTool {
  /** True if each finger is handled separately, even while others rotate the view. Only the grab tool does so. */
  readonly isMultiTouch?: boolean;
  /** Returns true if the tool takes a pointer that goes down here, until it goes up. */
  wants?(at: Place): boolean;
  /** Handlers of a stroke. */
  begin?(pointer: number, at: Place): void;
  move?(pointer: number, event: PointerEvent): void;
  end?(pointer: number): void;
  /** The stroke is cancelled, because two fingers control the camera. */
  cancel?(pointer: number): void;
  /** A short press, or Enter at the center of the image. */
  click?(at: Place): void;
  /** Two clicks in a row. */
  doubleClick?(at: Place): void;
  /** A pointer rests here without a press. Null: none. */
  hover?(at: Place | null): void;
  /** The object under a resting pointer may have moved. */
  follow?(): void;
}
