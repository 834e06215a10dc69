import { checkOptions } from "../../math/check-options.js";
import {
  by,
  type Check,
  ContainerError,
  finite,
  flag,
  from,
  list,
  number,
  record,
  refuse,
  rising,
  vector,
  whole,
} from "../../math/check-data.js";
import type { MeshCounts } from "../../stores/index.js";
import { PIN } from "../options/checks.js";
import type { GrabState } from "./grab.js";
import type { PinState } from "./pin.js";

// What a file may say of pins and grabs. Ids go by the counts that the mesh has at that time.

/** A vertex, a particle. */
function vertexOf({ vertices }: MeshCounts): Check {
  return whole(0, vertices - 1);
}

const pinOptions = by((options: unknown) => {
  checkOptions("options", options, PIN);
});

function pinState(counts: MeshCounts): Check {
  const particles = rising(vertexOf(counts));
  const fields = record({
    options: pinOptions,
    selected: particles,
    particles,
    anchors: list(finite),
    isHolding: flag,
    time: finite,
    release: number,
    repin: number,
    done: vector,
  });
  return (value, field) => {
    fields(value, field);
    const { particles: held, anchors } = value as PinState;
    list(finite, 3 * held.length)(anchors, `${field}.anchors`);
  };
}

/** No particle is held by two pins. */
function checkHolding(pins: readonly PinState[], field: string): void {
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

function grabState(counts: MeshCounts): Check {
  const fields = record({
    id: whole(),
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

/** All that holds a cloth. */
export function checkHoldingState(value: unknown, field: string, counts: MeshCounts): void {
  record({
    pins: list(pinState(counts)),
    pinned: rising(vertexOf(counts)),
    grabs: list(grabState(counts)),
  })(value, field);
  const { pins, grabs } = value as { pins: PinState[]; grabs: GrabState[] };
  checkHolding(pins, `${field}.pins`);
  const ids = new Set<number>();
  for (const [i, { id }] of grabs.entries()) {
    if (ids.has(id)) refuse(`${field}.grabs.${i}.hand`, "each once", id);
    ids.add(id);
  }
}
