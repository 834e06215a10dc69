import type { SceneInput } from "tatter/scene";

const files = import.meta.glob<SceneInput>("../../scenes/*.json", {
  eager: true,
  import: "default",
});

/** The scene library, by file name. */
export const SCENES: ReadonlyMap<string, SceneInput> = new Map(
  Object.entries(files)
    .filter(([path]) => !path.endsWith(".schema.json"))
    .map(([path, scene]) => [path.replace(/^.*\/|\.json$/g, ""), scene]),
);

/** The scene with another number of cells along its width; the height keeps the shape of the cells. */
export function withResolution(scene: SceneInput, columns: number): SceneInput {
  return {
    ...scene,
    cloths: scene.cloths.map((cloth) => {
      const [width, height] = cloth.mesh.size;
      const rows = Math.max(1, Math.round((columns * height) / width));
      return { ...cloth, mesh: { ...cloth.mesh, segments: [columns, rows] } };
    }),
  };
}
