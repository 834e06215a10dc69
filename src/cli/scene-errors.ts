import { SceneError } from "../scene/index.js";

/** Puts the name of the scene before what is wrong with it. */
export async function nameScene<T>(name: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof SceneError ? new SceneError(`${name}: ${error.message}`) : error;
  }
}
