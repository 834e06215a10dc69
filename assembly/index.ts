// The kernels in WebAssembly SIMD: all hot loops of a substep of `xpbd` and `euler`, on the memory of one cloth.
export * from "./particles";
export * from "./springs";
export * from "./air";
export * from "./measure";
export { anchorOffsets, setDummy } from "./blocks";
export * from "./hinges";
export * from "./corner-shear";
export * from "./sheet";
export { commitMultipliers } from "./element-equations";
export {
  addSprings,
  anchorBlocks,
  dotProduct,
  multiply,
  relaxPositions,
  solveMultipliers,
  startEquations,
  takeStep,
} from "./equations";
export { anchorSheets, addSheets } from "./sheet-equations";
export { anchorCorners, addCorners } from "./corner-equations";
export { anchorHinges, addHinges, coarsenHinges, solveHingeMultipliers } from "./hinge-equations";
export { coarsenTriangles, solveTriangleMultipliers } from "./triangle-equations";
export { invertDiagonals } from "./diagonals";
export { clearCoarse, coarsenParticles, coarsenSprings, factorCoarse, solve } from "./multigrid";
export { readContactHeader } from "./contact/memory";
export { listFans } from "./contact/topology";
export { areInContactBoxes, horizonOf } from "./contact/tree";
export { findPairs } from "./contact/pairs";
export { makeContacts } from "./contact/contacts";
export { endContacts, projectContacts, repelContacts, startContacts } from "./contact/project";
export { crossingCount, untangle } from "./contact/crossings";
export {
  guard,
  impactCount,
  measurePairs,
  startInterval,
  takeInterval,
  takePart,
} from "./contact/guard";
