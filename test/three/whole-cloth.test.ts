import fc from "fast-check";
import {
  BackSide,
  Box3,
  BufferGeometry,
  type Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  ObjectLoader,
  Raycaster,
  Scene,
  Sphere,
  Vector3,
} from "three";
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import { mergeGeometries, mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { ClothMesh } from "../../src/three/index.js";
import { runs } from "../runs.js";

/** Far from the origin, where spare points would show. */
const FAR = [10, 20, 30] as const;

/** A sheet that was cut at these heights and drawn in between: its buffers have grown. */
function cutSheet(heights: readonly number[]): {
  world: World;
  cloth: WorldCloth;
  view: ClothMesh;
} {
  const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });
  for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i]! += FAR[i % 3]!;
  const world = new World({ cloths: [{ mesh, imperfection: 0 }], gravity: [0, 0, 0] });
  const cloth = world.cloths[0]!;
  const view = new ClothMesh(cloth, new MeshStandardMaterial());
  for (const y of heights) {
    world.cut({
      line: [
        [FAR[0] - 0.5, FAR[1] + y, FAR[2]],
        [FAR[0] + 0.5, FAR[1] + y, FAR[2]],
      ],
    });
    view.update();
  }
  return { world, cloth, view };
}

/** The corners of all triangles, three coordinates each. */
function cornersOf(geometry: BufferGeometry): number[] {
  const [index, position] = [geometry.getIndex()!, geometry.getAttribute("position")];
  return [...index.array].flatMap((i) => [position.getX(i), position.getY(i), position.getZ(i)]);
}

function cornersOfCloth({ mesh, positions }: WorldCloth): number[] {
  return [...mesh.halfedgeVertices.subarray(0, 3 * mesh.triangleCount)].flatMap((v) =>
    [...positions.subarray(3 * v, 3 * v + 3)].map(Math.fround),
  );
}

describe("three.js operations on a cloth mesh", () => {
  const { cloth, view } = cutSheet([0.1, -0.2]);
  const { vertexCount, triangleCount } = cloth.mesh;

  test("a static copy contains the cloth and does not change", () => {
    const still = view.geometry.clone();
    expect(still.constructor).toBe(BufferGeometry);
    expect(still.getAttribute("position").count).toBe(vertexCount);
    expect(cornersOf(still)).toEqual(cornersOfCloth(cloth));
    expect(still.getAttribute("position").array.buffer).not.toBe(
      view.geometry.getAttribute("position").array.buffer,
    );
  });

  test("a clone and a copy follow the cloth with the original", () => {
    const { world, cloth: own, view: first } = cutSheet([]);
    const second = first.clone();
    const third = new ClothMesh(own, new MeshBasicMaterial()).copy(first);
    world.cut({ edge: 20 });
    second.update();
    for (const shown of [first, second, third]) {
      expect(cornersOf(shown.geometry)).toEqual(cornersOfCloth(own));
    }
    world.reset();
    third.update(world.cloths[0]);
    expect(cornersOf(first.geometry)).toEqual(cornersOfCloth(world.cloths[0]!));
  });

  test("JSON restores it", () => {
    const scene = new Scene().add(view.clone());
    const loaded = new ObjectLoader().parse(structuredClone(scene.toJSON()));
    const { geometry } = loaded.children[0] as Mesh;
    expect(cornersOf(geometry)).toEqual(cornersOfCloth(cloth));
    expect(geometry.getAttribute("position").count).toBe(vertexCount);
    expect(new Box3().setFromObject(loaded)).toEqual(new Box3().setFromObject(view));
  });

  test("vertices and geometries can be merged", () => {
    const welded = mergeVertices(view.geometry.clone().deleteAttribute("uv"), 1e-6);
    expect(welded.getIndex()!.count).toBe(3 * triangleCount);
    expect(mergeVertices(view.geometry).getIndex()!.count).toBe(3 * triangleCount);
    const twice = mergeGeometries([view.geometry, view.geometry]);
    expect(cornersOf(twice)).toEqual([...cornersOfCloth(cloth), ...cornersOfCloth(cloth)]);
  });

  test("custom groups are kept", () => {
    const { world, view: own } = cutSheet([]);
    own.geometry.addGroup(0, 30, 1);
    own.material = [new MeshBasicMaterial(), new MeshBasicMaterial()];
    world.cut({ edge: 20 });
    own.update();
    expect(own.geometry.groups).toEqual([{ start: 0, count: 30, materialIndex: 1 }]);
    own.geometry.clearGroups();
    own.update();
    expect(own.geometry.groups).toHaveLength(2);
  });

  describe("a GLB file", () => {
    /** The browser APIs that GLTFExporter uses. */
    class NodeFileReader {
      result: ArrayBuffer | null = null;
      onloadend: () => void = () => undefined;
      async readAsArrayBuffer(blob: Blob): Promise<void> {
        this.result = await blob.arrayBuffer();
        this.onloadend();
      }
    }
    const known = globalThis.FileReader as unknown;
    beforeAll(() => Object.assign(globalThis, { FileReader: NodeFileReader }));
    afterAll(() => Object.assign(globalThis, { FileReader: known }));

    interface Gltf {
      meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[];
      accessors: { count: number; min: number[]; max: number[] }[];
    }

    async function exported(mesh: Mesh): Promise<Gltf> {
      const bytes = (await new GLTFExporter().parseAsync(mesh, { binary: true })) as ArrayBuffer;
      const length = new DataView(bytes).getUint32(12, true);
      return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length))) as Gltf;
    }

    test("contains the cloth and nothing else", async () => {
      const { meshes, accessors } = await exported(view);
      const [primitive] = meshes[0]!.primitives;
      const names = Object.keys(primitive!.attributes).toSorted();
      expect(names).toEqual(["NORMAL", "POSITION", "TEXCOORD_0"]);
      for (const name of names) {
        expect(accessors[primitive!.attributes[name]!]!.count).toBe(vertexCount);
      }
      const { min, max } = accessors[primitive!.attributes["POSITION"]!]!;
      expect([min, max]).toEqual([
        [FAR[0] - 0.5, FAR[1] - 0.5, FAR[2]],
        [FAR[0] + 0.5, FAR[1] + 0.5, FAR[2]],
      ]);
      expect(accessors[primitive!.indices]!.count).toBe(3 * triangleCount);
    });

    test("contains both sides of a cloth with two materials", async () => {
      const { world, cloth: own } = cutSheet([0.1]);
      const materials = [
        new MeshStandardMaterial({ name: "front" }),
        new MeshStandardMaterial({ name: "back", side: BackSide }),
      ];
      const { meshes, accessors } = await exported(new ClothMesh(world.cloths[0]!, materials));
      const counts = meshes[0]!.primitives.map(({ indices }) => accessors[indices]!.count);
      expect(counts).toEqual([3 * own.mesh.triangleCount, 3 * own.mesh.triangleCount]);
    });
  });

  test("bounding box, bounding sphere and rays are those of the cloth, after any cut, motion, undo or query", () => {
    const action = fc.oneof(
      fc.record({
        type: fc.constant("cut" as const),
        y: fc.double({ min: -0.45, max: 0.45, noNaN: true }),
      }),
      fc.record({
        type: fc.constant("translation" as const),
        by: fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -5, max: 5, noNaN: true }))),
      }),
      fc.constantFrom(
        { type: "undo" as const },
        { type: "box" as const },
        { type: "recompute" as const },
        { type: "forget" as const },
      ),
    );
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 8 }), (actions) => {
        const { world, cloth: own, view: shown } = cutSheet([]);
        const { geometry } = shown;
        for (const act of actions) {
          if (act.type === "box") new Box3().setFromObject(shown);
          else if (act.type === "undo") world.undo();
          else if (act.type === "recompute") {
            geometry.computeBoundingBox();
            geometry.computeBoundingSphere();
          } else if (act.type === "forget") geometry.boundingBox = geometry.boundingSphere = null;
          else if (act.type === "translation") {
            for (let i = 0; i < own.positions.length; i++) own.positions[i]! += act.by[i % 3]!;
          } else if (act.type === "cut") {
            const [x, y, z] = own.positions; // the corner at the lower left
            world.cut({
              line: [
                [x!, y! + 0.5 + act.y, z!],
                [x! + 1, y! + 0.5 + act.y, z!],
              ],
            });
          }
          shown.update();
          const corners = cornersOfCloth(own);
          expect(cornersOf(geometry)).toEqual(corners);
          const box = new Box3().setFromArray(corners);
          for (const precise of [false, true]) {
            expect(new Box3().setFromObject(shown, precise)).toEqual(box);
          }
          const sphere = geometry.boundingSphere!;
          const slack = new Sphere(sphere.center, sphere.radius * (1 + 1e-6));
          for (let i = 0; i < corners.length; i += 3) {
            expect(slack.containsPoint(new Vector3().fromArray(corners, i))).toBe(true);
          }
          // From in front of a triangle at a side, which the bounding box would miss first.
          const center = new Vector3();
          for (let i = 0; i < 9; i += 3) center.add(new Vector3().fromArray(corners, i));
          center.divideScalar(3);
          const from = center.clone().add(new Vector3(0, 0, 2));
          const ray = new Raycaster(from, new Vector3(0, 0, -1));
          expect(ray.intersectObject(shown)).not.toEqual([]);
        }
      }),
      runs(23, 15),
    );
  });
});
