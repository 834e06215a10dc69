// Addresses and numbers of the equations of a substep lie in a header at the start of the memory, because V8 allocates
// numbers that are arguments of a call on the heap. `layout.ts` of the solver has the same.

/** Addresses of the header: u32 each. */
export const HEADER: usize = 2048;
/** Bytes of a vector: 16 × particles, with the dummy of empty lanes as the first one. */
export const SIZE: usize = HEADER;
/** Displacements since the anchor, m. */
export const U: usize = HEADER + 4;
/** (x, y, z) of what particles would reach without springs, and w, the inertia and the stiffness of grabs, N/m. */
export const TARGETS: usize = HEADER + 8;
/** −∇Φ, N. */
export const DOWNHILL: usize = HEADER + 12;
/** Diagonal blocks of A: (xx, yy, zz, 0) and (yz, xz, xy, 0), 32 bytes per particle. */
export const DIAGONALS: usize = HEADER + 16;
/** Their inverses, by columns, 48 bytes per particle; 0 for a pinned particle. */
export const INVERSES: usize = HEADER + 20;
/** The step, and vectors of the conjugate gradients. */
export const STEP: usize = HEADER + 24;
export const RESIDUAL: usize = HEADER + 28;
export const SOLVED: usize = HEADER + 32;
export const DIRECTION: usize = HEADER + 36;
export const PRODUCT: usize = HEADER + 40;
/** Positions at the start of the substep, f64, 32 bytes per particle. */
export const ANCHORS: usize = HEADER + 44;
/** Particles on an axis or a plane, 32 bytes each, and the end of this list. */
export const CONSTRAINTS: usize = HEADER + 48;
export const CONSTRAINTS_END: usize = HEADER + 52;
/** Displacements of the start of the previous substep since the anchor, m. */
export const U_BEFORE: usize = HEADER + 56;
/** A vector for the preconditioner. */
export const SCRATCH: usize = HEADER + 60;
/** Coarse levels, from the finest on, and the end of this list. */
export const LEVELS: usize = HEADER + 64;
export const LEVELS_END: usize = HEADER + 68;
/** A result: conjugate gradients of the latest solve. */
export const ITERATIONS: usize = HEADER + 72;

/** Numbers of the header: f64 each. */
export const NUMBERS: usize = HEADER + 128;
/** 1 / h′, 1/s. */
export const PER_STEP: usize = NUMBERS;
/** β of BDF2: C* = C + β (C − C₋) is what the rate of a stretch is measured from; 0 with backward Euler. */
export const WEIGHT: usize = NUMBERS + 8;
/** Weights of the previous and the new multiplier in the impulse of a substep, s. */
export const OLD_SHARE: usize = NUMBERS + 16;
export const NEW_SHARE: usize = NUMBERS + 24;
/** Results: a sum of squares or a scalar product. */
export const SUM: usize = NUMBERS + 32;
/** ‖r‖² at which conjugate gradients may end, N². */
export const ENOUGH: usize = NUMBERS + 40;

/** Lists of blocks: start and end of two kinds of springs, of triangles, and of hinges. */
export const KINDS: usize = HEADER + 96;
