/** Runs a project's type checker in a separate process that can be killed, because its calls cannot be limited in time. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CodegraphError } from "../../codegraph-error.ts";
import { argumentsForFile } from "../../indexing/child-arguments.ts";
import type { CheckedFile, CheckNews, CheckWork } from "./check-work.ts";

export interface Checking {
  readonly limitMs: number;
  /** Called in the order of the files. */
  readonly onChecked: (file: CheckedFile) => void;
}

/**
 * Returns false if it was ended before it was finished. Throws "checker_missing" for an interface that cannot be loaded, and
 * "checker_failed" when the compiler's process ends or answers unexpectedly.
 */
export async function runChecker(
  work: CheckWork,
  { limitMs, onChecked }: Checking,
): Promise<boolean> {
  const checker = `typescript ${work.typescript.version}`;
  const child = started(checker);
  return new Promise((resolve, reject) => {
    let result: CheckNews | "late" | undefined;
    const finish = (with_: CheckNews | "late") => {
      result ??= with_;
      endGroup(child);
    };
    const limit = setTimeout(() => finish("late"), limitMs);
    child.on("message", (news: CheckNews) => {
      if (result !== undefined) return;
      if ("checked" in news) onChecked(news.checked);
      // Under `node --watch`, Node also sends messages about loaded modules here.
      else if ("isDone" in news || "failed" in news) finish(news);
    });
    child.on("error", (error) => finish({ failed: "checker_failed", reason: String(error) }));
    // However the process ended, its children must be ended, too.
    child.once("exit", () => endGroup(child));
    child.on("close", (status, signal) => {
      clearTimeout(limit);
      const ended = `its process ended with ${status ?? signal}`;
      const { version } = work.typescript;
      if (result === "late") resolve(false);
      else if (result !== undefined && "isDone" in result) resolve(true);
      else if (result !== undefined && "failed" in result) {
        reject(failure(result.failed, version, result.reason));
      } else reject(failure("checker_failed", version, ended));
    });
    child.send(work, (error) => {
      if (error) finish({ failed: "checker_failed", reason: String(error) });
    });
  });
}

function failure(code: "checker_missing" | "checker_failed", version: string, reason: string) {
  return code === "checker_missing"
    ? new CodegraphError(code, { wanted: "its programming interface", found: version, reason })
    : new CodegraphError(code, { checker: `typescript ${version}`, reason });
}

/** `fork` passes this option on, but its types do not list it. */
const WITHOUT_WINDOW = { windowsHide: true };

/** Starts the program next to the bundle when published, or the TypeScript source in a checkout. */
function started(checker: string): ChildProcess {
  const bundled = new URL("./code-checker.mjs", import.meta.url);
  const source = new URL("./check-process.ts", import.meta.url);
  const entry = [bundled, source].map((url) => fileURLToPath(url)).find(existsSync);
  if (entry === undefined) {
    throw new CodegraphError("checker_failed", { checker, reason: "code-checker.mjs is missing" });
  }
  // The leader of a process group, so that the compiler, its child, can be killed with it.
  return fork(entry, {
    ...WITHOUT_WINDOW,
    execArgv: argumentsForFile(process.execArgv),
    serialization: "advanced",
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

function endGroup(child: ChildProcess): void {
  try {
    if (process.platform !== "win32" && child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL");
      return;
    }
  } catch {
    // The process has ended already.
  }
  child.kill("SIGKILL");
}
