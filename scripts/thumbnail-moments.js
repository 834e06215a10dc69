/**
 * When the small pictures of the gallery are taken, for scenes whose telling moment is no other than the usual one: soon
 * after the first tear, or after most of the time where nothing tears.
 *
 * `at`: the latest time, s. `torn`: how old the first tear may be, s; null: however old. `nearer`: so many times nearer than
 * the first view. `turn`: how far the view is turned first, in pixels of a drag. `drags`: what a hand does from that time
 * on, in pixels of a page of 512 × 320.
 *
 * @type {Record<string, { at?: number, torn?: number | null, nearer?: number, turn?: [number, number], drags?: [number, number][][] }>}
 */
export const MOMENTS = {
  curtain: {
    at: 1.6,
    drags: [
      [
        [215, 190],
        [190, 240],
        [150, 300],
      ],
    ],
  },
  "hanging-sheet": { at: 1.5 },
  "hung-by-corners": { at: 1.5 },
};
