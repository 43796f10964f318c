/**
 * Prepares a fresh clone so that everything runs: dependencies (Node 24 among them), then the bundles. Runs under any Node
 * from 20 on; does nothing if nothing changed. With --to-write it reports at once if the tree cannot be written, which later
 * steps would report less clearly.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkWritable, explainedUnwritable } from "./writable.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".tacit-setup");
const say = (text) => process.stderr.write(`${text}\n`);

const major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  say(`Tacit's setup needs Node 20 or newer; this is ${process.version}.`);
  process.exit(69);
}

if (process.argv.includes("--to-write")) orGiveUp(() => checkWritable(root));

const want = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const have = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
if (have !== want) {
  const began = Date.now();
  say("setup 1/2  installing dependencies and Node 24 (once, about a minute) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const ran = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (ran.status !== 0) {
    say(
      "setup: `npm ci` failed; the lines above say why. Run this command again once that is mended.",
    );
    process.exit(ran.status ?? 69);
  }
  orGiveUp(() => {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, want);
  });
  say(`setup 1/2  done in ${((Date.now() - began) / 1000).toFixed(0)} s`);
}

const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt(() => say("setup 2/2  bundling …")).catch((error) => {
  say(`setup: ${error.message}`);
  process.exit(69);
});

/** Exits with 73 if the tree cannot be written. */
function orGiveUp(act) {
  try {
    act();
  } catch (error) {
    say(`setup: ${explainedUnwritable(error, root).message}`);
    process.exit(73);
  }
}
