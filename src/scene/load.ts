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
 * Checks a scene and fills in its defaults. Field names of version 0.1 are accepted.
 *
 * @param input The parsed JSON.
 * @param limits `values`, `items`, `objects` and `frames` are checked.
 * @throws SceneError with one line that names the field and what was expected.
 */
export function checkScene(input: unknown, limits?: Partial<Limits>): Scene {
  const resolved = resolveLimits(limits);
  const longest = checkInput(input, resolved);
  const current = migrateScene(input);
  const result = parse(current, longest);
  if (!result.success) throw sceneErrorFrom(result.error.issues, current);
  checkFrameCount(result.data, resolved);
  return { ...result.data, solver: withSceneErrors(() => resolveSolver(result.data.solver)) };
}

/** @param longest The longest list in the input. */
function parse(input: unknown, longest: LongList): ReturnType<typeof sceneSchema.safeParse> {
  try {
    return sceneSchema.safeParse(input);
  } catch (error) {
    // Each wrong item adds an issue, and zod overflows the stack with a hundred thousand of them.
    if (!(error instanceof RangeError)) throw error;
    throw new SceneError(
      `${longest.where}: expected valid items, got too many errors to list in ${longest.length} items`,
    );
  }
}

/** Options of `createWorld`. */
export interface CreateWorldOptions {
  /** The files that the scene names (`neededFiles`), by their paths in the scene: texts, and the bytes of images. */
  files?: SceneFiles;
  /** `vertices`, `triangles`, `corners` and `pixels` are checked; default `LIMIT_DEFAULTS`. */
  limits?: Partial<Limits>;
  /** Called with one line for each thing that was repaired in a file. */
  note?: (line: string) => void;
}

const CREATE_WORLD = object<CreateWorldOptions>({
  files: optional(anObject),
  limits: optional(anything), // checked by `resolveLimits`
  note: optional(action),
});

const anyList = list(anything);
const rate = over0("a number over 0");
/** Fields that every checked scene has. The rest is checked where it is used. */
const CHECKED_SCENE = valuesOf<
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

/** @throws SceneError if it is not a scene, or one whose defaults are not filled in. */
export function checkIsScene(scene: unknown): void {
  const fault = CHECKED_SCENE(scene);
  if (fault === null) return;
  throw new SceneError(`scene${fault}; take one from checkScene or loadSceneFile`);
}

/**
 * Creates the world of a scene, at time 0.
 *
 * @param scene The result of `checkScene`.
 * @throws SceneError with one line that names the field and what was expected.
 */
export function createWorld(scene: Scene, options: CreateWorldOptions = {}): World {
  checkOptions("", options, CREATE_WORLD, SceneError);
  checkIsScene(scene);
  const ledger = new SizeLedger(withSceneErrors(() => resolveLimits(options.limits)));
  const world = withSceneErrors(() => new World(worldOptions(scene, options, ledger)));
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

/**
 * Runs `make` and turns its RangeError into a SceneError: the library checks more than the schema, for example if a
 * step is stable.
 */
function withSceneErrors<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new SceneError(error.message);
    throw error;
  }
}

/** The field of an empty selection, and what was expected. */
function emptiness(select: Selection): string {
  if ("uv" in select) return "uv: expected a box with a vertex";
  if ("sphere" in select) return "sphere: expected a sphere with a vertex";
  return "ids" in select ? "ids: expected a vertex" : "group: expected a group with a vertex";
}

function worldOptions(
  scene: Scene,
  { files = {}, note = () => {} }: CreateWorldOptions,
  ledger: SizeLedger,
): WorldOptions {
  // The cloths come first, so that an error about the total size names the cloth that is too fine.
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
    selfCollision: scene.selfCollision,
    ...(scene.contactThickness !== undefined && { contactThickness: scene.contactThickness }),
    contactResponse: scene.contactResponse,
    solver: scene.solver,
    ...(scene.kernels !== undefined && { kernels: scene.kernels }),
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

/** The scene with all values of its presets, because a later version may change a preset. */
export function withPresetValues(scene: Scene): Scene {
  const cloths = scene.cloths.map((cloth) => {
    const { preset } = cloth.material;
    const values = { yield: null, bendYield: null, ...materialOf(cloth.material) };
    return { ...cloth, material: { preset, ...values } };
  });
  return { ...scene, cloths };
}
