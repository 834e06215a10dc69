// Prepares a fresh clone: installs packages and builds the library. Uses only Node's own modules, because nothing is
// installed yet.
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

const MIN_NODE = [20, 19];
const ASC_OPTIONS = [
  "-O3z", // as fast as -O3 by `npm run bench -- kernels`, and smaller
  "--runtime=stub",
  "--enable=simd",
  "--noAssert",
  "--importMemory",
  "--disableWarning",
];
const LOCK_TIMEOUT_MS = 10 * 60 * 1000;

/** A failed setup step. The message is one line that states the fix. */
export class SetupError extends Error {}

/** The command and arguments that run a program of node_modules with this Node. */
export function toolCommand(packageName, args) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file =
    typeof bin === "string" ? bin : (bin[packageName.split("/").at(-1)] ?? Object.values(bin)[0]);
  return [process.execPath, [join(folder, file), ...args]];
}

/** Runs a program of node_modules and waits until it ends. */
export function runTool(packageName, args, options = {}) {
  return spawnSync(...toolCommand(packageName, args), { cwd: root, stdio: "inherit", ...options });
}

/** Installs npm packages and builds the library, each only if its inputs have changed. */
export function setUp() {
  checkNode();
  const lock = acquireLock();
  try {
    installPackages();
    buildKernels();
    buildLibrary();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    throw new SetupError(
      `Node: expected version ${MIN_NODE.join(".")} or newer, got ${process.version}`,
    );
  }
}

function installPackages() {
  const stamp = join(root, "node_modules", ".tatter-stamp");
  const current = digest(
    ["package.json", "package-lock.json", "lab/package.json"],
    process.version,
  );
  if (readIfExists(stamp) === current) return;
  console.log("Installing npm packages …");
  // Settings of the npm that started this process must not affect this one.
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
  writeFileSync(stamp, current);
}

/** Compiles the kernels from AssemblyScript to WebAssembly, inlined in a source file. */
function buildKernels() {
  const sources = filesBelow("assembly");
  const output = join(root, "src/kernels/wasm/binary.generated.ts");
  const stamp = join(root, "node_modules", ".tatter-kernels-stamp");
  const current = digest([...sources, "package.json", "scripts/setup.js"]);
  if (readIfExists(stamp) === current && existsSync(output)) return;
  console.log("Compiling the kernels …");
  const binary = join(root, "node_modules", ".tatter-kernels.wasm");
  const { status, stdout, stderr } = runTool(
    "assemblyscript",
    ["assembly/index.ts", "--outFile", binary, ...ASC_OPTIONS],
    { stdio: "pipe", encoding: "utf8" },
  );
  if (status !== 0) {
    console.error(stdout + stderr);
    throw new SetupError("the kernels could not be compiled; see the message above");
  }
  const text = textOf(readFileSync(binary));
  const comment = "// The kernels of assembly/, compiled by scripts/setup.js. Do not edit.\n";
  writeFileSync(output, `${comment}export const BINARY = "${text}";\n`);
  writeFileSync(stamp, current);
}

/**
 * Bytes as printable ASCII, most of them as one character: gzip compresses this better than hexadecimal digits or base64,
 * and every bundler leaves it as it is. `bytesOf` in src/kernels/wasm/module.ts reads it. The offset gives one character
 * to the most frequent bytes of WebAssembly; "}" and "~" start those of two.
 */
function textOf(bytes) {
  let text = "";
  for (const byte of bytes) {
    const number = (byte + 48) % 256;
    const group = Math.floor(number / 90);
    const code = 35 + (number % 90);
    if (group > 0) text += group === 1 ? "}" : "~";
    // No backslash and no backtick, because minifiers would escape them.
    text += code === 92 ? "!" : code === 96 ? " " : String.fromCharCode(code);
  }
  return text;
}

function buildLibrary() {
  const stamp = join(root, "node_modules", ".tatter-build-stamp");
  const sources = filesBelow("src");
  const current = digest([...sources, "package.json", "tsconfig.json", "tsdown.config.ts"]);
  if (readIfExists(stamp) === current && existsSync(join(root, "dist", "cli", "start.js"))) return;
  console.log("Building the library …");
  const { status, stdout, stderr } = runTool("tsdown", [], { stdio: "pipe", encoding: "utf8" });
  if (status !== 0) {
    console.error(stdout + stderr);
    throw new SetupError("the library could not be built; see the message above");
  }
  writeFileSync(stamp, current);
}

/** Takes the lock: only one setup runs at a time per clone. A lock whose process has ended is removed. */
function acquireLock() {
  const lock = join(
    tmpdir(),
    `tatter-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
  );
  const owner = join(lock, "pid");
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (let isReported = false; ;) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      return lock;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const pid = Number(readIfExists(owner) ?? Number.NaN);
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if ((pid && !isAlive(pid)) || (!pid && age > 5000)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (Date.now() > deadline)
      throw new SetupError(`another setup (process ${pid}) has not ended; end it and try again`);
    if (!isReported) console.log("Waiting for another setup in this folder …");
    isReported = true;
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

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
