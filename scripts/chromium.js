// Finds a Chromium browser for tests and scripts.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PATHS = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Google\\Chrome\\Application\\chrome.exe`,
];

export const CHROMIUM_HINT = "install Chrome or Chromium, or set CHROME_PATH to its executable";

/** Flags for headless runs without network traffic. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of an installed Chrome or Chromium, or null. `CHROME_PATH=none` disables it. */
export function findChromium() {
  if (isDisabled()) return null;
  return PATHS.find((path) => path && existsSync(path)) ?? null;
}

/** Like `findChromium`, but installs Debian's package if there is no browser and the user is root. */
export function ensureChromium() {
  const found = findChromium();
  const isDebian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (found !== null || !isDebian || isDisabled()) return found;
  console.log("Installing Debian's chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "chromium");
  return findChromium();
}

function isDisabled() {
  return process.env.CHROME_PATH === "none";
}
