/**
 * Field names of version 0.1 and their names in 0.2. One table serves scenes, `--set` paths, the text of scene files
 * and recordings. A key is the path of a field with the names of 0.1; `*` stands for any list index.
 */
export type Renames = Readonly<Record<string, string>>;

/** The new name of a field that no longer exists, as `type: "ball"` of a ball. */
export const REMOVED = "";

const WIND: Renames = { "gusts.strength": "amplitude" };
const MATERIAL: Renames = { strength: "breakingStrain" };
const TEARING: Renames = { shortestEdge: "minEdgeRatio" };
const PIN: Renames = {
  strength: "breakForce",
  each: "breakPerParticle",
  "motion.*.move": "translation",
};
const BALL: Renames = { spin: "angularVelocity" };

/** Renamed fields of scenes. */
export const RENAMED_FIELDS: Renames = {
  ...under("wind", WIND),
  "fields.*.strength": "acceleration",
  ...under("cloths.*.material", MATERIAL),
  ...under("cloths.*.pins.*", PIN),
  "cloths.*.seams.*.opens": "openTime",
  "cloths.*.seams.*.lasts": "openDuration",
  "cloths.*.strength": "strengthMap",
  "cloths.*.strength.map": "image",
  ...under("cloths.*.tearing", TEARING),
  "colliders.*.motion.*.move": "translation",
  "colliders.*.motion.*.turn": "rotation",
  bodies: "balls",
  "bodies.*.type": REMOVED,
  ...under("bodies.*", BALL),
};

/** The same, with the old names of fields in objects that have their new name already, as `--set` may give them. */
export const SCENE_RENAMES: Renames = {
  ...RENAMED_FIELDS,
  "cloths.*.strengthMap.map": "image",
  "balls.*.type": REMOVED,
  ...under("balls.*", BALL),
};

/** Renamed fields in recordings of format version 2: stores of a world. */
export const WORLD_STORES: Renames = {
  handCount: "grabCount",
  "knives.knives.*.knife": "id",
  ...under("wind", WIND),
  ...under("solids.balls.*.options", BALL),
  "solids.thrownCount": "scheduledCount",
  "solids.colliders.*.hand": "placed",
};
/** Renamed fields in recordings of format version 2: stores of a cloth. */
export const CLOTH_STORES: Renames = {
  letGo: "hysteresis",
  ...under("material", MATERIAL),
  ...under("tearing", TEARING),
  ...under("holding.pins.*.options", PIN),
  "holding.pins.*.homes": "anchors",
  "holding.grabs.*.hand": "id",
  "seams.*.part": "fraction",
  "seams.*.laidAt": "insertedAt",
  "strengths.worn": "remaining",
};
/** Renamed fields in the notes of the lab in recordings: the settings of its panel. */
export const NOTES: Renames = {
  ...under("panel.wind", WIND),
  ...under("panel.material", MATERIAL),
  ...under("panel.tearing", TEARING),
};

function under(path: string, renames: Renames): Renames {
  return Object.fromEntries(Object.entries(renames).map(([key, to]) => [`${path}.${key}`, to]));
}

/** False for `strength` of a field that is no attractor: only attractors had one. */
export function isAttractor(pattern: string, data: object): boolean {
  return pattern !== "fields.*.strength" || (data as { type?: unknown }).type === "attractor";
}

/** Largest depth of a renamed field. A file may be nested deeper. */
export const MAX_DEPTH = 8;

/**
 * A path of `--set` with the current field names. A name that the scene has is left as it is.
 *
 * @param input The scene, with the names of any version.
 */
export function migratePath(path: readonly string[], input: unknown): string[] {
  let pattern = "";
  let place = input;
  return path.map((part, depth) => {
    if (depth >= MAX_DEPTH) return part;
    pattern = `${pattern}${depth === 0 ? "" : "."}${/^\d+$/.test(part) ? "*" : part}`;
    const fields = typeof place === "object" && place !== null ? place : {};
    const renamed = Object.hasOwn(SCENE_RENAMES, pattern) ? SCENE_RENAMES[pattern]! : "";
    const isKept = renamed === "" || Object.hasOwn(fields, part) || !isAttractor(pattern, fields);
    const name = isKept ? part : renamed;
    place = Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined;
    return name;
  });
}
