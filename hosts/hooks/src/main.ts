/** The bundled hook, `node hook.mjs HOST EVENT`: exits 0 whatever happens, prints one JSON object or nothing. */
import { homedir } from "node:os";
import { homeFolder } from "@tacit-memory/memory";
import { logFailure } from "./hook-log.ts";
import { readInput } from "./read-input.ts";
import { runHook } from "./run-hook.ts";

const [host = "", event = ""] = process.argv.slice(2);
const home = homeFolder(process.env, process.platform, homedir());
try {
  const input = readInput();
  if (input === null) throw new Error("the payload is larger than 32 MB; it was not read");
  const answer = await runHook(host, event, input, {
    env: process.env,
    home,
    startedAtMs: performance.timeOrigin,
  });
  if (answer !== "") process.stdout.write(answer);
} catch (error) {
  logFailure(home, `${host} ${event}`, error);
}
process.exitCode = 0;
