/** Extracts in a separate process, with oxc where possible, so that a crash affects only that process. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OXC } from "../facts/oxc/limits.ts";
import { type BatchReader, WaitingLine } from "./batch-reader.ts";
import { argumentsForFile } from "./child-arguments.ts";
import type { BatchAnswer } from "./extract-batch.ts";

interface ProcessOptions {
  /** Called if oxc cannot be loaded or the process cannot be started, so that no answer will follow. */
  readonly onUnavailable: () => void;
  readonly entry?: string | undefined;
  /** Maximum time to wait for an answer before the process is ended. */
  readonly patienceMs?: number;
}

/** Starts the process. Returns null if none can be started. */
export function startProcess(root: string, options: ProcessOptions): BatchReader | null {
  const { onUnavailable, entry = ownEntry() } = options;
  const { patienceMs = OXC.patienceMs } = options;
  const child = entry === undefined ? null : startChild(root, entry);
  if (child === null) return null;
  const line = new WaitingLine();
  const end = () => void child.kill("SIGKILL");
  // A parser call cannot be limited in time.
  let patience: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(patience);
    patience = line.isEmpty ? undefined : setTimeout(end, patienceMs);
  };
  let isAvailable = true;
  const giveUp = () => {
    isAvailable = false;
    onUnavailable();
    end();
  };
  const gone = new Promise<void>((resolve) => {
    const leave = () => {
      clearTimeout(patience);
      line.end(isAvailable);
      resolve();
    };
    child.once("exit", leave);
    child.once("error", () => {
      giveUp();
      leave();
    });
  });
  // A process that cannot be reached has ended or will end; the caller that waited longest is to blame.
  child.once("disconnect", end);
  child.on("message", (message: BatchAnswer | "unavailable") => {
    if (message === "unavailable") giveUp();
    // Under `node --watch`, Node also sends messages about loaded modules here.
    else if ("files" in message) line.answer(message);
    watch();
  });
  return {
    read: (batch) => {
      const answer = line.wait(() => {
        const message = batch.map(({ path, knownHash }) => ({ path, knownHash }));
        child.send(message, () => undefined);
      });
      if (patience === undefined) watch();
      return answer;
    },
    end: () => {
      end();
      return gone;
    },
  };
}

/** `fork` passes this option on, but its types do not list it. */
const WITHOUT_WINDOW = { windowsHide: true };
/** Tree objects are discarded immediately, so the memory they use should stay in the processor's cache. */
const NURSERY = [
  `--min-semi-space-size=${OXC.nurseryMb}`,
  `--max-semi-space-size=${OXC.nurseryMb}`,
];

/** Returns the program to run: next to the bundle when published, the TypeScript source in a checkout. */
function ownEntry(): string | undefined {
  const bundled = new URL("./code-reader.mjs", import.meta.url);
  const source = new URL("./extract-process.ts", import.meta.url);
  return [bundled, source].map((url) => fileURLToPath(url)).find(existsSync);
}

function startChild(root: string, entry: string): ChildProcess | null {
  try {
    return fork(entry, [root], {
      ...WITHOUT_WINDOW,
      execArgv: [...argumentsForFile(process.execArgv), ...NURSERY],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  } catch {
    return null;
  }
}
