import { GRAVITY, STEP } from "./sheet.js";

const DISABLE_DEACTIVATION = 4;

/** The sheet in ammo.js, WebAssembly build. Each sheet has a module of its own, which is freed as a whole. */
export async function openAmmo(sheet, { iterations }) {
  const { default: start } = await import("ammojs-typed/wasm");
  const ammo = await start();
  const configuration = new ammo.btSoftBodyRigidBodyCollisionConfiguration();
  const world = new ammo.btSoftRigidDynamicsWorld(
    new ammo.btCollisionDispatcher(configuration),
    new ammo.btDbvtBroadphase(),
    new ammo.btSequentialImpulseConstraintSolver(),
    configuration,
    new ammo.btDefaultSoftBodySolver(),
  );
  const gravity = new ammo.btVector3(0, -GRAVITY, 0);
  world.setGravity(gravity);
  world.getWorldInfo().set_m_gravity(gravity);
  const body = softBodyOf(ammo, world.getWorldInfo(), sheet);
  const settings = body.m_cfg;
  settings.piterations = iterations;
  settings.collisions = 0;
  body.setActivationState(DISABLE_DEACTIVATION);
  world.addSoftBody(body, 1, 0);
  const nodes = body.m_nodes;
  return {
    sheet,
    step: () => world.stepSimulation(STEP, 0),
    heightOf: (vertex) => nodes.at(vertex).m_x.y(),
    setDamping(rate) {
      settings.kDP = rate * STEP;
    },
    close() {},
  };
}

function softBodyOf(ammo, info, { mesh, count, pinned, masses, pairs }) {
  const points = ammo._malloc(16 * count);
  for (let i = 0; i < count; i++) {
    ammo.HEAPF32.set([...mesh.positions.subarray(3 * i, 3 * i + 3), 0], points / 4 + 4 * i);
  }
  const isPinned = new Set(pinned);
  const body = new ammo.btSoftBody(
    info,
    count,
    ammo.wrapPointer(points, ammo.btVector3),
    Array.from(masses, (mass, i) => (isPinned.has(i) ? 0 : mass)), // 0: fixed
  );
  const material = body.m_materials.at(0);
  material.m_kLST = 1;
  for (let i = 0; i < pairs.length; i += 2) {
    body.appendLink(pairs[i], pairs[i + 1], material, false);
  }
  for (let h = 0; h < mesh.triangles.length; h += 3) {
    body.appendFace(...mesh.triangles.subarray(h, h + 3), material);
  }
  return body;
}
