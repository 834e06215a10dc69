/**
 * What a field that holds a number starts with where the number is handed from call to call in a time step.
 *
 * Engines keep numbers of an object as bare doubles, and a bare double is put on the heap anew for every call that it is given
 * to, unless the call is compiled into its caller. A field that has held something else keeps what it is given as it is: the
 * number goes on the heap once, when it is set, and from call to call as it is.
 */
export const BOXED = null as unknown as number;
