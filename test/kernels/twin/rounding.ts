// What follows every operation of a twin: rounding to f32, or nothing.

let round: (x: number) => number = Math.fround;

/** Rounds a result to single precision. */
export function f32(x: number): number {
  return round(x);
}

/** True within `withoutRounding`. */
export function isUnrounded(): boolean {
  return round !== Math.fround;
}

/** Calls a function of a twin whose results keep double precision. */
export function withoutRounding<T>(call: () => T): T {
  round = (x) => x;
  try {
    return call();
  } finally {
    round = Math.fround;
  }
}
