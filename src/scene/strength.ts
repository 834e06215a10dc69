import { FileFormatError, readPng } from "../io/index.js";
import type { StrengthMap, StrengthOptions } from "../sim/index.js";
import type { SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";

type SceneStrength = NonNullable<Scene["cloths"][number]["strength"]>;

/**
 * How strong a cloth is from place to place, with its picture read.
 *
 * @param where The field that it stands in, for messages.
 * @throws SceneError with one line.
 */
export function strengthOf(
  { map, vertices, noise }: SceneStrength,
  files: SceneFiles,
  where: string,
): StrengthOptions {
  return {
    ...(map !== undefined && {
      map: {
        image: readMap(map.file, files, `${where}.map.file: ${map.file}`),
        black: map.black,
        white: map.white,
      },
    }),
    ...(vertices !== undefined && { vertices }),
    ...(noise !== undefined && { noise }),
  };
}

function readMap(path: string, files: SceneFiles, where: string): StrengthMap {
  const bytes = files[path];
  if (!(bytes instanceof Uint8Array)) {
    throw new SceneError(`${where}: its bytes were not given to createWorld, in files["${path}"]`);
  }
  try {
    return readPng(bytes);
  } catch (error) {
    if (error instanceof FileFormatError) throw new SceneError(`${where}: ${error.message}`);
    throw error;
  }
}
