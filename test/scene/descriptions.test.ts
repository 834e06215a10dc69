import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { readPng } from "../../src/io/index.js";
import { listScenes, loadSceneFile, openWorld } from "../../src/node/index.js";
import { advanceFrame, frameCount, type Scene } from "../../src/scene/index.js";
import type { World } from "../../src/sim/index.js";
import hashes from "../golden/hashes.json";
import { sample } from "../runs.js";

/**
 * The description of a scene is what a user reads before a run, so it has to be true of the run. Words that can be
 * checked against the scene file are checked for all scenes. Whether a scene tears is compared with the golden runs.
 * What only a run can show is either checked here, or in another test that is named (`checkedBy`).
 */

/** Where the first tear is; the description uses this word. */
type Place = "center" | "clamp" | "corner" | "inside" | "notch" | "top edge";

interface Claims {
  /** True if the golden run tears. */
  tears: boolean;
  firstTear?: Place;
  /** True if the cloth gets narrower across the pull. */
  narrows?: boolean;
  /**
   * Every number in the description, with the words around it that make it unique, and its value in the scene;
   * "run" where the run below checks it.
   */
  numbers?: Readonly<Record<string, ((scene: Scene) => number) | "run">>;
  /** Runs the scene and checks what the description says of the run. */
  run?: (name: string) => Promise<void>;
  /** True if the run takes more than about a second: the soak only. */
  isSlow?: true;
  /** Another test file, which checks what the description says of the run. */
  checkedBy?: string;
}

const LIBRARY = "test/scene/library.test.ts";
const BALLS = "test/physics/onal-balls.test.ts";
const SOLIDS = "test/physics/solid-scenes.test.ts";
const CONTACT = "test/scene/self-collision-scenes.test.ts";
const PLASTICITY = "test/physics/plasticity.test.ts";

const CLAIMS: Readonly<Record<string, Claims>> = {
  "ball-in-net": {
    tears: false,
    numbers: { "four corners": pinCount },
    run: async (name) => {
      const path: number[] = [];
      const { world } = await play(name, 2.2, ({ balls }) => {
        if (balls.length > 0) path.push(balls[0]!.position[0]!);
      });
      const [x, y, z] = world.balls[0]!.position;
      expect(Math.hypot(x!, z!)).toBeLessThan(0.3); // m: within the net
      expect(y).toBeGreaterThan(0.6); // above the floor, below the corners at 1 m
      expect(y).toBeLessThan(1);
      // To the other side and back.
      expect(path.indexOf(Math.max(...path))).toBeLessThan(path.length - 10);
      expect(Math.max(...path)).toBeGreaterThan(0.1);
      expect(Math.min(...path.slice(-10))).toBeLessThan(-0.05);
    },
  },
  "bias-pull": {
    tears: true,
    firstTear: "corner",
    narrows: true,
    numbers: { "two opposite corners": pinCount, "less than half its width": "run" },
    isSlow: true,
    run: async (name) => {
      const widths: number[] = [];
      const { world, tears } = await play(name, 2.3, (world, tears) => {
        if (tears.length === 0) widths.push(extent(world, 0));
      });
      expect(widths.at(-1)! < 0.5 * widths[0]!).toBe(CLAIMS[name]!.narrows);
      expect(tears.filter(({ u, v }) => isCorner(u, v)).length).toBeGreaterThan(0.3 * tears.length);
      expect(tears.some(({ u, v }) => u + v > 1.6)).toBe(true);
      expect(tears.some(({ u, v }) => u + v < 0.4)).toBe(true);
      expect(new Set(piecesOfPins(world)).size).toBe(2);
    },
  },
  bowl: { tears: false, checkedBy: SOLIDS },
  bullet: {
    tears: true,
    numbers: {
      "3 cm in diameter": ({ balls }) => 2 * balls[0]!.radius,
      "100 m/s": ballSpeed,
    },
    checkedBy: SOLIDS,
  },
  "corner-drag": {
    tears: false,
    numbers: { "0.3 m/s": (scene) => onlyOne(pinSpeeds(scene, 1)) },
    // Taut, and stretched: in the end the corner is farther from the pinned edge than the cloth is long.
    run: async (name) => {
      const { cloths } = await loadSceneFile(name);
      const [x, y, z] = cloths[0]!.pins[1]!.motion!.at(-1)!.translation;
      expect(Math.hypot(x, 1 - y, z)).toBeGreaterThan(1.2); // m, at rest 1
    },
  },
  curtain: {
    tears: false,
    numbers: { "nine clips": pinCount },
    checkedBy: LIBRARY,
  },
  "heavy-curtain": {
    tears: false,
    numbers: {
      "2107 particles": ({ cloths }) => {
        const { segments } = cloths[0]!.mesh as { segments: [number, number] };
        return (segments[0] + 1) * (segments[1] + 1);
      },
      "nine clips": pinCount,
    },
    run: async (name) => {
      const { world } = await play(name, 0.5);
      expect(world.stats.tears).toBe(0);
    },
  },
  "curtain-rail": {
    tears: false,
    numbers: { "2.8 s": ({ cloths }) => cloths[0]!.pins.at(-1)!.release! },
    checkedBy: LIBRARY,
  },
  "denim-rip": {
    tears: true,
    firstTear: "inside",
    numbers: { "20°": ({ cloths }) => cloths[0]!.material.weaveAngle! },
    run: async (name) => {
      const { world, tears } = await play(name, 1.6);
      expect(new Set(piecesOfPins(world)).size).toBe(2);
      expect(Math.abs(directionOf(tears) - 110)).toBeLessThan(10); // degrees; 84 without the weave
    },
  },
  disc: { tears: false },
  "drape-box": { tears: false },
  "drape-sphere": { tears: false },
  "exact-times": {
    tears: true,
    firstTear: "notch",
    isSlow: true,
    run: async (name) => {
      const { tears } = await play(name, 0.75);
      const halved = await play(name, 0.75, undefined, [
        "solver.step=0.008333333333333333",
        "solver.substeps=20",
      ]);
      expect(tears.length).toBeGreaterThan(5);
      expect(halved.tears.map(({ u, v }) => [u, v])).toEqual(tears.map(({ u, v }) => [u, v]));
    },
  },
  flag: {
    tears: false,
    numbers: {
      "two panels": () => readFileSync("scenes/meshes/flag.obj", "utf8").match(/^o /gm)!.length,
      "6.2 m/s": windSpeed,
    },
    run: async (name) => {
      const { world } = await play(name, 0);
      expect(world.cloths[0]!.pieces.count).toBe(1); // welded
    },
  },
  "flag-in-gusts": { tears: false, numbers: { "10 m/s": windSpeed }, checkedBy: LIBRARY },
  "foil-cup": {
    tears: false,
    numbers: { "four corners": pinCount, "half that height": "run" },
    isSlow: true,
    run: async (name) => {
      const heights: number[] = [];
      await play(name, 3, (world) => void heights.push(extent(world, 1)));
      const highest = Math.max(...heights);
      expect(heights.at(-1)! / highest).toBeGreaterThan(0.4);
      expect(heights.at(-1)! / highest).toBeLessThan(0.65);
      expect(heights.at(-1)! / heights.at(-25)!).toBeCloseTo(1, 1);
    },
  },
  "hanging-sheet": {
    tears: false,
    run: async (name) => {
      const { world } = await play(name, 1);
      expect(extent(world, 2)).toBeLessThan(0.02); // m
    },
  },
  hourglass: {
    tears: true,
    numbers: {
      "Two triangles": "run",
      "half the strength": ({ cloths }) => cloths[0]!.tearing!.onePointStrength!,
    },
    run: async (name) => {
      const { world, tears } = await play(name, 3);
      expect(tears.map(({ kind, u, v }) => [kind, u, v])).toEqual([["one-point", 0.5, 0.5]]);
      expect(world.cloths[0]!.pieces.count).toBe(2);
      expect(onFloor(world)).toBeCloseTo(0.5, 1);
    },
  },
  "hung-by-corners": { tears: false, numbers: { "two corners": pinCount } },
  "irregular-pull": {
    tears: true,
    firstTear: "clamp",
    run: runsAcross,
    isSlow: true,
  },
  "lateral-pull": {
    tears: true,
    firstTear: "clamp",
    isSlow: true,
    run: async (name) => {
      await runsAcross(name);
      const { tears } = await play(name, 0.7);
      expect(tears[0]!.extent - 1).toBeCloseTo(0.2, 1); // m, of 1 m
    },
  },
  "membrane-pull": {
    tears: true,
    firstTear: "clamp",
    narrows: true,
    numbers: { "ratio is 0.4": ({ cloths }) => cloths[0]!.material.poisson! },
    isSlow: true,
    run: async (name) => {
      const widths = await widthsUntilFirstTear(name);
      expect(widths.at(-1)! / widths[0]!).toBeCloseTo(4 / 5, 1);
    },
  },
  "notched-pull": {
    tears: true,
    firstTear: "notch",
    isSlow: true,
    run: async (name) => {
      const { world } = await play(name, 2);
      expect(world.cloths[0]!.pieces.count).toBe(2); // no crumbs
      expect(new Set(piecesOfPins(world)).size).toBe(2);
      expect(world.stats.tears).toBeLessThan(1.2 * (0.75 / 0.03)); // about one for each edge of the shortest way
    },
  },
  "notched-rip": {
    tears: true,
    firstTear: "notch",
    isSlow: true,
    run: async (name) => {
      const { world } = await play(name, 1);
      expect(world.cloths[0]!.pieces.count).toBe(2); // no crumbs
      expect(new Set(piecesOfPins(world)).size).toBe(2);
      expect(world.stats.tears).toBeLessThan(1.2 * (0.75 / 0.03)); // about one for each edge of the shortest way
    },
  },
  "onal-ball-fast": {
    tears: true,
    numbers: { "radius 2 m": ballRadius, "10 m/s": ballSpeed },
    checkedBy: BALLS,
    isSlow: true,
    run: async (name) => {
      const { world } = await play(name, 2);
      expect(onFloor(world, 1)).toBeGreaterThan(0.5);
    },
  },
  "onal-ball-high": {
    tears: true,
    numbers: { "radius 1 m": ballRadius, "3 m/s": ballSpeed },
    checkedBy: BALLS,
    isSlow: true,
    run: async (name) => {
      const { world } = await play(name, 2);
      expect(onFloor(world, 1)).toBeGreaterThan(0.3);
    },
  },
  "onal-ball-large": {
    tears: false,
    numbers: { "radius 2 m": ballRadius, "3 m/s": ballSpeed },
    checkedBy: BALLS,
  },
  "onal-ball-low": {
    tears: false,
    numbers: { "radius 1 m": ballRadius, "3 m/s": ballSpeed },
    checkedBy: BALLS,
  },
  "onal-ball-small": {
    tears: true,
    numbers: { "radius 0.5 m": ballRadius, "3 m/s": ballSpeed },
    checkedBy: BALLS,
  },
  "outgrown-shirt": { tears: true, checkedBy: SOLIDS },
  "paper-tear": {
    tears: true,
    firstTear: "top edge",
    numbers: { "two pins": pinCount, "split in two": "run" },
    isSlow: true,
    run: async (name) => {
      const { world, tears } = await play(name, 2.5);
      expect(new Set(piecesOfPins(world)).size).toBe(1);
      expect(Math.min(...tears.map(({ v }) => v))).toBeLessThan(0.5);
    },
  },
  perforated: {
    tears: true,
    numbers: { "0.35 of its strength": ({ cloths }) => cloths[0]!.seams[0]!.strength! },
    checkedBy: LIBRARY,
  },
  "plastic-drape": {
    tears: false,
    numbers: {
      "two clamped sides": pinCount,
      "sags by 0.35 m": "run",
      "instead of 0.23 m": "run",
    },
    isSlow: true,
    checkedBy: PLASTICITY,
    run: async (name) => {
      const sags: number[] = [];
      await play(name, 6.5, (world) => void sags.push(extent(world, 1)));
      expect(sags[60]).toBeCloseTo(0.23, 2); // at 2 s, before the pull
      expect(sags.at(-1)).toBeCloseTo(0.35, 2);
    },
  },
  regrip: {
    tears: true,
    numbers: { "two sides": pinCount },
    run: async (name) => {
      const { world, tears } = await play(name, 2.5);
      expect(new Set(piecesOfPins(world)).size).toBe(2);
      // The side that is let go is on the right.
      expect(Math.min(...tears.map(({ u }) => u))).toBeGreaterThan(0.8);
    },
  },
  "rubber-pull": {
    tears: true,
    narrows: true,
    numbers: { "five times its length": "run", "almost half": "run" },
    isSlow: true,
    run: async (name) => {
      const widths = await widthsUntilFirstTear(name);
      expect(widths.at(-1)! / widths[0]!).toBeCloseTo(0.54, 1);
      let length = 0;
      const { world } = await play(name, 2, (world) => {
        const [left, right] = piecesOfPins(world);
        if (left === right) length = pinDistance(world);
      });
      expect(new Set(piecesOfPins(world)).size).toBe(2);
      expect(length / 0.4).toBeGreaterThan(5);
      expect(length / 0.4).toBeLessThan(6);
    },
  },
  "shear-pull-rk4": {
    tears: true,
    firstTear: "top edge",
    numbers: { "0.7 m": ({ cloths }) => -cloths[0]!.pins[1]!.motion!.at(-1)!.translation[2] },
    isSlow: true,
  },
  "silk-drape": { tears: false, numbers: { "two corners": pinCount, "0.4 m/s": windSpeed } },
  slash: {
    tears: false,
    numbers: {
      "two fast blades": ({ knives }) => bladeSpeeds(knives).filter((speed) => speed > 8).length,
      "two pieces": "run",
    },
    isSlow: true,
    run: async (name) => {
      const { scene } = await play(name, 0);
      expect(bladeSpeeds(scene.knives).filter((speed) => speed < 2).length).toBe(1); // m/s
      const { world } = await play(name, 3);
      expect(world.cloths[0]!.pieces.count).toBe(3);
      expect(onFloor(world)).toBeGreaterThan(0.8);
    },
  },
  slope: {
    tears: false,
    numbers: {
      "30°": ({ colliders }) =>
        Math.abs(colliders.flatMap((x) => (x.type === "box" ? x.rotation[2] : []))[0]!),
    },
    run: async (name) => {
      const { world, scene } = await play(name, 1.5);
      const friction = scene.cloths[0]!.material.friction!; // that of the plank too
      expect(Math.tan((30 * Math.PI) / 180)).toBeGreaterThan(friction);
      expect(onFloor(world)).toBe(1);
    },
  },
  "stiff-notched-pull": {
    tears: true,
    firstTear: "notch",
    numbers: {
      "strain of 0.1": ({ cloths }) => cloths[0]!.material.breakingStrain!,
      "splits in two": "run",
    },
    isSlow: true,
    run: async (name) => {
      const { world } = await play(name, 0.8);
      expect(world.cloths[0]!.pieces.count).toBe(2);
    },
  },
  "strength-map": {
    tears: true,
    isSlow: true,
    run: async (name) => {
      const { tears } = await play(name, 1.6);
      const { width, height, values } = readPng(readFileSync("scenes/maps/lightning.png"));
      const isWeak = ({ u, v }: SeenTear): boolean => {
        const [x, y] = [Math.floor(u * width), Math.floor((1 - v) * height)];
        return values[Math.min(y, height - 1) * width + Math.min(x, width - 1)]! < 0.9;
      };
      expect(tears.filter(isWeak).length).toBeGreaterThan(0.85 * tears.length);
    },
  },
  "stretch-limit": {
    tears: false,
    numbers: {
      "two corners": pinCount,
      "limit of 1.1": ({ solver }) => solver.stretchLimit!,
      "below 1.2 times": "run",
      "reach 1.4 times": "run",
    },
    run: async (name) => {
      let longest = 0;
      const look = (world: World): void => void (longest = Math.max(longest, longestEdge(world)));
      await play(name, 2.5, look);
      expect(longest).toBeGreaterThan(1.1);
      expect(longest).toBeLessThan(1.2);
      longest = 0;
      await play(name, 2.5, look, ["solver.stretchLimit=50"]);
      expect(longest).toBeCloseTo(1.4, 1);
    },
  },
  "t-shirt": {
    tears: true,
    numbers: { "two panels": "run" },
    isSlow: true,
    run: async (name) => {
      const { world, scene } = await play(name, 2);
      expect(scene.cloths[0]!.mesh.type).toBe("t-shirt"); // always of two panels
      const [left, alsoLeft, right] = piecesOfPins(world);
      expect([left === alsoLeft, left === right]).toEqual([true, false]);
    },
  },
  "torn-off-rail": {
    tears: false,
    numbers: {
      "eight of": ({ cloths }) => cloths[0]!.pins.filter(({ breakForce }) => breakForce).length,
      "nine rings": (scene) => pinCount(scene) - 1, // the last one pulls
      "2.5 N": ({ cloths }) => cloths[0]!.pins[1]!.breakForce!,
    },
    checkedBy: LIBRARY,
  },
  tube: {
    tears: true,
    isSlow: true,
    run: async (name) => {
      const { world, tears } = await play(name, 3.5);
      expect(world.cloths[0]!.pieces.count).toBe(2);
      for (const { v } of tears) expect(v).toBeCloseTo(0.53, 1);
      expect(onFloor(world)).toBeGreaterThan(0.4);
    },
  },
  "turning-ball": {
    tears: false,
    numbers: {
      "by 180°": (scene) => ballAngles(scene)[1]!,
      "by 90°": (scene) => ballAngles(scene)[2]! - ballAngles(scene)[3]!,
    },
    run: async (name) => {
      // Folds are chaotic: in one run the hem lags by 2.5 degrees, in another by 8. Over seeds 1 to 8 the mean is 5.4.
      const runs = [];
      for (const seed of [1, 2, 3, 4, 5]) runs.push(await turnsOfCloth(name, `seed=${seed}`));
      const lags = runs.map(({ top, hem }) => top - hem);
      for (const { top, hem } of runs) {
        expect(top).toBeGreaterThan(150); // degrees, when the ball has turned by 180
        expect(hem).toBeGreaterThan(110);
        expect(hem).toBeLessThan(top);
      }
      expect(lags.reduce((sum, lag) => sum + lag) / runs.length).toBeGreaterThan(4);
    },
  },
  "two-corners": {
    tears: true,
    firstTear: "corner",
    numbers: {
      "two corners": pinCount,
      "1.5 N": ({ cloths }) => cloths[0]!.tearing!.limit!,
    },
    run: async (name) => {
      const { world, scene } = await play(name, 4);
      expect(scene.cloths[0]!.tearing!.criterion).toBe("tension");
      expect(world.cloths[0]!.pieces.count).toBe(3);
      expect(onFloor(world)).toBeGreaterThan(0.9);
    },
  },
  "two-corners-angles": {
    tears: false,
    numbers: { "two corners": pinCount },
    run: async (name) => {
      const { world } = await play(name, 0);
      expect(extent(world, 1)).toBeLessThan(0.2); // m, of a sheet of 1 m
      const { world: later } = await play(name, 1);
      expect(extent(later, 1)).toBeGreaterThan(0.9);
    },
    isSlow: true,
  },
  "violent-drag": {
    tears: false,
    numbers: {
      "6 m/s": (scene) => onlyOne(pinSpeeds(scene, 1)),
      "0.5 s": ({ cloths }) => cloths[0]!.pins[1]!.motion!.at(-1)!.time,
    },
  },
  "weak-points": {
    tears: true,
    numbers: { "half the strength": ({ cloths }) => cloths[0]!.tearing!.weakStrength },
    isSlow: true,
    run: async (name) => {
      const { world, scene } = await play(name, 1);
      expect(scene.cloths[0]!.tearing!.path).toBe("weak-point");
      expect(new Set(piecesOfPins(world)).size).toBe(2);
    },
  },
  "weave-pull": {
    tears: true,
    firstTear: "notch",
    isSlow: true,
    run: async (name) => {
      const { world, scene } = await play(name, 3);
      expect(scene.cloths[0]!.tearing!.weave).toBe(1);
      expect(uprightFraction(world)).toBeGreaterThan(0.6); // 0.47 without the weave
    },
  },
  whirl: {
    tears: false,
    run: async (name) => {
      // The banner flutters chaotically: its hem gets out by 0.3 m in one run, by 0.6 m in another.
      const means = [0, 0]; // 1 to 2 s, 2 to 3 s
      for (const seed of [1, 2, 3]) {
        const distances: number[] = [];
        const frame = ({ cloths }: World): void => {
          const { positions } = cloths[0]!;
          distances.push(Math.hypot(positions[3 * 7]!, positions[3 * 7 + 2]!)); // center of the hem
        };
        await play(name, 3, frame, [`seed=${seed}`]);
        expect(Math.max(...distances.slice(0, 15))).toBeLessThan(0.15); // m, until 0.5 s
        const halves = [distances.slice(30, 60), distances.slice(60)];
        for (const [i, half] of halves.entries()) {
          means[i]! += half.reduce((sum, x) => sum + x) / half.length / 3;
        }
      }
      expect(means[0]).toBeGreaterThan(0.2);
      expect(means[1]).toBeGreaterThan(1.3 * means[0]!);
    },
  },
  worn: {
    tears: true,
    numbers: {
      "0.3 of its strength": ({ cloths }) => 1 - cloths[0]!.strengthMap!.noise!.amount,
    },
    isSlow: true,
    run: async (name) => {
      const { world, tears, scene } = await play(name, 4);
      expect(scene.cloths[0]!.tearing!.damage).toBeGreaterThan(0);
      expect(world.cloths[0]!.pieces.count).toBeGreaterThan(5);
      const other = await play(name, 1, undefined, ["seed=2"]);
      const [a, b] = [tears[0]!, other.tears[0]!];
      expect(Math.hypot(a.u - b.u, a.v - b.v)).toBeGreaterThan(0.1);
    },
  },
  "curtain-aside": {
    tears: false,
    numbers: { "nine rings": (scene) => pinCount(scene) - 1 }, // the last one pulls
    checkedBy: CONTACT,
  },
  "folded-drop": {
    tears: false,
    numbers: {
      "1 m": ({ cloths }) => (cloths[0]!.mesh as { size: [number, number] }).size[0],
      "two edges": pinCount,
    },
    checkedBy: CONTACT,
  },
  funnel: { tears: false, checkedBy: CONTACT },
  heap: { tears: true, checkedBy: CONTACT },
  "outgrown-clothes": { tears: true, checkedBy: CONTACT },
  "t-shirt-floor": { tears: false, checkedBy: CONTACT },
  "tablecloth-fast": { tears: false, numbers: tablecloth("4 m/s"), checkedBy: CONTACT },
  "tablecloth-slow": { tears: false, numbers: tablecloth("1 m/s"), checkedBy: CONTACT },
  "ten-sheets": {
    tears: false,
    numbers: { "Ten sheets": ({ cloths }) => cloths.length },
    checkedBy: CONTACT,
  },
  "three-layers": {
    tears: false,
    numbers: {
      "Three sheets": ({ cloths }) => cloths.length,
      "by 180°": (scene) => ballAngles(scene)[1]!,
    },
    checkedBy: CONTACT,
  },
  twist: {
    tears: true,
    numbers: {
      "10 s": ({ duration }) => duration,
      "60°/s": ({ cloths }) => {
        const { time, rotation } = cloths[0]!.pins[0]!.motion!.at(-1)!;
        return rotation![0] / time;
      },
    },
    checkedBy: CONTACT,
  },
  "two-rings": {
    tears: false,
    numbers: { "two rings": ({ colliders }) => colliders.length - 1 }, // and the floor
    checkedBy: CONTACT,
  },
  zip: {
    tears: false,
    numbers: {
      "2 s": ({ cloths }) => cloths[0]!.seams[0]!.openDuration!,
      "two sides": ({ cloths }) => cloths[0]!.seams.length + 1,
    },
    checkedBy: LIBRARY,
  },
};

/** What is on the table, and how fast the cloth is pulled. */
function tablecloth(speed: string): NonNullable<Claims["numbers"]> {
  return {
    "two napkins": ({ cloths }) => cloths.length - 1,
    "two balls": ({ balls }) => balls.length,
    [speed]: ({ cloths }) => {
      const [start, end] = cloths[0]!.pins[0]!.motion!.slice(-2);
      return end!.translation[0] / (end!.time - start!.time);
    },
  };
}

const golden: Readonly<Record<string, { tears: number }>> = hashes;
const library = await listScenes();

test("every scene of the library has claims, and there are no others", () => {
  expect(Object.keys(CLAIMS).toSorted()).toEqual(library.map(({ name }) => name).toSorted());
});

describe("a description is true of its scene file", () => {
  test.each(library)("$name", async ({ name, description }) => {
    const claims = CLAIMS[name] ?? { tears: false };
    const scene = await loadSceneFile(name);
    // Without the sources, whose numbers are those of a page.
    const text = description.replaceAll(/\([^)]*(Phillips|Önal|Quddus)[^)]*\)/g, "");
    checkTears(text, scene, claims.tears, golden[name]!.tears);
    checkNames(text, scene);
    checkPlace(text, claims);
    checkEvidence(text, name, claims);
    checkNumbers(text, scene, claims);
    checkStyle(description);
  });
});

describe("a run is as it is described", () => {
  const played = Object.keys(CLAIMS).filter((name) => CLAIMS[name]!.run);
  const quick = played.filter((name) => !CLAIMS[name]!.isSlow);
  test.each(sample(played, quick))("%s", async (name) => {
    await CLAIMS[name]!.run!(name);
  });

  // The other scenes with a first tear have it checked in their runs.
  const tearing = Object.keys(CLAIMS).filter((name) => CLAIMS[name]!.firstTear);
  test.each(sample(tearing, ["irregular-pull", "paper-tear"]))(
    "%s: the first tear",
    async (name) => {
      const { tears } = await play(name, 2, (_, tears) => tears.length > 0);
      expect(tears.length).toBeGreaterThan(0);
    },
  );
});

// Rules for words.

function checkStyle(description: string): void {
  expect(description).toMatch(/^[A-Z].{20,}[.)]$/);
  expect(description.length).toBeLessThanOrEqual(260);
  expect(description).not.toMatch(/once more|\bdrawn?\b|\bdraws\b|\bmiddle\b|\bhands?\b/i);
}

/** It says that the cloth tears if and only if it does. */
function checkTears(text: string, scene: Scene, tears: boolean, goldenTears: number): void {
  expect(goldenTears > 0, "golden tears").toBe(tears);
  const denials = /\b(cannot|does not|do not|without|no) (tear|rip|break)\w*/g;
  const says = /\b(tears?|torn|rips?|bursts?|snaps?|separates?)\b/i.test(
    text.replaceAll(denials, ""),
  );
  expect(says, "says that it tears").toBe(tears);
  if (/\bwhole\b|\b(does|do) not tear\b/.test(text)) expect(tears).toBe(false);
  if (/\bcannot tear\b/.test(text)) {
    for (const { tearing } of scene.cloths) expect(tearing).toBeUndefined();
  }
}

/** What it names is what the scene has. */
function checkNames(text: string, { cloths, colliders, solver }: Scene): void {
  const models = cloths.map(({ model }) => model);
  const types = colliders.map(({ type }) => type);
  const rules: [words: RegExp, isTrue: boolean][] = [
    [/\bmembrane\b/i, models.every((model) => model === "membrane")],
    [/\bBaraff/, models.every((model) => model === "baraff-witkin")],
    [/\bcorner angles\b/, models.every((model) => model === "angles")],
    [/\bimplicit\b/i, solver.type === "implicit"],
    [/\bXPBD\b/i, solver.type === "xpbd"],
    [/\bRunge–Kutta\b/, solver.type === "rk4"],
    [/\bsymplectic Euler\b/, solver.type === "euler"],
    [/\bautomatic substeps\b/, solver.substeps === "auto"],
    [/\bOBJ\b/, types.includes("mesh") || cloths.some(({ mesh }) => mesh.type === "file")],
    [/\bfloor\b/, types.includes("half-space")],
    [/\bsquare\b/, cloths.every(({ mesh }) => "size" in mesh && mesh.size![0] === mesh.size![1])],
  ];
  for (const preset of Object.keys(MATERIALS)) {
    const isPreset = cloths.every(({ material }) => material.preset === preset);
    rules.push([new RegExp(`\\b${preset}\\b`, "i"), isPreset]);
  }
  for (const [words, isTrue] of rules) {
    if (words.test(text)) expect(isTrue, `${words}`).toBe(true);
  }
}

/** It gives no number but those of the claims, and these are right. */
function checkNumbers(text: string, scene: Scene, { numbers = {}, run }: Claims): void {
  let rest = text;
  for (const [words, valueOf] of Object.entries(numbers)) {
    expect(rest).toContain(words);
    rest = rest.replace(words, "");
    const given = numbersIn(words);
    expect(given.length, words).toBe(1);
    if (valueOf === "run") expect(run, words).toBeDefined();
    else {
      const { value, tolerance } = given[0]!;
      expect(Math.abs(valueOf(scene) - value), words).toBeLessThanOrEqual(tolerance);
    }
  }
  expect(numbersIn(rest), "numbers that the claims do not have").toEqual([]);
}

/** It names the place of the first tear. */
function checkPlace(text: string, { tears, firstTear }: Claims): void {
  if (firstTear !== undefined) expect(text).toMatch(new RegExp(`\\b${firstTear}s?\\b`));
  const named = text.match(/\b(clamp|inside|notch)(?=s?\b)/g) ?? [];
  if (tears && named.length > 0) expect(named).toContain(firstTear);
}

/** What only a run can show is checked by one. */
function checkEvidence(text: string, name: string, { narrows, run, checkedBy }: Claims): void {
  expect(/\bnarrow/.test(text), "says whether it narrows").toBe(narrows !== undefined);
  if (narrows !== undefined) expect(/\b(not|without) narrow/.test(text)).toBe(!narrows);
  if (/\b(whole|piece|splits?|off|falls? to|sags|sinks|slides?|swings?|lags)\b/.test(text)) {
    expect(run ?? checkedBy, "a run that shows it").toBeDefined();
  }
  if (checkedBy !== undefined) expect(readFileSync(checkedBy, "utf8")).toContain(`"${name}`);
}

// Numbers in words.

interface Given {
  /** SI units, degrees. */
  value: number;
  /** Half of the last digit that is given. */
  tolerance: number;
}

const WORDS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  quarter: 1 / 4,
  tenth: 1 / 10,
  twice: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const UNITS: Readonly<Record<string, number>> = { mm: 0.001, cm: 0.01, g: 0.001, "%": 0.01 };
const NUMBER = new RegExp(
  String.raw`(?<![\w.])(\d+)(\.\d+)?(?:\s?(m/s|mm|cm|m|s|N|kg|g|°|%)(?!\w))?|\b(${Object.keys(WORDS).join("|")})\b`,
  "gi",
);

function numbersIn(text: string): Given[] {
  return Array.from(text.matchAll(NUMBER), ([, whole, fraction = "", unit = "", word]) => {
    if (word !== undefined) return { value: WORDS[word.toLowerCase()]!, tolerance: 1e-9 };
    const scale = UNITS[unit] ?? 1;
    const digits = Math.max(0, fraction.length - 1);
    return {
      value: scale * Number(`${whole}${fraction}`),
      tolerance: scale * (digits === 0 ? 1e-9 : 0.5 * 10 ** -digits) + 1e-9,
    };
  });
}

// Values of scenes.

function pinCount({ cloths }: Scene): number {
  return cloths[0]!.pins.length;
}

function ballSpeed({ balls }: Scene): number {
  return Math.hypot(...balls[0]!.velocity);
}

function ballRadius({ balls }: Scene): number {
  return balls[0]!.radius;
}

function windSpeed({ wind }: Scene): number {
  return Math.hypot(...wind.velocity);
}

/** m/s, between the keyframes of a pin. */
function pinSpeeds({ cloths }: Scene, pin: number): number[] {
  const motion = cloths[0]!.pins[pin]!.motion!;
  return motion.slice(1).map(({ time, translation }, i) => {
    const from = motion[i]!;
    const path = translation.map((x, k) => x - from.translation[k]!);
    return Math.hypot(...path) / (time - from.time);
  });
}

/** The value that all of them have; NaN where they differ. */
function onlyOne(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values) < 1e-9 ? values[0]! : NaN;
}

/** m/s, from the first to the last keyframe of each blade. */
function bladeSpeeds(knives: Scene["knives"]): number[] {
  return knives.map(({ motion }) => {
    const [first, last] = [motion[0]!, motion.at(-1)!];
    const path = last.from.map((x, k) => x - first.from[k]!);
    return Math.hypot(...path) / (last.time - first.time);
  });
}

/** Degrees about the vertical, at the keyframes of the sphere. */
function ballAngles({ colliders }: Scene): number[] {
  return colliders.flatMap((collider) =>
    collider.type === "sphere" ? collider.motion!.map(({ rotation }) => rotation[1]) : [],
  );
}

// Runs.

interface SeenTear {
  time: number;
  kind: string;
  /** Where, in texture space. */
  u: number;
  v: number;
  /** Of the cloths along x then, m. */
  extent: number;
}

interface Played {
  scene: Scene;
  world: World;
  tears: SeenTear[];
}

/**
 * Runs a scene of the library, and checks the place of its first tear.
 *
 * @param onFrame Called at the start and after every frame; true ends the run.
 */
async function play(
  name: string,
  seconds: number,
  onFrame?: (world: World, tears: readonly SeenTear[]) => boolean | void,
  settings: readonly string[] = [],
): Promise<Played> {
  const scene = await loadSceneFile(name, [...settings]);
  const world = await openWorld(scene);
  const tears: SeenTear[] = [];
  world.on("tear", ({ time, kind, vertices, cloth }) => {
    const { mesh } = world.cloths[cloth]!;
    const corner = mesh.vertexHalfedges[vertices[0]!]!;
    const [u, v] = [mesh.uvs[2 * corner]!, mesh.uvs[2 * corner + 1]!];
    tears.push({ time, kind, u, v, extent: extent(world, 0) });
  });
  let isOver = onFrame?.(world, tears) === true;
  const frames = Math.min(frameCount(scene), Math.round(seconds * scene.frameRate));
  for (let frame = 0; frame < frames && !isOver; frame++) {
    advanceFrame(world, scene.frameRate);
    isOver = onFrame?.(world, tears) === true;
  }
  const { firstTear } = CLAIMS[name]!;
  if (firstTear !== undefined && tears.length > 0 && settings.length === 0) {
    const { u, v } = tears[0]!;
    expect([u, v, isAt(firstTear, u, v)]).toEqual([u, v, true]);
  }
  return { scene, world, tears };
}

/** The sheet rips in one line beside a clamp, from border to border. */
async function runsAcross(name: string): Promise<void> {
  const { world, tears } = await play(name, 1.6);
  expect(new Set(piecesOfPins(world)).size).toBe(2);
  const sides = tears.map(({ u }) => u);
  expect(Math.max(...sides) - Math.min(...sides)).toBeLessThan(0.25);
  const heights = tears.map(({ v }) => v);
  expect(Math.min(...heights)).toBeLessThan(0.05);
  expect(Math.max(...heights)).toBeGreaterThan(0.95);
}

/** True if a point of texture space is at a place of a square sheet that is pulled along u. */
function isAt(place: Place, u: number, v: number): boolean {
  return {
    center: Math.abs(u - 0.5) < 0.1,
    clamp: u < 0.12 || u > 0.88,
    corner: isCorner(u, v),
    inside: Math.min(u, v) > 0.1 && Math.max(u, v) < 0.9,
    notch: Math.hypot(u - 0.5, v - 0.25) < 0.02,
    "top edge": v > 0.9,
  }[place];
}

function isCorner(u: number, v: number): boolean {
  return Math.min(u, 1 - u) < 0.2 && Math.min(v, 1 - v) < 0.2;
}

/** From the lowest to the highest coordinate of the particles that count, m. */
function extent(
  { cloths }: World,
  axis: 0 | 1 | 2,
  counts: (particle: number) => boolean = () => true,
): number {
  const { positions, particles } = cloths[0]!;
  let [low, high] = [Infinity, -Infinity];
  for (let p = 0; p < particles.count; p++) {
    if (!counts(p)) continue;
    low = Math.min(low, positions[3 * p + axis]!);
    high = Math.max(high, positions[3 * p + axis]!);
  }
  return high - low;
}

/** Heights of the part of a sheet that is halfway between its clamps, frame by frame until it tears, m. */
async function widthsUntilFirstTear(name: string): Promise<number[]> {
  const widths: number[] = [];
  let isCentral: boolean[] | undefined;
  await play(name, 2, (world, tears) => {
    const { positions, particles } = world.cloths[0]!;
    isCentral ??= Array.from(
      { length: particles.count },
      (_, p) => Math.abs(positions[3 * p]!) < 0.05,
    );
    if (tears.length === 0) widths.push(extent(world, 1, (p) => isCentral![p]!));
    return tears.length > 0;
  });
  return widths;
}

/** The piece that each pin holds. */
function piecesOfPins({ cloths }: World): number[] {
  const { pins, pieces } = cloths[0]!;
  return pins.map(({ particles }) => pieces.pieceOf(particles[0]!));
}

/** Along x between the outermost particles of the first two pins, m. */
function pinDistance(world: World): number {
  const { pins } = world.cloths[0]!;
  const held = new Set(pins.slice(0, 2).flatMap(({ particles }) => Array.from(particles)));
  return extent(world, 0, (p) => held.has(p));
}

/** The fraction of all particles that is within some height of the floor at y = 0. */
function onFloor({ cloths }: World, height = 0.2): number {
  const { positions, particles } = cloths[0]!;
  let count = 0;
  for (let p = 0; p < particles.count; p++) if (positions[3 * p + 1]! < height) count++;
  return count / particles.count;
}

/** Of the principal axis of tears in texture space, degrees from u towards v. */
function directionOf(tears: readonly SeenTear[]): number {
  const mean = (f: (tear: SeenTear) => number): number =>
    tears.reduce((sum, tear) => sum + f(tear), 0) / tears.length;
  const [u, v] = [mean((t) => t.u), mean((t) => t.v)];
  const uu = mean((t) => (t.u - u) ** 2);
  const uv = mean((t) => (t.u - u) * (t.v - v));
  const vv = mean((t) => (t.v - v) ** 2);
  return ((90 * Math.atan2(2 * uv, uu - vv)) / Math.PI + 180) % 180;
}

/** The fraction of the length of all torn edges of the notched sheet that lies within 25° of v. */
function uprightFraction({ cloths }: World): number {
  const { mesh } = cloths[0]!;
  let [all, upright] = [0, 0];
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    if (mesh.nextOnEdge[h] !== h) continue;
    const next = 3 * Math.floor(h / 3) + ((h + 1) % 3);
    const [u0, v0] = [mesh.uvs[2 * h]!, mesh.uvs[2 * h + 1]!];
    const [u, v] = [mesh.uvs[2 * next]! - u0, mesh.uvs[2 * next + 1]! - v0];
    const isNotch = Math.abs(u0 - 0.5) < 0.03 && v0 < 0.26;
    if (isNotch || Math.min(u0, 1 - u0, v0, 1 - v0) < 0.01) continue;
    all += Math.hypot(u, v);
    if (Math.abs(u) < Math.abs(v) * Math.tan((25 * Math.PI) / 180)) upright += Math.hypot(u, v);
  }
  return upright / all;
}

/** Longest edge over its length at rest. */
function longestEdge({ cloths }: World): number {
  const { mesh, positions, rest } = cloths[0]!;
  let longest = 0;
  for (let edge = 0; edge < mesh.edgeCount; edge++) {
    const [a, b] = [3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)];
    const path = [0, 1, 2].map((k) => positions[a + k]! - positions[b + k]!);
    longest = Math.max(longest, Math.hypot(...path) / rest.lengths[edge]!);
  }
  return longest;
}

/** How far the cloth on top of the ball and on the floor has turned when the ball has turned by 180°, degrees. */
async function turnsOfCloth(name: string, setting: string): Promise<{ top: number; hem: number }> {
  const [top, hem]: [number[], number[]] = [[], []];
  const rotated = new Map<number, number>();
  const last = new Map<number, number>();
  await play(
    name,
    2,
    ({ time, cloths }) => {
      const { positions, particles } = cloths[0]!;
      if (time < 0.79) return; // it falls
      if (top.length === 0) {
        for (let p = 0; p < particles.count; p++) {
          const [x, y, z] = [0, 1, 2].map((k) => positions[3 * p + k]!);
          const isBeside = Math.hypot(x!, z!) > 0.08; // of the axis, where it has no direction
          if (y! > 0.42 && isBeside) top.push(p);
          if (y! < 0.02) hem.push(p);
        }
      }
      for (const p of [...top, ...hem]) {
        const angle = Math.atan2(positions[3 * p]!, positions[3 * p + 2]!);
        const step = angle - (last.get(p) ?? angle);
        const short = step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
        rotated.set(p, (rotated.get(p) ?? 0) + short);
        last.set(p, angle);
      }
    },
    [setting],
  );
  const mean = (list: number[]): number =>
    (180 / Math.PI) * (list.reduce((sum, p) => sum + rotated.get(p)!, 0) / list.length);
  return { top: mean(top), hem: mean(hem) };
}
