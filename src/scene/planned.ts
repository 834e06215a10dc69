/**
 * Fields and values that belong to the scene format but whose room is not built yet. They are refused as
 * "not supported yet", so that nobody takes them for a spelling mistake, and never ignored. `*` stands for
 * any number of a list.
 */
export const PLANNED_VALUES: Readonly<Record<string, readonly string[]>> = {
  "cloths.*.tearing.criterion": ["energy"],
  "colliders.*.type": ["sphere", "capsule", "box", "plane", "mesh"],
  "bodies.*.type": ["ball"],
};

export const PLANNED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "cloths.*": ["strength"],
  "cloths.*.pins.*": ["stiffness"],
  "cloths.*.tearing": ["strengthMap", "damage"],
};
