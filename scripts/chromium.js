// Finds a browser for the tests that need a real one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
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

export const HOW_TO_GET_ONE = "install Chrome or Chromium, or set CHROME_PATH to its program";

/** Flags for headless runs without any talk to the outside. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of an installed Chrome or Chromium, or null; `CHROME_PATH=none` asks for none. */
export function findChromium() {
  if (isUnwanted()) return null;
  return PLACES.find((place) => place && existsSync(place)) ?? null;
}

/** The same, after installing Debian's package where that is possible without asking anybody. */
export function ensureChromium() {
  const found = findChromium();
  const isDebian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (found !== null || !isDebian || isUnwanted()) return found;
  console.log("Installing Debian's chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "chromium");
  return findChromium();
}

function isUnwanted() {
  return process.env.CHROME_PATH === "none";
}
