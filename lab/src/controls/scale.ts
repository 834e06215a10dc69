/** Scale of a slider, linear or logarithmic. */
export interface Scale {
  min: number;
  max: number;
  isLog?: boolean;
  /** For logarithmic scales: the start of the slider is 0. */
  hasZero?: boolean;
  /** For linear scales: values are multiples of it. */
  step?: number;
}

/** Fraction of the slider that stands for 0, if `hasZero`. */
const ZERO_FRACTION = 0.03;
/** Significant digits of values on a logarithmic scale. */
const DIGITS = 2;

/** Returns the value at a position from 0 to 1. */
export function valueAt({ min, max, isLog, hasZero, step }: Scale, at: number): number {
  const position = Math.min(1, Math.max(0, at));
  if (!isLog) {
    const value = min + position * (max - min);
    return step === undefined ? value : roundDigits(Math.round(value / step) * step, 12);
  }
  const start = hasZero ? ZERO_FRACTION : 0;
  if (hasZero && position < start / 2) return 0;
  const along = Math.max(0, (position - start) / (1 - start));
  return roundDigits(min * (max / min) ** along, DIGITS);
}

/** Returns the position of a value, from 0 to 1. Values outside of the scale are clamped. */
export function positionOf({ min, max, isLog, hasZero }: Scale, value: number): number {
  const along = isLog ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  const within = Math.min(1, Math.max(0, along));
  if (!isLog || !hasZero) return within;
  return value <= 0 ? 0 : ZERO_FRACTION + within * (1 - ZERO_FRACTION);
}

/** Moves a value for an arrow key: by whole steps if the scale has steps, else by hundredths of the slider. */
export function nudged(scale: Scale, value: number, by: number): number {
  const { min, max, isLog, hasZero, step } = scale;
  if (isLog || step === undefined) {
    const moved = valueAt(scale, positionOf(scale, value) + by / 100);
    const isFirst = hasZero && value <= 0 && by > 0; // leaves the section that stands for 0
    return isFirst ? min : moved;
  }
  const within = Math.min(max, Math.max(min, value + by * step));
  return roundDigits(Math.round(within / step) * step, 12);
}

/** Parses typed text. Returns null if it is not a number. */
export function parseNumber(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

/** Rounds to significant digits. */
export function roundDigits(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
