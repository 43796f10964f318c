#!/usr/bin/env node
/**
 * Starts Tacit under a Node that can run it. This file must parse on Node 18: if the current Node is too old, it looks for
 * the one installed by the npm package `node` and hands over to it. In a source checkout it also ensures that the bundle
 * exists and is up to date; of several concurrent starts, one builds.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NEEDED = [22, 13];
const UNAVAILABLE = 69;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "..", "dist", "tacit.mjs");

if (isNewEnough(process.versions.node)) await start();
else handOver();

function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

async function start() {
  // Caches compiled code between runs, which saves a third of the start-up time.
  if (typeof nodeModule.enableCompileCache === "function") nodeModule.enableCompileCache();
  try {
    await bringUpToDate();
  } catch (error) {
    if (!existsSync(bundle))
      fail(`tacit could not be built: ${error.message}`, "run `npm run setup` in the checkout");
    process.stderr.write(`tacit: running an older build; the new one failed: ${error.message}\n`);
  }
  if (!existsSync(bundle)) fail("tacit's program file is missing", "install the package again");
  await import(pathToFileURL(bundle).href);
}

/** Builds the bundle if necessary. Only a checkout has `tools/build.mjs`; an installed package is used as published. */
async function bringUpToDate() {
  const builder = join(here, "..", "..", "..", "tools", "build.mjs");
  if (!existsSync(builder)) return;
  const { ensureBuilt } = await import(pathToFileURL(builder).href);
  await ensureBuilt(() => process.stderr.write("tacit: building, because the sources changed …\n"));
}

/** Repeats the call under a newer Node with the same streams, forwarded signals and the same exit status. */
function handOver() {
  const node = newerNode();
  if (node === null) {
    fail(
      `this is Node ${process.versions.node}; tacit needs ${NEEDED.join(".")} or newer`,
      "install a newer Node, or `npm install node@24` beside tacit",
    );
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    // A host without a console starts us as its server: no console window may appear.
    windowsHide: true,
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on("error", (error) =>
    fail(`${node} could not be started: ${error.message}`, "install Node 22.13 or newer"),
  );
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? UNAVAILABLE);
    for (const one of SIGNALS) process.removeAllListeners(one);
    process.kill(process.pid, signal);
  });
}

/** Finds `node_modules/node/bin/node` in this folder or one above. */
function newerNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  for (let folder = here; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", "node", "bin", name);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return null;
  }
}

function fail(message, next) {
  process.stderr.write(`tacit: ${message}\n  next: ${next}\n`);
  process.exit(UNAVAILABLE);
}
