/** The three room: cloth in a three.js scene. */
export { ClothMesh, type ClothSource } from "./cloth-mesh.js";
