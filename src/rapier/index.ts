/** Two-way coupling of cloth and the rigid bodies of Rapier (`tatter/rapier`). */
export { RapierCoupling, type RapierCouplingOptions } from "./coupling.js";
