import { changedMaterial, MATERIALS, type Material, type Selection } from "../cloth/index.js";
import {
  attractor,
  resolveSolver,
  vortex,
  World,
  WORLD_DEFAULTS,
  type ClothOptions,
  type Field,
  type WorldOptions,
} from "../sim/index.js";
import { colliderOf } from "./colliders.js";
import type { SceneFiles } from "./files.js";
import { meshOf, optionsOf } from "./mesh.js";
import { sceneErrorFrom, SceneError } from "./scene-error.js";
import { strengthOf } from "./strength.js";
import { sceneSchema, type Scene } from "./schema.js";

/**
 * Checks a scene and fills in its defaults.
 *
 * @param input The parsed JSON.
 * @throws SceneError with one line that names the field and what was expected.
 */
export function checkScene(input: unknown): Scene {
  const result = sceneSchema.safeParse(input);
  if (!result.success) throw sceneErrorFrom(result.error.issues, input);
  const { solver, frameRate } = result.data;
  const step = solver.step ?? Math.min(WORLD_DEFAULTS.solver.step, 1 / frameRate);
  return { ...result.data, solver: inWords(() => resolveSolver({ ...solver, step })) };
}

export interface CreateWorldOptions {
  /** The files that the scene names (`neededFiles`), by the path that stands in the scene: texts, and the bytes of pictures. */
  files?: SceneFiles;
  /** Called with one line for each thing that was mended in a file. */
  note?: (line: string) => void;
}

/**
 * The world that a scene describes, at time 0.
 *
 * @throws SceneError with one line that names the field and what was expected.
 */
export function createWorld(scene: Scene, options: CreateWorldOptions = {}): World {
  const world = inWords(() => new World(worldOptions(scene, options)));
  for (const [i, cloth] of world.cloths.entries()) {
    for (const [k, pin] of cloth.pins.entries()) {
      if (pin.particles.length === 0) {
        const { select } = scene.cloths[i]!.pins[k]!;
        throw new SceneError(
          `cloths.${i}.pins.${k}.select.${emptiness(select)} that no earlier pin holds`,
        );
      }
    }
  }
  return world;
}

/** What the library itself refuses, as whether a step is stable, in the words of a scene. */
function inWords<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new SceneError(error.message);
    throw error;
  }
}

/** The field of a selection that has found nothing, and what it should hold. */
function emptiness(select: Selection): string {
  if ("uv" in select) return "uv: expected a box with a vertex";
  if ("sphere" in select) return "sphere: expected a ball with a vertex";
  return "ids" in select ? "ids: expected a vertex" : "group: expected a group with a vertex";
}

function worldOptions(
  scene: Scene,
  { files = {}, note = () => {} }: CreateWorldOptions,
): WorldOptions {
  return {
    gravity: scene.gravity,
    wind: scene.wind,
    fields: scene.fields.map(fieldOf),
    colliders: scene.colliders.map((collider, i) => colliderOf(collider, files, `colliders.${i}`)),
    balls: scene.bodies.map(optionsOf),
    knives: scene.knives,
    solver: scene.solver,
    seed: scene.seed,
    cloths: scene.cloths.map((cloth, i): ClothOptions => ({
      mesh: meshOf(cloth.mesh, files, `cloths.${i}.mesh`, note),
      transform: cloth.transform,
      material: materialOf(cloth.material),
      model: cloth.model,
      pins: cloth.pins,
      seams: cloth.seams,
      ...(cloth.strength && {
        strength: strengthOf(cloth.strength, files, `cloths.${i}.strength`),
      }),
      tearing: cloth.tearing ?? null,
      imperfection: cloth.imperfection,
    })),
  };
}

function fieldOf(field: Scene["fields"][number]): Field {
  return field.type === "attractor" ? attractor(optionsOf(field)) : vortex(optionsOf(field));
}

function materialOf({ preset, ...overrides }: Scene["cloths"][number]["material"]): Material {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return changedMaterial(MATERIALS[preset], Object.fromEntries(given));
}
