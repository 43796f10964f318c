/**
 * The bundled hook, `node hook HOST EVENT [HOME]`: exits 0 whatever happens, prints one JSON object or nothing.
 * HOME is given when it is not the platform's default.
 */
import { homedir } from "node:os";
import { homeFolder } from "@tacit-memory/memory";
import { endSoon, runHookProcess } from "./hook-process.ts";
import { writeOutput } from "./write-output.ts";

const [host = "", event = "", given = ""] = process.argv.slice(2);
const world = {
  env: process.env,
  home: given || homeFolder(process.env, process.platform, homedir()),
  // As `performance.timeOrigin` says, which is loaded with much that measures.
  startedAtMs: Date.now() - process.uptime() * 1000,
};
void runHookProcess(host, event, world, { stdin: process.stdin, write: writeOutput }).then(endSoon);
