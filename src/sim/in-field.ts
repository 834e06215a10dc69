/** Makes something from a field of the options; a complaint about what stands in it names the field too. */
export function inField<T>(field: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${field}.${error.message}`);
    throw error;
  }
}
