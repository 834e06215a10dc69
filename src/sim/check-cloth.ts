import { resolveMaterial } from "../cloth/index.js";
import { resolveTearing } from "../tearing/index.js";
import { checkOptions } from "../math/check-options.js";
import {
  by,
  type Check,
  ContainerError,
  finite,
  flag,
  from,
  list,
  nullOr,
  number,
  numbers,
  positive,
  record,
  refuse,
  rising,
  vector,
  whole,
} from "../math/check-data.js";
import type { MeshCounts } from "./check-edits.js";
import { PIN } from "./checks.js";
import type { GrabState } from "./grab.js";
import type { PinState } from "./pin.js";

// What a file may say of one cloth. Ids go by the counts that its mesh has at that time.

/** A vertex, a particle. */
export function vertexOf({ vertices }: MeshCounts): Check {
  return whole(0, vertices - 1);
}

function edgeOf({ edges }: MeshCounts): Check {
  return whole(0, edges - 1);
}

export const material = by(resolveMaterial, ["density", "stiffness", "bendStiffness", "damping"]);

export const tearing = nullOr(by(resolveTearing));

const pinOptions = by((options: unknown) => {
  checkOptions("options", options, PIN);
});

export function pinState(counts: MeshCounts): Check {
  const particles = rising(vertexOf(counts));
  const fields = record({
    options: pinOptions,
    selected: particles,
    particles,
    homes: list(finite),
    isHolding: flag,
    time: finite,
    release: number,
    repin: number,
    done: vector,
  });
  return (value, field) => {
    fields(value, field);
    const { particles: held, homes } = value as PinState;
    list(finite, 3 * held.length)(homes, `${field}.homes`);
  };
}

/** No particle is held by two pins. */
export function checkHolding(pins: readonly PinState[], field: string): void {
  const holders = new Map<number, number>();
  for (const [i, { isHolding, particles }] of pins.entries()) {
    if (!isHolding) continue;
    for (const particle of particles) {
      const other = holders.get(particle);
      if (other !== undefined) {
        throw new ContainerError(`${field}.${i}.particles: pin ${other} holds ${particle} already`);
      }
      holders.set(particle, i);
    }
  }
}

export function grabState(counts: MeshCounts): Check {
  const fields = record({
    hand: whole(),
    point: vector,
    particles: list(vertexOf(counts)),
    offsets: list(finite),
    targets: list(finite),
    stiffness: from(0),
    maxForce: (value, field) => {
      if (!(typeof value === "number" && value >= 0))
        refuse(field, "a force of 0 N or more", value);
    },
    damping: from(0),
  });
  return (value, field) => {
    fields(value, field);
    const { particles, offsets, targets } = value as GrabState;
    list(finite, 3 * particles.length)(offsets, `${field}.offsets`);
    list(finite, 3 * particles.length)(targets, `${field}.targets`);
  };
}

export function seamState(counts: MeshCounts): Check {
  const vertices = list(vertexOf(counts));
  const fields = record({
    hasBegun: flag,
    part: from(0, 1),
    laidAt: whole(-1, counts.edits),
    edges: list(edgeOf(counts)),
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
export function damage({ vertices }: MeshCounts): Check {
  return numbers(Uint8Array, vertices, whole(0, 3));
}

/** What edits have written over of it: vertex and flags, one pair after the other, and behind those of an edit their number. */
export function damageBefore({ vertices, edits }: MeshCounts): Check {
  return (value, field) => {
    numbers(Int32Array, Infinity, whole())(value, field);
    const stack = value as Int32Array;
    let at = stack.length;
    for (let edit = 0; edit < edits; edit++) {
      const count = at > 0 ? stack[at - 1]! : Infinity;
      const start = at - 1 - 2 * count;
      if (start < 0) break;
      for (let i = start; i < at - 1; i += 2) {
        whole(0, vertices - 1)(stack[i], `${field}.${i}`);
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

/** `length`: how many vertices it tells of; Infinity: as many as there are. */
export function strengths(counts: MeshCounts): Check {
  return record({
    given: numbers(Float64Array, counts.vertices, strength),
    worn: numbers(Float64Array, counts.vertices, strength),
    before: strengthsBefore(counts),
  });
}

/** What wear has written over: number of an edit, vertex and part, one after the other. */
export function strengthsBefore(counts: MeshCounts): Check {
  const checks = [whole(-1, counts.edits - 1), vertexOf(counts), strength];
  return (value, field) => {
    numbers(Float64Array, Infinity)(value, field);
    const rows = value as Float64Array;
    if (rows.length % 3 !== 0) refuse(field, "three numbers a vertex", rows.length);
    for (let i = 0; i < rows.length; i++) checks[i % 3]!(rows[i], `${field}.${i}`);
  };
}

/** What tears have let go of: an edge, or −1 − a vertex, and what it has to bear to count again. */
export function letGo({ vertices, edges }: MeshCounts): Check {
  const place = whole(-vertices, edges - 1);
  return (value, field) => {
    list(number)(value, field);
    const rows = value as number[];
    if (rows.length % 2 !== 0) refuse(field, "two numbers a place", value);
    for (let i = 0; i < rows.length; i += 2) place(rows[i], `${field}.${i}`);
  };
}

export function plastic({ edges, triangles }: MeshCounts): Check {
  return record({
    stretches: numbers(Float64Array, edges, positive),
    creases: numbers(Float64Array, edges),
    deformations: numbers(Float64Array, 4 * triangles),
  });
}

export function pinnedByHand(counts: MeshCounts): Check {
  return rising(vertexOf(counts));
}

/** What the implicit solver goes on from. How its lists fit together says `checkImplicit`, which knows the elements. */
export const implicit = (() => {
  const ids = numbers(Int32Array, Infinity, whole(-1));
  const count = whole();
  const lists = list(list(whole()));
  return record({
    multipliers: list(numbers(Float64Array, Infinity)),
    pattern: record({
      couplings: record({
        editCount: count,
        particleCount: count,
        pairCount: count,
        freePair: whole(-1),
        pairs: ids,
        uses: ids,
        nextEnds: ids,
        firstEnds: ids,
        kinds: list(record({ pairs: ids, renewed: list(count) })),
      }),
      dissection: nullOr(
        record({
          parents: list(whole(-1)),
          children: lists,
          firsts: list(count),
          own: lists,
          rims: lists,
          nodeOf: list(count),
        }),
      ),
    }),
  });
})();
