// The entry points of the package: `tatter`, `tatter/core` and so on, and the file that each is made of. A module that has more
// to offer to other modules than to users has a `public.ts`; its `index.ts` has both.

/** Path under src/, by subpath; "." is the root. */
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
