/**
 * A process that queries a type checker. Its calls block until they have an answer, so they run on a thread, and this process
 * ends the thread, itself and the compiler when its parent is gone.
 */
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { CodegraphError } from "../../codegraph-error.ts";
import { checkFiles } from "./check-sites.ts";
import type { CheckNews, CheckWork } from "./check-work.ts";
import { openTypeScript } from "./typescript-api.ts";

function relay(): void {
  process.once("disconnect", end);
  process.once("message", (work: CheckWork) => {
    const thread = new Worker(fileURLToPath(import.meta.url), { workerData: work });
    const fail = (reason: string) => report({ failed: "checker_failed", reason });
    thread.on("message", report);
    thread.on("error", (error) => fail(String(error)));
    // Waits until all messages are sent; otherwise those queued for a busy parent would be lost.
    thread.on("exit", () => void sent.then(() => process.disconnect()));
  });
}

/** The last send, resolved whether or not it succeeded. Messages are sent in order. */
let sent: Promise<unknown> = Promise.resolve();

function report(news: CheckNews): void {
  sent = new Promise((resolve) => process.send?.(news, undefined, undefined, resolve));
}

/** Kills the process group, which includes the compiler. */
function end(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.exit(1);
  }
}

async function ask(work: CheckWork): Promise<void> {
  try {
    const typescript = await openTypeScript(work.typescript);
    for (const checked of checkFiles(typescript, work)) parentPort?.postMessage({ checked });
    parentPort?.postMessage({ isDone: true });
  } catch (error) {
    const isMissing = CodegraphError.is(error, "checker_missing");
    const failed = isMissing ? "checker_missing" : "checker_failed";
    const cause = (error as Error).cause ?? error;
    parentPort?.postMessage({ failed, reason: String((cause as Error).message ?? cause) });
  }
}

if (isMainThread) relay();
else void ask(workerData as CheckWork);
