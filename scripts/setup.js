// Brings a fresh clone to where it can run: Node's own modules only, because nothing is installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const OLDEST_NODE = [20, 19];
const LOCK_GIVEN_UP_AFTER_MS = 10 * 60 * 1000;

/** A set-up step that failed; the message is one line that says what to do. */
export class SetupError extends Error {}

/** How a program of node_modules is run with this Node: the command and its arguments. */
export function toolCommand(packageName, args) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file =
    typeof bin === "string" ? bin : (bin[packageName.split("/").at(-1)] ?? Object.values(bin)[0]);
  return [process.execPath, [join(folder, file), ...args]];
}

/** Runs a program of node_modules, and waits for its end. */
export function runTool(packageName, args, options = {}) {
  return spawnSync(...toolCommand(packageName, args), { cwd: root, stdio: "inherit", ...options });
}

/** npm packages and the built library, each only when its inputs have changed since the last time. */
export function setUp() {
  checkNode();
  const lock = takeLock();
  try {
    installPackages();
    buildLibrary();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new SetupError(
      `Node ${OLDEST_NODE.join(".")} or newer is needed, this is ${process.version}`,
    );
  }
}

function installPackages() {
  const stamp = join(root, "node_modules", ".tatter-stamp");
  const wanted = digest(["package.json", "package-lock.json", "lab/package.json"], process.version);
  if (readIfThere(stamp) === wanted) return;
  console.log("Installing npm packages …");
  // Settings of the npm that started us must not leak into this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_")),
  );
  env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = "1";
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const { status } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, env, stdio: "inherit" })
    : spawnSync("npm", args, {
        cwd: root,
        env,
        stdio: "inherit",
        shell: process.platform === "win32",
      });
  if (status !== 0) throw new SetupError("npm ci failed; see its message above");
  writeFileSync(stamp, wanted);
}

function buildLibrary() {
  const stamp = join(root, "node_modules", ".tatter-build-stamp");
  const sources = filesBelow("src");
  const wanted = digest([...sources, "package.json", "tsconfig.json", "tsdown.config.ts"]);
  if (readIfThere(stamp) === wanted && existsSync(join(root, "dist", "cli", "start.js"))) return;
  console.log("Building the library …");
  const { status, stdout, stderr } = runTool("tsdown", [], { stdio: "pipe", encoding: "utf8" });
  if (status !== 0) {
    console.error(stdout + stderr);
    throw new SetupError("the library could not be built; see the message above");
  }
  writeFileSync(stamp, wanted);
}

/** One set-up at a time in a clone; a lock whose owner has died is taken over. */
function takeLock() {
  const lock = join(
    tmpdir(),
    `tatter-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
  );
  const owner = join(lock, "pid");
  const givenUpAt = Date.now() + LOCK_GIVEN_UP_AFTER_MS;
  for (let said = false; ;) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      return lock;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const pid = Number(readIfThere(owner) ?? Number.NaN);
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if ((pid && !isAlive(pid)) || (!pid && age > 5000)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (Date.now() > givenUpAt)
      throw new SetupError(`another set-up (process ${pid}) does not end`);
    if (!said) console.log("Waiting for another set-up in this folder …");
    said = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function digest(files, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
