import { expect, test } from "vitest";
import { buildMesh } from "../../src/mesh/index.js";
import { trianglesBelowPlane } from "../../src/tearing/paths/plane.js";
import { TearPose } from "../../src/tearing/tear-pose.js";
import { hexagon } from "../meshes.js";

// On a regular mesh many triangle centers are exactly on the splitting plane. Rounding put one of two mirror images
// above the plane and the other below it, and tears of a symmetric sheet were asymmetric.
test("mirror images on the plane go to the same side", () => {
  const data = hexagon();
  const mesh = buildMesh(data);
  const pose = new TearPose();
  pose.begin(data.positions, mesh.vertexCount);
  for (let k = 0; k < 6; k++) {
    const [x, y] = [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)];
    expect(trianglesBelowPlane(mesh, pose, 0, [x, y, 0])).toHaveLength(4);
  }
});
