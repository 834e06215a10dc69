/** Cloth, colliders and balls in a three.js scene (`tatter/three`). */
export { BallMesh, type BallSource } from "./ball-mesh.js";
export { ballTexture } from "./ball-texture.js";
export { ClothGeometry, type ClothSource } from "./cloth-geometry.js";
export { ClothMesh } from "./cloth-mesh.js";
export { ColliderMesh, type ColliderSource } from "./collider-mesh.js";
