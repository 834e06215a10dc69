/** A bar chart of the time per constraint and iteration, from the saved results. */

// Dark and light enough to be told apart without color, in the order of the legend.
const BARS = [
  ["jolt-physics, default", "union-jack", "jolt-physics, default build", "#8c9bab"],
  ["jolt-physics, SIMD", "union-jack", "jolt-physics, SIMD build, one thread", "#3d5673"],
  ["ammojs-typed, WebAssembly", "union-jack", "ammojs-typed, WebAssembly", "#c9b27c"],
  ["tatter, reference kernels", "union-jack", "tatter, reference kernels", "#e3a79a"],
  ["tatter", "irregular", "tatter, irregular mesh", "#c8604d"],
  ["tatter", "union-jack", "tatter, regular mesh", "#8a1f1a"],
];

const BAR = 26; // width of a bar, pixels
const GAP = 22; // between groups
const HEIGHT = 240; // of the highest bar
const LEFT = 46;
const TOP = 112; // room for title and legend
const WIDTH = LEFT + 4 * (BARS.length * BAR + GAP) + 10;
const BASE = TOP + HEIGHT;

/** The chart as SVG. It has its own background, so that it is readable on light and dark pages. */
export function drawChart({ comparison, machine }) {
  const sizes = [...new Set(comparison.map(({ n }) => n))];
  const valueOf = (n, engine, mesh) =>
    comparison.find((row) => row.n === n && row.engine === engine && row.mesh === mesh)
      ?.nanoseconds;
  const max = Math.max(...comparison.map(({ nanoseconds }) => nanoseconds));
  const step = [1, 2, 5, 10, 20, 50, 100].find((distance) => max / distance <= 8) ?? 200;
  const highest = step * Math.ceil(max / step);
  const y = (value) => Math.round(BASE - (HEIGHT * value) / highest);
  const parts = [
    text(
      LEFT,
      22,
      "Time of a step per constraint and iteration, ns (lower is faster)",
      'font-size="15"',
    ),
  ];
  for (const [i, [, , label, color]] of BARS.entries()) {
    const x = LEFT + (i % 2) * 330;
    const row = 38 + 20 * Math.floor(i / 2);
    parts.push(`<rect x="${x}" y="${row}" width="12" height="12" fill="${color}"/>`);
    parts.push(text(x + 18, row + 11, label));
  }
  for (let value = 0; value <= highest; value += step) {
    parts.push(`<path d="M${LEFT} ${y(value)}H${WIDTH - 10}" stroke="#ccc5ba"/>`);
    parts.push(text(LEFT - 8, y(value) + 4, value, 'text-anchor="end"'));
  }
  for (const [group, n] of sizes.entries()) {
    const left = LEFT + GAP / 2 + group * (BARS.length * BAR + GAP);
    for (const [i, [engine, mesh, , color]] of BARS.entries()) {
      const value = valueOf(n, engine, mesh);
      if (value === undefined) continue;
      const x = left + i * BAR;
      const top = y(value);
      parts.push(
        `<rect x="${x + 1}" y="${top}" width="${BAR - 2}" height="${BASE - top}" fill="${color}"/>`,
        text(x + BAR / 2, top - 4, shortNumber(value), 'text-anchor="middle"'),
      );
    }
    const middle = left + (BARS.length * BAR) / 2;
    parts.push(text(middle, BASE + 20, `${n} × ${n} particles`, 'text-anchor="middle"'));
  }
  parts.push(text(LEFT, BASE + 44, `${machine.cpu}, Node ${machine.node}, one thread`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${BASE + 58}" width="${WIDTH}"`,
    ` font-family="sans-serif" font-size="12.5" fill="#333">`,
    `<rect width="100%" height="100%" fill="#fbf9f5"/>${parts.join("")}</svg>\n`,
  ].join("");
}

function text(x, y, content, attributes = "") {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
}

function shortNumber(value) {
  return value < 9.95 ? value.toFixed(1) : value.toFixed(0);
}
