import { Color } from "three";
import type { ViewName } from "./view-names.js";

/** What a torn edge is drawn as: many small strands, each bent and coming to a point, or one band. */
export interface FrayStyle {
  /** From one strand to the next, m. */
  spacing: number;
  /** Of a strand where it comes out of the cloth, m; "edge": one band as long as the edge. */
  width: number | "edge";
  /** The part of the width that is left half-way. */
  taper: number;
  /** The shortest and the longest, m. */
  lengths: readonly [number, number];
  /** How far they lean to the sides, and out of the sheet, as a part of their length. */
  lean: number;
  curl: number;
  /** How far their ends hang down, as a part of their length. */
  droop: number;
  /** Chosen by chance, strand by strand. */
  colours: readonly Color[];
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

/** Woven cloth ends in its yarns, paper in white fibres, foil and rubber in a clean edge. */
const STYLES: Readonly<Record<string, FrayStyle>> = {
  cotton: { ...YARN, colours: colours(0xc65a44, 0xf3dfc6, 0x8e2f26, 0xf7ead8) },
  silk: {
    ...YARN,
    spacing: 0.0032,
    width: 0.0011,
    lengths: [0.006, 0.028],
    lean: 0.8,
    colours: colours(0x2a9479, 0x7fd0b4, 0x1b7a64),
  },
  denim: {
    ...YARN,
    width: 0.0024,
    spacing: 0.0048,
    lengths: [0.006, 0.026],
    colours: colours(0xe8ecf2, 0xcfd8e6, 0x6f8bb8, 0x3c5a92),
  },
  canvas: {
    ...YARN,
    width: 0.0028,
    spacing: 0.0055,
    colours: colours(0xe9dcc0, 0xd6c49f, 0xf4ebd6),
  },
  wool: {
    ...YARN,
    width: 0.0021,
    lengths: [0.005, 0.017],
    lean: 0.9,
    curl: 0.7,
    colours: colours(0xb49f84, 0x8d7a66, 0x5d4d40, 0xc9b79e),
  },
  net: {
    ...YARN,
    spacing: 0.018,
    width: 0.0026,
    lengths: [0.008, 0.02],
    colours: colours(0x24776d, 0x2f8f84),
  },
  paper: {
    ...FIBRES,
    width: 0.008,
    taper: 0.7,
    lengths: [0.0015, 0.0055],
    colours: colours(0xffffff, 0xfbf9f4, 0xf1eee6),
  },
  foil: { ...BAND, lengths: [0.0018, 0.0018], colours: colours(0xffffff) },
  rubber: { ...BAND, lengths: [0.0022, 0.0022], colours: colours(0x55585e) },
};
const PLAIN: FrayStyle = { ...YARN, colours: colours(0xd8d3ca, 0xbdb6aa, 0xf0ebe2) };
/** Where colours mean something: a thin line that takes none of them. */
const LINE: FrayStyle = { ...BAND, lengths: [0.0025, 0.0025], colours: colours(0x26231f) };
/** Among the lines of a mesh. */
const MARKED: FrayStyle = { ...BAND, lengths: [0.004, 0.004], colours: colours(0xd8431f) };

export function frayStyle(view: ViewName, preset: string): FrayStyle {
  if (view === "wireframe") return MARKED;
  if (view === "strain" || view === "pieces") return LINE;
  return STYLES[preset] ?? PLAIN;
}

function colours(...values: number[]): Color[] {
  return values.map((value) => new Color(value));
}
