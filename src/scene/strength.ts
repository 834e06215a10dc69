import { FileFormatError, readPng } from "../io/index.js";
import type { StrengthMap, StrengthOptions } from "../sim/index.js";
import type { SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import type { SizeLedger } from "./size-ledger.js";

type SceneStrength = NonNullable<Scene["cloths"][number]["strength"]>;

/**
 * How strong a cloth is from place to place, with its picture read.
 *
 * @param where The field that it stands in, for messages.
 * @param ledger What the pictures before came to; this one is added.
 * @throws SceneError with one line.
 */
export function strengthOf(
  { map, vertices, noise }: SceneStrength,
  files: SceneFiles,
  where: string,
  ledger: SizeLedger,
): StrengthOptions {
  return {
    ...(map !== undefined && {
      map: {
        image: readMap(map.file, files, `${where}.map.file: ${map.file}`, ledger),
        black: map.black,
        white: map.white,
      },
    }),
    ...(vertices !== undefined && { vertices }),
    ...(noise !== undefined && { noise }),
  };
}

function readMap(path: string, files: SceneFiles, where: string, ledger: SizeLedger): StrengthMap {
  const bytes = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!(bytes instanceof Uint8Array)) {
    throw new SceneError(`${where}: its bytes were not given to createWorld, in files["${path}"]`);
  }
  try {
    return ledger.picture(where, path, () => readPng(bytes, ledger.limits));
  } catch (error) {
    if (error instanceof FileFormatError) throw new SceneError(`${where}: ${error.message}`);
    throw error;
  }
}
