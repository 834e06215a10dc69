import {
  ContainerError,
  finite,
  flag,
  inRange,
  list,
  nullOr,
  number,
  numbers,
  positive,
  record,
  refuse,
  whole,
  type Check,
} from "../../math/check-data.js";
import type { MeshCounts, StateContext } from "../../stores/index.js";

// Checks of the states of seams, damage and strengths in files. Indices must fit the mesh at that time.

/** Check of the state of a seam. */
export function seamState(counts: MeshCounts): Check {
  const vertices = list(whole(0, counts.vertices - 1));
  const fields = record({
    hasBegun: flag,
    fraction: inRange(0, 1),
    insertedAt: whole(-1, counts.edits),
    edges: list(whole(0, counts.edges - 1)),
    nearEnds: vertices,
    ends: list(positive),
    from: vertices,
    to: vertices,
  });
  return (value, field) => {
    fields(value, field);
    const seam = value as Record<string, number[]>;
    for (const name of ["nearEnds", "ends", "from", "to"]) {
      list(finite, seam["edges"]!.length)(seam[name], `${field}.${name}`);
    }
    if (new Set(seam["edges"]).size === seam["edges"]!.length) return;
    throw new ContainerError(`${field}.edges: expected each edge once`);
  };
}

/** Checks the damage flags, one byte per vertex, and the flags that edits have overwritten. */
export function checkDamage(value: unknown, field: string, { counts }: StateContext): void {
  const { vertices, edits } = counts;
  record({ flags: numbers(Uint8Array, vertices, whole(0, 3)), before: damageBefore(edits) })(
    value,
    field,
  );
}

/**
 * A stack: for each edit, pairs of vertex and flags, then the number of pairs. A vertex may no longer exist: edits made
 * together name vertices of later ones, which may be undone alone.
 */
function damageBefore(edits: number): Check {
  return (value, field) => {
    numbers(Int32Array, Infinity, whole())(value, field);
    const stack = value as Int32Array;
    let at = stack.length;
    for (let edit = 0; edit < edits && at > 0; edit++) {
      const start = at - 1 - 2 * stack[at - 1]!;
      for (let i = start; i >= 0 && i < at - 1; i += 2) {
        whole(0, 3)(stack[i + 1], `${field}.${i + 1}`);
      }
      if (edit === edits - 1 && start === 0) return;
      at = start;
    }
    if (edits === 0 && at === 0) return;
    throw new ContainerError(`${field}: expected the entries of ${edits} edits`);
  };
}

/** Checks the strengths, given and remaining, per vertex; null: 1 everywhere. */
export function checkStrengths(value: unknown, field: string, { counts }: StateContext): void {
  const factors = numbers(Float64Array, counts.vertices, positive);
  nullOr(record({ given: factors, remaining: factors, before: strengthsBefore(counts) }))(
    value,
    field,
  );
}

/** Values that damage has overwritten: number of an edit, vertex and factor, one row after the other. */
function strengthsBefore(counts: MeshCounts): Check {
  const checks = [whole(-1, counts.edits - 1), whole(0, counts.vertices - 1), positive];
  return (value, field) => {
    numbers(Float64Array, Infinity)(value, field);
    const rows = value as Float64Array;
    if (rows.length % 3 !== 0) refuse(field, "three numbers per vertex", rows.length);
    for (let i = 0; i < rows.length; i++) checks[i % 3]!(rows[i], `${field}.${i}`);
  };
}

/** Checks the tear hysteresis: pairs of an edge (or −1 − vertex) and the severity at which it counts again. */
export function checkHysteresis(value: unknown, field: string, { counts }: StateContext): void {
  const place = whole(-counts.vertices, counts.edges - 1);
  list(number)(value, field);
  const rows = value as number[];
  if (rows.length % 2 !== 0) refuse(field, "two numbers per place", value);
  for (let i = 0; i < rows.length; i += 2) place(rows[i], `${field}.${i}`);
}
