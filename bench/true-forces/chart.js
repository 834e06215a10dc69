/** The case of the chart. */
const CASE = "1k-cotton-1";
const [WIDTH, HEIGHT] = [640, 360];
const [LEFT, TOP, RIGHT, BASE] = [70, 64, WIDTH - 40, HEIGHT - 62];
const TIMES = [1, 3, 10, 30, 100, 300, 1000]; // ms
const ERRORS = [0.01, 0.1, 1, 10, 100]; // %

const share = (value, ticks) => Math.log(value / ticks[0]) / Math.log(ticks.at(-1) / ticks[0]);
const xOf = (time) => Math.round(LEFT + share(time, TIMES) * (RIGHT - LEFT));
const yOf = (error) => Math.round(BASE - share(Math.max(error, ERRORS[0]), ERRORS) * (BASE - TOP));

/** Force error against time per frame of each solver that has both, on logarithmic scales, as SVG. */
export function drawChart({ times, errors, machine }) {
  const parts = [
    text(
      LEFT,
      22,
      "Force error against time per frame, 1,089 particles of cotton",
      'font-size="15"',
    ),
    text(
      LEFT,
      40,
      "Lower is truer, left is faster. Dashed: a frame of 1/60 s, and the bound of 5 %.",
    ),
  ];
  for (const time of TIMES) {
    parts.push(line(xOf(time), TOP, xOf(time), BASE, "#ccc5ba"));
    parts.push(text(xOf(time), BASE + 18, `${time} ms`, 'text-anchor="middle"'));
  }
  for (const error of ERRORS) {
    parts.push(line(LEFT, yOf(error), RIGHT, yOf(error), "#ccc5ba"));
    parts.push(text(LEFT - 8, yOf(error) + 4, `${error} %`, 'text-anchor="end"'));
  }
  const dashed = 'stroke-dasharray="5 4"';
  parts.push(line(xOf(1000 / 60), TOP, xOf(1000 / 60), BASE, "#3d5673", dashed));
  parts.push(line(LEFT, yOf(5), RIGHT, yOf(5), "#3d5673", dashed));
  for (const { case: name, solver, percent } of errors) {
    const time = times.find(
      (row) => row.size === "1k" && row.model === "springs" && row.solver === solver,
    );
    if (name !== CASE || percent === undefined || time === undefined) continue;
    const [x, y] = [xOf(time.milliseconds), yOf(percent)];
    const isLeft = x > (LEFT + RIGHT) / 2;
    parts.push(`<circle cx="${x}" cy="${y}" r="6" fill="#8a1f1a"/>`);
    const below = y < TOP + 20 ? 20 : -8; // keeps clear of the title
    parts.push(text(x + (isLeft ? -11 : 11), y + below, solver, isLeft ? 'text-anchor="end"' : ""));
  }
  parts.push(text(LEFT, HEIGHT - 14, `${machine.cpu}, Node ${machine.node}, one thread`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}"`,
    ` font-family="sans-serif" font-size="12.5" fill="#333">`,
    `<rect width="100%" height="100%" fill="#fbf9f5"/>${parts.join("")}</svg>\n`,
  ].join("");
}

function line(x1, y1, x2, y2, color, attributes = "") {
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${color}" ${attributes}/>`;
}

function text(x, y, content, attributes = "") {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
}
