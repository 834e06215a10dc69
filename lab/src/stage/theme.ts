export type ThemeName = "light" | "dark";

/** Colors and lights of a theme. */
export interface Theme {
  background: number;
  floor: number;
  /** Light from above and below, and its intensity. */
  sky: number;
  ground: number;
  skyIntensity: number;
  sun: number;
  sunIntensity: number;
  /** Maximum darkness of contact shadows on the floor. */
  contact: number;
}

/** A bright room, and a dark one with a lamp. */
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
