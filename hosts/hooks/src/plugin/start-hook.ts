/**
 * Starts the bundled hook from our plugin, inside an agent program without hooks of its own: passes it the payload of one
 * moment and returns its text. It runs in the host's process, under the host's runtime, so it imports nothing of ours, never
 * throws, and never waits longer than its limit.
 */
import { spawn } from "node:child_process";

/** Command that starts the bundled hook; `tacit connect` writes it into the plugin's file. */
export interface HookCommand {
  readonly node: string;
  readonly hook: string;
  /** Tacit's home folder if the hook would not find it by itself; null otherwise. */
  readonly home: string | null;
}

export interface HookAnswer {
  /** Text for the model; "" for nothing. */
  readonly text: string;
  /** Whether the hook was stopped because it took too long. */
  readonly isLate: boolean;
}

const EMPTY_ANSWER: HookAnswer = { text: "", isLate: false };
/** Maximum characters of output; no answer of ours is longer. */
const MAX_OUTPUT_CHARS = 64 * 1024;

/** Starts the hook and kills the process after `limitMs`. */
export function startHook(
  { node, hook, home }: HookCommand,
  host: string,
  event: string,
  payload: object,
  limitMs: number,
): Promise<HookAnswer> {
  return new Promise((resolve) => {
    try {
      const input = JSON.stringify(payload);
      const args = [hook, host, event, ...(home === null ? [] : [home])];
      const child = spawn(node, args, { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
      let output = "";
      let isLate = false;
      const end = (answer: HookAnswer) => {
        clearTimeout(limit);
        resolve(answer);
      };
      const limit = setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
        // A process that the hook started may hold the pipe open: do not wait for it.
        child.stdout.destroy();
      }, limitMs);
      child.on("error", () => end(EMPTY_ANSWER));
      child.on("close", () =>
        end(isLate ? { text: "", isLate } : { text: textIn(output), isLate }),
      );
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (chunk: string) => {
        if (output.length < MAX_OUTPUT_CHARS) output += chunk;
      });
      // A hook that ends before it has read all input closes the pipe.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    } catch {
      resolve(EMPTY_ANSWER);
    }
  });
}

function textIn(output: string): string {
  try {
    const { additionalContext } = JSON.parse(output) as { additionalContext?: unknown };
    return typeof additionalContext === "string" ? additionalContext : "";
  } catch {
    return "";
  }
}
