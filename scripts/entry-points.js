// The entry points of the package (`tatter`, `tatter/core`, …) and their source files. A module that exports more to
// other modules than to users has a `public.ts`; its `index.ts` exports both.

/** Path in src/ by subpath of the package; "." is the root. */
export const ENTRY_POINTS = {
  ".": "index.ts",
  core: "core/index.ts",
  sim: "sim/public.ts",
  cloth: "cloth/public.ts",
  solvers: "solvers/public.ts",
  mesh: "mesh/public.ts",
  generate: "generate/index.ts",
  tearing: "tearing/public.ts",
  scene: "scene/public.ts",
  io: "io/index.ts",
  node: "node/public.ts",
  three: "three/index.ts",
  rapier: "rapier/index.ts",
};
