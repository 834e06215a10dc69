import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import {
  buildMesh,
  closestPoint,
  cutAlong,
  generateGrid,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import {
  frameName,
  loadSceneFile,
  openFrameWriter,
  runScene,
  type FrameSource,
  type Topology,
} from "../../src/node/index.js";
import type { RunReport, Scene } from "../../src/scene/index.js";
import type { TearEvent, World } from "../../src/sim/index.js";
import { SOAK } from "../runs.js";
import { drawnSurface, distanceBetween } from "./drawn-surface.js";

const NEAR = 1e-6; // m, and in uvs
/** The surface of one frame out of this many is checked: each triangle is compared with the whole other mesh. */
const LOOKED_AT = SOAK ? 1 : 4;

let folder: string;
let folders = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tatter-topology-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newFolder(): string {
  return join(folder, String(folders++));
}

/** The frames in a folder, in order. */
/** The files of a stopped run, for continuing it. */
const isKept = (file: string): boolean => /^tatter\.(positions|resume)$/.test(file);

function framesIn(out: string): string[] {
  const files = readdirSync(out)
    .filter((file) => !isKept(file))
    .toSorted();
  expect(files).toEqual(files.map((_, frame) => frameName(frame)));
  return files.map((file) => readFileSync(join(out, file), "utf8"));
}

/** All data of a frame that must not change between frames. */
function withoutPositions(text: string): string {
  return text.replaceAll(/^v .*$/gm, "v");
}

/** Frames of the final topology show the same surface as the changing ones, with one mesh. */
function expectSameSurfaces(changing: readonly string[], final: readonly string[]): void {
  expect(final).toHaveLength(changing.length);
  const random = new Random(1);
  for (const [frame, text] of final.entries()) {
    expect(withoutPositions(text) === withoutPositions(final[0]!), `mesh of frame ${frame}`).toBe(
      true,
    );
    if (frame % LOOKED_AT !== 0 && frame < final.length - 1) continue;
    const gap = distanceBetween(drawnSurface(changing[frame]!), drawnSurface(text), random);
    expect(gap.distance, `surface of frame ${frame}`).toBeLessThan(NEAR);
    expect(gap.uv, `texture of frame ${frame}`).toBeLessThan(NEAR);
  }
}

interface BothWays {
  changing: string[];
  final: string[];
  report: RunReport;
  tears: TearEvent[];
  /** The distances between the vertices of each tear when it happened, m. */
  drawnBack: number[];
  world: World;
}

async function runBothWays(scene: Scene, frames: number): Promise<BothWays> {
  const outs = { changing: newFolder(), final: newFolder() };
  const tears: TearEvent[] = [];
  const drawnBack: number[] = [];
  let world: World | undefined;
  await runScene(scene, { out: outs.changing, frames });
  const report = await runScene(scene, {
    out: outs.final,
    frames,
    topology: "final",
    onFrame: (frame, _frames, running) => {
      if (frame > 0) return;
      world = running;
      running.on("tear", (tear) => {
        const { positions } = running.cloths[tear.cloth]!;
        const places = tear.vertices.map((v) => positions.slice(3 * v, 3 * v + 3));
        const [x, y, z] = places[0]!;
        tears.push(tear);
        drawnBack.push(
          Math.max(
            ...places.map((place) => Math.hypot(place[0]! - x!, place[1]! - y!, place[2]! - z!)),
          ),
        );
      });
    },
  });
  const [changing, final] = [framesIn(outs.changing), framesIn(outs.final)];
  expect(final.at(-1)).toBe(changing.at(-1));
  return { changing, final, report, tears, drawnBack, world: world! };
}

/** Many tears of all kinds: XPBD stretches cloth in many places. */
const SMALL_WEAK_POINTS = [
  ...["cloths.0.mesh.spacing=0.08", "cloths.0.tearing.limit=1.1"],
  ...["cloths.0.tearing.starts=any", "solver.type=xpbd"],
];

describe("the final topology draws the surface of the changing one", () => {
  test("of edges that tear in their center, with divided triangles and retracted tips", async () => {
    const scene = await loadSceneFile("weak-points", SMALL_WEAK_POINTS);
    const { changing, final, report, tears, drawnBack } = await runBothWays(scene, 60);
    expect(report.triangles.end).toBeGreaterThan(report.triangles.start);
    const edges = drawnBack.filter((_, i) => tears[i]!.kind === "edge");
    expect(edges.length).toBeGreaterThan(1);
    expect(Math.min(...edges)).toBeGreaterThan(1e-3);
    expect(tears.filter(({ kind }) => kind === "vertex").length).toBeGreaterThan(10);
    expectSameSurfaces(changing, final);
  });

  test("of parts connected by one vertex that separate", async () => {
    const { changing, final, tears, drawnBack } = await runBothWays(
      await loadSceneFile("hourglass"),
      30,
    );
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
    expect(drawnBack[0]).toBeGreaterThan(1e-3);
    expectSameSurfaces(changing, final);
  });

  test("of a tube, whose texture has a seam", async () => {
    const scene = await loadSceneFile("tube", ["cloths.0.mesh.segments=[16,12]"]);
    const { changing, final, report } = await runBothWays(scene, 40);
    expect(report.tears).toBeGreaterThan(0);
    expectSameSurfaces(changing, final);
  });

  test("of several cloths, each with its own mesh", async () => {
    const scene = await loadSceneFile("weak-points", SMALL_WEAK_POINTS);
    const other = await loadSceneFile("lateral-pull", ["cloths.0.mesh.segments=[8,8]"]);
    const cloth = other.cloths[0]!;
    cloth.name = "other";
    cloth.transform.position[2] += 3;
    scene.cloths.push(cloth);
    const { changing, final, world } = await runBothWays(scene, 30);
    expect(final[0]!.match(/^o .*$/gm)).toEqual(["o cloth_0", "o other"]);
    for (const { mesh } of world.cloths)
      expect(mesh.vertexOrigins[2 * mesh.vertexCount - 2]).not.toBe(-1); // torn
    expectSameSurfaces(changing, final);
  });

  test("of cuts that cross edges anywhere, in a sheet without a world", async () => {
    const frames = { changing: await crumpledCuts("changing"), final: await crumpledCuts("final") };
    expectSameSurfaces(frames.changing, frames.final);
  });

  test("of a cloth that does not tear, with identical text", async () => {
    const scene = await loadSceneFile("lateral-pull", ["cloths.0.mesh.segments=[6,6]"]);
    delete scene.cloths[0]!.tearing;
    const { changing, final } = await runBothWays(scene, 5);
    expect(changing).toHaveLength(6);
    expect(final).toEqual(changing);
  });

  test("of a single frame at rest", async () => {
    const { changing, final } = await runBothWays(await loadSceneFile("hourglass"), 0);
    expect(changing).toHaveLength(1);
    expect(final).toEqual(changing);
  });
});

/** Frames of a sheet that is cut before each, with every vertex at a random position. */
async function crumpledCuts(topology: Topology): Promise<string[]> {
  const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [5, 5] }));
  const random = new Random(7);
  const crumpled = (): FrameSource => ({
    cloths: [{ mesh, positions: Float64Array.from(uvPlane(mesh), () => random.next()) }],
  });
  const out = newFolder();
  const writer = await openFrameWriter({ folder: out, names: ["sheet"], topology });
  await writer.frame(crumpled());
  for (let cut = 0; cut < 6; cut++) {
    const plane = uvPlane(mesh);
    const ends = [0, 1].map(() => closestPoint(mesh, plane, [random.next(), random.next(), 0])!);
    cutAlong(mesh, plane, ends);
    await writer.frame(crumpled());
  }
  await writer.finish();
  const crossings = mesh.originWeights
    .slice(0, mesh.vertexCount)
    .filter((t) => t > 0 && Math.abs(t - 0.5) > 0.05);
  expect(crossings.length).toBeGreaterThan(5);
  return framesIn(out);
}

/** A sheet flattened by its texture: positions without lineage. */
function uvPlane(mesh: TriangleMesh): Float64Array {
  const places = new Float64Array(3 * mesh.vertexCount);
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    places.set([mesh.uvs[2 * h]!, mesh.uvs[2 * h + 1]!, 0], 3 * mesh.halfedgeVertices[h]!);
  }
  return places;
}

describe("a run that ends early", () => {
  test("writes its frames so far when it is stopped, with the mesh so far", async () => {
    const scene = await loadSceneFile("weak-points", SMALL_WEAK_POINTS);
    const stop = new AbortController();
    const [out, all] = [newFolder(), newFolder()];
    const written: [number, number][] = [];
    const report = await runScene(scene, {
      out,
      topology: "final",
      signal: stop.signal,
      onFrame: (frame, _frames, world) => {
        expect(readdirSync(out).filter((file) => file.endsWith(".obj"))).toEqual([]); // they are written at the end
        if (frame > 0) return;
        world.on("tear", () => {
          // Between two frames: the mesh is ahead of the last one.
          if (world.stats.tears > 5) stop.abort();
        });
      },
      onWritten: (...counts) => written.push(counts),
    });
    const count = report.frames + 1;
    expect(written).toEqual(Array.from({ length: count }, (_, frame) => [frame + 1, count]));
    await runScene(scene, { out: all, frames: report.frames });
    const [changing, final] = [framesIn(all), framesIn(out)];
    expect(readdirSync(out).filter(isKept)).toHaveLength(2);
    expect(changing.at(-1)!.match(/^v /gm)!.length).toBeLessThan(report.particles.end);
    expect(final.at(-1)!.match(/^v /gm)).toHaveLength(report.particles.end);
    expectSameSurfaces(changing, final);
  });

  test("writes the frames before the one in which it blew up", async () => {
    const scene = await loadSceneFile("hourglass");
    const out = newFolder();
    const run = runScene(scene, {
      out,
      topology: "final",
      onFrame: (frame, _frames, world) => {
        if (frame === 3) world.cloths[0]!.positions[0] = NaN;
      },
    });
    await expect(run).rejects.toThrow(
      /^the simulation blew up at 0.1 s: particle 0 of cloth 0 is at \(NaN/,
    );
    const frames = framesIn(out);
    expect(readdirSync(out)).toHaveLength(4);
    for (const text of frames) expect(text).not.toMatch(/NaN/);
  });
});

test("an invalid topology is refused before anything is created", async () => {
  const out = newFolder();
  const run = runScene(await loadSceneFile("hourglass"), { out, topology: "last" as Topology });
  await expect(run).rejects.toThrow('topology: expected changing or final, got "last"');
  expect(existsSync(out)).toBe(false);
});
