/** The stores module: the contract of everything that follows the mesh or time, and the lists that walk it. */
export { haveSameBits } from "./data.js";
export { valueStore, type MeshCounts, type StateContext, type Store } from "./store.js";
export { StoreList, type Changes, type ChangeTracker, type States } from "./store-list.js";
