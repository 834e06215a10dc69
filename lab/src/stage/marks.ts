import { InstancedMesh, Matrix4, SphereGeometry, type Material } from "three";

const MAX_MARKS = 4096;

/** Particles of one cloth to mark. */
export interface MarkedParticles {
  particles: readonly number[];
  /** Of all particles of the cloth, m. */
  positions: Float32Array;
}

/** Small spheres at particles of all cloths. */
export class Marks extends InstancedMesh {
  constructor(radius: number, material: Material) {
    super(new SphereGeometry(radius, 16, 12), material, MAX_MARKS);
    this.frustumCulled = false;
    this.count = 0;
  }

  show(cloths: readonly MarkedParticles[]): void {
    const matrix = new Matrix4();
    this.count = 0;
    for (const { particles, positions } of cloths) {
      for (const particle of particles) {
        if (this.count === MAX_MARKS) break;
        const p = 3 * particle;
        matrix.setPosition(positions[p]!, positions[p + 1]!, positions[p + 2]!);
        this.setMatrixAt(this.count++, matrix);
      }
    }
    this.instanceMatrix.clearUpdateRanges();
    this.instanceMatrix.addUpdateRange(0, 16 * this.count);
    this.instanceMatrix.needsUpdate = true;
  }
}
