import { IndexList } from "../../math/index-list.js";
import type { CandidatePairs, SurfaceMaterial } from "../broad-phase/candidate-pairs.js";
import type { ClothBroadPhase } from "../broad-phase/cloth-broad-phase.js";
import { areAllInBoxes, boxTriangles, fattenBoxes } from "../bvh/boxes.js";
import { Bvh } from "../bvh/bvh.js";
import type { MeshCollider } from "../options.js";
import type { Contact } from "../response/contact.js";
import { NO_HIT, type PointCast } from "../shapes/point-cast.js";
import type { Pose } from "../shapes/pose.js";
import { SignedDistance } from "../shapes/shape.js";
import type { ColliderSolid, CollisionFeatures } from "../solids/solid.js";
import { FaceContacts } from "./face-contacts.js";
import { MeshMorph } from "./morph.js";
import { NearestFace } from "./nearest-face.js";
import { findSharpFeatures } from "./sharp-features.js";
import { MeshSurface } from "./surface.js";
import { SweptFace } from "./swept-face.js";

// Scratch of single calls.
const box = new Float64Array(6);
const measured = new SignedDistance();
const found = new IndexList();
const nearest = new NearestFace();
const swept = new SweptFace();

/** A triangle mesh collider, which may change its shape with time. */
export class MeshSolid implements ColliderSolid {
  readonly body = null;
  boxOwner: object | null = null;
  boxVersion = 0;
  readonly friction: number;
  readonly thickness: number;
  readonly isStill: boolean;
  readonly features: CollisionFeatures;
  readonly #surface: MeshSurface;
  readonly #contacts: FaceContacts;
  /** Merged index of each vertex of the options. */
  readonly #numberOf: Int32Array;
  /** Fattened boxes, six numbers per vertex and per face, valid until the end of the step. */
  readonly #vertexBoxes: Float64Array;
  readonly #faceBoxes: Float64Array;
  readonly #fattened = new Bvh();
  /** Version of the surface that they were computed for, and whether it was static. */
  #boxedVersion = -1;
  #wasStill = false;
  /** BVH over the faces at the end of the substep; updated on demand. */
  readonly #exact = new Bvh();
  #exactVersion = -1;

  constructor(options: MeshCollider, { friction, thickness }: SurfaceMaterial) {
    this.friction = friction;
    this.thickness = thickness;
    const morph = new MeshMorph(options);
    this.isStill = morph.isStill;
    this.#numberOf = morph.numberOf;
    this.#surface = new MeshSurface(morph);
    this.#contacts = new FaceContacts(this.#surface, () => this.#exactTree());
    const { starts, ends, topology, faceCount } = this.#surface;
    this.features = {
      radius: 0,
      starts,
      ends,
      ...findSharpFeatures(morph, topology),
      outwards: new Float64Array(ends.length),
    };
    this.#vertexBoxes = new Float64Array(2 * ends.length);
    this.#faceBoxes = new Float64Array(6 * faceCount);
  }

  /** Current positions of the vertices of the options, m, three numbers each. */
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
    const { corners, outwards } = this.features;
    for (let i = 0; i < corners.length; i++) {
      this.#surface.outwardOfVertex(corners[i]!, outwards, 3 * corners[i]!);
    }
  }

  /** A static mesh is expected to stay static. If it moves, which is rare, all pairs are collected again. */
  fattenBoxes(times: number, reach: number): void {
    const { version, isMoving } = this.#surface;
    const isKnown = this.#wasStill && this.#boxedVersion === version;
    if (isKnown && !isMoving) return;
    this.#boxedVersion = version;
    this.#wasStill = !isMoving;
    const { starts, ends, topology, faceCount } = this.#surface;
    const boxes = this.#vertexBoxes;
    fattenBoxes(boxes, starts, ends, ends.length / 3, isMoving ? times : 0, isMoving ? reach : 0);
    boxTriangles(this.#faceBoxes, boxes, topology.triangles, faceCount);
    this.#fattened.update(this.#faceBoxes, faceCount);
  }

  isInBoxes(): boolean {
    const { version, ends } = this.#surface;
    if (version === this.#boxedVersion) return true;
    return areAllInBoxes(ends, this.#vertexBoxes, ends.length / 3);
  }

  featureBox(point: number, out: Float64Array): void {
    for (let k = 0; k < 6; k++) out[k] = this.#vertexBoxes[6 * point + k]!;
  }

  collectParticles(cloth: ClothBroadPhase, pairs: CandidatePairs): void {
    const { particles, firstFaces, faces, offset } = pairs;
    const { bounds } = this.#fattened.tree;
    for (let k = 0; k < 3; k++) {
      box[k] = bounds[k]! - offset;
      box[3 + k] = bounds[3 + k]! + offset;
    }
    const { particleBoxes } = cloth;
    found.clear();
    cloth.collectParticles(box, found);
    for (let i = 0; i < found.count; i++) {
      const particle = found.items[i]!;
      for (let k = 0; k < 3; k++) {
        box[k] = particleBoxes[6 * particle + k]! - offset;
        box[3 + k] = particleBoxes[6 * particle + 3 + k]! + offset;
      }
      const first = faces.count;
      this.#fattened.query(box, 0, faces);
      if (faces.count === first) continue;
      particles.push(particle);
      firstFaces.push(first);
    }
    firstFaces.push(faces.count);
  }

  collideParticles(cloth: ClothBroadPhase, pairs: CandidatePairs, contact: Contact): void {
    this.#contacts.resolve(cloth, pairs, contact);
  }

  /** A BVH over the faces at the end of the substep. */
  #exactTree(): Bvh {
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
    this.measureAt(point, measured);
    normal.set(measured.normal);
    return measured.distance;
  }

  measureAt(point: Float64Array, out: SignedDistance): void {
    nearest.start(point, 0);
    nearest.search(this.#surface, this.#exactTree());
    nearest.measure(this.#surface, out.normal);
    out.distance = nearest.signedDistance;
  }

  contains(point: Float64Array): boolean {
    this.measureAt(point, measured);
    return measured.distance < 0;
  }

  cast(start: Float64Array, end: Float64Array, cast: PointCast): void {
    const { offset } = cast;
    const surface = this.#surface;
    const reach = offset + surface.largestMotion;
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(start[k]!, end[k]!) - reach;
      box[3 + k] = Math.max(start[k]!, end[k]!) + reach;
    }
    found.clear();
    this.#exactTree().query(box, 0, found);
    swept.start(start, end, 0);
    for (let i = 0; i < found.count; i++) {
      const face = found.items[i]!;
      swept.measure(surface, face, 0);
      swept.test(surface, face, offset, false);
    }
    cast.time = NO_HIT;
    if (swept.face === -1) return;
    cast.normal.set(swept.normal);
    cast.time = swept.time;
  }

  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void {
    nearest.start(point, 0);
    nearest.search(this.#surface, this.#exactTree());
    if (nearest.face === -1) velocity.fill(0);
    else this.#surface.velocityAt(nearest.face, nearest.weights, duration, velocity);
  }

  surfaceVelocity(a: number, b: number, { surface, share, duration }: Contact): void {
    const { starts, ends } = this.#surface;
    for (let k = 0; k < 3; k++) {
      const moveA = ends[3 * a + k]! - starts[3 * a + k]!;
      const moveB = ends[3 * b + k]! - starts[3 * b + k]!;
      surface[k] = (moveA + share * (moveB - moveA)) / duration;
    }
  }
}
