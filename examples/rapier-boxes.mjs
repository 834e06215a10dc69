// Cloth and rigid bodies of Rapier in one world: boxes and balls fall on a pinned cloth. It carries the first and tears
// under the others, which land on a floor of Rapier.
//   npm install tatter @dimforge/rapier3d-compat
//   node examples/rapier-boxes.mjs
import RAPIER from "@dimforge/rapier3d-compat";
import { generateGrid, World } from "tatter";
import { RapierCoupling } from "tatter/rapier";

await RAPIER.init();
const { ColliderDesc, RigidBodyDesc } = RAPIER;

// 1 m × 1 m, horizontal at a height of 1 m, pinned along two opposite sides.
const mesh = generateGrid({ size: [1, 1], segments: [10, 10] });
const world = new World({
  cloths: [
    {
      mesh,
      transform: { position: [0, 1, 0], rotation: [-90, 0, 0] },
      pins: [{ select: { group: "left" } }, { select: { group: "right" } }],
      tearing: { criterion: "stretch", limit: 1.15 },
    },
  ],
});

const rapier = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
rapier.createCollider(ColliderDesc.cuboid(3, 0.1, 3).setTranslation(0, -0.1, 0));
const coupling = new RapierCoupling(world, rapier);

const bodies = [];
function drop(desc, mass, x) {
  const body = rapier.createRigidBody(RigidBodyDesc.dynamic().setTranslation(x, 1.4, 0));
  coupling.add(rapier.createCollider(desc.setMass(mass), body));
  bodies.push(body);
}

let tears = 0;
world.on("tear", () => tears++);
for (let step = 0; step < 150; step++) {
  if (step === 0) drop(ColliderDesc.cuboid(0.1, 0.1, 0.1), 0.1, 0);
  if (step === 45) drop(ColliderDesc.ball(0.12), 2, 0.15);
  if (step === 75) drop(ColliderDesc.cuboid(0.12, 0.08, 0.12), 8, -0.1);
  coupling.step(); // 1/60 s of both worlds
  if (step % 30 !== 29) continue;
  const heights = bodies.map((body) => body.translation().y.toFixed(2)).join(" m, ");
  console.log(`${world.time.toFixed(1)} s: ${tears} tears, bodies at ${heights} m`);
}
const fallen = bodies.filter((body) => body.translation().y < 0.5).length;
console.log(`${fallen} of ${bodies.length} bodies have fallen through`);
