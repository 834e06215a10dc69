import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../../scripts/setup.js";
import { GRAVITY, STEP } from "./sheet.js";

/** The default build of jolt-physics: one thread, no SIMD. */
export async function loadJolt() {
  const { default: start } = await import("jolt-physics/wasm-compat");
  return start();
}

/**
 * The multithread build, the only one with SIMD. Its workers do not start in Node, because an `await` binds to the
 * wrong expression. This starts a corrected copy. The copy keeps the name of the file, by which the workers load it.
 */
export async function loadJoltSimd() {
  const original = fileURLToPath(import.meta.resolve("jolt-physics/wasm-compat-multithread"));
  const folder = join(root, ".cache");
  const copy = join(folder, basename(original));
  mkdirSync(folder, { recursive: true });
  // Latin-1 keeps every byte of the embedded WebAssembly.
  const text = readFileSync(original, "latin1").replace(
    'await import("node:worker_threads").workerData',
    '(await import("node:worker_threads")).workerData',
  );
  writeFileSync(copy, text, "latin1");
  const { default: start } = await import(pathToFileURL(copy).href);
  return start();
}

/** The sheet in jolt on one thread. `attached`: with long-range attachments by geodesic distance. */
export function openJolt(jolt, sheet, { iterations, attached = false }) {
  const simulation = startSimulation(jolt);
  const system = simulation.GetPhysicsSystem();
  system.SetGravity(new jolt.Vec3(0, -GRAVITY, 0));
  const settings = softBodyOf(jolt, sheet, iterations, attached);
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateSoftBody(settings);
  jolt.destroy(settings);
  const id = body.GetID();
  bodies.AddBody(id, jolt.EActivation_Activate);
  const motion = jolt.castObject(body.GetMotionProperties(), jolt.SoftBodyMotionProperties);
  return {
    sheet,
    step: () => simulation.Step(STEP, 1),
    heightOf: (vertex) => motion.GetVertex(vertex).mPosition.GetY(),
    setDamping: (rate) => motion.SetLinearDamping(rate),
    close() {
      bodies.RemoveBody(id);
      bodies.DestroyBody(id);
      jolt.destroy(simulation);
    },
  };
}

/** An empty world with one layer for everything. */
function startSimulation(jolt) {
  const settings = new jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0; // all work in the calling thread
  const pairs = new jolt.ObjectLayerPairFilterTable(1);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    1,
    pairs,
    1,
  );
  const simulation = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return simulation;
}

function softBodyOf(jolt, { mesh, pinned, masses, constraints }, iterations, attached) {
  const shared = new jolt.SoftBodySharedSettings();
  const isPinned = new Set(pinned);
  const vertex = new jolt.SoftBodySharedSettingsVertex();
  for (const [i, mass] of masses.entries()) {
    const at = vertex.mPosition;
    [at.x, at.y, at.z] = mesh.positions.subarray(3 * i, 3 * i + 3);
    vertex.mInvMass = isPinned.has(i) ? 0 : 1 / mass;
    shared.mVertices.push_back(vertex);
  }
  const face = new jolt.SoftBodySharedSettingsFace(0, 0, 0, 0);
  for (let h = 0; h < mesh.triangles.length; h += 3) {
    for (let k = 0; k < 3; k++) face.set_mVertex(k, mesh.triangles[h + k]);
    shared.AddFace(face);
  }
  const attributes = new jolt.SoftBodySharedSettingsVertexAttributes();
  attributes.mCompliance = 0;
  attributes.mShearCompliance = 0;
  attributes.mBendCompliance = 0;
  if (attached) attributes.mLRAType = jolt.SoftBodySharedSettings_ELRAType_GeodesicDistance;
  shared.CreateConstraints(attributes, 1, jolt.SoftBodySharedSettings_EBendType_Distance);
  shared.Optimize();
  const created = shared.mEdgeConstraints.size();
  if (created !== constraints) {
    throw new Error(`jolt: expected ${constraints} constraints, got ${created}`);
  }
  const origin = new jolt.RVec3(0, 0, 0);
  const rotation = new jolt.Quat(0, 0, 0, 1);
  const settings = new jolt.SoftBodyCreationSettings(shared, origin, rotation, 0);
  settings.mNumIterations = iterations;
  settings.mLinearDamping = 0;
  settings.mUpdatePosition = false;
  settings.mAllowSleeping = false;
  for (const part of [vertex, face, attributes, origin, rotation]) jolt.destroy(part);
  return settings;
}
