/** The three room: cloth, colliders and balls in a three.js scene. */
export { BallMesh, type BallSource } from "./ball-mesh.js";
export { ballTexture } from "./ball-texture.js";
export { ClothMesh, type ClothSource } from "./cloth-mesh.js";
export { ColliderMesh, type ColliderSource } from "./collider-mesh.js";
