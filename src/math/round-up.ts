/** The smallest multiple of `unit` that is at least `count`; both are whole numbers. */
export function roundUpTo(unit: number, count: number): number {
  return unit * Math.floor((count + unit - 1) / unit);
}
