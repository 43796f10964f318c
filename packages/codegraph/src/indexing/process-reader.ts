/** Extracts in a process of its own, with oxc where it can: its crash is then nobody else's. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OXC } from "../facts/oxc/limits.ts";
import { type BatchReader, WaitingLine } from "./batch-reader.ts";
import { argumentsForFile } from "./child-arguments.ts";
import type { BatchAnswer } from "./extract-batch.ts";

interface ProcessOptions {
  /** oxc cannot be loaded there, or nothing can be started: nothing will be answered. */
  readonly onUnavailable: () => void;
  readonly entry?: string | undefined;
  /** How long an answer is waited for before the process is ended. */
  readonly patienceMs?: number;
}

/** Null where no process can be had. */
export function startProcess(root: string, options: ProcessOptions): BatchReader | null {
  const { onUnavailable, entry = ownEntry() } = options;
  const { patienceMs = OXC.patienceMs } = options;
  const child = entry === undefined ? null : startChild(root, entry);
  if (child === null) return null;
  const line = new WaitingLine();
  const end = () => void child.kill("SIGKILL");
  // No call of a parser has a limit.
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
  // Whoever cannot be spoken to any more has ended or will: who waited longest is to blame for it.
  child.once("disconnect", end);
  child.on("message", (message: BatchAnswer | "unavailable") => {
    if (message === "unavailable") giveUp();
    // Under `node --watch` Node says here, too, what was loaded.
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

/** `fork` hands it on, and its types do not know. */
const WITHOUT_WINDOW = { windowsHide: true };
/** A tree is made of objects that are thrown away at once: where they lie is to stay in the processor's memory. */
const NURSERY = [
  `--min-semi-space-size=${OXC.nurseryMb}`,
  `--max-semi-space-size=${OXC.nurseryMb}`,
];

/** Beside the program in what is published; the TypeScript itself in a checkout. */
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
