import { Mesh, SphereGeometry, type Material } from "three";
import { addMaterialGroups } from "./groups.js";

/**
 * The data that a ball mesh reads. A ball of a `World` fits, and so does an object that a page fills from the messages
 * of a worker.
 */
export interface BallSource {
  /** m. */
  readonly radius: number;
  /** Center, m. */
  readonly position: ArrayLike<number>;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: ArrayLike<number>;
}

/** Shared by all balls, which scale it. */
let unitBall: SphereGeometry | null = null;

/**
 * A ball in a three.js scene. Call `update()` after stepping the world and before drawing. It reads the simulation and
 * never writes to it. All balls share one geometry. A material with a pattern, such as `ballTexture()`, shows how the
 * ball rolls.
 */
export class BallMesh extends Mesh {
  #source: BallSource;

  constructor(source: BallSource, material: Material | Material[]) {
    super((unitBall ??= new SphereGeometry(1, 48, 32)), material);
    this.#source = source;
    addMaterialGroups(this);
    this.update();
  }

  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (...args: ConstructorParameters<typeof BallMesh>) => this;
    return new Class(this.#source, this.material).copy(this, recursive);
  }

  /**
   * Copies position, rotation and radius from the ball.
   *
   * @param source The ball; pass it if it may be a new object: `World.restore` may create new balls.
   */
  update(source: BallSource = this.#source): void {
    this.#source = source;
    const { radius, position, rotation } = source;
    this.position.fromArray(position);
    this.quaternion.fromArray(rotation);
    this.scale.setScalar(radius);
  }
}
