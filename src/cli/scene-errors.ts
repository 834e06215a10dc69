import { SceneError } from "../scene/index.js";

/** Runs an action, and prefixes its SceneError with the name of the scene. */
export async function withSceneName<T>(name: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof SceneError ? new SceneError(`${name}: ${error.message}`) : error;
  }
}
