import { generateGrid, World } from "../../dist/index.js";

export const SUBSTEPS = 20; // of a step of 1/60 s
/** Distance of the two halves of the folded sheet, m. */
const GAP = 0.04;
const TILT = 0.1;
const DRAPE = { step: 0.005, substeps: 6, radius: 0.2, above: 0.005 }; // s, m; substeps about as long as above

/** Where a point of the folded sheet is, from its way along the sheet in m: along the halves and across them. */
function hairpin(way) {
  const radius = GAP / 2;
  const straight = (1 - Math.PI * radius) / 2;
  if (way < straight) return [way, -radius];
  if (way > 1 - straight) return [1 - way, radius];
  const angle = (way - straight) / radius;
  return [straight + radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/** The halves lie above each other, 2 cm above the floor. */
function lie(x, [along, across]) {
  return [x, 0.02 + GAP / 2 + across, along];
}

/** The fold is at the top, the halves hang from it to 2 cm above the floor, tilted so that they do not balance. */
function stand(x, [along, across]) {
  const side = across + GAP / 2;
  const [cosine, sine] = [Math.cos(TILT), Math.sin(TILT)];
  return [x, 0.02 + cosine * along + sine * side, cosine * side - sine * along];
}

const POSES = { lying: lie, standing: stand };

/** What is compared: options of the world. */
export const VARIANTS = {
  reference: { kernels: "reference" },
  off: {},
  fast: { selfCollision: "fast" },
  exact: { selfCollision: "exact" },
};

/** A sheet of 1 m that is flat at rest and folded once at the start, above a floor, with n × n particles. */
export function foldedSheet(n, pose, options) {
  const mesh = generateGrid({ size: [1, 1], segments: [n - 1, n - 1] });
  const world = new World({
    cloths: [{ mesh }],
    colliders: [{ type: "half-space", point: [0, 0, 0], normal: [0, 1, 0] }],
    wind: { drag: 0 },
    solver: { type: "xpbd", substeps: SUBSTEPS },
    ...options,
  });
  const { positions, previousPositions } = world.cloths[0].particles;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [mesh.positions[i], mesh.positions[i + 1]];
    const place = POSES[pose](x, hairpin(y + 0.5));
    positions.set(place, i);
    previousPositions.set(place, i);
  }
  return world;
}

/** A sheet of 1 m just above a sphere, with n × n particles and exact contact. */
export function drapedSheet(n) {
  const { step, substeps, radius, above } = DRAPE;
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [n - 1, n - 1] }),
        transform: { position: [0, above, 0], rotation: [-90, 0, 0] },
      },
    ],
    colliders: [{ type: "sphere", center: [0, -radius, 0], radius }],
    wind: { drag: 0 },
    solver: { type: "xpbd", step, substeps },
    selfCollision: "exact",
  });
}
