/** How the way of a slider is divided: evenly, or so that each part of it multiplies by the same. */
export interface Scale {
  min: number;
  max: number;
  isLog?: boolean;
  /** A scale that multiplies never comes to nothing; this one has it at its very start. */
  hasZero?: boolean;
  /** Of an even scale: values are whole multiples of it. */
  step?: number;
}

/** The part of a slider with a zero that is kept for it. */
const ZERO_PART = 0.03;
/** Digits of a value that a slider with a scale that multiplies stops at. */
const DIGITS = 2;

/** The value at a part of the way, from 0 to 1. */
export function valueAt({ min, max, isLog, hasZero, step }: Scale, part: number): number {
  const way = Math.min(1, Math.max(0, part));
  if (!isLog) {
    const value = min + way * (max - min);
    return step === undefined ? value : tidy(Math.round(value / step) * step, 12);
  }
  const start = hasZero ? ZERO_PART : 0;
  if (hasZero && way < start / 2) return 0;
  const along = Math.max(0, (way - start) / (1 - start));
  return tidy(min * (max / min) ** along, DIGITS);
}

/** Where a value lies on the way, from 0 to 1; what is beyond an end lies at it. */
export function partAt({ min, max, isLog, hasZero }: Scale, value: number): number {
  const along = isLog ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  const within = Math.min(1, Math.max(0, along));
  if (!isLog || !hasZero) return within;
  return value <= 0 ? 0 : ZERO_PART + within * (1 - ZERO_PART);
}

/** A little along the way of a slider, for arrow keys: by whole steps where there are any, else by hundredths of the way. */
export function nudged(scale: Scale, value: number, by: number): number {
  const { min, max, isLog, hasZero, step } = scale;
  if (isLog || step === undefined) {
    const moved = valueAt(scale, partAt(scale, value) + by / 100);
    const isFirst = hasZero && value <= 0 && by > 0; // out of the part that is kept for nothing
    return isFirst ? min : moved;
  }
  const within = Math.min(max, Math.max(min, value + by * step));
  return tidy(Math.round(within / step) * step, 12);
}

/** Reads what was typed; null: no number. */
export function numberIn(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

/** Without the last bits that no one has asked for. */
export function tidy(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
