// npm run bench [-- task …]: runs the setup and the named benchmarks; without a name, all of them.
import { readdirSync } from "node:fs";
import { setUp } from "../scripts/setup.js";

setUp();
const folder = new URL("tasks/", import.meta.url);
const tasks = readdirSync(folder).map((file) => file.replace(/\.js$/, ""));
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !tasks.includes(name));
if (unknown.length > 0) {
  console.error(`npm run bench -- ${unknown[0]}: unknown task, expected ${tasks.join(", ")}`);
  process.exitCode = 2;
} else {
  for (const name of requested.length > 0 ? requested : tasks) {
    const { title, run } = await import(new URL(`${name}.js`, folder).href);
    console.log(`\n${name}: ${title}`);
    const table = await run();
    if (table) console.table(table); // a task with several tables prints them itself
  }
}
