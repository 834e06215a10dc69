import { BOXED } from "../math/boxed.js";
import { grown, grownCapacity } from "../math/grow.js";
import { deriveSeed } from "../math/noise.js";
import { transformPoints } from "../math/rotation.js";
import { Random } from "../math/random.js";
import {
  Cloth,
  Holds,
  MATERIALS,
  selectVertices,
  Stages,
  stiffnessOnEdge,
  StretchLimit,
  type Attachments,
  type Selection,
} from "../cloth/index.js";
import { ClothCollision } from "../collision/index.js";
import { originOf, type TopologyEdit, type VertexGroups } from "../mesh/index.js";
import {
  ImplicitSolver,
  StageTimes,
  type ExplicitSubstep,
  type SpectrumWatch,
} from "../solvers/index.js";
import {
  Candidates,
  Damage,
  LetGo,
  limitFor,
  resolveTearing,
  SeamStrengths,
  Strengths,
  type Tear,
  type TearableSurface,
  type TearingOptions,
} from "../tearing/index.js";
import type { ClothState } from "./cloth-state.js";
import { addExternalForces } from "./external-forces.js";
import type { Grab } from "./grab.js";
import { inField } from "./in-field.js";
import { withImperfection } from "./imperfection.js";
import {
  IMPLICIT_DEFAULTS,
  WORLD_DEFAULTS,
  type ClothOptions,
  type PinOptions,
  type SolverOptions,
} from "./options.js";
import { Moment } from "./moment.js";
import { StepPulls } from "./step-pulls.js";
import { PinPlaces } from "./pin-places.js";
import { Pin, type PinState } from "./pin.js";
import { Seam } from "./seam.js";
import { strengthsOf } from "./strength.js";
import { Torn } from "./torn.js";
import type { World } from "./world.js";

/** Which of the streams of chance that come from the seed of a world is for tears. */
const TEARS = 7919;

/** A cloth in a world: with what holds it and how it tears. */
export class WorldCloth extends Cloth implements TearableSurface {
  /** Those of the options, then those that were added; a pin that has let go stays here and may take hold again. */
  readonly pins: Pin[] = [];
  /** Where it comes apart by itself, or tears more easily. */
  readonly seams: readonly Seam[];
  /** Which edges these are, for tearing; undefined: it is nowhere weaker. */
  seamStrengths: SeamStrengths | undefined;
  /** Which pin holds which particle. */
  readonly places: PinPlaces;
  /** What pins hold on an axis or a plane, for the solver. */
  readonly holds = new Holds();
  /** The hands that hold it now. */
  readonly grabs: Grab[] = [];
  /** What these hands hold, for the solver. */
  readonly attachments: Attachments[] = [];
  readonly candidates = new Candidates();
  /** Largest length over rest length of any edge when it was last measured. */
  largestStretch = 0;
  /** What tears have let go of, for those within a step. */
  readonly letGo = new LetGo();
  /** What tore in the latest step. */
  readonly torn = new Torn();
  /** Keeps it out of what it cannot pass. */
  readonly collision: ClothCollision;
  /** Where it was at the start of a substep. */
  readonly moment = new Moment();
  /** What tears have left behind. */
  readonly damage: Damage;
  /** How strong it is from place to place. */
  readonly strengths: Strengths;
  /** Mean unstressed length of its edges at the start, m. */
  readonly spacing: number;
  /** The chance by which it tears, for the order `random`. */
  readonly random: Random;
  /** Duration of the step, or of the part of it, in which the elements have gathered their impulses, s. */
  stepDuration = BOXED;
  /** What they have applied in the whole of the latest step. */
  readonly stepPulls = new StepPulls();
  /** The states of its own that somebody may have kept. */
  readonly captured = new WeakSet<ClothState>();
  /** Gravity in the latest step, m/s². */
  readonly stepGravity = new Float64Array(3);
  readonly forcePerStrainOf: ((edge: number) => number) | undefined;
  readonly #groups: VertexGroups | undefined;
  #tearing: Readonly<TearingOptions> | null = null;
  #elastic = new Float64Array(0);
  #elasticOf: object | null = null;
  #elasticEdits = -1;

  /** How far its edges may be stretched at all; null: no limit. */
  readonly stretchLimit: StretchLimit | null;
  /** How stiff it is for its mass; explicit solvers ask. */
  spectrum: SpectrumWatch | null = null;
  #explicit: ExplicitSubstep | null = null;
  /** What moves it, where that is the implicit solver. */
  implicit: ImplicitSolver | null = null;
  /** How many edits there were when it was made. */
  preparedAt = 0;

  /**
   * @param imperfections The chance by which the cloths of a world start off their perfect shape, one after the other.
   * @param seed For the chance by which this one tears.
   * @param solver What will move it.
   */
  constructor(
    options: ClothOptions,
    imperfections: Random,
    seed: number,
    solver: Pick<SolverOptions, "type" | "stretchLimit">,
  ) {
    const { position = [0, 0, 0], rotation = [0, 0, 0] } = options.transform ?? {};
    const positions = withImperfection(
      options.mesh,
      options.imperfection ?? WORLD_DEFAULTS.imperfection,
      imperfections,
    );
    transformPoints(positions, position, rotation);
    super(options.mesh, options.material ?? MATERIALS.cotton, positions, options.model);
    const { stretchLimit } = solver;
    this.stretchLimit =
      stretchLimit === undefined ? null : new StretchLimit(this.mesh, stretchLimit);
    this.#groups = options.mesh.groups;
    this.places = new PinPlaces(this.mesh);
    for (const [i, pin] of (options.pins ?? []).entries()) {
      inField(`pins.${i}`, () => this.addPin(pin, 0));
    }
    this.damage = new Damage(this.mesh);
    this.strengths = new Strengths(this, strengthsOf(options.strength ?? {}, options.mesh, seed));
    let length = 0;
    for (let edge = 0; edge < this.mesh.edgeCount; edge++) length += this.rest.lengths[edge]!;
    this.spacing = length / this.mesh.edgeCount;
    this.collision = new ClothCollision(this, this.spacing);
    this.seams = (options.seams ?? []).map((seam, i) =>
      inField(`seams.${i}`, () => new Seam(this, seam)),
    );
    for (const seam of this.seams) seam.layAtStart(); // all have selected from the mesh as it was given
    this.findSeamStrengths();
    this.random = new Random(deriveSeed(seed, TEARS));
    // Few iterations of xpbd leave more strain than the forces that it applies would: no strength follows from them.
    if (solver.type !== "xpbd") this.forcePerStrainOf = (edge) => this.#forcePerStrain(edge);
    this.tearing = options.tearing;
    this.stepDuration = WORLD_DEFAULTS.solver.step;
  }

  /** How it tears, null: not at all. Between steps other options may take their place, as a whole. */
  get tearing(): Readonly<TearingOptions> | null {
    return this.#tearing;
  }

  set tearing(options: Partial<TearingOptions> | null | undefined) {
    const resolved = options === null || options === undefined ? null : resolveTearing(options);
    if (resolved !== null) limitFor(resolved, this); // throws where none is known
    this.#tearing = resolved;
    this.tearsAt = resolved?.criterion === "stretch" ? (resolved.limit ?? 1) : 1;
    this.letGo.clear();
  }

  /** When it tears. */
  get resolve(): TearingOptions["resolve"] {
    return this.#tearing === null ? "step" : this.#tearing.resolve;
  }

  /** The elements gather their impulses anew, for as long as a step or a part of it lasts, s. */
  startMeasuring(duration: number): void {
    this.stepDuration = duration;
    for (let i = 0; i < this.elements.length; i++) this.elements[i]!.impulses.fill(0);
    this.stretchLimit?.clear();
  }

  /** A pin that takes hold now. */
  addPin(options: PinOptions, time: number): Pin {
    const pin = new Pin(this, options, this.pins.length + 1, time);
    this.pins.push(pin);
    return pin;
  }

  /** The next pin, as it was at some time: what its options select may be something else by now, or gone. */
  resumePin(state: PinState): void {
    const pin = new Pin(this, state.options, this.pins.length + 1, state.time, []);
    this.pins.push(pin);
    pin.state = state;
  }

  /** The particles of a selection as they are now, in rising order. */
  select(selection: Selection): number[] {
    return selectVertices(this.mesh, selection, {
      positions: this.positions,
      groups: this.#groups,
    });
  }

  /** Particles that are pinned without a pin, by `particles.pin`, or more than by one that leaves them an axis or a plane. */
  get pinnedByHand(): number[] {
    const { pinned, count } = this.particles;
    const byHand: number[] = [];
    for (let p = 0; p < count; p++) {
      if (pinned[p] === 1 && (this.places.pins[p] === 0 || this.holds.has(p))) byHand.push(p);
    }
    return byHand;
  }

  set pinnedByHand(particles: readonly number[]) {
    for (const particle of this.pinnedByHand) this.particles.unpin(particle);
    for (const particle of particles) this.particles.pin(particle);
  }

  /** What is born of the particles of one pin is held by it as well: a cut through a pinned row leaves no gap. */
  override replay(edit: TopologyEdit): void {
    super.replay(edit);
    this.damage.replay(edit);
    this.seamStrengths?.replay(edit);
    this.strengths.replay(edit);
    if (edit.type === "separate-edge") return;
    if (edit.type === "split-edge") for (const seam of this.seams) seam.follow(edit);
    const pin = this.places.replay(edit);
    if (pin !== 0) this.pins[pin - 1]!.adopt(edit.newVertex, originOf(edit).from);
  }

  /** Follows a tear that the mesh has made already: its edits, then the tips that were drawn back. */
  followTear({ edits, moves }: Tear): void {
    for (const edit of edits) this.replay(edit);
    for (const { vertex, position } of moves) this.particles.place(vertex, position);
  }

  /** The cloth is worn around tears that it has followed, where their options say so. */
  wear(tears: readonly Tear[], { damage, damageRadius }: TearingOptions): void {
    if (damage === 0 || tears.length === 0) return;
    const torn = tears.flatMap(({ edits }) =>
      edits.flatMap((edit) => (edit.type === "split-vertex" ? [edit.vertex, edit.newVertex] : [])),
    );
    this.strengths.wear(torn, damage, damageRadius ?? 2 * this.spacing);
  }

  /** Takes the latest edit back; what pins and hands held of it they hold in what it came from. */
  override undo(): TopologyEdit {
    const edit = super.undo();
    this.damage.undo(edit);
    this.strengths.undo(edit);
    this.letGo.clear();
    for (const seam of this.seams) seam.undo(edit);
    this.findSeamStrengths();
    if (edit.type === "separate-edge") return edit;
    this.places.undo(edit.newVertex);
    for (const pin of this.pins) pin.disown(edit.newVertex); // those that have let go would take hold of it again
    for (const { particles } of this.attachments) {
      for (let i = 0; i < particles.length; i++) {
        if (particles[i] === edit.newVertex) particles[i] = originOf(edit).from;
      }
    }
    return edit;
  }

  /** Finds the edges of seams that are weaker or stronger than the rest. O(their edges). */
  findSeamStrengths(): void {
    this.seamStrengths?.clear();
    for (const seam of this.seams) {
      if (seam.strength === 1) continue;
      seam.addTo((this.seamStrengths ??= new SeamStrengths(this.mesh)));
    }
  }

  get positions(): Float64Array {
    return this.particles.positions;
  }

  get restLengths(): Float64Array {
    return this.rest.lengths;
  }

  get triangleWeights(): Float64Array {
    return this.rest.areas;
  }

  get unlimitedLengths(): Float64Array | undefined {
    return this.stretchLimit?.lengths;
  }

  get strength(): number {
    return this.material.strength;
  }

  get weave(): number {
    return this.material.weave;
  }

  get weaveAngle(): number {
    return this.material.weaveAngle;
  }

  /** The force at which an edge has the strength of the material as its strain, per strain: less where it has yielded by then. */
  writeForcesPerStrain(into: Float64Array): void {
    const { strength, yield: yieldStrain } = this.material;
    const { edgeCount } = this.mesh;
    const { lengths } = this.rest;
    if (this.springs.count > 0) {
      const { stiffnesses } = this.springs;
      for (let edge = 0; edge < edgeCount; edge++) into[edge] = stiffnesses[edge]! * lengths[edge]!;
    } else {
      const elastic = this.#elasticForces();
      for (let edge = 0; edge < edgeCount; edge++) into[edge] = elastic[edge]!;
    }
    if (!(yieldStrain < strength)) return;
    // Stretched by 1 + strength it is (1 + strength) / (1 + yield) long without load, and bears the yield.
    for (let edge = 0; edge < edgeCount; edge++) {
      into[edge] = (into[edge]! * yieldStrain * (1 + strength)) / ((1 + yieldStrain) * strength);
    }
  }

  #forcePerStrain(edge: number): number {
    const { strength, yield: yieldStrain } = this.material;
    const length = this.rest.lengths[edge]!;
    const elastic =
      this.springs.count > 0
        ? this.springs.stiffnesses[edge]! * length
        : (stiffnessOnEdge(this, edge) * this.rest.areaAround(this.mesh, edge)) / length;
    if (!(yieldStrain < strength)) return elastic;
    return (elastic * yieldStrain * (1 + strength)) / ((1 + yieldStrain) * strength);
  }

  /** Of triangles, for each edge, N per strain: they change with the mesh and the material alone. */
  #elasticForces(): Float64Array {
    const { mesh, rest, material } = this;
    if (this.#elasticOf !== material || this.#elasticEdits !== this.edits.length) {
      this.#elasticOf = material;
      this.#elasticEdits = this.edits.length;
      this.#elastic = grown(this.#elastic, grownCapacity(this.#elastic.length, mesh.edgeCount));
      for (let edge = 0; edge < mesh.edgeCount; edge++) {
        const around = stiffnessOnEdge(this, edge) * rest.areaAround(mesh, edge);
        this.#elastic[edge] = around / rest.lengths[edge]!;
      }
    }
    return this.#elastic;
  }

  tensionOf(edge: number): number {
    const limit = this.stretchLimit === null ? 0 : (this.stretchLimit.impulses[edge] ?? 0);
    return this.edgeTension(edge, this.stepDuration) + limit / this.stepDuration;
  }

  writeTensions(into: Float64Array): void {
    const { edgeCount } = this.mesh;
    const duration = this.stepDuration;
    for (let edge = 0; edge < edgeCount; edge++) this.writeEdgeTension(edge, duration, into, edge);
    if (this.stretchLimit === null) return;
    const { impulses } = this.stretchLimit;
    const count = Math.min(edgeCount, impulses.length);
    for (let edge = 0; edge < count; edge++) into[edge]! += impulses[edge]! / duration;
  }

  /** What an explicit integrator needs to move this cloth. */
  explicit(world: World): ExplicitSubstep {
    this.#explicit ??= this.#makeExplicit(world);
    return this.#explicit;
  }

  /** By itself, because a function with another one inside makes room for what that one keeps in every call. */
  #makeExplicit(world: World): ExplicitSubstep {
    return {
      kernels: world.kernels,
      cloth: this,
      attachments: this.attachments,
      holds: this.holds,
      stages: new Stages(),
      times: new StageTimes(),
      addExternalForces: (after) => addExternalForces(world, this, after, 0),
    };
  }

  /** Makes the implicit solver of this cloth. */
  prepareImplicit(world: World): void {
    const { tolerance, iterations, linear } = { ...IMPLICIT_DEFAULTS, ...world.solver };
    this.preparedAt = this.edits.length;
    this.implicit = new ImplicitSolver(
      this,
      {
        kernels: world.kernels,
        holds: this.holds,
        attachments: this.attachments,
        addExternalForces: (after, duration) => addExternalForces(world, this, after, duration),
      },
      { tolerance, iterations, linear },
    );
  }

  /** Whether the forces of the latest step are near enough to what they should be. */
  get isTrusted(): boolean {
    return this.implicit?.isTrusted ?? true;
  }

  isHeld(vertex: number): boolean {
    return (
      this.places.pins[vertex] !== 0 ||
      this.particles.pinned[vertex] === 1 ||
      this.attachments.some(({ particles }) => particles.includes(vertex))
    );
  }
}
