/**
 * The bundled hook, `node hook HOST EVENT [HOME]`: exits 0 whatever happens, prints one JSON object or nothing.
 * HOME is given when it is not the platform's default.
 */
import { homedir } from "node:os";
import { homeFolder } from "@tacit-memory/memory";
import { logFailure } from "./hook-log.ts";
import { readInput } from "./read-input.ts";
import { runHook } from "./run-hook.ts";
import { writeOutput } from "./write-output.ts";

async function main(home: string, host: string, event: string): Promise<void> {
  const input = readInput();
  if (input === null) throw new Error("the payload is larger than 32 MB; it was not read");
  // As `performance.timeOrigin` says, which is loaded with much that measures.
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const world = { env: process.env, home, startedAtMs };
  const answer = await runHook(host, event, input, world);
  if (answer !== "") writeOutput(answer);
}

const [host = "", event = "", given = ""] = process.argv.slice(2);
const home = given || homeFolder(process.env, process.platform, homedir());
main(home, host, event).catch((error: unknown) => logFailure(home, `${host} ${event}`, error));
