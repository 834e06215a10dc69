import {
  buildMesh,
  closestPoint,
  cutAlong,
  generateGrid,
  Pieces,
  separateEdge,
  separateVertex,
  splitEdge,
  splitVertex,
  undo,
} from "../../dist/mesh/index.js";

export const title =
  "µs per mesh edit, by mesh size (the time should not depend on it), and memory; edits are spread over the whole mesh";

const EDITS = 400;
const ROUNDS = 5;

/** `count` integers spread evenly over `range`, the same in every run. */
function spread(count, range) {
  const stride = Math.max(1, Math.floor(range / count));
  return Array.from({ length: count }, (_, i) => (i * stride) % range);
}

/** The best mean time of several rounds, µs: of the edits, and of undoing them. */
function timeEdits(mesh, makeEdits) {
  let best = Infinity;
  let bestUndo = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const edits = [];
    const began = performance.now();
    const calls = makeEdits((made) => {
      if (Array.isArray(made)) edits.push(...made);
      else edits.push(made);
    });
    const done = performance.now();
    for (const edit of edits.toReversed()) undo(mesh, edit);
    best = Math.min(best, (1000 * (done - began)) / calls);
    bestUndo = Math.min(bestUndo, (1000 * (performance.now() - done)) / edits.length);
  }
  return [best, bestUndo];
}

const format = (number) => number.toFixed(2);

function measure(segments) {
  const data = generateGrid({ size: [1, 1], segments: [segments, segments] });
  const mesh = buildMesh(data);
  const row = segments + 1;
  const inner = spread(EDITS, (segments - 3) * (segments - 3)).map(
    (i) => (1 + Math.floor(i / (segments - 3))) * row + 1 + (i % (segments - 3)),
  );
  const innerEdges = inner.map((v) => mesh.findEdge(v, v + 1));

  const [vertex, back] = timeEdits(mesh, (collect) => {
    for (const v of inner) {
      const triangles = mesh.trianglesOf(v);
      if (triangles.length > 1)
        collect(splitVertex(mesh, v, triangles.slice(0, triangles.length >> 1)));
    }
    return inner.length;
  });
  const [edge] = timeEdits(mesh, (collect) => {
    for (const e of innerEdges) collect(splitEdge(mesh, e, 0.4));
    return innerEdges.length;
  });
  const [opened] = timeEdits(mesh, (collect) => {
    for (const e of innerEdges) if (mesh.edgeTriangleCount(e) > 1) collect(separateEdge(mesh, e));
    return innerEdges.length;
  });
  const [separated] = timeEdits(mesh, (collect) => {
    for (const v of inner) collect(separateVertex(mesh, v));
    return inner.length;
  });

  // Lines of about ten triangles each, all over the mesh; the time is per opened edge.
  let cutting = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    let time = 0;
    let opened = 0;
    for (const v of inner.slice(0, 100)) {
      const triangle = mesh.trianglesOf(v)[0];
      const weights = [0.4, 0.3, 0.3];
      const far = Math.min(triangle + 10, mesh.triangleCount - 1);
      const line = [
        { triangle, weights },
        { triangle: far, weights },
      ];
      const began = performance.now();
      const { edits, edges } = cutAlong(mesh, data.positions, line);
      time += performance.now() - began;
      opened += edges.length;
      for (const edit of edits.toReversed()) undo(mesh, edit);
    }
    cutting = Math.min(cutting, (1000 * time) / opened);
  }

  // One line from side to side: the cost per edge must not depend on the number of edges.
  const across = [
    [-0.5, -0.2, 0],
    [0.5, 0.13, 0],
  ].map((p) => closestPoint(mesh, data.positions, p));
  let crossing = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const { edits, edges } = cutAlong(mesh, data.positions, across);
    crossing = Math.min(crossing, (1000 * (performance.now() - began)) / edges.length);
    for (const edit of edits.toReversed()) undo(mesh, edit);
  }

  // A tear that grows vertex by vertex from the border; pieces are updated after each.
  const pieces = new Pieces(mesh);
  let updating = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const edits = [];
    let time = 0;
    for (let i = 0; i < 28; i++) {
      const v = i * row + (segments >> 1);
      const made = separateEdge(mesh, mesh.findEdge(v, v + row));
      const began = performance.now();
      for (const edit of made) pieces.replay(edit);
      pieces.update();
      time += performance.now() - began;
      edits.push(...made);
    }
    updating = Math.min(updating, (1000 * time) / 28);
    for (const edit of edits.toReversed()) {
      undo(mesh, edit);
      pieces.undo(edit);
    }
  }

  const arrays = Object.values(mesh).filter((value) => ArrayBuffer.isView(value));
  const bytes = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  return {
    vertices: mesh.vertexCount,
    splitVertex: format(vertex),
    splitEdge: format(edge),
    separateEdge: format(opened),
    separateVertex: format(separated),
    undo: format(back),
    "cut, per edge": format(cutting),
    "long cut, per edge": format(crossing),
    "pieces, per tear": format(updating),
    "pieces, two far tears": format(farTears(mesh, segments)),
    "bytes per vertex": Math.round(bytes / mesh.vertexCount),
  };
}

/** The time to update pieces after two short cuts at opposite borders, µs. */
function farTears(mesh, segments) {
  const row = segments + 1;
  const pieces = new Pieces(mesh);
  let best = Infinity;
  for (let round = 0; round < 3 * ROUNDS; round++) {
    const edits = [
      ...separateEdge(mesh, mesh.findEdge(segments >> 1, (segments >> 1) + row)),
      ...separateEdge(
        mesh,
        mesh.findEdge(row * row - (segments >> 1), row * row - (segments >> 1) - row),
      ),
    ];
    for (const edit of edits) pieces.replay(edit);
    const began = performance.now();
    pieces.update();
    best = Math.min(best, 1000 * (performance.now() - began));
    for (const edit of edits.toReversed()) {
      undo(mesh, edit);
      pieces.undo(edit);
    }
  }
  return best;
}

export function run() {
  measure(64); // warm up
  measure(64);
  return Object.fromEntries(
    [31, 63, 127, 255, 499].map((segments) => [`N = ${segments}`, measure(segments)]),
  );
}
