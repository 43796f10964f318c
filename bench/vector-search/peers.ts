/** Installs the peers' packages on demand, at these versions, into a folder that git ignores. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, ".cache", "bench-peers");
const INSTALL_LIMIT_MS = 300_000;

/** Packages without a prebuilt binary compile: `needsScript`. */
const PEERS: Readonly<Record<string, { version: string; needsScript: boolean }>> = {
  usearch: { version: "2.26.2", needsScript: false },
  "hnswlib-node": { version: "3.0.0", needsScript: true },
  "sqlite-vec": { version: "0.1.9", needsScript: false },
  "@lancedb/lancedb": { version: "0.39.0", needsScript: false },
  "@orama/orama": { version: "3.1.18", needsScript: false },
};

/** Returns the reason why a package is unavailable; null when it is installed. */
export function installPeer(name: string): string | null {
  const peer = PEERS[name];
  if (peer === undefined) return null;
  const manifest = join(FOLDER, "node_modules", name, "package.json");
  if (existsSync(manifest)) {
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
    if (version === peer.version) return null;
  }
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(join(FOLDER, "package.json"))) {
    writeFileSync(join(FOLDER, "package.json"), `{ "private": true }\n`);
  }
  const wanted = `${name}@${peer.version}`;
  const scripts = peer.needsScript ? [] : ["--ignore-scripts"];
  const args = ["install", "--prefix", FOLDER, "--no-audit", "--no-fund", ...scripts, wanted];
  const ran = spawnSync("npm", args, {
    cwd: FOLDER,
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: INSTALL_LIMIT_MS,
  });
  if (ran.status === 0) return null;
  const lines = (ran.stderr ?? "").trim().split("\n");
  return `${wanted} could not be installed: ${lines.at(-1) ?? ran.error?.message ?? ran.signal}`;
}

/** Loads a peer's module; the caller asserts its types. */
export async function loadPeer<Module>(name: string): Promise<Module> {
  const { resolve } = createRequire(join(FOLDER, "package.json"));
  const loaded = (await import(pathToFileURL(resolve(name)).href)) as { default?: unknown };
  return { ...(loaded.default as object), ...loaded } as Module;
}
