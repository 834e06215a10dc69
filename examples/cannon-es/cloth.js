// Cloth of the physics engine cannon-es, torn by tatter: this file is all that stands between the two.
import { Body, DistanceConstraint, Particle, Vec3 } from "cannon-es";
import {
  Attached,
  buildMesh,
  updateRestAreas,
  updateRestLengths,
  originOf,
  triangleAreas,
} from "tatter/mesh";
import { Candidates, Damage, measure, order, resolveTearing, tear } from "tatter/tearing";

const CLOTH_GROUP = 1 << 10; // bodies of cloth meet everything but one another
const RELAXATION = 4; // in about so many steps cannon-es mends a violated constraint

/**
 * A cloth in a world of cannon-es: a body for each vertex of a mesh, a distance constraint for each edge.
 *
 *     world.step(timeStep);
 *     cloth.tear();
 *
 * It has the fields of a `TearableSurface`, so that tatter takes it as it is.
 */
export class CannonCloth {
  /** One for each vertex. @type {Body[]} */
  bodies = [];
  /** One for each edge. @type {DistanceConstraint[]} */
  constraints = [];
  /** What the mesh has gone through, in order; a picture can follow it. @type {import("tatter/mesh").TopologyEdit[]} */
  edits = [];
  #candidates = new Candidates();
  #positions;
  #restLengths;
  #triangleWeights;

  /**
   * @param {import("cannon-es").World} world
   * @param {import("tatter/mesh").MeshData} sheet Triangles, and where their corners are when nothing pulls, m.
   * @param {object} options
   * @param {readonly number[]} [options.pinned] Vertices that stay where they are and never split.
   * @param {number} [options.density] kg/m².
   * @param {number} [options.stiffness] Of an edge, N/m.
   * @param {number} [options.damping] The part of its speed that a body loses in a second.
   * @param {number} [options.timeStep] That of `world.step`, s.
   * @param {Partial<import("tatter/tearing").TearingOptions>} options.tearing
   */
  constructor(world, sheet, options) {
    const { pinned = [], density = 0.3, tearing } = options;
    this.world = world;
    this.stiffness = options.stiffness ?? 1000;
    this.damping = options.damping ?? 0.3;
    this.timeStep = options.timeStep ?? 1 / 60;
    /** Set another one at any time: `cloth.tearing = resolveTearing({ limit: 1.5 })`. */
    this.tearing = resolveTearing(tearing);
    this.mesh = buildMesh(sheet);
    this.damage = new Damage(this.mesh);
    // Such arrays get longer by themselves when the mesh does.
    this.#positions = new Attached(this.mesh, "vertex", Float64Array, { width: 3 });
    this.#restLengths = new Attached(this.mesh, "edge", Float64Array);
    this.#triangleWeights = new Attached(this.mesh, "triangle", Float64Array);
    this.positions.set(sheet.positions);
    const areas = triangleAreas(this.mesh, this.positions);
    this.triangleWeights.set(areas.map((area) => density * area)); // kg
    for (let vertex = 0; vertex < this.mesh.vertexCount; vertex++) {
      const place = new Vec3(...this.positions.subarray(3 * vertex, 3 * vertex + 3));
      this.#addBody(place, new Vec3(), pinned.includes(vertex) ? 0 : this.#massOf(vertex));
    }
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) {
      const [a, b] = this.#endsOf(edge);
      this.restLengths[edge] = a.position.distanceTo(b.position);
      this.#join(edge);
    }
    this.spacing = this.restLengths.reduce((sum, length) => sum + length) / this.mesh.edgeCount;
  }

  get positions() {
    return this.#positions.values;
  }

  get restLengths() {
    return this.#restLengths.values;
  }

  get triangleWeights() {
    return this.#triangleWeights.values;
  }

  /**
   * The force that draws the ends of an edge together, N: what the solver of cannon-es has just found as the multiplier of
   * the constraint's equation. That equation is one of contacts, so a positive multiplier pushes apart.
   *
   * @param {number} edge
   */
  tensionOf(edge) {
    return -this.constraints[edge].distanceEquation.multiplier;
  }

  /**
   * In cannon-es a body without mass does not move.
   *
   * @param {number} vertex
   */
  isHeld(vertex) {
    return this.bodies[vertex].mass === 0;
  }

  /** Tears what is over the limit. Call it after each `world.step`. */
  tear() {
    this.#readPositions();
    measure(this, this.tearing, this.#candidates);
    order(this.#candidates, this.tearing.order, this, { next: Math.random });
    const { tears } = tear(this, this.tearing, this.#candidates);
    if (tears.length > 0) this.#follow(tears);
    return tears;
  }

  /**
   * The mesh is torn already, the world not yet. Lengths, weights and places are taken over edit by edit; which bodies an
   * edge joins, and how heavy they are, is read from the mesh at the end.
   */
  #follow(tears) {
    const touched = new Set();
    for (const { edits, moves } of tears) {
      for (const edit of edits) {
        updateRestLengths(edit, this.#restLengths);
        updateRestAreas(edit, this.#triangleWeights);
        this.#addBodyOf(edit);
        const ends = edit.type === "split-edge" ? [edit.start, edit.end] : [edit.vertex];
        for (const vertex of [...ends, edit.newVertex]) touched.add(vertex);
        this.edits.push(edit);
      }
      for (const { vertex, position } of moves) this.bodies[vertex].position.set(...position);
    }
    for (const vertex of touched) {
      for (const edge of this.mesh.edgesOf(vertex)) this.#join(edge);
      if (this.isHeld(vertex)) continue;
      this.bodies[vertex].mass = this.#massOf(vertex);
      this.bodies[vertex].updateMassProperties();
    }
    this.#readPositions();
  }

  /** A copy starts where its original is, and as fast; a point on an edge, between its ends. */
  #addBodyOf(edit) {
    const { from, to, t } = originOf(edit);
    const [place, velocity] = [new Vec3(), new Vec3()];
    this.bodies[from].position.lerp(this.bodies[to].position, t, place);
    this.bodies[from].velocity.lerp(this.bodies[to].velocity, t, velocity);
    this.#addBody(place, velocity, this.#massOf(edit.newVertex));
  }

  #addBody(position, velocity, mass) {
    const body = new Body({
      mass,
      position,
      velocity,
      shape: new Particle(),
      linearDamping: this.damping,
      collisionFilterGroup: CLOTH_GROUP,
      collisionFilterMask: ~CLOTH_GROUP,
    });
    this.bodies.push(body);
    this.world.addBody(body);
  }

  /** Ties the ends of an edge together, with the constraint that it has or with a new one. */
  #join(edge) {
    const [a, b] = this.#endsOf(edge);
    if (this.constraints[edge] === undefined) {
      this.constraints[edge] = new DistanceConstraint(a, b);
      this.world.addConstraint(this.constraints[edge]);
    }
    const constraint = this.constraints[edge];
    const { distanceEquation } = constraint;
    constraint.distance = this.restLengths[edge];
    constraint.bodyA = distanceEquation.bi = a;
    constraint.bodyB = distanceEquation.bj = b;
    distanceEquation.setSpookParams(this.stiffness, RELAXATION, this.timeStep);
  }

  #endsOf(edge) {
    return [this.bodies[this.mesh.edgeStart(edge)], this.bodies[this.mesh.edgeEnd(edge)]];
  }

  /** A third of each triangle at a vertex, kg. */
  #massOf(vertex) {
    const triangles = this.mesh.trianglesOf(vertex);
    return triangles.reduce((sum, triangle) => sum + this.triangleWeights[triangle] / 3, 0);
  }

  #readPositions() {
    for (const [vertex, { position }] of this.bodies.entries()) {
      this.positions.set([position.x, position.y, position.z], 3 * vertex);
    }
  }
}
