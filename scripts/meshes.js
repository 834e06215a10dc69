// npm run meshes: generates the meshes of the scene library's solids.
import { writeFileSync } from "node:fs";

/** Writes an OBJ file; coordinates are rounded to 0.1 mm. */
function writeObj(name, comment, points, faces) {
  const lines = [
    `# ${comment}`,
    ...points.map((point) => `v ${point.map((x) => Number(x.toFixed(4))).join(" ")}`),
    ...faces.map((face) => `f ${face.map((vertex) => vertex + 1).join(" ")}`),
  ];
  writeFileSync(`scenes/meshes/${name}.obj`, `${lines.join("\n")}\n`);
}

/** A surface of revolution: a profile of (radius, height) about the y axis. Its first point is on the axis. */
function revolved(profile, sides) {
  const points = [[0, profile[0][1], 0]];
  const faces = [];
  for (const [ring, [radius, height]] of profile.slice(1).entries()) {
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * (side + 0.5 * (ring % 2))) / sides;
      points.push([radius * Math.cos(angle), height, -radius * Math.sin(angle)]);
      const at = (r, s) => (r < 0 ? 0 : 1 + sides * r + ((s + sides) % sides));
      const [a, b] = [at(ring, side), at(ring, side + 1)];
      // Every second ring is rotated by half a side, so that the triangles between rings are regular.
      const shift = ring % 2;
      const [c, d] = [at(ring - 1, side + shift), at(ring - 1, side + 1)];
      faces.push([a, b, c]);
      if (ring > 0) faces.push(shift ? [a, c, at(ring - 1, side)] : [b, d, c]);
    }
  }
  return [points, faces];
}

/** Smooth minimum of two distances: solids blend where they are closer than `blend`. */
function smoothUnion(a, b, blend) {
  const h = Math.max(blend - Math.abs(a - b), 0) / blend;
  return Math.min(a, b) - (h * h * blend) / 4;
}

/**
 * The approximate distance to a limb: a segment with the radius `start` at one end and `end` at the other, scaled by
 * `flat` in z.
 */
function limb([x, y, z], [ax, ay], [bx, by], start, end, flat = 1) {
  const t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const along = Math.min(Math.max(t, 0), 1);
  const across = Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay), z / flat);
  return across - (start + along * (end - start));
}

/** Signed distance to a body without legs, with arms spread, that fits the library's T-shirt, m. Negative inside. */
function body(point) {
  const mirrored = [Math.abs(point[0]), point[1], point[2]];
  const torso = limb(point, [0, -0.42], [0, 0.13], 0.165, 0.175, 0.55);
  const shoulders = limb(point, [-0.15, 0.23], [0.15, 0.23], 0.06, 0.06);
  const arm = limb(mirrored, [0.16, 0.225], [0.58, 0.09], 0.058, 0.052);
  const neck = limb(point, [0, 0.2], [0, 0.42], 0.055, 0.055);
  const head = limb(point, [0, 0.5], [0, 0.56], 0.095, 0.085);
  const limbs = [shoulders, arm, neck, head];
  return limbs.reduce((solid, other) => smoothUnion(solid, other, 0.05), torso);
}

/** The gradient of a field by central differences, and its squared norm. */
function gradientOf(field, point) {
  const step = 1e-4;
  const gradient = [0, 1, 2].map((k) => {
    const [ahead, behind] = [point.with(k, point[k] + step), point.with(k, point[k] - step)];
    return (field(ahead) - field(behind)) / (2 * step);
  });
  return { gradient, squared: gradient[0] ** 2 + gradient[1] ** 2 + gradient[2] ** 2 };
}

/** Splits a quad into two triangles along its shorter diagonal. */
function triangulateQuad([a, b, c, d], points) {
  const distance = (from, to) => Math.hypot(...points[from].map((x, k) => x - points[to][k]));
  const isFirst = distance(a, c) < distance(b, d);
  return isFirst ? [[a, b, c], [a, c, d]] : [[a, b, d], [b, c, d]]; // prettier-ignore
}

/** The end points of the twelve edges of a cell. */
const EDGES_OF_CELL = [0, 1, 2].flatMap((axis) =>
  [0, 1].flatMap((u) =>
    [0, 1].map((v) => {
      const start = [u, v].toSpliced(axis, 0, 0);
      return [start, start.with(axis, 1)];
    }),
  ),
);

/**
 * The zero level set of a field, by surface nets (Gibson 1998): one vertex in every lattice cell that the surface
 * crosses, projected onto the surface, and one face for every lattice edge that it crosses.
 */
function surfaceOf(field, low, high, spacing) {
  const counts = [0, 1, 2].map((k) => Math.round((high[k] - low[k]) / spacing) + 1);
  const cornerAt = (cell) => cell.map((i, k) => low[k] + spacing * i);
  const isInside = (cell) => field(cornerAt(cell)) < 0;
  const centerOfCrossings = (cell) => {
    const crossings = EDGES_OF_CELL.flatMap(([from, to]) => {
      const [a, b] = [from, to].map((offset) => cornerAt(cell.map((i, k) => i + offset[k])));
      const [atA, atB] = [field(a), field(b)];
      const t = atA / (atA - atB);
      return atA < 0 === atB < 0 ? [] : [a.map((x, k) => x + t * (b[k] - x))];
    });
    return [0, 1, 2].map((k) => crossings.reduce((sum, at) => sum + at[k], 0) / crossings.length);
  };
  const points = [];
  const faces = [];
  const vertices = new Map();
  const vertexOf = (cell) => {
    const key = cell.join();
    if (!vertices.has(key)) {
      let point = centerOfCrossings(cell);
      for (let i = 0; i < 2; i++) {
        const { gradient, squared } = gradientOf(field, point);
        const value = field(point);
        point = point.map((x, k) => x - (value * gradient[k]) / squared);
      }
      vertices.set(key, points.push(point) - 1);
    }
    return vertices.get(key);
  };
  for (let i = 1; i < counts[0]; i++) {
    for (let j = 1; j < counts[1]; j++) {
      for (let k = 1; k < counts[2]; k++) {
        const corner = [i, j, k];
        for (let axis = 0; axis < 3; axis++) {
          const inside = isInside(corner);
          if (inside === isInside(corner.with(axis, corner[axis] + 1))) continue;
          // The four cells around this lattice edge, counterclockwise as seen from its far end.
          const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
          const around = [
            corner.with(u, corner[u] - 1).with(v, corner[v] - 1),
            corner.with(v, corner[v] - 1),
            corner,
            corner.with(u, corner[u] - 1),
          ].map(vertexOf);
          faces.push(...triangulateQuad(inside ? around : around.toReversed(), points));
        }
      }
    }
  }
  return [points, faces];
}

/** Throws if the surface is not closed: a lattice that is too coarse leaves edges with four faces. */
function checkClosed(faces) {
  const sides = new Set(
    faces.flatMap((face) => face.map((vertex, i) => `${vertex} ${face[(i + 1) % face.length]}`)),
  );
  const isClosed = [...sides].every((side) => sides.has(side.split(" ").toReversed().join(" ")));
  if (sides.size !== 3 * faces.length || !isClosed)
    throw new Error("body: expected a closed surface");
}

const BOWL = [
  [0, 0.02],
  [0.06, 0.02],
  [0.12, 0.03],
  [0.18, 0.055],
  [0.23, 0.09],
  [0.27, 0.135],
  [0.3, 0.185],
  [0.33, 0.225],
];
writeObj("bowl", "An open bowl, 0.66 m wide.", ...revolved(BOWL, 32));

const [points, faces] = surfaceOf(body, [-0.765, -0.785, -0.225], [0.765, 0.79, 0.225], 0.045);
checkClosed(faces);
writeObj("body", "A body without legs, arms held out.", points, faces);
const grown = points.map(([x, y, z]) => [1.6 * x, 0.15 + 1.35 * (y - 0.15), 2.1 * z]);
writeObj("body-grown", "The same body, too large for its shirt.", grown, faces);

/** A ring about the y axis: `around` sides of the ring, `across` sides of its cross-section. */
function torus(radius, thickness, around, across) {
  const points = [];
  const faces = [];
  const at = (i, k) => across * (i % around) + (k % across);
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    for (let k = 0; k < across; k++) {
      const turn = (2 * Math.PI * k) / across;
      const out = radius + thickness * Math.cos(turn);
      points.push([out * Math.cos(angle), thickness * Math.sin(turn), -out * Math.sin(angle)]);
      faces.push(
        [at(i, k), at(i + 1, k), at(i + 1, k + 1)],
        [at(i, k), at(i + 1, k + 1), at(i, k + 1)],
      );
    }
  }
  return [points, faces];
}
writeObj(
  "ring",
  "A ring, 9 cm wide inside, of a rod 2.4 cm thick.",
  ...torus(0.057, 0.012, 40, 12),
);

/** A surface of revolution that is open at both ends: a profile of (radius, height) about the y axis. */
function openRevolved(profile, sides) {
  const points = [];
  const faces = [];
  for (const [ring, [radius, height]] of profile.entries()) {
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      points.push([radius * Math.cos(angle), height, -radius * Math.sin(angle)]);
      if (ring === 0) continue;
      const at = (r, s) => sides * r + (s % sides);
      const [a, b] = [at(ring - 1, side), at(ring - 1, side + 1)];
      const [c, d] = [at(ring, side), at(ring, side + 1)];
      faces.push([a, b, d], [a, d, c]);
    }
  }
  return [points, faces];
}
const FUNNEL = [
  [0.07, 0],
  [0.07, 0.06],
  [0.07, 0.12],
  [0.085, 0.16],
  [0.13, 0.21],
  [0.2, 0.28],
  [0.27, 0.35],
  [0.34, 0.42],
];
writeObj("funnel", "A funnel, 0.68 m wide, with a spout of 14 cm.", ...openRevolved(FUNNEL, 40));

/** The body with legs. */
function figure(point) {
  const mirrored = [Math.abs(point[0]), point[1], point[2]];
  const leg = limb(mirrored, [0.09, -0.5], [0.125, -1.08], 0.078, 0.05);
  return smoothUnion(body(point), leg, 0.03);
}

/** The part of a mesh whose faces lie between two heights, m. */
function between([points, faces], low, high) {
  const kept = faces.filter((face) =>
    face.every((vertex) => points[vertex][1] > low && points[vertex][1] < high),
  );
  const numbers = new Map();
  for (const vertex of kept.flat()) if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
  return [
    [...numbers.keys()].map((vertex) => points[vertex]),
    kept.map((face) => face.map((vertex) => numbers.get(vertex))),
  ];
}

const [figurePoints, figureFaces] = surfaceOf(
  figure,
  [-0.765, -1.19, -0.225],
  [0.765, 0.79, 0.225],
  0.045,
);
checkClosed(figureFaces);
writeObj("figure", "A body with legs, arms held out.", figurePoints, figureFaces);
const grownFigure = figurePoints.map(([x, y, z]) => [1.6 * x, 1.2 * (y + 1.13) - 1.13, 2.1 * z]);
writeObj("figure-grown", "The same body, too large for its clothes.", grownFigure, figureFaces);

/** Distance of the trousers from the legs, m. */
const EASE = 0.012;
const trousers = surfaceOf(
  (point) => figure(point) - EASE,
  [-0.3, -1.2, -0.24],
  [0.3, -0.12, 0.24],
  0.03,
);
writeObj("trousers", "Trousers that fit this body.", ...between(trousers, -1.0, -0.27));
