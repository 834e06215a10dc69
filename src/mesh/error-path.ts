import { MeshError } from "./mesh-error.js";

/** Runs a function on a field of the options, and adds the path of the field to its errors. */
export function withErrorPath<T>(field: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${field}.${error.message}`);
    if (error instanceof MeshError) throw new MeshError(`${field}.mesh: ${error.message}`);
    throw error;
  }
}
