/**
 * Initial value for number fields that are passed from call to call in a time step.
 *
 * Engines store the numbers of an object as unboxed doubles. An unboxed double is allocated on the heap for every call
 * that receives it, unless the call is inlined. A field that has held another type keeps its boxed value: the number is
 * allocated once, when it is set.
 */
export const BOXED = null as unknown as number;
