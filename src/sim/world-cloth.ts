import { transformPoints } from "../math/rotation.js";
import type { Random } from "../math/random.js";
import { Cloth, MATERIALS, type Attachments } from "../cloth/index.js";
import {
  Candidates,
  resolveTearing,
  type TearableSurface,
  type TearingOptions,
} from "../tearing/index.js";
import type { Grab } from "./grab.js";
import { withImperfection } from "./imperfection.js";
import { WORLD_DEFAULTS, type ClothOptions } from "./options.js";
import { Pin } from "./pin.js";

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

  constructor(options: ClothOptions, random: Random) {
    const positions = withImperfection(
      options.mesh,
      options.imperfection ?? WORLD_DEFAULTS.imperfection,
      random,
    );
    const { position = [0, 0, 0], rotation = [0, 0, 0] } = options.transform ?? {};
    transformPoints(positions, position, rotation);
    super(options.mesh, options.material ?? MATERIALS.cotton, positions);
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

  tensionOf(edge: number): number {
    return this.edgeTension(edge, this.stepDuration);
  }

  isHeld(vertex: number): boolean {
    return (
      this.particles.pinned[vertex] === 1 ||
      this.attachments.some(({ particles }) => particles.includes(vertex))
    );
  }
}
