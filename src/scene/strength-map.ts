import { FileFormatError, readPng } from "../io/index.js";
import type { GreyImage, StrengthMapOptions } from "../sim/index.js";
import type { SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import type { SizeLedger } from "./size-ledger.js";

type SceneStrengthMap = NonNullable<Scene["cloths"][number]["strengthMap"]>;

/**
 * The strength map of a cloth, with its image decoded.
 *
 * @param where Field path, for messages.
 * @param ledger Counts the pixels of all images so far; this one is added.
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
    throw new SceneError(`${where}: expected its bytes in files["${path}"] of createWorld`);
  }
  try {
    return ledger.image(where, path, () => readPng(bytes, ledger.limits));
  } catch (error) {
    if (error instanceof FileFormatError) throw new SceneError(`${where}: ${error.message}`);
    throw error;
  }
}
