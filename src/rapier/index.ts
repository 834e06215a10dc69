/** The rapier room: cloth and the rigid bodies of Rapier in one world. */
export { RapierCoupling, type RapierCouplingOptions } from "./coupling.js";
