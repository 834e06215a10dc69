/**
 * The times of gallery thumbnails, for scenes where the default is not good: soon after the first tear, or at 70 % of
 * the duration if nothing tears.
 *
 * `at`: time, s. `zoom`: zoom factor relative to the initial view. `drags`: mouse drags from that time on, in pixels of
 * a page of 512 × 320.
 *
 * @type {Record<string, { at?: number, zoom?: number, drags?: [number, number][][] }>}
 */
export const MOMENTS = {
  "ball-in-net": { at: 2.1, zoom: 1.7 },
  bowl: { at: 1.4, zoom: 2 },
  bullet: { at: 0.75, zoom: 2.5 },
  curtain: {
    at: 1.6,
    zoom: 1.05,
    drags: [
      [
        [215, 190],
        [190, 240],
        [150, 300],
      ],
    ],
  },
  "curtain-aside": { at: 3, zoom: 1.3 },
  "denim-rip": { at: 1.3, zoom: 1.6 },
  disc: { at: 2.1, zoom: 2 },
  "drape-box": { at: 1.4, zoom: 1.6 },
  "drape-sphere": { at: 1.4, zoom: 1.6 },
  "exact-times": { at: 0.9 },
  "folded-drop": { at: 1, zoom: 1.05 },
  "foil-cup": { at: 3, zoom: 1.2 },
  funnel: { at: 1.8, zoom: 1.1 },
  "hanging-sheet": { at: 1.5 },
  "heavy-curtain": {
    at: 1.6,
    zoom: 1.05,
    drags: [
      [
        [215, 190],
        [190, 240],
        [150, 300],
      ],
    ],
  },
  heap: { at: 2.2, zoom: 1.3 },
  hourglass: { at: 0.3, zoom: 1.1 },
  "hung-by-corners": { at: 1.5 },
  "irregular-pull": { at: 0.6, zoom: 1.2 },
  "lateral-pull": { at: 0.68, zoom: 1.2 },
  "membrane-pull": { at: 1.57, zoom: 1.2 },
  "notched-pull": { at: 1 },
  "notched-rip": { at: 0.5 },
  "onal-ball-fast": { at: 0.7, zoom: 1 },
  "onal-ball-high": { at: 1, zoom: 1 },
  "onal-ball-large": { at: 1, zoom: 1 },
  "onal-ball-low": { at: 1, zoom: 1 },
  "onal-ball-small": { at: 1, zoom: 1 },
  "outgrown-clothes": { at: 1.5, zoom: 1.02 },
  "outgrown-shirt": { at: 1.7, zoom: 1.05 },
  "paper-tear": { at: 0.6, zoom: 1.7 },
  perforated: { at: 1, zoom: 1.2 },
  "plastic-drape": { at: 4.5, zoom: 1.5 },
  regrip: { at: 1.6, zoom: 1.2 },
  "rubber-pull": { at: 1.45, zoom: 0.85 },
  slash: { at: 1.3, zoom: 1.1 },
  slope: { at: 0.7, zoom: 1.2 },
  "strength-map": { at: 1.2, zoom: 1.3 },
  "t-shirt": { at: 1.93, zoom: 1.5 },
  "t-shirt-floor": { at: 0.3, zoom: 1 },
  "tablecloth-fast": { at: 1.1, zoom: 1.2 },
  "tablecloth-slow": { at: 1.5, zoom: 1.2 },
  "ten-sheets": { at: 0.12, zoom: 1.05 },
  "three-layers": { at: 1.2, zoom: 1.6 },
  tube: { at: 0.88, zoom: 1.2 },
  twist: { at: 4, zoom: 1.7 },
  "two-corners": { at: 0.75, zoom: 1.2 },
  "two-rings": { at: 2.2, zoom: 1.1 },
  "weak-points": { at: 0.8, zoom: 1.2 },
  "weave-pull": { at: 1.2, zoom: 1.2 },
  worn: { at: 0.95, zoom: 1.2 },
};
