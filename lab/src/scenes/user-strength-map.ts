import { FileFormatError, readPng } from "tatter/io";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import type { SceneSource } from "./scenes.js";

/**
 * A scene whose first cloth is weak where a picture is dark; another map takes the place of the one before.
 *
 * @throws OwnFileError
 */
export function withMap(source: SceneSource, name: string, bytes: Uint8Array): SceneSource {
  try {
    readPng(bytes);
  } catch (error) {
    if (!(error instanceof FileFormatError)) throw error;
    throw new UserFileError(`${name}: ${errorText(error)} Save it as PNG anew and try again.`);
  }
  const [first, ...others] = source.scene.cloths;
  const file = `own/${name}`; // never the path of another file of the scene
  const strengthMap = { ...first!.strengthMap, image: { ...first!.strengthMap?.image, file } };
  return {
    name: `${source.name.replace(/ \+ .*$/, "")} + ${name}`,
    scene: { ...source.scene, cloths: [{ ...first!, strengthMap }, ...others] },
    files: { ...source.files, [file]: bytes },
  };
}
