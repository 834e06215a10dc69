import fc from "fast-check";
import { expect, test } from "vitest";
import { MovingPair } from "../../src/collision/narrow-phase/moving-pair.js";
import { runs } from "../runs.js";
import { anyMeeting, anyMotion, type Motion } from "./feature-cases.js";
import { exactAt } from "./feature-oracles.js";

function pairOf({ starts, ends, separation }: Motion): MovingPair {
  const pair = new MovingPair();
  for (let place = 0; place < 4; place++) pair.take(place, starts, ends, place);
  pair.gap = 2 * separation;
  return pair;
}

function answer(pair: MovingPair, { kind }: Motion): unknown[] {
  const hasMet = pair.meet(kind);
  return [hasMet, pair.isFast, pair.distance, [...pair.closest.weights], [...pair.closest.delta]];
}

test("a pair that is filled while another one is queried gives its own result", () => {
  fc.assert(
    fc.property(anyMotion(), anyMotion(), (one, other) => {
      const alone = [answer(pairOf(one), one), answer(pairOf(other), other)];
      const [first, second] = [pairOf(one), pairOf(other)];
      const together = [answer(first, one), answer(second, other)];
      expect(together).toEqual(alone);
      expect(answer(first, one)).toEqual(alone[0]);
    }),
    runs(61, 300),
  );
});

test("a fast pair that comes within half of its gap is found, or is at the reported distance at the end", () => {
  fc.assert(
    fc.property(
      anyMeeting().filter(({ separation }) => separation > 0),
      (motion) => {
        const { kind, starts, ends, meeting } = motion;
        const pair = pairOf(motion);
        if (pair.meet(kind)) return;
        expect(Math.abs(pair.distance - exactAt(kind, starts, ends, 1))).toBeLessThan(1e-9);
        // A pair that starts nearer than the gap may come as near as half of that.
        const nearest = Math.min(pair.gap, exactAt(kind, starts, ends, 0)) / 2;
        if (pair.isFast)
          expect(exactAt(kind, starts, ends, meeting)).toBeGreaterThan(nearest - 1e-9);
      },
    ),
    runs(62, 300),
  );
});
