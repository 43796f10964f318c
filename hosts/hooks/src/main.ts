/**
 * Entry point of the bundled hook, `node hook HOST EVENT [HOME]`: it always exits 0 and prints one JSON object or nothing.
 * HOME is passed if it is not the platform's default. `node hook JOB FOLDER HOME` is a worker that a hook starts.
 */
import { homeFolder, userHomeFolder } from "@tacit-memory/memory";
import { endSoon, runHookProcess } from "./hook-process.ts";
import { runWorker } from "./run-hook.ts";
import { asWorker, isJob, type Job, startWorker } from "./worker.ts";
import { writeOutput } from "./write-output.ts";

const [host = "", event = "", input = ""] = process.argv.slice(2);
const home = input || homeFolder(process.env, process.platform, userHomeFolder());
const script = process.argv[1] ?? "";
const context = {
  env: process.env,
  home,
  // Equals `performance.timeOrigin`, which would load much measuring code.
  startedAtMs: Date.now() - process.uptime() * 1000,
  handOver: (folder: string, job: Job) => startWorker(script, home, folder, job),
};
const work = isJob(host)
  ? asWorker(home, host, () => runWorker(host, event, context))
  : runHookProcess(host, event, context, { stdin: process.stdin, write: writeOutput });
void work.then(endSoon);
