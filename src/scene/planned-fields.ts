/**
 * Fields and values that belong to the scene format but whose room is not built yet. They are refused as
 * "not supported yet", so that nobody takes them for a spelling mistake, and never ignored. `*` stands for
 * any number of a list.
 */
export const PLANNED_VALUES: Readonly<Record<string, readonly string[]>> = {
  "cloths.*.tearing.criterion": ["energy"],
};

/** Fields that people look for where they do not stand, and where they do. */
export const FIELDS_ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "cloths.*.tearing": { strengthMap: "cloths.*.strengthMap" },
};

export const PLANNED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "cloths.*.pins.*": ["stiffness"],
};
