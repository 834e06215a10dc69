import { checkOptions } from "../../math/check-options.js";
import {
  checkedBy,
  type Check,
  ContainerError,
  finite,
  flag,
  inRange,
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

// Checks of the states of pins and grabs in files. Indices must fit the mesh at that time.

/** Index of a vertex or particle. */
function vertexOf({ vertices }: MeshCounts): Check {
  return whole(0, vertices - 1);
}

const pinOptions = checkedBy((options: unknown) => {
  checkOptions("options", options, PIN);
});

function pinState(counts: MeshCounts): Check {
  const particles = rising(vertexOf(counts));
  const fields = record(
    {
      options: pinOptions,
      selected: particles,
      particles,
      anchors: list(finite),
      isHolding: flag,
      time: finite,
      release: number,
      repin: number,
      done: vector,
    },
    { rotation: record({ center: vector, done: vector }) },
  );
  return (value, field) => {
    fields(value, field);
    const { options, particles: held, anchors, rotation } = value as PinState;
    const rotates = options.motion?.some((keyframe) => keyframe.rotation !== undefined) ?? false;
    if (rotates !== (rotation !== undefined)) {
      const what = rotates ? "a center, because the motion rotates" : "none without such a motion";
      refuse(`${field}.rotation`, what, rotation);
    }
    list(finite, 3 * held.length)(anchors, `${field}.anchors`);
  };
}

/** Checks that no two pins hold the same particle. */
function checkHolding(pins: readonly PinState[], field: string): void {
  const holders = new Map<number, number>();
  for (const [i, { isHolding, particles }] of pins.entries()) {
    if (!isHolding) continue;
    for (const particle of particles) {
      const other = holders.get(particle);
      if (other !== undefined) {
        throw new ContainerError(
          `${field}.${i}.particles: expected each particle in one pin, but ${particle} is in pin ${other} too`,
        );
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
    stiffness: inRange(0),
    maxForce: (value, field) => {
      if (!(typeof value === "number" && value >= 0))
        refuse(field, "a force of 0 N or more", value);
    },
    damping: inRange(0),
  });
  return (value, field) => {
    fields(value, field);
    const { particles, offsets, targets } = value as GrabState;
    list(finite, 3 * particles.length)(offsets, `${field}.offsets`);
    list(finite, 3 * particles.length)(targets, `${field}.targets`);
  };
}

/** Checks the state of the pins and grabs of a cloth. */
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
    if (ids.has(id)) refuse(`${field}.grabs.${i}.id`, "each id once", id);
    ids.add(id);
  }
}
