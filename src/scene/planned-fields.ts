/**
 * Values that a later version will support. The error says "not supported yet", so that they are not taken for a
 * spelling mistake. `*` stands for any index of a list.
 */
export const PLANNED_VALUES: Readonly<Record<string, readonly string[]>> = {
  "cloths.*.tearing.criterion": ["energy"],
};

/** Fields that users may put into the wrong object, and where they belong. */
export const FIELDS_ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "cloths.*.tearing": { strengthMap: "cloths.*.strengthMap" },
};

/** Fields that a later version will support. */
export const PLANNED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "cloths.*.pins.*": ["stiffness"],
};
