/** Stores: the interface of all data that follows mesh edits or time, and the lists that iterate over it. */
export { haveSameBits } from "./data.js";
export { valueStore, type MeshCounts, type StateContext, type Store } from "./store.js";
export { StoreList, type Changes, type ChangeTracker, type States } from "./store-list.js";
