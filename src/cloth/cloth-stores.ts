import { by, nullOr, numbers, positive, record } from "../math/check-data.js";
import { Snapshot } from "../math/snapshot.js";
import type { Pieces, TopologyEdit, TriangleMesh } from "../mesh/index.js";
import { valueStore, type StateContext, type Store } from "../stores/index.js";
import type { StructuralSprings } from "./elements/structural-springs.js";
import { resolveMaterial, type ClothMaterial } from "./material.js";
import type { Particles } from "./particles.js";
import type { PlasticShape, PlasticState } from "./plastic-shape.js";
import type { RestShape } from "./rest-shape.js";

/** What the stores of a cloth are made of. */
export interface ClothParts {
  readonly mesh: TriangleMesh;
  readonly pieces: Pieces;
  readonly rest: RestShape;
  readonly plastic: PlasticShape | null;
  readonly springs: StructuralSprings;
  readonly particles: Particles;
  /** Whether anything of it can stay deformed. */
  readonly yields: boolean;
  givenMaterial: ClothMaterial;
  plasticState: PlasticState | null;
}

/** The stores that every cloth has, in the order in which they follow edits and take states. */
export function clothStores(cloth: ClothParts): Store[] {
  const { pieces, rest, springs, particles } = cloth;
  return [
    {
      name: "pieces",
      replay: (edit) => pieces.replay(edit),
      undo: (edit) => pieces.undo(edit),
      jump: () => pieces.update(), // what came off before is no news
    },
    { name: "rest", replay: (edit) => rest.replay(edit), undo: (edit) => rest.undo(edit) },
    valueStore(
      "material",
      {
        get: () => cloth.givenMaterial,
        set(material) {
          if (material !== cloth.givenMaterial) cloth.givenMaterial = material;
        },
      },
      by(resolveMaterial, ["density", "stiffness", "bendStiffness", "damping"]),
    ),
    new PlasticStore(cloth),
    ...(springs.count === 0
      ? []
      : [
          {
            name: "springs",
            replay: (edit: TopologyEdit) => springs.replay(edit, rest),
            undo: (edit: TopologyEdit) => springs.undo(edit),
          },
        ]),
    particles,
  ];
}

/** What has yielded; its state is null while nothing can. */
class PlasticStore implements Store {
  readonly name = "plastic";
  readonly keepsRows = true;
  readonly #cloth: ClothParts;
  readonly #stretches = new Snapshot();
  readonly #creases = new Snapshot();
  readonly #deformations = new Snapshot();

  constructor(cloth: ClothParts) {
    this.#cloth = cloth;
  }

  replay(edit: TopologyEdit): void {
    this.#cloth.plastic?.replay(edit, this.#cloth.rest);
  }

  get state(): PlasticState | null {
    return this.#cloth.plasticState;
  }

  set state(state: PlasticState | null) {
    this.#cloth.plasticState = state;
  }

  check(value: unknown, field: string, { counts }: StateContext): void {
    nullOr(
      record({
        stretches: numbers(Float64Array, counts.edges, positive),
        creases: numbers(Float64Array, counts.edges),
        deformations: numbers(Float64Array, 4 * counts.triangles),
      }),
    )(value, field);
  }

  keep(): void {
    if (!this.#cloth.yields) return;
    const { stretches, creases, deformations } = this.#cloth.plastic!;
    const { edgeCount, triangleCount } = this.#cloth.mesh;
    this.#stretches.keep(stretches, edgeCount);
    this.#creases.keep(creases, edgeCount);
    this.#deformations.keep(deformations, 4 * triangleCount);
  }

  /** Most substeps change nothing, and to make all elements anew is not cheap. */
  rollback(): void {
    if (!this.#cloth.yields) return;
    const { stretches, creases, deformations } = this.#cloth.plastic!;
    let isSame = this.#stretches.isIn(stretches);
    isSame &&= this.#creases.isIn(creases);
    isSame &&= this.#deformations.isIn(deformations);
    if (isSame) return;
    this.#cloth.plasticState = {
      stretches: this.#stretches.values,
      creases: this.#creases.values,
      deformations: this.#deformations.values,
    };
  }
}
