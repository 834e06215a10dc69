import { checkedBy, nullOr, numbers, positive, record } from "../math/check-data.js";
import { Snapshot } from "../math/snapshot.js";
import type { Pieces, TopologyEdit, TriangleMesh } from "../mesh/index.js";
import { valueStore, type StateContext, type Store } from "../stores/index.js";
import type { StructuralSprings } from "./elements/structural-springs.js";
import { resolveMaterial, type ClothMaterial } from "./material.js";
import type { Particles } from "./particles.js";
import type { PlasticShape, PlasticState } from "./plastic-shape.js";
import type { RestShape } from "./rest-shape.js";

/** The members of a cloth that its stores read and write. */
export interface ClothParts {
  readonly mesh: TriangleMesh;
  readonly pieces: Pieces;
  readonly rest: RestShape;
  readonly plastic: PlasticShape | null;
  readonly springs: StructuralSprings;
  readonly particles: Particles;
  /** True if the material can deform plastically. */
  readonly yields: boolean;
  givenMaterial: ClothMaterial;
  plasticState: PlasticState | null;
}

/** Returns the stores that every cloth has, in the order in which they replay edits and restore states. */
export function clothStores(cloth: ClothParts): Store[] {
  const { pieces, rest, springs, particles } = cloth;
  return [
    {
      name: "pieces",
      replay: (edit) => pieces.replay(edit),
      undo: (edit) => pieces.undo(edit),
      jump: () => pieces.update(), // no events for pieces that separated before
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
      checkedBy(resolveMaterial, ["density", "stiffness", "bendStiffness", "damping"]),
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

/** The plastic deformation. Its state is null as long as the material has never been able to yield. */
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

  takeSnapshot(): void {
    if (!this.#cloth.yields) return;
    const { stretches, creases, deformations } = this.#cloth.plastic!;
    const { edgeCount, triangleCount } = this.#cloth.mesh;
    this.#stretches.take(stretches, edgeCount);
    this.#creases.take(creases, edgeCount);
    this.#deformations.take(deformations, 4 * triangleCount);
  }

  /** Skips unchanged data: most substeps change nothing, and rebuilding all elements is expensive. */
  rollback(): void {
    if (!this.#cloth.yields) return;
    const { stretches, creases, deformations } = this.#cloth.plastic!;
    let isSame = this.#stretches.equals(stretches);
    isSame &&= this.#creases.equals(creases);
    isSame &&= this.#deformations.equals(deformations);
    if (isSame) return;
    this.#cloth.plasticState = {
      stretches: this.#stretches.values,
      creases: this.#creases.values,
      deformations: this.#deformations.values,
    };
  }
}
