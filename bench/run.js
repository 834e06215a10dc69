// npm run bench [-- task …]: sets everything up and runs benchmarks; without a name, all of them.
import { readdirSync } from "node:fs";
import { setUp } from "../scripts/setup.js";

setUp();
const folder = new URL("tasks/", import.meta.url);
const tasks = readdirSync(folder).map((file) => file.replace(/\.js$/, ""));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !tasks.includes(name));
if (unknown.length > 0) {
  console.error(`npm run bench: there is no task '${unknown[0]}'; there are ${tasks.join(", ")}`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : tasks) {
    const { title, run } = await import(new URL(`${name}.js`, folder).href);
    console.log(`\n${name}: ${title}`);
    console.table(await run());
  }
}
