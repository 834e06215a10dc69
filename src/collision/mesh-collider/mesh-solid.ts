import { Bvh } from "../bvh/bvh.js";
import { checkMesh } from "./check-mesh.js";
import type { ClothSide } from "../broad-phase/cloth-broad-phase.js";
import { collideFaces } from "./face-contacts.js";
import { DURATION, SHARE, type Contact } from "../response/contact.js";
import type { Encounter } from "../broad-phase/candidate-pairs.js";
import { IndexList } from "../../math/index-list.js";
import { findFeatures } from "./sharp-features.js";
import { MeshShapes } from "./morph.js";
import { MeshSurface } from "./surface.js";
import { NearestFace, SIGNED } from "./nearest-face.js";
import type { MeshCollider } from "../options.js";
import type { Pose } from "../shapes/pose.js";
import { MISSES, OFFSET, TIME } from "../shapes/shape.js";
import type { ColliderSolid, Core } from "../solids/solid.js";
import { SweptFace } from "./swept-face.js";

const box = new Float64Array(6);
const outward = new Float64Array(3);
const distance = new Float64Array(1);
const found = new IndexList();
const nearest = new NearestFace();
const swept = new SweptFace();

/** A surface of triangles that goes where it is told and may change its shape with time. */
export class MeshSolid implements ColliderSolid {
  readonly body = null;
  expectedBy: object | null = null;
  expectation = 0;
  readonly friction: number;
  readonly thickness: number;
  readonly isStill: boolean;
  readonly core: Core;
  readonly #surface: MeshSurface;
  /** For each vertex of the options its number here. */
  readonly #numberOf: Int32Array;
  /** Six numbers a vertex and a face: where they may be, as expected. */
  readonly #vertexBoxes: Float64Array;
  readonly #faceBoxes: Float64Array;
  readonly #expected = new Bvh();
  /** The version of the surface at the last look ahead, and whether it stood still. */
  #expectedVersion = -1;
  #isExpectedStill = false;
  /** Over the faces at the end of the substep; made when it is asked for. */
  readonly #exact = new Bvh();
  #exactVersion = -1;

  /** @throws RangeError that names the field. */
  constructor(
    options: MeshCollider,
    { friction, thickness }: { friction: number; thickness: number },
  ) {
    checkMesh(options);
    this.friction = friction;
    this.thickness = thickness;
    const shapes = new MeshShapes(options);
    this.isStill = shapes.isStill;
    this.#numberOf = shapes.numberOf;
    this.#surface = new MeshSurface(shapes);
    const { starts, ends, topology, faceCount } = this.#surface;
    this.core = {
      radius: 0,
      starts,
      ends,
      ...findFeatures(shapes, topology),
      outwards: new Float64Array(ends.length),
    };
    this.#vertexBoxes = new Float64Array(2 * ends.length);
    this.#faceBoxes = new Float64Array(6 * faceCount);
  }

  /** Where the vertices of the options are now, m, three numbers each. */
  vertices(): Float64Array {
    const { ends } = this.#surface;
    const all = new Float64Array(3 * this.#numberOf.length);
    for (const [vertex, number] of this.#numberOf.entries()) {
      for (let k = 0; k < 3; k++) all[3 * vertex + k] = ends[3 * number + k]!;
    }
    return all;
  }

  place(start: Pose, end: Pose, times: Float64Array): void {
    this.#surface.place(start, end, times);
  }

  begin(): void {
    const { corners, outwards } = this.core;
    for (let i = 0; i < corners.length; i++) {
      this.#surface.outwardOfVertex(corners[i]!, outwards, 3 * corners[i]!);
    }
  }

  /** One that stands still is expected to go on so: it moves seldom, and then all is looked at again. */
  lookAhead(times: number, reach: number): void {
    const { version, isMoving } = this.#surface;
    const isKnown = this.#isExpectedStill && this.#expectedVersion === version;
    if (isKnown && !isMoving) return;
    this.#expectedVersion = version;
    this.#isExpectedStill = !isMoving;
    this.#boxVertices(isMoving ? times : 0, isMoving ? reach : 0);
    this.#follow(this.#expected);
  }

  #boxVertices(times: number, reach: number): void {
    const { starts, ends } = this.#surface;
    for (let i = 0; i < ends.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const from = starts[i + k]!;
        const to = from + times * (ends[i + k]! - from);
        this.#vertexBoxes[2 * i + k] = Math.min(from, to) - reach;
        this.#vertexBoxes[2 * i + 3 + k] = Math.max(from, to) + reach;
      }
    }
  }

  /** Fits a tree over the faces around the boxes of the vertices. */
  #follow(bvh: Bvh): void {
    const { triangles } = this.#surface.topology;
    const boxes = this.#vertexBoxes;
    const around = this.#faceBoxes;
    for (let f = 0; f < triangles.length; f += 3) {
      const a = 6 * triangles[f]!;
      const b = 6 * triangles[f + 1]!;
      const c = 6 * triangles[f + 2]!;
      for (let k = 0; k < 3; k++) {
        around[2 * f + k] = Math.min(boxes[a + k]!, boxes[b + k]!, boxes[c + k]!);
        around[2 * f + 3 + k] = Math.max(boxes[a + 3 + k]!, boxes[b + 3 + k]!, boxes[c + 3 + k]!);
      }
    }
    bvh.update(around, triangles.length / 3);
  }

  isAsExpected(): boolean {
    const { version, ends } = this.#surface;
    if (version === this.#expectedVersion) return true;
    const boxes = this.#vertexBoxes;
    for (let i = 0; i < ends.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const at = ends[i + k]!;
        if (!(at >= boxes[2 * i + k]! && at <= boxes[2 * i + 3 + k]!)) return false;
      }
    }
    return true;
  }

  expectedBox(point: number, out: Float64Array): void {
    for (let k = 0; k < 6; k++) out[k] = this.#vertexBoxes[6 * point + k]!;
  }

  gatherParticles(
    side: ClothSide,
    { particles, firstFaces, faces }: Encounter,
    offset: number,
  ): void {
    const { bounds } = this.#expected.tree;
    for (let k = 0; k < 3; k++) {
      box[k] = bounds[k]! - offset;
      box[3 + k] = bounds[3 + k]! + offset;
    }
    const { particleBoxes } = side;
    const near = side.particlesIn(box);
    for (let i = 0; i < near.count; i++) {
      const particle = near.items[i]!;
      for (let k = 0; k < 3; k++) {
        box[k] = particleBoxes[6 * particle + k]! - offset;
        box[3 + k] = particleBoxes[6 * particle + 3 + k]! + offset;
      }
      const first = faces.count;
      this.#expected.query(box, 0, faces);
      if (faces.count === first) continue;
      particles.push(particle);
      firstFaces.push(first);
    }
    firstFaces.push(faces.count);
  }

  collideParticles(
    side: ClothSide,
    encounter: Encounter,
    offset: number,
    friction: number,
    duration: number,
  ): void {
    collideFaces(this.#surface, side, encounter, offset, friction, duration, this);
  }

  /** A tree over the faces as they are at the end of the substep. */
  exactTree(): Bvh {
    const { version, faceCount, topology, ends } = this.#surface;
    if (this.#exactVersion === version) return this.#exact;
    this.#exactVersion = version;
    const { triangles } = topology;
    const around = this.#faceBoxes;
    for (let f = 0; f < triangles.length; f += 3) {
      const a = 3 * triangles[f]!;
      const b = 3 * triangles[f + 1]!;
      const c = 3 * triangles[f + 2]!;
      for (let k = 0; k < 3; k++) {
        around[2 * f + k] = Math.min(ends[a + k]!, ends[b + k]!, ends[c + k]!);
        around[2 * f + 3 + k] = Math.max(ends[a + k]!, ends[b + k]!, ends[c + k]!);
      }
    }
    this.#exact.update(around, faceCount);
    return this.#exact;
  }

  distanceAt(point: Float64Array, normal: Float64Array): number {
    this.measureAt(point, normal, distance, 0);
    return distance[0]!;
  }

  measureAt(point: Float64Array, normal: Float64Array, out: Float64Array, at: number): void {
    nearest.start(point, 0);
    nearest.search(this.#surface, this.exactTree());
    nearest.measure(this.#surface, normal);
    out[at] = nearest.numbers[SIGNED]!;
  }

  contains(point: Float64Array): boolean {
    this.measureAt(point, outward, distance, 0);
    return distance[0]! < 0;
  }

  cast(start: Float64Array, end: Float64Array, numbers: Float64Array, normal: Float64Array): void {
    const offset = numbers[OFFSET]!;
    const surface = this.#surface;
    const reach = offset + surface.largestWay;
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(start[k]!, end[k]!) - reach;
      box[3 + k] = Math.max(start[k]!, end[k]!) + reach;
    }
    found.clear();
    this.exactTree().query(box, 0, found);
    swept.start(start, end, 0);
    for (let i = 0; i < found.count; i++) {
      const face = found.items[i]!;
      swept.measure(surface, face, 0);
      swept.look(surface, face, offset, false);
    }
    numbers[TIME] = MISSES;
    if (swept.face === -1) return;
    normal.set(swept.normal);
    numbers[TIME] = swept.time;
  }

  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void {
    nearest.start(point, 0);
    nearest.search(this.#surface, this.exactTree());
    if (nearest.face === -1) velocity.fill(0);
    else this.#surface.velocityAt(nearest.face, nearest.weights, duration, velocity);
  }

  surfaceVelocity(a: number, b: number, { surface, numbers }: Contact): void {
    const { starts, ends } = this.#surface;
    for (let k = 0; k < 3; k++) {
      const wayA = ends[3 * a + k]! - starts[3 * a + k]!;
      const wayB = ends[3 * b + k]! - starts[3 * b + k]!;
      surface[k] = (wayA + numbers[SHARE]! * (wayB - wayA)) / numbers[DURATION]!;
    }
  }
}
