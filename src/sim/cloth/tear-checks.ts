import {
  ContainerError,
  finite,
  flag,
  from,
  list,
  number,
  numbers,
  positive,
  record,
  refuse,
  whole,
  type Check,
} from "../../math/check-data.js";
import type { MeshCounts, StateContext } from "../../stores/index.js";

// What a file may say of seams, damage and strengths. Ids go by the counts that the mesh has at that time.

export function seamState(counts: MeshCounts): Check {
  const vertices = list(whole(0, counts.vertices - 1));
  const fields = record({
    hasBegun: flag,
    part: from(0, 1),
    laidAt: whole(-1, counts.edits),
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
    throw new ContainerError(`${field}.edges: an edge stands there twice`);
  };
}

/** What is torn and weak, in a byte a vertex. */
function damage({ vertices }: MeshCounts): Check {
  return numbers(Uint8Array, vertices, whole(0, 3));
}

/**
 * What edits have written over of it: vertex and flags, one pair after the other, and behind those of an edit their number. A
 * vertex may be no more: edits that are made at once name those of later ones, which may be taken back by themselves.
 */
function damageBefore({ edits }: MeshCounts): Check {
  return (value, field) => {
    numbers(Int32Array, Infinity, whole())(value, field);
    const stack = value as Int32Array;
    let at = stack.length;
    for (let edit = 0; edit < edits; edit++) {
      const count = at > 0 ? stack[at - 1]! : Infinity;
      const start = at - 1 - 2 * count;
      if (start < 0) break;
      for (let i = start; i < at - 1; i += 2) {
        whole(0, 3)(stack[i + 1], `${field}.${i + 1}`);
      }
      at = start;
      if (edit === edits - 1 && at === 0) return;
    }
    if (edits === 0 && at === 0) return;
    throw new ContainerError(`${field}: expected the numbers of ${edits} edits`);
  };
}

const strength = positive;

function strengths(counts: MeshCounts): Check {
  return record({
    given: numbers(Float64Array, counts.vertices, strength),
    worn: numbers(Float64Array, counts.vertices, strength),
    before: strengthsBefore(counts),
  });
}

/** What wear has written over: number of an edit, vertex and part, one after the other. */
function strengthsBefore(counts: MeshCounts): Check {
  const checks = [whole(-1, counts.edits - 1), whole(0, counts.vertices - 1), strength];
  return (value, field) => {
    numbers(Float64Array, Infinity)(value, field);
    const rows = value as Float64Array;
    if (rows.length % 3 !== 0) refuse(field, "three numbers a vertex", rows.length);
    for (let i = 0; i < rows.length; i++) checks[i % 3]!(rows[i], `${field}.${i}`);
  };
}

/** What tears have let go of: an edge, or −1 − a vertex, and what it has to bear to count again. */
function letGo({ vertices, edges }: MeshCounts): Check {
  const place = whole(-vertices, edges - 1);
  return (value, field) => {
    list(number)(value, field);
    const rows = value as number[];
    if (rows.length % 2 !== 0) refuse(field, "two numbers a place", value);
    for (let i = 0; i < rows.length; i += 2) place(rows[i], `${field}.${i}`);
  };
}

/** What is torn and weak, and what edits have written over of it. */
export function damageState(value: unknown, field: string, { counts }: StateContext): void {
  record({ flags: damage(counts), before: damageBefore(counts) })(value, field);
}

/** Null: the same everywhere. */
export function strengthsState(value: unknown, field: string, { counts }: StateContext): void {
  if (value !== null) strengths(counts)(value, field);
}

export function letGoState(value: unknown, field: string, { counts }: StateContext): void {
  letGo(counts)(value, field);
}
