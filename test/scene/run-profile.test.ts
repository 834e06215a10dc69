import { describe, expect, test } from "vitest";
import { Profiler, type RunProfile } from "../../src/scene/index.js";
import { PHASES, type Phase, type World } from "../../src/sim/index.js";

/** Elements of two slots, one of them empty. */
const KIND = { count: 2, isAlive: (slot: number) => slot === 0 };

/** A world whose step takes the given times, ms. */
function fakeWorld() {
  const milliseconds = Object.fromEntries(PHASES.map((phase) => [phase, 5])) as Record<
    Phase,
    number
  >;
  const world = {
    time: 2,
    stats: { substeps: 4 },
    clock: { milliseconds },
    solver: { type: "xpbd" },
    kernels: { name: "fake" },
    cloths: [{ particles: { count: 3 }, elements: [KIND, KIND], edits: [] }],
  };
  const profiler = new Profiler(world as unknown as World);
  const step = (times: Partial<Record<Phase, number>>): void => {
    world.clock.milliseconds = { ...world.clock.milliseconds };
    for (const phase of PHASES) world.clock.milliseconds[phase] += times[phase] ?? 0;
    world.time += 0.02;
    profiler.stepped();
  };
  return { profiler, step };
}

describe("the profile of a run", () => {
  test("leaves out the first steps of a long run", () => {
    const { profiler, step } = fakeWorld();
    for (let i = 0; i < 10; i++) step({ solve: 100, tear: 100 });
    for (let i = 0; i < 19; i++) step({ forces: 1, solve: 3 });
    step({ forces: 5 });
    expect(profiler.profile).toMatchObject({ steps: 30, warmUpSteps: 0, maxMsPerStep: 200 });
    expect(profiler.profile.phases.tear).toMatchObject({ total: 1000, max: 100 });
    step({ forces: 1, solve: 12 });
    expect(profiler.profile).toMatchObject({
      steps: 21,
      warmUpSteps: 10,
      substeps: 4,
      particles: 3,
      elements: 2,
      solver: "xpbd",
      kernels: "fake",
      msPerStep: 4.4762, // 94 ms
      maxMsPerStep: 13,
      realTimeFactor: 4.4681, // 420 ms
      solveNanoseconds: 410714.2857, // 69 ms
      phases: {
        forces: { total: 25, perStep: 1.1905, max: 5, share: 0.266 },
        solve: { total: 69, perStep: 3.2857, max: 12, share: 0.734 },
        tear: { total: 0, perStep: 0, max: 0, share: 0 },
      },
    } satisfies Partial<Omit<RunProfile, "phases">> & { phases: object });
  });

  test("has no rates before the first step", () => {
    const { profile } = fakeWorld().profiler;
    expect(profile).toMatchObject({ steps: 0, msPerStep: 0, realTimeFactor: null });
    expect(profile).toMatchObject({ substeps: 0, solveNanoseconds: null });
  });
});
