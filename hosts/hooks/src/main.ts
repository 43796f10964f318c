/**
 * The bundled hook, `node hook HOST EVENT [HOME]`: exits 0 whatever happens, prints one JSON object or nothing.
 * HOME is given when it is not the platform's default. `node hook catch-up FOLDER HOME` is the worker that a hook starts.
 */
import { homedir } from "node:os";
import { homeFolder } from "@tacit-memory/memory";
import { endSoon, runHookProcess } from "./hook-process.ts";
import { runWorker } from "./run-hook.ts";
import { asWorker, startWorker, WORKER } from "./worker.ts";
import { writeOutput } from "./write-output.ts";

const [host = "", event = "", given = ""] = process.argv.slice(2);
const home = given || homeFolder(process.env, process.platform, homedir());
const script = process.argv[1] ?? "";
const world = {
  env: process.env,
  home,
  // As `performance.timeOrigin` says, which is loaded with much that measures.
  startedAtMs: Date.now() - process.uptime() * 1000,
  handOver: (folder: string) => startWorker(script, home, folder),
};
const work =
  host === WORKER
    ? asWorker(home, () => runWorker(event, home, process.env))
    : runHookProcess(host, event, world, { stdin: process.stdin, write: writeOutput });
void work.then(endSoon);
