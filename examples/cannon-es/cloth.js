// Cloth of the physics engine cannon-es, torn by tatter: this file is all that stands between the two.
import { Body, DistanceConstraint, Particle, Vec3 } from "cannon-es";
import { buildMesh, originOf, triangleAreas } from "tatter/mesh";
import { Candidates, Damage, measure, order, resolveTearing, tear } from "tatter/tearing";

/** Bodies of the cloth meet everything but one another. */
const CLOTH_GROUP = 1 << 10;

/**
 * A cloth in a world of cannon-es: a body for each vertex, a distance constraint for each edge.
 *
 *     world.step(timeStep);
 *     cloth.tear();
 *
 * Its fields are those of a `TearableSurface`, so that it can be handed to tatter as it is.
 */
export class CannonCloth {
  /** One for each vertex. @type {Body[]} */
  bodies = [];
  /** One for each edge. @type {DistanceConstraint[]} */
  constraints = [];
  /** All that the mesh has gone through, in order: a picture of the cloth can follow it. @type {import("tatter/mesh").TopologyEdit[]} */
  edits = [];
  #candidates = new Candidates();

  /**
   * @param {import("cannon-es").World} world
   * @param {import("tatter/mesh").MeshData} sheet Triangles and where their corners are, unstressed, m.
   * @param {object} options
   * @param {readonly number[]} [options.pinned] Vertices that stay where they are, and never split.
   * @param {number} [options.density] kg/m².
   * @param {number} [options.stiffness] Of an edge, N/m.
   * @param {number} [options.damping] The part of its speed that a body loses in a second.
   * @param {number} [options.timeStep] Of `world.step`, s.
   * @param {Partial<import("tatter/tearing").TearingOptions>} options.tearing
   */
  constructor(world, sheet, options) {
    const { pinned = [], density = 0.3, tearing } = options;
    this.world = world;
    this.mesh = buildMesh(sheet);
    this.damage = new Damage(this.mesh);
    this.positions = Float64Array.from(sheet.positions);
    this.triangleWeights = triangleAreas(this.mesh, this.positions).map((area) => density * area);
    /** Give it others at any time: `cloth.tearing = resolveTearing({ criterion: "stretch", limit: 1.5 })`. */
    this.tearing = resolveTearing(tearing);
    this.stiffness = options.stiffness ?? 1000;
    this.damping = options.damping ?? 0.3;
    this.timeStep = options.timeStep ?? 1 / 60;

    for (let vertex = 0; vertex < this.mesh.vertexCount; vertex++) {
      const place = new Vec3(...this.positions.subarray(3 * vertex, 3 * vertex + 3));
      this.#addBody(place, new Vec3(), pinned.includes(vertex) ? 0 : this.#massOf(vertex));
    }
    this.restLengths = Float64Array.from({ length: this.mesh.edgeCount }, (_, edge) => {
      const [a, b] = this.#endsOf(edge);
      return a.position.distanceTo(b.position);
    });
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) this.#join(edge);
    /** A usual edge, m. */
    this.spacing = this.restLengths.reduce((sum, length) => sum + length, 0) / this.mesh.edgeCount;
  }

  /**
   * The force that draws the ends of an edge together, N. The solver of cannon-es has it as the multiplier of the
   * constraint's equation, with the sign of contacts: there, positive pushes apart.
   */
  tensionOf(edge) {
    return -this.constraints[edge].distanceEquation.multiplier;
  }

  /** A body without mass does not move in cannon-es. */
  isHeld(vertex) {
    return this.bodies[vertex].mass === 0;
  }

  /**
   * Tears what is over the limit now. Call it after each `world.step`.
   *
   * @returns {readonly import("tatter/tearing").Tear[]}
   */
  tear() {
    this.#readPositions();
    measure(this, this.tearing, this.#candidates);
    order(this.#candidates, this.tearing.order, this, { next: Math.random });
    const { tears } = tear(this, this.tearing, this.#candidates);
    if (tears.length > 0) this.#follow(tears);
    return tears;
  }

  /**
   * The mesh has torn already. What an edit says about lengths and places is taken over edit by edit; masses and ends
   * are read from the mesh as it is after all of them.
   */
  #follow(tears) {
    this.restLengths = withRoom(this.restLengths, this.mesh.edgeCount);
    this.triangleWeights = withRoom(this.triangleWeights, this.mesh.triangleCount);
    const touched = new Set();
    for (const { edits, moves } of tears) {
      for (const edit of edits) {
        this.edits.push(edit);
        if (edit.type === "split-edge") this.#divide(edit);
        else this.#keepLengths(edit);
        this.#addNewBody(edit);
        const ends = edit.type === "split-edge" ? [edit.start, edit.end] : [edit.vertex];
        for (const vertex of [...ends, edit.newVertex]) touched.add(vertex);
      }
      for (const { vertex, position } of moves) this.bodies[vertex].position.set(...position);
    }
    for (const vertex of touched) {
      if (!this.isHeld(vertex)) this.#weigh(vertex);
      for (const edge of this.mesh.edgesOf(vertex)) this.#join(edge);
    }
    this.#readPositions();
  }

  /** A copy starts where its original is and as fast; the middle of an edge, between its ends. */
  #addNewBody(edit) {
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

  /** Both lips of a tear have the unstressed length that the whole edge had. */
  #keepLengths({ dividedEdges, newEdges }) {
    for (const [i, edge] of newEdges.entries()) {
      this.restLengths[edge] = this.restLengths[dividedEdges[i]];
    }
  }

  /** The path `weak-point` divides edges, and the triangles on them. Lengths come from unstressed triangles alone. */
  #divide({ edge, newEdge, t, crossEdges, startEdges, endEdges, triangles, newTriangles }) {
    const { restLengths, triangleWeights } = this;
    const whole = restLengths[edge];
    for (const [i, crossEdge] of crossEdges.entries()) {
      const [a, b] = [restLengths[startEdges[i]], restLengths[endEdges[i]]];
      // Stewart's theorem: from a corner to a point on the opposite side.
      restLengths[crossEdge] = Math.sqrt(
        (1 - t) * a * a + t * b * b - t * (1 - t) * whole * whole,
      );
      triangleWeights[newTriangles[i]] = (1 - t) * triangleWeights[triangles[i]];
      triangleWeights[triangles[i]] *= t;
    }
    restLengths[edge] = t * whole;
    restLengths[newEdge] = (1 - t) * whole;
  }

  /** Ties the ends of an edge together, or ties what tied other bodies before. */
  #join(edge) {
    const [a, b] = this.#endsOf(edge);
    const constraint = this.constraints[edge];
    if (constraint === undefined) {
      const added = new DistanceConstraint(a, b, this.restLengths[edge]);
      added.distanceEquation.setSpookParams(this.stiffness, RELAXATION, this.timeStep);
      this.constraints[edge] = added;
      this.world.addConstraint(added);
    } else {
      const { distanceEquation } = constraint;
      constraint.distance = this.restLengths[edge];
      constraint.bodyA = distanceEquation.bi = a;
      constraint.bodyB = distanceEquation.bj = b;
    }
  }

  #endsOf(edge) {
    return [this.bodies[this.mesh.edgeStart(edge)], this.bodies[this.mesh.edgeEnd(edge)]];
  }

  #weigh(vertex) {
    const body = this.bodies[vertex];
    body.mass = this.#massOf(vertex);
    body.updateMassProperties();
  }

  /** A third of each triangle at the vertex, kg. */
  #massOf(vertex) {
    const triangles = this.mesh.trianglesOf(vertex);
    return triangles.reduce((sum, triangle) => sum + this.triangleWeights[triangle] / 3, 0);
  }

  #readPositions() {
    this.positions = withRoom(this.positions, 3 * this.bodies.length);
    for (const [vertex, { position }] of this.bodies.entries()) {
      this.positions.set([position.x, position.y, position.z], 3 * vertex);
    }
  }
}

/** In how many steps cannon-es mends a violated constraint. */
const RELAXATION = 4;

/** The numbers, with room for this many: typed arrays do not grow by themselves. */
function withRoom(numbers, count) {
  if (numbers.length >= count) return numbers;
  const longer = new Float64Array(2 * count);
  longer.set(numbers);
  return longer;
}
