import {
  DataTexture,
  DoubleSide,
  MeshBasicMaterial,
  NearestFilter,
  OrthographicCamera,
  Scene,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, inheritPositions, type MeshData } from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { CRITERIA, PATHS, type TearingOptions } from "../../src/tearing/index.js";
import { ClothMesh } from "../../src/three/index.js";

// The images are compared exactly, without tolerance. Three things make that possible:
// - One pixel shows one texel at its exact center, and no two texels have the same color. So a texture error of more
// than half a pixel is visible, and rounding is not.
// - At rest, the vertices are on corners of pixels. A GPU snaps vertices to a raster of 1/16 of a pixel or finer. The
// midpoint of an edge, snapped off that edge, can open a slit if only one side of a tear has it. Midpoints of whole
// pixels, and their midpoints, four times over, are already on the raster.
// - The camera shows 1 m as exactly one unit, so nothing is rounded there either.

/** Pixels per side of the cloth, which is 1 m; as many texels. */
const SIDE = 256;
/** Pixels per side of the image, which shows 2 m with the cloth in the center. */
const VIEW = 2 * SIDE;
const MARGIN = (VIEW - SIDE) / 2;
/** Subpixel positions of every GPU: WebGL guarantees four bits. */
const RASTER = 16;

type Color = readonly [red: number, green: number, blue: number];
type Pixels = Uint8Array;

/** Red and green identify the texel; blue draws a disc and bands without symmetry. */
function texelColor(column: number, row: number): Color {
  if (Math.hypot(column - 80, row - 170) < 50) return [column, row, 255];
  const isBand = (column + 3 * row) % 90 < 30;
  return [column, row, isBand ? 160 : 20];
}

function makeTexture(): DataTexture {
  const texels = new Uint8Array(4 * SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      texels.set([...texelColor(column, row), 255], 4 * (row * SIDE + column));
    }
  }
  const texture = new DataTexture(texels, SIDE, SIDE);
  texture.magFilter = NearestFilter;
  texture.minFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

interface Sheet {
  name: string;
  mesh: MeshData;
  /** True if the texture consists of two parts, joined along the line y = 0. */
  hasSeam: boolean;
}

/** Moves the vertices to the nearest corners of pixels, and maps the texture to the square. */
function onPixelCorners(mesh: MeshData): MeshData {
  const positions = mesh.positions.map((x) => Math.round(SIDE * x) / SIDE);
  const uvs = new Float64Array(2 * mesh.triangles.length);
  for (const [corner, vertex] of mesh.triangles.entries()) {
    for (let k = 0; k < 2; k++) uvs[2 * corner + k] = positions[3 * vertex + k]! + 0.5;
  }
  return { ...mesh, positions, uvs };
}

/** Swaps the halves of the texture: the seam between them runs along the load, so that it tears. */
function withSeam(mesh: MeshData): MeshData {
  const uvs = mesh.uvs.slice();
  for (let i = 1; i < uvs.length; i += 6) {
    const center = (uvs[i]! + uvs[i + 2]! + uvs[i + 4]!) / 3;
    for (let k = 0; k < 6; k += 2) uvs[i + k]! += center < 0.5 ? 0.5 : -0.5;
  }
  return { ...mesh, uvs };
}

const GRID = onPixelCorners(generateGrid({ size: [1, 1], segments: [16, 16] }));
const IRREGULAR = onPixelCorners(generateIrregular({ size: [1, 1], spacing: 1 / 14, seed: 3 }));
const SHEETS: Sheet[] = [
  { name: "a grid", mesh: GRID, hasSeam: false },
  { name: "an irregular mesh", mesh: IRREGULAR, hasSeam: false },
  { name: "a grid with a seam", mesh: withSeam(GRID), hasSeam: true },
];

/** Limits that violent pulling exceeds. */
const LIMITS = { tension: 0.5, stretch: 1.15, "separation-tensor": 0.12 };

/** Every sheet with every path; over all sheets every path is combined with every criterion. */
const CASES = SHEETS.flatMap((sheet, i) =>
  PATHS.map((path, k) => ({ sheet, path, criterion: CRITERIA[(i + k) % CRITERIA.length]! })),
);

/** A weightless sheet whose right side is pulled away from its left one. */
function pulledWorld(mesh: MeshData, tearing: Partial<TearingOptions>): World {
  const vertices = [...Array(mesh.positions.length / 3).keys()];
  const side = (x: number): { ids: number[] } => ({
    ids: vertices.filter((vertex) => mesh.positions[3 * vertex] === x),
  });
  const motion = [
    { time: 0, translation: [0, 0, 0] as Vec3Tuple },
    { time: 0.4, translation: [0.6, 0.2, 0.2] as Vec3Tuple },
  ];
  return new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    solver: { substeps: 8 },
    cloths: [{ mesh, pins: [{ select: side(-0.5) }, { select: side(0.5), motion }], tearing }],
  });
}

/** Two grabs tear the sheet while its sides move apart. */
function tearUp(world: World, afterStep: () => void): void {
  const low = world.grab({ point: [0, -0.2, 0], maxForce: 1000 })!;
  const high = world.grab({ point: [-0.2, 0.25, 0], maxForce: 1000 })!;
  for (let i = 1; i <= 18; i++) {
    low.moveTo([0, -0.2 - 0.04 * i, 0.02 * i]);
    high.moveTo([-0.2 + 0.01 * i, 0.25 + 0.04 * i, -0.02 * i]);
    world.step();
    afterStep();
  }
}

/** Moves every particle back to its rest position, new ones to that of their origin. */
function putBack(cloth: WorldCloth, { positions }: MeshData): void {
  cloth.positions.set(inheritPositions(cloth.mesh, positions));
}

function expectOnRaster({ mesh, positions }: WorldCloth): void {
  for (const x of positions.subarray(0, 3 * mesh.vertexCount)) {
    if (!Number.isInteger(RASTER * SIDE * x)) throw new Error(`off the raster: ${SIDE * x} pixels`);
  }
}

/** The number of vertices that tears have added on the line y = 0. */
function countNewOnSeam({ mesh, rest }: WorldCloth, { positions }: MeshData): number {
  let count = 0;
  for (let v = positions.length / 3; v < mesh.vertexCount; v++) {
    if (rest.positions[3 * v + 1] === 0) count++;
  }
  return count;
}

/** Renders images of a cloth from the front. */
class Studio {
  readonly #renderer = new WebGLRenderer({ antialias: false });
  readonly #target = new WebGLRenderTarget(VIEW, VIEW, { samples: 0 });
  readonly #camera = new OrthographicCamera(-1, 1, 1, -1, 0, 10);
  readonly #texture = makeTexture();
  /** Without light, so that only the uv determines the color. */
  readonly material = new MeshBasicMaterial({ map: this.#texture, side: DoubleSide });

  constructor() {
    this.#camera.position.z = 5;
    this.#renderer.setClearColor(0x000000, 0);
    this.#renderer.setRenderTarget(this.#target);
  }

  draw(view: ClothMesh): void {
    this.#renderer.render(new Scene().add(view), this.#camera);
  }

  /** Four bytes per pixel from the lower left; transparent outside the cloth. */
  take(view: ClothMesh): Pixels {
    this.draw(view);
    const pixels = new Uint8Array(4 * VIEW * VIEW);
    this.#renderer.readRenderTargetPixels(this.#target, 0, 0, VIEW, VIEW, pixels);
    return pixels;
  }

  dispose(): void {
    for (const part of [this.material, this.#texture, this.#target]) part.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss(); // a page has few of them
  }
}

/** The expected image of an intact sheet, computed without triangles. */
function intactPixels({ hasSeam }: Sheet): Pixels {
  const image = new Uint8Array(4 * VIEW * VIEW);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const pixel = (row + MARGIN) * VIEW + column + MARGIN;
      const texelRow = hasSeam ? (row + SIDE / 2) % SIDE : row;
      image.set([...texelColor(column, texelRow), 255], 4 * pixel);
    }
  }
  return image;
}

/** The number of wrong pixels: missing cloth, extra cloth, or another color. */
function faultsOf(
  image: Pixels,
  expected: Pixels,
): { holes: number; strays: number; wrongColours: number } {
  const faults = { holes: 0, strays: 0, wrongColours: 0 };
  for (let i = 0; i < image.length; i += 4) {
    const [isCloth, shouldBe] = [image[i + 3] !== 0, expected[i + 3] !== 0];
    if (shouldBe && !isCloth) faults.holes++;
    else if (isCloth && !shouldBe) faults.strays++;
    else if ([0, 1, 2].some((k) => image[i + k] !== expected[i + k])) faults.wrongColours++;
  }
  return faults;
}

const NO_FAULTS = { holes: 0, strays: 0, wrongColours: 0 };

describe("a torn sheet moved back to rest", () => {
  let studio: Studio;
  beforeAll(() => {
    studio = new Studio();
  });
  afterAll(() => studio.dispose());

  test.each(CASES)("shows an unbroken texture: $sheet.name, $path, $criterion", (variant) => {
    const { sheet, path, criterion } = variant;
    // Shreds show more of the texture than a single rip.
    const shreds = { starts: "any", heldZone: 0 } as const;
    const limit = LIMITS[criterion];
    const world = pulledWorld(sheet.mesh, { path, criterion, limit, ...shreds });
    const cloth = world.cloths[0]!;
    const { triangleCount } = cloth.mesh;
    const view = new ClothMesh(cloth, studio.material);
    const whole = studio.take(view);
    expect(faultsOf(whole, intactPixels(sheet))).toEqual(NO_FAULTS);

    tearUp(world, () => {
      view.update();
      studio.draw(view); // patches are uploaded with each frame, not all at once
    });
    // The images distinguish torn from intact: nearly every pixel has changed, and the cloth is visible.
    const torn = studio.take(view);
    const { holes, strays, wrongColours: wrongPixels } = faultsOf(torn, whole);
    expect((holes + wrongPixels) / SIDE ** 2).toBeGreaterThan(0.8);
    expect(strays).toBeGreaterThan(0);
    expect(world.stats.tears).toBeGreaterThan(40);
    expect(cloth.pieces.count).toBeGreaterThan(2);
    if (path === "weak-point") expect(cloth.mesh.triangleCount).toBeGreaterThan(triangleCount);
    if (sheet.hasSeam) expect(countNewOnSeam(cloth, sheet.mesh)).toBeGreaterThan(0);
    // This view has followed the tears; a new one reads everything from the mesh. At rest, a view that missed a tear
    // looks right; in the torn pose it does not.
    const fresh = new ClothMesh(cloth, studio.material);
    expect(faultsOf(studio.take(fresh), torn)).toEqual(NO_FAULTS);

    putBack(cloth, sheet.mesh);
    expectOnRaster(cloth);
    for (const shown of [view, fresh]) {
      shown.update();
      expect(faultsOf(studio.take(shown), whole)).toEqual(NO_FAULTS);
      shown.geometry.dispose();
    }
  });
});
