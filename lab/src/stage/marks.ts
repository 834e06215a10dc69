import { InstancedMesh, Matrix4, SphereGeometry, type Material } from "three";

const MAX_MARKS = 4096;

/** Small spheres at particles. */
export class Marks extends InstancedMesh {
  constructor(radius: number, material: Material) {
    super(new SphereGeometry(radius, 16, 12), material, MAX_MARKS);
    this.frustumCulled = false;
    this.count = 0;
  }

  show(particles: readonly number[], positions: Float32Array): void {
    const matrix = new Matrix4();
    this.count = Math.min(particles.length, MAX_MARKS);
    for (let i = 0; i < this.count; i++) {
      const p = 3 * particles[i]!;
      matrix.setPosition(positions[p]!, positions[p + 1]!, positions[p + 2]!);
      this.setMatrixAt(i, matrix);
    }
    this.instanceMatrix.clearUpdateRanges();
    this.instanceMatrix.addUpdateRange(0, 16 * this.count);
    this.instanceMatrix.needsUpdate = true;
  }
}
