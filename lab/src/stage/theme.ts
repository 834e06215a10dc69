export type ThemeName = "light" | "dark";

/** What light and surroundings look like. */
export interface Theme {
  background: number;
  floor: number;
  /** From above and from below, and how strong. */
  sky: number;
  ground: number;
  skyIntensity: number;
  sun: number;
  sunIntensity: number;
  /** How much of the light contact takes from the floor at most. */
  contact: number;
}

/** A bright room, and one at night with a lamp: there the cloth stands out and keeps its colours. */
export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    background: 0xd9d2c7,
    floor: 0xcfc6b8,
    sky: 0xfff6ea,
    ground: 0x8a7a6a,
    skyIntensity: 1.5,
    sun: 0xfff1dd,
    sunIntensity: 2.6,
    contact: 0.5,
  },
  dark: {
    background: 0x1d1e22,
    floor: 0x3a3a3f,
    sky: 0xdfe6f5,
    ground: 0x3a332d,
    skyIntensity: 0.85,
    sun: 0xfff0dc,
    sunIntensity: 2.7,
    contact: 0.7,
  },
};
