import { MeshError } from "./mesh-error.js";

/** Makes something from a field of the options; a fault that only the mesh can tell names the field too. */
export function withErrorPath<T>(field: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${field}.${error.message}`);
    if (error instanceof MeshError) throw new MeshError(`${field}.mesh: ${error.message}`);
    throw error;
  }
}
