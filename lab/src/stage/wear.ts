import type { ClothMesh } from "tatter/three";
import type { MeshPhysicalMaterial } from "three";
import type { Stage } from "./stage.js";

/** Gives a cloth its look, with the colours of its particles where it has any. */
export function wear(stage: Stage, mesh: ClothMesh, look: MeshPhysicalMaterial): void {
  const hasColours = mesh.geometry.hasAttribute("color");
  if (mesh.material !== look) stage.redraw();
  mesh.material = look;
  if (look.vertexColors === hasColours) return;
  stage.redraw();
  look.vertexColors = hasColours;
  look.needsUpdate = true;
}
