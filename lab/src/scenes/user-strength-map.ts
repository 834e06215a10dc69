import { FileFormatError, readPng } from "tatter/io";
import { errorText } from "../controls/error-text.js";
import { UserFileError } from "./user-file-error.js";
import type { SceneSource } from "./scenes.js";

/**
 * Returns the scene with an image as strength map of its first cloth: dark areas are weak. It replaces an earlier map.
 *
 * @throws UserFileError
 */
export function withMap(source: SceneSource, name: string, bytes: Uint8Array): SceneSource {
  try {
    readPng(bytes);
  } catch (error) {
    if (!(error instanceof FileFormatError)) throw error;
    throw new UserFileError(`${name}: ${errorText(error)} Save it as PNG again and retry.`);
  }
  const [first, ...others] = source.scene.cloths;
  const file = `own/${name}`; // a path that no other file of the scene has
  const strengthMap = { ...first!.strengthMap, image: { ...first!.strengthMap?.image, file } };
  return {
    name: `${source.name.replace(/ \+ .*$/, "")} + ${name}`,
    scene: { ...source.scene, cloths: [{ ...first!, strengthMap }, ...others] },
    files: { ...source.files, [file]: bytes },
  };
}
