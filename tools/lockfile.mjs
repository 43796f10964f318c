/**
 * Checks that package-lock.json is complete. npm leaves an optional package out of the lockfile if the registry it used does
 * not have it (a mirror without the builds for other systems), and then `npm ci` refuses the lockfile everywhere. Of such a
 * package only its name, version and system are needed.
 *
 * node tools/lockfile.mjs names missing packages, and fails if there are any node tools/lockfile.mjs --write adds them; run
 * after every `npm install` that changes the file
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SYSTEMS =
  /(android|darwin|linux|win32|freebsd|openbsd|netbsd|sunos|aix|openharmony)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el)(?:-(\w+))?$/;

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));

/** Returns where Node would find `name` from the package at `from`; undefined if the lockfile has no such place. */
function placeOf(name, from) {
  const places = [];
  for (let at = from; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    places.push(`${at}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`].find((place) => place in lock.packages);
}

/** Returns the entry that npm would have written, read from a name such as `binding-linux-arm64-musl`. */
function entryFor(name, version, parent) {
  const [, os, cpu, abi = ""] = SYSTEMS.exec(name) ?? [];
  if (os === undefined) throw new Error(`${name}: which system is it for?`);
  return {
    version,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(os === "linux" ? { libc: [abi.startsWith("musl") ? "musl" : "glibc"] } : {}),
    optional: true,
    os: [os],
  };
}

const missing = new Map();
for (const [from, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (placeOf(name, from) === undefined) missing.set(name, entryFor(name, version, parent));
  }
}

if (missing.size > 0 && process.argv.includes("--write")) {
  for (const [name, entry] of missing) lock.packages[`node_modules/${name}`] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
} else if (missing.size > 0) {
  console.error(`package-lock.json lacks ${[...missing.keys()].join(", ")}`);
  console.error("`npm ci` will refuse it; run `node tools/lockfile.mjs --write`");
  process.exitCode = 1;
}
