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

// The pictures are compared bit by bit, without any tolerance. Three things make that possible:
// - One pixel shows one texel, by its very middle, and no two texels have the same colour. So a
//   texture that is off by more than half a pixel shows, and rounding does not.
// - The vertices lie on corners of pixels at rest. A graphics card moves vertices onto a raster of
//   its own, 1/16 of a pixel or finer; the middle of an edge, moved off that edge, can open a
//   slit where only one side of a tear has it. Middles of whole pixels, and middles of those, four
//   times over, are on the raster already.
// - The camera shows a metre as exactly one unit, so nothing is rounded on the way either.

/** Pixels along a side of the cloth, which is 1 m; as many texels. */
const SIDE = 256;
/** Pixels along a side of the picture, which shows 2 m, the cloth in the middle. */
const VIEW = 2 * SIDE;
const MARGIN = (VIEW - SIDE) / 2;
/** Parts of a pixel that every card can tell apart: WebGL promises four bits. */
const RASTER = 16;

type Colour = readonly [red: number, green: number, blue: number];
type Picture = Uint8Array;

/** Red and green name the texel; blue draws a disc and bands without any symmetry. */
function texelColour(column: number, row: number): Colour {
  if (Math.hypot(column - 80, row - 170) < 50) return [column, row, 255];
  const isBand = (column + 3 * row) % 90 < 30;
  return [column, row, isBand ? 160 : 20];
}

function makeTexture(): DataTexture {
  const texels = new Uint8Array(4 * SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      texels.set([...texelColour(column, row), 255], 4 * (row * SIDE + column));
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
  /** Whether the texture is sewn together from two parts, along the line y = 0. */
  hasSeam: boolean;
}

/** Moves the vertices to the nearest corners of pixels, and lays the texture over the square. */
function onPixelCorners(mesh: MeshData): MeshData {
  const positions = mesh.positions.map((x) => Math.round(SIDE * x) / SIDE);
  const uvs = new Float64Array(2 * mesh.triangles.length);
  for (const [corner, vertex] of mesh.triangles.entries()) {
    for (let k = 0; k < 2; k++) uvs[2 * corner + k] = positions[3 * vertex + k]! + 0.5;
  }
  return { ...mesh, positions, uvs };
}

/** Swaps the halves of the texture: the seam between them runs along the pull, so that it tears. */
function withSeam(mesh: MeshData): MeshData {
  const uvs = mesh.uvs.slice();
  for (let i = 1; i < uvs.length; i += 6) {
    const middle = (uvs[i]! + uvs[i + 2]! + uvs[i + 4]!) / 3;
    for (let k = 0; k < 6; k += 2) uvs[i + k]! += middle < 0.5 ? 0.5 : -0.5;
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

/** Limits that violent pulling passes. */
const LIMITS = { tension: 0.5, stretch: 1.15, "separation-tensor": 0.12 };

/** Every sheet by every path; over the sheets every path meets every criterion. */
const CASES = SHEETS.flatMap((sheet, i) =>
  PATHS.map((path, k) => ({ sheet, path, criterion: CRITERIA[(i + k) % CRITERIA.length]! })),
);

/** A weightless sheet whose right side is drawn away from its left one. */
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

/** Two hands tear the sheet up while its sides go apart. */
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

/** Puts every particle to where it was at rest, new ones to where they came from. */
function putBack(cloth: WorldCloth, { positions }: MeshData): void {
  cloth.positions.set(inheritPositions(cloth.mesh, positions));
}

function expectOnRaster({ mesh, positions }: WorldCloth): void {
  for (const x of positions.subarray(0, 3 * mesh.vertexCount)) {
    if (!Number.isInteger(RASTER * SIDE * x)) throw new Error(`off the raster: ${SIDE * x} pixels`);
  }
}

/** How many vertices the tears have made on the line y = 0. */
function countNewOnSeam({ mesh, rest }: WorldCloth, { positions }: MeshData): number {
  let count = 0;
  for (let v = positions.length / 3; v < mesh.vertexCount; v++) {
    if (rest.positions[3 * v + 1] === 0) count++;
  }
  return count;
}

/** Takes pictures of a cloth, straight from the front. */
class Studio {
  readonly #renderer = new WebGLRenderer({ antialias: false });
  readonly #target = new WebGLRenderTarget(VIEW, VIEW, { samples: 0 });
  readonly #camera = new OrthographicCamera(-1, 1, 1, -1, 0, 10);
  readonly #texture = makeTexture();
  /** Without light, so that the uv alone decides on the colour. */
  readonly material = new MeshBasicMaterial({ map: this.#texture, side: DoubleSide });

  constructor() {
    this.#camera.position.z = 5;
    this.#renderer.setClearColor(0x000000, 0);
    this.#renderer.setRenderTarget(this.#target);
  }

  draw(view: ClothMesh): void {
    this.#renderer.render(new Scene().add(view), this.#camera);
  }

  /** Four bytes a pixel from the lower left on; nothing where the cloth is not. */
  take(view: ClothMesh): Picture {
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

/** The picture of a whole sheet, made without any triangle. */
function wholePicture({ hasSeam }: Sheet): Picture {
  const picture = new Uint8Array(4 * VIEW * VIEW);
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const pixel = (row + MARGIN) * VIEW + column + MARGIN;
      const texelRow = hasSeam ? (row + SIDE / 2) % SIDE : row;
      picture.set([...texelColour(column, texelRow), 255], 4 * pixel);
    }
  }
  return picture;
}

/** How many pixels are wrong: no cloth where it should be, cloth beside it, another colour. */
function faultsOf(
  picture: Picture,
  wanted: Picture,
): { holes: number; strays: number; wrongColours: number } {
  const faults = { holes: 0, strays: 0, wrongColours: 0 };
  for (let i = 0; i < picture.length; i += 4) {
    const [isCloth, shouldBe] = [picture[i + 3] !== 0, wanted[i + 3] !== 0];
    if (shouldBe && !isCloth) faults.holes++;
    else if (isCloth && !shouldBe) faults.strays++;
    else if ([0, 1, 2].some((k) => picture[i + k] !== wanted[i + k])) faults.wrongColours++;
  }
  return faults;
}

const NO_FAULTS = { holes: 0, strays: 0, wrongColours: 0 };

describe("a torn sheet that is put back", () => {
  let studio: Studio;
  beforeAll(() => {
    studio = new Studio();
  });
  afterAll(() => studio.dispose());

  test.each(CASES)("shows an unbroken texture: $sheet.name, $path, $criterion", (way) => {
    const { sheet, path, criterion } = way;
    const world = pulledWorld(sheet.mesh, { path, criterion, limit: LIMITS[criterion] });
    const cloth = world.cloths[0]!;
    const { triangleCount } = cloth.mesh;
    const view = new ClothMesh(cloth, studio.material);
    const whole = studio.take(view);
    expect(faultsOf(whole, wholePicture(sheet))).toEqual(NO_FAULTS);

    tearUp(world, () => {
      view.update();
      studio.draw(view); // patches reach the card with each picture, not all in one go
    });
    // The pictures can tell torn from whole: nearly every pixel has changed, and cloth is there.
    const torn = studio.take(view);
    const { holes, strays, wrongColours } = faultsOf(torn, whole);
    expect((holes + wrongColours) / SIDE ** 2).toBeGreaterThan(0.8);
    expect(strays).toBeGreaterThan(0);
    expect(world.stats.tears).toBeGreaterThan(40);
    expect(cloth.pieces.count).toBeGreaterThan(2);
    if (path === "weak-point") expect(cloth.mesh.triangleCount).toBeGreaterThan(triangleCount);
    if (sheet.hasSeam) expect(countNewOnSeam(cloth, sheet.mesh)).toBeGreaterThan(0);
    // The view has followed the tears by itself; one that starts now takes all from the mesh. When
    // the cloth is put back, a view that missed a tear looks right; while it is torn, it does not.
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
