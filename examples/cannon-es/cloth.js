// A cloth of the physics engine cannon-es, torn by tatter. This file connects the two.
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

const CLOTH_GROUP = 1 << 10; // bodies of cloth collide with everything except each other
const RELAXATION = 4; // approximate number of steps in which cannon-es corrects a violated constraint

/**
 * A cloth in a cannon-es world: one body per vertex of a mesh, one distance constraint per edge.
 *
 *     world.step(timeStep);
 *     cloth.tear();
 *
 * It has the fields of a `TearableSurface`, so tatter can use it directly.
 */
export class CannonCloth {
  /** One per vertex. @type {Body[]} */
  bodies = [];
  /** One per edge. @type {DistanceConstraint[]} */
  constraints = [];
  /** All edits of the mesh, in order; a render mesh can apply them. @type {import("tatter/mesh").TopologyEdit[]} */
  edits = [];
  #candidates = new Candidates();
  #positions;
  #restLengths;
  #triangleWeights;

  /**
   * @param {import("cannon-es").World} world
   * @param {import("tatter/mesh").MeshData} sheet Triangles and rest positions, m.
   * @param {object} options
   * @param {readonly number[]} [options.pinned] Vertices that never move and never split.
   * @param {number} [options.density] kg/m².
   * @param {number} [options.stiffness] Stiffness of an edge, N/m.
   * @param {number} [options.damping] The fraction of its speed that a body loses per second.
   * @param {number} [options.timeStep] Time step of `world.step`, s.
   * @param {Partial<import("tatter/tearing").TearingOptions>} options.tearing
   */
  constructor(world, sheet, options) {
    const { pinned = [], density = 0.3, tearing } = options;
    this.world = world;
    this.stiffness = options.stiffness ?? 1000;
    this.damping = options.damping ?? 0.3;
    this.timeStep = options.timeStep ?? 1 / 60;
    /** Can be replaced at any time: `cloth.tearing = resolveTearing({ limit: 1.5 })`. */
    this.tearing = resolveTearing(tearing);
    this.mesh = buildMesh(sheet);
    this.damage = new Damage(this.mesh);
    // These arrays grow with the mesh.
    this.#positions = new Attached(this.mesh, "vertex", Float64Array, { width: 3 });
    this.#restLengths = new Attached(this.mesh, "edge", Float64Array);
    this.#triangleWeights = new Attached(this.mesh, "triangle", Float64Array);
    this.positions.set(sheet.positions);
    const areas = triangleAreas(this.mesh, this.positions);
    this.triangleWeights.set(areas.map((area) => density * area)); // kg
    for (let vertex = 0; vertex < this.mesh.vertexCount; vertex++) {
      const position = new Vec3(...this.positions.subarray(3 * vertex, 3 * vertex + 3));
      this.#addBody(position, new Vec3(), pinned.includes(vertex) ? 0 : this.#massOf(vertex));
    }
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) {
      const [a, b] = this.#endsOf(edge);
      this.restLengths[edge] = a.position.distanceTo(b.position);
      this.#connect(edge);
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
   * The tension of an edge, N: the multiplier of the constraint's equation, which the cannon-es solver has just
   * computed. The equation is a contact equation, so a positive multiplier pushes apart.
   *
   * @param {number} edge
   */
  tensionOf(edge) {
    return -this.constraints[edge].distanceEquation.multiplier;
  }

  /**
   * True if the vertex is pinned. In cannon-es a body with mass 0 does not move.
   *
   * @param {number} vertex
   */
  isHeld(vertex) {
    return this.bodies[vertex].mass === 0;
  }

  /** Tears the cloth where it exceeds the limit. Call it after each `world.step`. */
  tear() {
    this.#readPositions();
    measure(this, this.tearing, this.#candidates);
    order(this.#candidates, this.tearing.order, this, { next: Math.random });
    const { tears } = tear(this, this.tearing, this.#candidates);
    if (tears.length > 0) this.#follow(tears);
    return tears;
  }

  /**
   * Applies tears of the mesh to the world. Rest lengths, weights and positions follow edit by edit. The ends of edges
   * and the masses are read from the mesh at the end.
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
      for (const edge of this.mesh.edgesOf(vertex)) this.#connect(edge);
      if (this.isHeld(vertex)) continue;
      this.bodies[vertex].mass = this.#massOf(vertex);
      this.bodies[vertex].updateMassProperties();
    }
    this.#readPositions();
  }

  /** A copy starts with the position and velocity of its original; a new point on an edge is interpolated. */
  #addBodyOf(edit) {
    const { from, to, t } = originOf(edit);
    const [position, velocity] = [new Vec3(), new Vec3()];
    this.bodies[from].position.lerp(this.bodies[to].position, t, position);
    this.bodies[from].velocity.lerp(this.bodies[to].velocity, t, velocity);
    this.#addBody(position, velocity, this.#massOf(edit.newVertex));
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

  /** Connects the ends of an edge with its constraint, or with a new one. */
  #connect(edge) {
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

  /** The mass of a vertex, kg: a third of each adjacent triangle. */
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
