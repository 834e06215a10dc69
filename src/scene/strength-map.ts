import { FileFormatError, readPng } from "../io/index.js";
import type { GreyImage, StrengthMapOptions } from "../sim/index.js";
import type { SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import type { SizeLedger } from "./size-ledger.js";

type SceneStrengthMap = NonNullable<Scene["cloths"][number]["strengthMap"]>;

/**
 * How strong a cloth is from place to place, with its picture read.
 *
 * @param where The field that it stands in, for messages.
 * @param ledger What the pictures before came to; this one is added.
 * @throws SceneError with one line.
 */
export function strengthMapOf(
  { image, vertices, noise }: SceneStrengthMap,
  files: SceneFiles,
  where: string,
  ledger: SizeLedger,
): StrengthMapOptions {
  return {
    ...(image !== undefined && {
      image: {
        ...readImage(image.file, files, `${where}.image.file: ${image.file}`, ledger),
        black: image.black,
        white: image.white,
      },
    }),
    ...(vertices !== undefined && { vertices }),
    ...(noise !== undefined && { noise }),
  };
}

function readImage(path: string, files: SceneFiles, where: string, ledger: SizeLedger): GreyImage {
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
