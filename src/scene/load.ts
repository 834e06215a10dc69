import {
  action,
  anObject,
  anything,
  checkOptions,
  list,
  object,
  optional,
  over0,
  text,
  valuesOf,
} from "../math/check-options.js";
import { resolveLimits, type Limits } from "../math/limits.js";
import { changedMaterial, MATERIALS, type ClothMaterial, type Selection } from "../cloth/index.js";
import {
  attractor,
  resolveSolver,
  vortex,
  World,
  type ClothOptions,
  type Field,
  type WorldOptions,
} from "../sim/index.js";
import { colliderOf } from "./colliders.js";
import type { SceneFiles } from "./files.js";
import { checkFrameCount } from "./frames.js";
import { checkInput, type LongList } from "./input-size.js";
import { meshOf, optionsOf } from "./mesh.js";
import { migrateScene } from "./migration.js";
import { sceneErrorFrom, SceneError } from "./scene-error.js";
import { SizeLedger } from "./size-ledger.js";
import { strengthMapOf } from "./strength-map.js";
import { sceneSchema, type Scene } from "./schema.js";

/**
 * Checks a scene and fills in its defaults. Field names of version 0.1 are taken for the ones of today.
 *
 * @param input The parsed JSON.
 * @param limits Those of `values`, `items`, `objects` and `frames` count.
 * @throws SceneError with one line that names the field and what was expected.
 */
export function checkScene(input: unknown, limits?: Partial<Limits>): Scene {
  const most = resolveLimits(limits);
  const longest = checkInput(input, most);
  const current = migrateScene(input);
  const result = parse(current, longest);
  if (!result.success) throw sceneErrorFrom(result.error.issues, current);
  checkFrameCount(result.data, most);
  return { ...result.data, solver: inWords(() => resolveSolver(result.data.solver)) };
}

/** @param longest The longest list in it. */
function parse(input: unknown, longest: LongList): ReturnType<typeof sceneSchema.safeParse> {
  try {
    return sceneSchema.safeParse(input);
  } catch (error) {
    // Each wrong item makes a fault of its own, and zod runs out of stack with a hundred thousand of them.
    if (!(error instanceof RangeError)) throw error;
    throw new SceneError(
      `${longest.where}: so many of its ${longest.length} items are wrong that they cannot be told`,
    );
  }
}

export interface CreateWorldOptions {
  /** The files that the scene names (`neededFiles`), by the path that stands in the scene: texts, and the bytes of pictures. */
  files?: SceneFiles;
  /** Those of `vertices`, `triangles`, `corners` and `pixels` count. */
  limits?: Partial<Limits>;
  /** Called with one line for each thing that was mended in a file. */
  note?: (line: string) => void;
}

const CREATE_WORLD = object<CreateWorldOptions>({
  files: optional(anObject),
  limits: optional(anything), // in `resolveLimits`
  note: optional(action),
});

const anyList = list(anything);
const rate = over0("a number over 0");
/** What a checked scene has in any case; the rest is checked where it is used. */
const CHECKED = valuesOf<
  Pick<
    Scene,
    | "name"
    | "cloths"
    | "fields"
    | "colliders"
    | "balls"
    | "knives"
    | "wind"
    | "solver"
    | "duration"
    | "frameRate"
  >
>({
  name: text,
  cloths: list(
    valuesOf<Pick<Scene["cloths"][number], "mesh" | "material" | "pins" | "seams" | "transform">>({
      mesh: anObject,
      material: anObject,
      pins: anyList,
      seams: anyList,
      transform: anObject,
    }),
  ),
  fields: anyList,
  colliders: anyList,
  balls: anyList,
  knives: anyList,
  wind: anObject,
  solver: anObject,
  duration: rate,
  frameRate: rate,
});

/** @throws SceneError where it is no scene, or one whose defaults are not filled in. */
export function checkIsScene(scene: unknown): void {
  const fault = CHECKED(scene);
  if (fault === null) return;
  throw new SceneError(`scene${fault}; take one from checkScene or loadSceneFile`);
}

/**
 * The world that a scene describes, at time 0.
 *
 * @param scene As `checkScene` gives it.
 *
 * @throws SceneError with one line that names the field and what was expected.
 */
export function createWorld(scene: Scene, options: CreateWorldOptions = {}): World {
  checkOptions("", options, CREATE_WORLD, SceneError);
  checkIsScene(scene);
  const ledger = new SizeLedger(inWords(() => resolveLimits(options.limits)));
  const world = inWords(() => new World(worldOptions(scene, options, ledger)));
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
  ledger: SizeLedger,
): WorldOptions {
  // The cloths come first: where all is too much, the one that is too fine is to be named.
  const cloths = scene.cloths.map((cloth, i): ClothOptions => ({
    mesh: meshOf(cloth.mesh, files, `cloths.${i}.mesh`, note, ledger),
    transform: cloth.transform,
    material: materialOf(cloth.material),
    model: cloth.model,
    pins: cloth.pins,
    seams: cloth.seams,
    ...(cloth.strengthMap && {
      strengthMap: strengthMapOf(cloth.strengthMap, files, `cloths.${i}.strengthMap`, ledger),
    }),
    tearing: cloth.tearing ?? null,
    imperfection: cloth.imperfection,
  }));
  return {
    gravity: scene.gravity,
    wind: scene.wind,
    fields: scene.fields.map(fieldOf),
    colliders: scene.colliders.map((collider, i) =>
      colliderOf(collider, files, `colliders.${i}`, ledger),
    ),
    balls: scene.balls,
    knives: scene.knives,
    solver: scene.solver,
    seed: scene.seed,
    cloths,
  };
}

function fieldOf(field: Scene["fields"][number]): Field {
  return field.type === "attractor" ? attractor(optionsOf(field)) : vortex(optionsOf(field));
}

function materialOf({ preset, ...overrides }: Scene["cloths"][number]["material"]): ClothMaterial {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return changedMaterial(MATERIALS[preset], Object.fromEntries(given));
}
