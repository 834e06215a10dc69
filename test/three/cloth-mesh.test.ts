import { MeshBasicMaterial, Raycaster, Vector3, type BufferAttribute } from "three";
import { describe, expect, test } from "vitest";
import { generateGrid, type TopologyEdit } from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { ClothMesh } from "../../src/three/index.js";
import { hexagon, randomEdit } from "../meshes.js";
import { pulledSheet } from "../worlds.js";

/** Position and uv of every corner of the rendered mesh. */
function drawnCorners({ geometry }: ClothMesh): number[][] {
  const [index, position, uv] = [
    geometry.getIndex()!,
    geometry.getAttribute("position"),
    geometry.getAttribute("uv"),
  ];
  return Array.from({ length: index.count }, (_, h) => {
    const point = index.getX(h);
    return [
      position.getX(point),
      position.getY(point),
      position.getZ(point),
      uv.getX(point),
      uv.getY(point),
    ];
  });
}

/** The drawn part of the index buffer. */
function drawnIndex({ geometry }: ClothMesh): number[] {
  return [...geometry.getIndex()!.array.slice(0, geometry.drawRange.count)];
}

/** A hanging sheet, and a function that cuts it from side to side at a height, m. */
function sheetToCut(): { world: World; cutAt: (y: number) => void } {
  const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });
  const world = new World({ cloths: [{ mesh, imperfection: 0 }], gravity: [0, 0, 0] });
  const cutAt = (y: number): void => {
    const { edits } = world.cut({
      line: [
        [-0.5, y, 0],
        [0.5, y, 0],
      ],
    });
    expect(edits.length).toBeGreaterThan(5);
  };
  return { world, cutAt };
}

function simulatedCorners({ mesh, positions }: WorldCloth): number[][] {
  return Array.from({ length: 3 * mesh.triangleCount }, (_, h) =>
    [
      ...positions.slice(3 * mesh.halfedgeVertices[h]!, 3 * mesh.halfedgeVertices[h]! + 3),
      ...mesh.uvs.slice(2 * h, 2 * h + 2),
    ].map(Math.fround),
  );
}

describe("ClothMesh", () => {
  test("shows every corner at its simulated position, through all tears and growth", () => {
    const world = pulledSheet();
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    expect(drawnCorners(mesh)).toEqual(simulatedCorners(world.cloths[0]!));
    for (let i = 0; i < 40; i++) {
      world.step();
      if (i % 3 !== 0) continue; // it catches up over several steps
      mesh.update();
      expect(drawnCorners(mesh)).toEqual(simulatedCorners(world.cloths[0]!));
    }
    expect(world.stats.tears).toBeGreaterThan(10);
  });

  test("follows every kind of edit, including new triangles", () => {
    const data = generateGrid({ size: [1, 1], segments: [3, 3] });
    const cloth = new World({ cloths: [{ mesh: data }] }).cloths[0]!;
    const view = new ClothMesh(cloth, new MeshBasicMaterial());
    // A page only has the original mesh and the edits.
    const page = {
      mesh: {
        halfedgeVertices: data.triangles,
        triangleCount: data.triangles.length / 3,
        uvs: data.uvs,
      },
      positions: cloth.positions,
      edits: [] as TopologyEdit[],
    };
    const pageView = new ClothMesh(page, new MeshBasicMaterial());
    for (let choice = 1; choice < 120; choice++) {
      for (const edit of randomEdit(cloth.mesh, data.positions, choice)) {
        cloth.replay(edit);
        page.edits.push(structuredClone(edit));
      }
      if (choice % 7 !== 0) continue;
      page.positions = cloth.positions;
      view.update();
      pageView.update();
      const { triangleCount } = cloth.mesh;
      expect(view.geometry.drawRange.count).toBe(3 * triangleCount);
      const expected = simulatedCorners(cloth);
      for (const shown of [view, pageView]) {
        const drawn = drawnCorners(shown).slice(0, 3 * triangleCount);
        for (const [h, corner] of drawn.entries()) {
          for (const [k, x] of corner.entries()) expect(x).toBeCloseTo(expected[h]![k]!, 5);
        }
      }
    }
    expect(cloth.mesh.triangleCount).toBeGreaterThan(40);
  });

  test("patches the index buffer instead of creating a new one", () => {
    const world = pulledSheet();
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    const index = mesh.geometry.getIndex()!;
    const uv = mesh.geometry.getAttribute("uv");
    while (world.stats.tears === 0) world.step();
    mesh.update();
    expect(mesh.geometry.getIndex()).toBe(index);
    const moved = world.cloths[0]!.edits.flatMap((edit) =>
      edit.type === "split-vertex" ? edit.movedCorners : [],
    );
    expect(index.updateRanges.map(({ start }) => start)).toEqual(moved);
    expect(mesh.geometry.getAttribute("uv").count).toBeGreaterThan(uv.count);
  });

  test("frees the old GPU buffers when they grow", () => {
    const world = pulledSheet();
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    let freed = 0;
    mesh.geometry.addEventListener("dispose", () => freed++);
    const first = mesh.geometry.getAttribute("position");
    for (let i = 0; i < 40 && mesh.geometry.getAttribute("position") === first; i++) {
      world.step();
      mesh.update();
    }
    expect(freed).toBe(1);
  });

  test("keeps a patched index on the GPU where the other buffers are recreated", () => {
    const world = pulledSheet();
    const { geometry } = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    const freed: unknown[] = [];
    geometry.addEventListener("dispose", ({ target }) => {
      freed.push(target.index, target.getAttribute("position"));
    });
    const [index, first] = [geometry.getIndex(), geometry.getAttribute("position")];
    while (world.stats.tears === 0) world.step();
    geometry.update();
    expect(freed).toEqual([null, first]);
    expect(geometry.getIndex()).toBe(index);
  });

  test("continues after its buffers were freed", () => {
    const world = pulledSheet();
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    mesh.geometry.dispose();
    for (let i = 0; i < 20; i++) world.step();
    mesh.update();
    expect(world.stats.tears).toBeGreaterThan(0);
    expect(drawnCorners(mesh)).toEqual(simulatedCorners(world.cloths[0]!));
  });

  test("follows another cloth, as after a reset", () => {
    const world = pulledSheet();
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    for (let i = 0; i < 40; i++) world.step();
    mesh.update();
    world.reset();
    mesh.update(world.cloths[0]);
    expect(drawnCorners(mesh)).toEqual(simulatedCorners(world.cloths[0]!));
    for (let i = 0; i < 40; i++) world.step();
    mesh.update();
    expect(drawnCorners(mesh)).toEqual(simulatedCorners(world.cloths[0]!));
  });

  /** The drawn mesh equals that of a new view. */
  const expectAsNew = (view: ClothMesh, cloth: WorldCloth): void => {
    const fresh = new ClothMesh(cloth, new MeshBasicMaterial());
    expect(drawnIndex(view)).toEqual(drawnIndex(fresh));
    expect(drawnCorners(view)).toEqual(simulatedCorners(cloth));
  };

  test("follows an undone cut", () => {
    const { world, cutAt } = sheetToCut();
    const cloth = world.cloths[0]!;
    const view = new ClothMesh(cloth, new MeshBasicMaterial());
    const whole = drawnIndex(view);
    cutAt(0.1);
    view.update();
    expect(drawnIndex(view)).not.toEqual(whole);
    world.undo();
    view.update();
    expect(drawnIndex(view)).toEqual(whole);
    expectAsNew(view, cloth);
    cutAt(0.1); // it continues from there
    view.update();
    expect(drawnCorners(view).slice(0, 3 * cloth.mesh.triangleCount)).toEqual(
      simulatedCorners(cloth),
    );
  });

  test("follows other edits in place of undone ones", () => {
    const { world, cutAt } = sheetToCut();
    const cloth = world.cloths[0]!;
    const view = new ClothMesh(cloth, new MeshBasicMaterial());
    cutAt(0.1);
    const before = cloth.edits.length;
    view.update();
    world.undo();
    cutAt(-0.1);
    expect(cloth.edits.length).toBe(before);
    view.update();
    expectAsNew(view, cloth);
  });

  test("follows a world to an earlier time and forward again", () => {
    const world = pulledSheet();
    const cloth = world.cloths[0]!;
    const view = new ClothMesh(cloth, new MeshBasicMaterial());
    for (let i = 0; i < 10; i++) world.step();
    const [earlier, tears] = [world.capture(), world.stats.tears];
    for (let i = 0; i < 30; i++) world.step();
    const later = world.capture();
    view.update();
    expect(world.stats.tears).toBeGreaterThan(tears);
    for (const state of [earlier, later, earlier]) {
      world.restore(state);
      view.update();
      expect(drawnCorners(view)).toEqual(simulatedCorners(cloth));
    }
    expectAsNew(view, cloth);
  });

  test("follows a page whose list of edits became shorter", () => {
    const { world, cutAt } = sheetToCut();
    const cloth = world.cloths[0]!;
    const page = {
      mesh: {
        halfedgeVertices: cloth.mesh.halfedgeVertices.slice(),
        triangleCount: cloth.mesh.triangleCount,
        uvs: cloth.mesh.uvs.slice(),
      },
      positions: cloth.positions,
      edits: [] as TopologyEdit[],
    };
    const view = new ClothMesh(page, new MeshBasicMaterial());
    const whole = drawnIndex(view);
    cutAt(0.1);
    page.edits.push(...cloth.edits);
    page.positions = cloth.positions;
    view.update();
    expect(drawnIndex(view)).not.toEqual(whole);
    page.edits.length = 0;
    view.update();
    expect(drawnIndex(view)).toEqual(whole);
  });

  test("can start on a cloth that is already torn", () => {
    const world = pulledSheet();
    for (let i = 0; i < 40; i++) world.step();
    expect(drawnCorners(new ClothMesh(world.cloths[0]!, new MeshBasicMaterial()))).toEqual(
      simulatedCorners(world.cloths[0]!),
    );
  });

  test("has unit normals on the side of the winding, also across a uv seam", () => {
    const world = new World({ cloths: [{ mesh: hexagon(), imperfection: 0 }] }); // separate uvs for each corner
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    const normal = mesh.geometry.getAttribute("normal");
    for (const point of mesh.geometry.getIndex()!.array) {
      expect([normal.getX(point), normal.getY(point), normal.getZ(point)]).toEqual([0, 0, 1]);
    }
  });

  test("is hit by a ray at the current position", () => {
    const world = pulledSheet();
    const mesh = new ClothMesh(world.cloths[0]!, new MeshBasicMaterial());
    const ray = new Raycaster(new Vector3(0.1, 0.05, 2), new Vector3(0, 0, -1));
    const [hit] = ray.intersectObject(mesh);
    expect(hit!.point.z).toBeCloseTo(0, 4);
    const { positions } = world.cloths[0]!;
    for (let i = 0; i < positions.length; i += 3) positions[i]! += 30;
    mesh.update();
    expect(ray.intersectObject(mesh)).toEqual([]);
  });

  describe("colors of particles", () => {
    /** The index of the particle, as red, for every drawn corner. */
    const redOfCorners = ({ geometry }: ClothMesh): number[] => {
      const color = geometry.getAttribute("color");
      return [...geometry.getIndex()!.array.slice(0, geometry.drawRange.count)].map((point) =>
        color.getX(point),
      );
    };
    const numbered = (cloth: WorldCloth): Float32Array =>
      Float32Array.from({ length: 4 * cloth.particles.count }, (_, i) =>
        i % 4 === 0 ? i / 4 : 0.5,
      );
    const particlesOfCorners = ({ mesh }: WorldCloth): number[] => [
      ...mesh.halfedgeVertices.slice(0, 3 * mesh.triangleCount),
    ];

    test("are those of the source, also after a cut", () => {
      const { world, cutAt } = sheetToCut();
      const cloth = world.cloths[0]!;
      const source = {
        mesh: cloth.mesh,
        positions: cloth.positions,
        edits: cloth.edits as readonly TopologyEdit[],
        colors: null as Float32Array | null,
      };
      const view = new ClothMesh(source, new MeshBasicMaterial());
      expect(view.geometry.hasAttribute("color")).toBe(false);
      source.colors = numbered(cloth);
      view.update();
      expect(redOfCorners(view)).toEqual(particlesOfCorners(cloth));

      cutAt(0.1);
      source.positions = cloth.positions;
      source.colors = numbered(cloth);
      view.update();
      expect(redOfCorners(view)).toEqual(particlesOfCorners(cloth));

      source.colors = null;
      view.update();
      expect(view.geometry.hasAttribute("color")).toBe(false);
    });

    test("follow the particles when another cut replaces an undone one", () => {
      const { world, cutAt } = sheetToCut();
      const cloth = world.cloths[0]!;
      cutAt(0.1);
      const { mesh, edits } = cloth;
      const source = { mesh, positions: cloth.positions, edits, colors: numbered(cloth) };
      const view = new ClothMesh(source, new MeshBasicMaterial());
      const count = cloth.particles.count;
      expect(redOfCorners(view)).toEqual(particlesOfCorners(cloth));
      world.undo();
      cutAt(-0.1);
      expect(cloth.particles.count).toBe(count);
      view.update();
      expect(redOfCorners(view)).toEqual(particlesOfCorners(cloth));
    });

    test("are right if a tear was undone before it was drawn", () => {
      const { world, cutAt } = sheetToCut();
      const cloth = world.cloths[0]!;
      const { mesh, edits } = cloth;
      const source = {
        mesh,
        edits,
        get positions(): Float64Array {
          return cloth.positions;
        },
        colors: numbered(cloth),
      };
      const view = new ClothMesh(source, new MeshBasicMaterial());
      for (const y of [-0.4, -0.2, 0, 0.2, 0.4]) cutAt(y);
      view.followEdits(); // and no update
      while (cloth.edits.length > 0) world.undo();
      source.colors = numbered(cloth).toReversed();
      view.update();
      expect(redOfCorners(view)).toEqual(
        particlesOfCorners(cloth).map((particle) => source.colors[4 * particle]),
      );
    });

    test("are uploaded to the GPU only where they changed", () => {
      const { world } = sheetToCut();
      const cloth = world.cloths[0]!;
      const colors = numbered(cloth);
      const { mesh, positions, edits } = cloth;
      const view = new ClothMesh({ mesh, positions, edits, colors }, new MeshBasicMaterial());
      const version = (): number =>
        (view.geometry.getAttribute("color") as BufferAttribute).version;
      const before = version();
      view.update();
      expect(version()).toBe(before);
      view.update({ mesh, positions, edits, colors: colors.slice() });
      expect(version()).toBeGreaterThan(before);
    });
  });
});
