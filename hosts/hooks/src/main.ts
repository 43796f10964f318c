/**
 * The bundled hook, `node hook HOST EVENT [HOME]`: exits 0 whatever happens, prints one JSON object or nothing.
 * HOME is given when it is not the platform's default. `node hook catch-up FOLDER HOME` is the worker that a hook starts.
 */
import { homedir } from "node:os";
import { homeFolder } from "@tacit-memory/memory";
import { logFailure } from "./hook-log.ts";
import { readInput } from "./read-input.ts";
import { runHook, runWorker } from "./run-hook.ts";
import { asWorker, startWorker, WORKER } from "./worker.ts";
import { writeOutput } from "./write-output.ts";

async function main(home: string, host: string, event: string): Promise<void> {
  if (host === WORKER) return asWorker(home, () => runWorker(event, home, process.env));
  const input = readInput();
  if (input === null) throw new Error("the payload is larger than 32 MB; it was not read");
  // As `performance.timeOrigin` says, which is loaded with much that measures.
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const script = process.argv[1] ?? "";
  const handOver = (folder: string) => startWorker(script, home, folder);
  const world = { env: process.env, home, startedAtMs, handOver };
  const answer = await runHook(host, event, input, world);
  if (answer !== "") writeOutput(answer);
}

const [host = "", event = "", given = ""] = process.argv.slice(2);
const home = given || homeFolder(process.env, process.platform, homedir());
main(home, host, event).catch((error: unknown) => logFailure(home, `${host} ${event}`, error));
