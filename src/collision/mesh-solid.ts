import type { ClothSide } from "./cloth-side.js";
import type { Contact } from "./contact.js";
import type { Encounter } from "./encounter.js";
import type { MeshCollider } from "./options.js";
import type { Pose } from "./pose.js";
import type { ColliderSolid, Core } from "./solid.js";

/** A surface of triangles that goes where it is told and may change its shape with time. */
export class MeshSolid implements ColliderSolid {
  readonly body = null;
  readonly friction: number;
  readonly thickness: number;
  readonly isStill = true;
  readonly core: Core = null!;

  constructor(
    _options: MeshCollider,
    { friction, thickness }: { friction: number; thickness: number },
  ) {
    this.friction = friction;
    this.thickness = thickness;
    throw new RangeError("type: mesh colliders are not there yet");
  }

  place(_start: Pose, _end: Pose, _startTime: number, _endTime: number): void {}
  begin(): void {}
  distanceAt(_point: Float64Array, _normal: Float64Array): number {
    return 0;
  }
  cast(_start: Float64Array, _end: Float64Array, _offset: number, _normal: Float64Array): number {
    return 2;
  }
  lookAhead(_times: number, _reach: number): void {}
  isAsExpected(): boolean {
    return true;
  }
  expectedBox(_point: number, _box: Float64Array): void {}
  gatherParticles(_side: ClothSide, _encounter: Encounter, _offset: number): void {}
  collideParticles(
    _side: ClothSide,
    _encounter: Encounter,
    _offset: number,
    _friction: number,
    _duration: number,
  ): void {}
  surfaceVelocityAt(_point: Float64Array, _velocity: Float64Array, _duration: number): void {}
  surfaceVelocity(_a: number, _b: number, _t: number, _contact: Contact, _duration: number): void {}
}
