/** Extracts in a process of its own, with oxc where it can: its crash is then nobody else's. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BatchReader, WaitingLine } from "./batch-reader.ts";
import { argumentsForFile } from "./child-arguments.ts";
import type { BatchAnswer } from "./extract-batch.ts";
import { CODEGRAPH } from "./tuning.ts";

/** Null where no process can be had. `onUnavailable`: oxc cannot be loaded there, and nothing will be answered. */
export function startProcess(
  root: string,
  onUnavailable: () => void,
  entry: string | undefined = ownEntry(),
): BatchReader | null {
  const child = entry === undefined ? null : startChild(root, entry);
  if (child === null) return null;
  const line = new WaitingLine();
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  let isAvailable = true;
  child.on("message", (message: BatchAnswer | "unavailable") => {
    if (typeof message === "object" && "files" in message) line.answer(message);
    else if (message === "unavailable") {
      isAvailable = false;
      onUnavailable();
      child.kill("SIGKILL");
    }
  });
  child.on("error", () => line.end(false));
  child.on("exit", () => line.end(isAvailable));
  return {
    read: (batch) =>
      line.wait(() => {
        const message = batch.map(({ path, knownHash }) => ({ path, knownHash }));
        child.send(message, (error) => error && line.end(false));
      }),
    end: () => {
      child.kill("SIGKILL");
      return gone;
    },
  };
}

/** `fork` hands it on, and its types do not know. */
const WITHOUT_WINDOW = { windowsHide: true };
/** A tree is made of objects that are thrown away at once: where they lie is to stay in the processor's memory. */
const NURSERY = [
  `--min-semi-space-size=${CODEGRAPH.processNurseryMb.value}`,
  `--max-semi-space-size=${CODEGRAPH.processNurseryMb.value}`,
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
