/** Collider surfaces: positions and triangles, counterclockwise as seen from outside. */
export interface Surface {
  positions: number[];
  triangles: number[];
}

/** A box about the origin, with three lengths. */
export function boxMesh([x, y, z]: readonly [number, number, number]): Surface {
  const positions: number[] = [];
  for (let c = 0; c < 8; c++) {
    positions.push(((c & 1) - 0.5) * x, ((c & 2) / 2 - 0.5) * y, ((c & 4) / 4 - 0.5) * z);
  }
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const triangles = quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]);
  return { positions, triangles };
}

/** A tetrahedron about the origin with its tip upward. */
export function tetrahedron(size: number): Surface {
  const s = size / 2;
  return {
    positions: [0, size, 0, s, -s, s, -s, -s, s, 0, -s, -size],
    triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  };
}

/** A ball of 20 · 4^times triangles; a negative radius inverts it. */
export function icosphere(radius: number, times: number): Surface {
  const t = (1 + Math.sqrt(5)) / 2;
  let points = [
    [-1, t, 0],
    [1, t, 0],
    [-1, -t, 0],
    [1, -t, 0],
    [0, -1, t],
    [0, 1, t],
    [0, -1, -t],
    [0, 1, -t],
    [t, 0, -1],
    [t, 0, 1],
    [-t, 0, -1],
    [-t, 0, 1],
  ];
  // prettier-ignore
  let faces = [
    [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
    [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
  ];
  for (let i = 0; i < times; i++) {
    const centers = new Map<string, number>();
    const midpoint = (a: number, b: number): number => {
      const key = `${Math.min(a, b)},${Math.max(a, b)}`;
      const known = centers.get(key);
      if (known !== undefined) return known;
      points.push(points[a]!.map((x, k) => x + points[b]![k]!));
      centers.set(key, points.length - 1);
      return points.length - 1;
    };
    points = points.map(unit);
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [midpoint(a!, b!), midpoint(b!, c!), midpoint(c!, a!)];
      return [
        [a!, ab, ca],
        [b!, bc, ab],
        [c!, ca, bc],
        [ab, bc, ca],
      ];
    });
  }
  return {
    positions: points.flatMap((point) => unit(point).map((x) => radius * x)),
    triangles: faces.flat(),
  };
}

function unit(point: number[]): number[] {
  const size = Math.sqrt(point.reduce((sum, x) => sum + x * x, 0));
  return point.map((x) => x / size);
}

/** An open sheet over a square of n × n cells about the origin, with a height function. */
export function sheet(size: number, n: number, height: (x: number, z: number) => number): Surface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= n; row++) {
    for (let column = 0; column <= n; column++) {
      const [x, z] = [size * (column / n - 0.5), size * (row / n - 0.5)];
      positions.push(x, height(x, z), z);
      if (row === n || column === n) continue;
      const a = row * (n + 1) + column;
      triangles.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
    }
  }
  return { positions, triangles };
}

/** Separate vertices for every corner of every triangle, as in files with hard edges. */
export function unwelded({ positions, triangles }: Surface): Surface {
  return {
    positions: triangles.flatMap((v) => positions.slice(3 * v, 3 * v + 3)),
    triangles: triangles.map((_, h) => h),
  };
}
