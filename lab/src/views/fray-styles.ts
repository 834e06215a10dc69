import { Color } from "three";
import type { ViewName } from "./view-names.js";

/** Appearance of a torn edge: many small curved strands, or one band. */
export interface FrayStyle {
  /** Distance between strands, m. */
  spacing: number;
  /** Width at the root of a strand, m. "edge": one band along the whole edge. */
  width: number | "edge";
  /** Width halfway, as a fraction of the width at the root. */
  taper: number;
  /** Minimum and maximum length, m. */
  lengths: readonly [number, number];
  /** Maximum lean to the sides and out of the sheet, as fractions of the length. */
  lean: number;
  curl: number;
  /** How far the ends hang down, as a fraction of the length. */
  droop: number;
  /** One is chosen at random for each strand. */
  colors: readonly Color[];
}

const YARN = {
  spacing: 0.0042,
  width: 0.0017,
  taper: 0.8,
  lengths: [0.004, 0.02],
  lean: 0.55,
  curl: 0.4,
  droop: 0.25,
} as const;
const FIBRES = { ...YARN, spacing: 0.0035, lean: 0.35, curl: 0.12, droop: 0 } as const;
const BAND = {
  spacing: Infinity,
  width: "edge",
  taper: 1,
  lean: 0,
  curl: 0,
  droop: 0,
} as const;

/** Woven cloth frays into yarns, paper into white fibers. Foil and rubber have a clean edge. */
const STYLES: Readonly<Record<string, FrayStyle>> = {
  cotton: { ...YARN, colors: colors(0xc65a44, 0xf3dfc6, 0x8e2f26, 0xf7ead8) },
  silk: {
    ...YARN,
    spacing: 0.0032,
    width: 0.0011,
    lengths: [0.006, 0.028],
    lean: 0.8,
    colors: colors(0x2a9479, 0x7fd0b4, 0x1b7a64),
  },
  denim: {
    ...YARN,
    width: 0.0024,
    spacing: 0.0048,
    lengths: [0.006, 0.026],
    colors: colors(0xe8ecf2, 0xcfd8e6, 0x6f8bb8, 0x3c5a92),
  },
  canvas: {
    ...YARN,
    width: 0.0028,
    spacing: 0.0055,
    colors: colors(0xe9dcc0, 0xd6c49f, 0xf4ebd6),
  },
  wool: {
    ...YARN,
    width: 0.0021,
    lengths: [0.005, 0.017],
    lean: 0.9,
    curl: 0.7,
    colors: colors(0xb49f84, 0x8d7a66, 0x5d4d40, 0xc9b79e),
  },
  net: {
    ...YARN,
    spacing: 0.018,
    width: 0.0026,
    lengths: [0.008, 0.02],
    colors: colors(0x24776d, 0x2f8f84),
  },
  paper: {
    ...FIBRES,
    width: 0.008,
    taper: 0.7,
    lengths: [0.0015, 0.0055],
    colors: colors(0xffffff, 0xfbf9f4, 0xf1eee6),
  },
  card: {
    ...FIBRES,
    width: 0.008,
    taper: 0.7,
    lengths: [0.0015, 0.005],
    colors: colors(0xe0c79e, 0xd4b789, 0xeddabb),
  },
  foil: { ...BAND, lengths: [0.0018, 0.0018], colors: colors(0xffffff) },
  rubber: { ...BAND, lengths: [0.0022, 0.0022], colors: colors(0x55585e) },
};
const PLAIN: FrayStyle = { ...YARN, colors: colors(0xd8d3ca, 0xbdb6aa, 0xf0ebe2) };
/** A thin neutral line for views in which colors have a meaning. */
const LINE: FrayStyle = { ...BAND, lengths: [0.0025, 0.0025], colors: colors(0x26231f) };
/** For the wireframe view. */
const MARKED: FrayStyle = { ...BAND, lengths: [0.004, 0.004], colors: colors(0xd8431f) };

export function frayStyle(view: ViewName, preset: string): FrayStyle {
  if (view === "wireframe") return MARKED;
  if (view === "strain" || view === "pieces") return LINE;
  return STYLES[preset] ?? PLAIN;
}

function colors(...values: number[]): Color[] {
  return values.map((value) => new Color(value));
}
