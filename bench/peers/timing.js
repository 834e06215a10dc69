/** Mean time of a step over `steps` steps, ms. */
export function timeOf(peer, steps) {
  const began = performance.now();
  for (let i = 0; i < steps; i++) peer.step();
  return (performance.now() - began) / steps;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Nanoseconds of a step for each constraint and iteration. */
export function nanosecondsOf(milliseconds, constraints, iterations) {
  return (1e6 * milliseconds) / (constraints * iterations);
}

/** Lets the sheet come to rest. Damping only shortens the time: the rest position does not depend on it. */
export function settle(peer, steps, rate) {
  peer.setDamping(rate);
  for (let i = 0; i < steps; i++) peer.step();
  peer.setDamping(0);
}

/** Three significant digits, for tables and files. */
export function round(value) {
  return Number(value.toPrecision(3));
}

/** The same with a number of decimals, and without a negative zero. */
export function tidy(value, decimals) {
  return Number(value.toFixed(decimals)) + 0;
}
