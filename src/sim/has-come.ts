/** Rounding of the clock: what is to happen at 1 s happens in the step that starts at 0.9999999999 s. */
const TIME_TOLERANCE = 1e-9;

/** Whether a moment has come at the start of a step, both in s. */
export function hasCome(moment: number, time: number): boolean {
  return time >= moment - TIME_TOLERANCE;
}
