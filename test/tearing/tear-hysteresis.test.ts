import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Candidates,
  CRITERIA,
  TearHysteresis,
  measure,
  measureAgain,
  resolveTearing,
  severityAt,
  type TearableSurface,
} from "../../src/tearing/index.js";
import { anyMesh, hexagon } from "../meshes.js";
import { runs } from "../runs.js";
import { surfaceOf } from "./surfaces.js";

const LIMITS = { tension: 2, stretch: 1.3, "separation-tensor": 0.2 };

describe("the severity at one location", () => {
  test.each(CRITERIA)(
    "is that of the whole measurement, over the limit and under it: %s",
    (criterion) => {
      let over = 0;
      let under = 0;
      fc.assert(
        fc.property(anyMesh, fc.constantFrom(0, 0.5, 1), fc.nat(99), (data, weave, pick) => {
          const surface = surfaceOf(data, { tensionOf: (edge) => (edge * 7) % 5 });
          for (let i = 0; i < 3 * surface.mesh.vertexCount; i++) {
            surface.positions[i]! += 0.3 * Math.sin(7 * i + pick);
          }
          surface.damage.setWeak(pick % surface.mesh.vertexCount, true);
          const options = resolveTearing({
            criterion,
            limit: LIMITS[criterion],
            weave,
            path: "weak-point",
          });
          const candidates = new Candidates();
          measure(surface, options, candidates);
          const found = new Map<number, number>();
          const byVertex = criterion === "separation-tensor";
          for (let i = 0; i < candidates.count; i++) {
            const place = byVertex ? candidates.vertices[i]! : candidates.edges[i]!;
            found.set(place, candidates.severities[i]!);
          }
          const count = byVertex ? surface.mesh.vertexCount : surface.mesh.edgeCount;
          for (let place = 0; place < count; place++) {
            const severity = severityAt(
              surface,
              options,
              byVertex ? -1 : place,
              byVertex ? place : -1,
            );
            if (found.has(place)) {
              over++;
              expect(severity).toBeCloseTo(found.get(place)!, 9);
            } else {
              under++;
              expect(severity).toBeLessThanOrEqual(1 + 1e-9);
            }
          }
          // Measured again, nothing changes.
          const [severities, axes] = [candidates.severities.slice(), candidates.axes.slice()];
          measureAgain(surface, options, candidates);
          for (let i = 0; i < candidates.count; i++) {
            expect(candidates.severities[i]).toBeCloseTo(severities[i]!, 8);
            for (let k = 3 * i; k < 3 * i + 3; k++) {
              expect(candidates.axes[k]).toBeCloseTo(axes[k]!, 9);
            }
          }
        }),
        runs(91, 20, 6000),
      );
      expect(over).toBeGreaterThan(20);
      expect(under).toBeGreaterThan(20);
    },
  );
});

describe("a relaxed candidate", () => {
  const options = resolveTearing({ criterion: "stretch", limit: 1.5 });

  /** A hexagon with one spoke of a given severity. */
  function stretched(severity: number): { surface: TearableSurface; spoke: number } {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1 + 0.5 * severity, 0, 0], 3);
    return { surface, spoke: surface.mesh.findEdge(0, 1) };
  }

  function counts(hysteresis: TearHysteresis, severity: number): boolean {
    const { surface, spoke } = stretched(severity);
    const candidates = new Candidates();
    measure(surface, options, candidates);
    hysteresis.filter(surface, options, candidates);
    return Array.from(candidates.edges.subarray(0, candidates.count)).includes(spoke);
  }

  test("counts again at a load 10 % higher, or once it has been 10 % below the limit", () => {
    const hysteresis = new TearHysteresis();
    const { surface, spoke } = stretched(1.2);
    hysteresis.add(surface, options, [0]);
    expect(hysteresis.thresholdOf(spoke, -1)).toBeCloseTo(1.32, 9);
    expect(hysteresis.thresholdOf(surface.mesh.findEdge(0, 3), -1)).toBe(1); // it was not over the limit
    expect(counts(hysteresis, 1.3)).toBe(false);
    expect(counts(hysteresis, 1.33)).toBe(true);
    expect(counts(hysteresis, 0.95)).toBe(false);
    expect(counts(hysteresis, 1.1)).toBe(false); // it has not been low enough
    expect(counts(hysteresis, 0.85)).toBe(false);
    expect(counts(hysteresis, 1.1)).toBe(true);
  });

  test("that cannot tear is tried again in the next step", () => {
    const hysteresis = new TearHysteresis();
    const candidates = new Candidates();
    const { surface, spoke } = stretched(1.2);
    measure(surface, options, candidates);
    hysteresis.block(candidates);
    expect(hysteresis.thresholdOf(spoke, -1)).toBe(Infinity);
    expect(counts(hysteresis, 100)).toBe(false);
    hysteresis.startStep();
    expect(counts(hysteresis, 1.01)).toBe(true);
  });

  test("distinguishes vertices from edges, and can be serialized", () => {
    const hysteresis = new TearHysteresis();
    const candidates = new Candidates();
    candidates.add(3, -1, 2, [1, 0, 0]);
    candidates.add(-1, 3, 4, [1, 0, 0]);
    hysteresis.addCandidates(candidates);
    const copy = new TearHysteresis();
    copy.state = hysteresis.state;
    expect(copy.thresholdOf(3, -1)).toBeCloseTo(2.2, 12);
    expect(copy.thresholdOf(-1, 3)).toBeCloseTo(4.4, 12);
    expect(copy.thresholdOf(-1, 0)).toBe(1);
    copy.clear();
    expect(copy.thresholdOf(3, -1)).toBe(1);
    expect(copy.state).toEqual([]);
  });
});
