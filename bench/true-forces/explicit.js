/**
 * Springs in double precision by symplectic Euler with tiny substeps: the reference, and the relaxation of the start. It
 * shares the numbers of the springs with the library, and no code.
 */
export class ExplicitSheet {
  constructor({ cloths: [cloth], gravity }) {
    const { particles, elements, mesh } = cloth;
    this.cloth = cloth;
    this.gravity = gravity;
    this.count = particles.count;
    this.positions = particles.positions.slice(0, 3 * this.count);
    this.velocities = new Float64Array(3 * this.count);
    this.forces = new Float64Array(3 * this.count);
    this.masses = particles.masses.slice(0, this.count);
    this.pinned = particles.pinned.slice(0, this.count);
    this.edgeCount = mesh.edgeCount;
    this.#readSprings(elements);
    this.impulses = new Float64Array(this.stiffnesses.length);
  }

  /** Structural springs first: their index is that of the edge. */
  #readSprings(elements) {
    const [ends, lengths, stiffnesses, dampings] = [[], [], [], []];
    const structural = elements.find(({ kind }) => kind === "spring");
    for (const springs of [structural, ...elements.filter((own) => own !== structural)]) {
      for (let i = 0; i < springs.count; i++) {
        if (springs !== structural && !(springs.stiffnesses[i] > 0)) continue; // removed by a cut
        ends.push(3 * springs.particles[2 * i], 3 * springs.particles[2 * i + 1]);
        lengths.push(springs.restLengths[i]);
        stiffnesses.push(springs.stiffnesses[i]);
        dampings.push(springs.dampings[i]);
      }
    }
    this.ends = Int32Array.from(ends);
    this.lengths = Float64Array.from(lengths);
    this.stiffnesses = Float64Array.from(stiffnesses);
    this.dampings = Float64Array.from(dampings);
  }

  /** Sum of a quantity of the springs at each particle. */
  #sumAtParticles(values) {
    const sums = new Float64Array(this.count);
    for (let i = 0; i < values.length; i++) {
      sums[this.ends[2 * i] / 3] += values[i];
      sums[this.ends[2 * i + 1] / 3] += values[i];
    }
    return sums;
  }

  /** Longest stable substep, s: h² ω² + 2 h c < 4, by Gershgorin's bounds of ω² and c. */
  stableStep() {
    const stiffness = this.#sumAtParticles(this.stiffnesses);
    const damping = this.#sumAtParticles(this.dampings);
    let [squared, rate] = [0, 0];
    for (let i = 0; i < this.count; i++) {
      if (this.pinned[i]) continue;
      squared = Math.max(squared, (2 * stiffness[i]) / this.masses[i]);
      rate = Math.max(rate, (2 * damping[i]) / this.masses[i]);
    }
    return (Math.sqrt(rate * rate + 4 * squared) - rate) / squared;
  }

  /** Adds the forces of all springs; `step` in s weights them in the impulses. */
  #addSpringForces(step, isDamped) {
    const { ends, lengths, stiffnesses, dampings, positions: x, velocities: v, forces: f } = this;
    const { impulses } = this;
    for (let i = 0; i < stiffnesses.length; i++) {
      const a = ends[2 * i];
      const b = ends[2 * i + 1];
      const dx = x[b] - x[a];
      const dy = x[b + 1] - x[a + 1];
      const dz = x[b + 2] - x[a + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      let force = stiffnesses[i] * (length - lengths[i]);
      if (isDamped) {
        const speed = dx * (v[b] - v[a]) + dy * (v[b + 1] - v[a + 1]) + dz * (v[b + 2] - v[a + 2]);
        force += (dampings[i] * speed) / length;
      }
      impulses[i] += step * force;
      const scale = force / length;
      f[a] += scale * dx;
      f[a + 1] += scale * dy;
      f[a + 2] += scale * dz;
      f[b] -= scale * dx;
      f[b + 1] -= scale * dy;
      f[b + 2] -= scale * dz;
    }
  }

  #addWeights() {
    const { forces, masses, gravity } = this;
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < 3; k++) forces[3 * i + k] = masses[i] * gravity[k];
    }
  }

  /** Moves through a frame. Pinned particles keep their velocities. Afterwards `impulses` are those of the frame, N·s. */
  advance(duration, substeps) {
    const { positions: x, velocities: v, forces: f, masses, pinned } = this;
    const step = duration / substeps;
    this.impulses.fill(0);
    for (let n = 0; n < substeps; n++) {
      this.#addWeights();
      this.#addSpringForces(step, true);
      for (let i = 0; i < this.count; i++) {
        const scale = pinned[i] ? 0 : step / masses[i];
        for (let j = 3 * i; j < 3 * i + 3; j++) {
          v[j] += scale * f[j];
          x[j] += step * v[j];
        }
      }
    }
  }

  /**
   * Dynamic relaxation: every particle has the mass for which a step of 1 is just stable. All stop whenever their kinetic
   * energy has passed a maximum (kinetic damping). Slack parts need not come to rest completely, because every solver
   * starts from the same state.
   */
  relax(iterations) {
    const { positions: x, velocities: v, forces: f, pinned } = this;
    const masses = this.#sumAtParticles(this.stiffnesses).map((sum) => 0.6 * sum);
    let before = 0;
    v.fill(0);
    for (let n = 0; n < iterations; n++) {
      this.#addWeights();
      this.#addSpringForces(0, false);
      let energy = 0;
      for (let i = 0; i < this.count; i++) {
        if (pinned[i]) continue;
        for (let j = 3 * i; j < 3 * i + 3; j++) {
          v[j] += f[j] / masses[i];
          energy += masses[i] * v[j] * v[j];
        }
      }
      if (energy < before) v.fill(0);
      before = energy < before ? 0 : energy;
      for (let j = 0; j < x.length; j++) x[j] += v[j];
    }
    v.fill(0);
  }
}
