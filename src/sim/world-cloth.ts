import { transformPoints } from "../math/rotation.js";
import type { Random } from "../math/random.js";
import { Cloth, MATERIALS, Stages, StretchLimit, type Attachments } from "../cloth/index.js";
import type { ExplicitSubstep, SpectrumWatch } from "../solvers/index.js";
import {
  Candidates,
  resolveTearing,
  type TearableSurface,
  type TearingOptions,
} from "../tearing/index.js";
import { addExternalForces } from "./external-forces.js";
import type { Grab } from "./grab.js";
import { withImperfection } from "./imperfection.js";
import { WORLD_DEFAULTS, type ClothOptions } from "./options.js";
import { Pin } from "./pin.js";
import type { World } from "./world.js";

/** A cloth in a world: with what holds it and how it tears. */
export class WorldCloth extends Cloth implements TearableSurface {
  readonly pins: Pin[];
  /** The hands that hold it now. */
  readonly grabs: Grab[] = [];
  /** What these hands hold, for the solver. */
  readonly attachments: Attachments[] = [];
  /** How it tears, null: not at all. May be changed between steps. */
  tearing: TearingOptions | null;
  readonly candidates = new Candidates();
  /** Duration of the latest step, s: over it the impulses of the springs are tensions. */
  stepDuration = WORLD_DEFAULTS.solver.step;

  /** How far its edges may be stretched at all; null: no limit. */
  readonly stretchLimit: StretchLimit | null;
  /** How stiff it is for its mass; explicit solvers ask. */
  spectrum: SpectrumWatch | null = null;
  #explicit: ExplicitSubstep | null = null;

  constructor(options: ClothOptions, random: Random, stretchLimit?: number) {
    const positions = withImperfection(
      options.mesh,
      options.imperfection ?? WORLD_DEFAULTS.imperfection,
      random,
    );
    const { position = [0, 0, 0], rotation = [0, 0, 0] } = options.transform ?? {};
    transformPoints(positions, position, rotation);
    super(options.mesh, options.material ?? MATERIALS.cotton, positions, options.model);
    this.stretchLimit = stretchLimit === undefined ? null : new StretchLimit(stretchLimit);
    this.pins = (options.pins ?? []).map((pin) => new Pin(this, pin));
    this.tearing = options.tearing ? resolveTearing(options.tearing) : null;
  }

  get positions(): Float64Array {
    return this.particles.positions;
  }

  get restLengths(): Float64Array {
    return this.rest.lengths;
  }

  get triangleWeights(): Float64Array {
    return this.restAreas;
  }

  get shortened(): Float64Array | undefined {
    return this.stretchLimit?.removed;
  }

  tensionOf(edge: number): number {
    const limit = this.stretchLimit === null ? 0 : (this.stretchLimit.impulses[edge] ?? 0);
    return this.edgeTension(edge, this.stepDuration) + limit / this.stepDuration;
  }

  /** What an explicit integrator needs to move this cloth. */
  explicit(world: World): ExplicitSubstep {
    this.#explicit ??= {
      kernels: world.kernels,
      cloth: this,
      attachments: this.attachments,
      stages: new Stages(),
      addExternalForces: (after) => addExternalForces(world, this, world.substepTime + after, 0),
    };
    return this.#explicit;
  }

  isHeld(vertex: number): boolean {
    return (
      this.particles.pinned[vertex] === 1 ||
      this.attachments.some(({ particles }) => particles.includes(vertex))
    );
  }
}
