/** Beaufort names, each with its upper limit, m/s. */
const WINDS = [
  [0.3, "calm"],
  [1.6, "light air"],
  [3.4, "light breeze"],
  [5.5, "gentle breeze"],
  [8, "moderate breeze"],
  [10.8, "fresh breeze"],
  [13.9, "strong breeze"],
  [17.2, "near gale"],
  [Infinity, "gale"],
] as const;

/** Returns the speed and the Beaufort name of a wind. */
export function windLabel(speed: number): string {
  const name = WINDS.find(([end]) => speed < end)![1];
  return speed === 0 ? name : `${speed.toFixed(1)} m/s, ${name}`;
}
