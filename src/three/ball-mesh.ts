import { Mesh, SphereGeometry, type Material } from "three";
import { coverWith } from "./groups.js";

/**
 * What a ball has to show in order to be drawn. A ball of a `World` fits as it is; so does an object that a page fills from
 * the messages of a worker.
 */
export interface BallSource {
  /** m. */
  readonly radius: number;
  /** Of its middle, m. */
  readonly position: ArrayLike<number>;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: ArrayLike<number>;
}

/** All balls are this one, scaled. */
let unitBall: SphereGeometry | null = null;

/**
 * A ball in a three.js scene. Call `update()` after stepping the world and before drawing. It reads the simulation and never
 * writes it. All balls share one geometry; a material with a pattern, as `ballTexture()`, shows how it rolls.
 */
export class BallMesh extends Mesh {
  #source: BallSource;

  constructor(source: BallSource, material: Material | Material[]) {
    super((unitBall ??= new SphereGeometry(1, 48, 32)), material);
    this.#source = source;
    coverWith(this);
    this.update();
  }

  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (...args: ConstructorParameters<typeof BallMesh>) => this;
    return new Class(this.#source, this.material).copy(this, recursive);
  }

  /**
   * Follows the ball.
   *
   * @param source The ball, where it may be another one than before: `World.restore` may make new ones.
   */
  update(source: BallSource = this.#source): void {
    this.#source = source;
    const { radius, position, rotation } = source;
    this.position.fromArray(position);
    this.quaternion.fromArray(rotation);
    this.scale.setScalar(radius);
  }
}
