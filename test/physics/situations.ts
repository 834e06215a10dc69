import { gripOn } from "../../lab/src/simulation/grip.js";
import type { ClothMaterial, Model } from "../../src/cloth/index.js";
import { pointAt, type Vec3Tuple } from "../../src/math/vec3.js";
import { distance } from "../../src/math/vector.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type PinOptions, type Wind, type WorldCloth } from "../../src/sim/index.js";
import { resolveTearing } from "../../src/tearing/index.js";

/** Size of the sheets, m. */
const SIZE: [number, number] = [1.5, 1];
/** Side of a clip, m. */
const CLIP = 0.06;
/** What a hand takes, m: the default radius of a grab. */
const HAND_RADIUS = 0.07;
/** Speed, m/s, and distance, m, of a drag. */
const DRAG_SPEED = 1;
const DRAG_DISTANCE = 0.2;
/** How far each clip moves to the center before a drag, m. Then a fifth of the width is slack. */
const APPROACH = 0.15;
/** While the clips approach: without it, a flat sheet would crumple between them. */
const DRAUGHT: Wind = { velocity: [0, 0, 2], drag: 1.2 };
const STILL: Wind = { velocity: [0, 0, 0], drag: 1.2 };
/** A breeze. Without its eddies a flag would only lean. */
const BREEZE: Wind = { velocity: [4, 0, 0], drag: 1.2, turbulence: { speed: 2, size: 0.5 } };

/** Cells of the sheets. */
export const MESHES = {
  coarse: [24, 16],
  medium: [45, 30],
  fine: [90, 60],
} as const satisfies Record<string, readonly [number, number]>;

/**
 * What cloth of any material goes through without a tear: it hangs from two clips, flutters as a flag in the wind, or is
 * dragged by a hand where it is slack.
 */
export const SITUATIONS = ["hang", "flutter", "drag"] as const;
export type Situation = (typeof SITUATIONS)[number];

/** What happened to a sheet. */
export interface Outcome {
  tears: number;
  /**
   * Largest strain of an edge in steps whose forces are trusted, outside of the zone around clips and hand if it is over
   * the breaking strain: the zone bears `heldStrength` times as much. Only in these steps can the sheet tear.
   */
  strain: number;
  /** The same in all other steps. */
  untrustedStrain: number;
  steps: number;
  untrustedSteps: number;
  /** Untrusted steps in which an edge was longer than the breaking strain allows. */
  hiddenTears: number;
  /** Largest force of the hand, N. */
  handForce: number;
}

/** How to run a situation. */
export interface Effort {
  model: Model;
  /** How long a sheet hangs or flutters, s. */
  seconds: number;
  /** Number of drags, up to 4. */
  drags: number;
}

/** Puts a sheet of a material into a situation. */
export function endure(
  situation: Situation,
  material: ClothMaterial,
  segments: readonly [number, number],
  { model, seconds, drags }: Effort,
): Outcome {
  const pins: Record<Situation, PinOptions[]> = {
    hang: [clip("left", 0), clip("right", 0)],
    flutter: [{ select: { group: "left" } }],
    drag: [clip("left", APPROACH), clip("right", -APPROACH)],
  };
  const winds: Record<Situation, Wind> = { hang: STILL, flutter: BREEZE, drag: DRAUGHT };
  const world = new World({
    wind: winds[situation],
    cloths: [
      {
        mesh: generateGrid({ size: SIZE, segments }),
        model,
        material,
        pins: pins[situation],
        tearing: {},
      },
    ],
  });
  const trial = new Trial(world, material.breakingStrain!);
  if (situation === "drag") dragAround(trial, segments, drags);
  else trial.run(seconds);
  world.dispose();
  return trial.outcome;
}

/** A clip at an upper corner, which moves to a side within the first second, by a distance in m. */
function clip(side: "left" | "right", distance: number): PinOptions {
  const [width, height] = [CLIP / SIZE[0], CLIP / SIZE[1]];
  const u = side === "left" ? 0 : 1 - width;
  return {
    select: {
      uv: [
        [u, 1 - height],
        [u + width, 1],
      ],
    },
    motion: [
      { time: 0, translation: [0, 0, 0] },
      { time: 1, translation: [distance, 0, 0] },
    ],
  };
}

/** A world in one of the situations, and its outcome so far. */
class Trial {
  readonly outcome: Outcome = {
    tears: 0,
    strain: 0,
    untrustedStrain: 0,
    steps: 0,
    untrustedSteps: 0,
    hiddenTears: 0,
    handForce: 0,
  };
  readonly world: World;
  readonly #breakingStrain: number;

  constructor(world: World, breakingStrain: number) {
    this.world = world;
    this.#breakingStrain = breakingStrain;
  }

  /** Runs until a time, s. */
  run(until: number): void {
    while (this.world.time < until - 1e-6) this.step();
  }

  step(): void {
    const { world, outcome } = this;
    const { stats } = world;
    const untrustedSteps = stats.untrustedSteps;
    stats.maxStretch = 0;
    world.step();
    let strain = stats.maxStretch - 1;
    if (strain > this.#breakingStrain) strain = strainOutsideZone(world.cloths[0]!);
    outcome.steps++;
    outcome.tears += stats.lastTears;
    if (stats.untrustedSteps === untrustedSteps) {
      outcome.strain = Math.max(outcome.strain, strain);
    } else {
      outcome.untrustedSteps++;
      outcome.untrustedStrain = Math.max(outcome.untrustedStrain, strain);
      if (strain > this.#breakingStrain) outcome.hiddenTears++;
    }
  }
}

/** Largest strain of an edge with an end that is more than `heldZone` edges from any held particle. */
function strainOutsideZone(cloth: WorldCloth): number {
  const { mesh, rest, particles } = cloth;
  const { heldZone } = resolveTearing({});
  let zone = new Set([...Array(mesh.vertexCount).keys()].filter((v) => cloth.isHeld(v)));
  for (let ring = 0; ring < heldZone; ring++) {
    const around = [...zone].flatMap((v) => mesh.edgesOf(v).map((edge) => mesh.otherEnd(edge, v)));
    zone = new Set([...zone, ...around]);
  }
  let strain = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    if (zone.has(a) && zone.has(b)) continue;
    const length = distance(particles.positions, 3 * a, 3 * b);
    strain = Math.max(strain, length / rest.lengths[edge]! - 1);
  }
  return strain;
}

/** Where a hand takes the sheet, and where it would like to take it: away, to a side, within the sheet, forward. */
const DRAGS: readonly { uv: readonly [number, number]; direction: Vec3Tuple }[] = [
  { uv: [0.5, 0], direction: [0, 0.6, 0.8] },
  { uv: [0.5, 0.5], direction: [0.6, 0, 0.8] },
  { uv: [0.25, 0.25], direction: [0.8, 0.6, 0] },
  { uv: [0.75, 0.5], direction: [0, 0, 1] },
];
/** Largest distance between the hand and a clip after a drag, as a fraction of the cloth between them, if possible. */
const MAX_REACH = 0.9;

/** The clips approach and the sheet settles. From there, a hand drags it at one place or another. */
function dragAround(trial: Trial, segments: readonly [number, number], drags: number): void {
  const { world } = trial;
  trial.run(1);
  world.wind = STILL;
  trial.run(2);
  const slack = world.capture();
  for (const each of DRAGS.slice(0, drags)) {
    world.restore(slack);
    drag(trial, segments, each);
  }
}

/** A hand takes the sheet, moves it, holds it for half a second, lets go, and waits for half a second. */
function drag(
  trial: Trial,
  [columns, rows]: readonly [number, number],
  { uv, direction }: (typeof DRAGS)[number],
): void {
  const { world, outcome } = trial;
  const vertex = Math.round(uv[1] * rows) * (columns + 1) + Math.round(uv[0] * columns);
  const cloth = world.cloths[0]!;
  const from = pointAt(cloth.particles.positions, vertex);
  const path = slackDirection(cloth, vertex, direction);
  const grab = world.grab({ point: from, radius: HAND_RADIUS, ...gripOn([cloth]) })!;
  const release = world.time + DRAG_DISTANCE / DRAG_SPEED + 0.5;
  for (let i = 1; world.time < release; i++) {
    grab.moveTo(along(from, path, Math.min(DRAG_DISTANCE, (DRAG_SPEED * i) / 60)));
    trial.step();
    outcome.handForce = Math.max(outcome.handForce, Math.hypot(...grab.force));
  }
  grab.release();
  trial.run(release + 0.5);
}

/**
 * The direction nearest to another one in which a drag leaves the cloth between the hand and the clips slack: turned
 * toward the clips as far as necessary.
 */
function slackDirection(cloth: WorldCloth, vertex: number, wanted: Vec3Tuple): Vec3Tuple {
  const { particles, rest, pins } = cloth;
  const at = (p: number): Vec3Tuple => pointAt(particles.positions, p);
  const here = at(vertex);
  const held = pins.flatMap((pin) => Array.from(pin.particles));
  const taken = [...Array(particles.count).keys()].filter((p) => gap(at(p), here) <= HAND_RADIUS);
  const upward = unit(difference(mean(held.map(at)), here));
  let best = { direction: upward, reach: Infinity };
  for (let part = 0; part <= 1; part += 0.1) {
    const direction = unit(along(wanted, difference(upward, wanted), part));
    let reach = 0;
    for (const p of taken) {
      const end = along(at(p), direction, DRAG_DISTANCE);
      for (const q of held) {
        const cloth = gap(pointAt(rest.positions, p), pointAt(rest.positions, q));
        reach = Math.max(reach, gap(end, at(q)) / cloth);
      }
    }
    if (reach < best.reach) best = { direction, reach };
    if (reach <= MAX_REACH) break;
  }
  // The hand also takes other layers of a fold, which may be nearer to a clip.
  if (best.reach > 1) throw new Error("there is no slack");
  return best.direction;
}

function along([x, y, z]: Vec3Tuple, [dx, dy, dz]: Vec3Tuple, distance: number): Vec3Tuple {
  return [x + distance * dx, y + distance * dy, z + distance * dz];
}

function difference(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return along(a, b, -1);
}

function gap(a: Vec3Tuple, b: Vec3Tuple): number {
  return Math.hypot(...difference(a, b));
}

function unit(vector: Vec3Tuple): Vec3Tuple {
  return along([0, 0, 0], vector, 1 / Math.hypot(...vector));
}

function mean(points: readonly Vec3Tuple[]): Vec3Tuple {
  return points.reduce<Vec3Tuple>((sum, point) => along(sum, point, 1 / points.length), [0, 0, 0]);
}
