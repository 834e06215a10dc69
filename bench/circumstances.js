import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { root } from "../scripts/setup.js";
import { tidy } from "./peers/timing.js";

/** Where and when results were measured. */
export function circumstances() {
  const [{ model }] = cpus();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  });
  return {
    machine: { cpu: model, cores: cpus().length, node: process.versions.node },
    load: tidy(loadavg()[0], 1), // over 0: other processes slow everything down
    commit: commit.trim(),
    date: new Date().toISOString().slice(0, 10),
  };
}
