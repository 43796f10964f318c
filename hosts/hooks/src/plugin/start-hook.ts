/**
 * What our plugin does inside an agent program that has no hooks of its own: starts the bundled hook for one
 * moment, hands it the payload and takes what it says. It runs in the host's process, under the host's runtime,
 * so it imports nothing of ours, never throws, and waits for no longer than it was given.
 */
import { spawn } from "node:child_process";

/** How the bundled hook is started; `tacit connect` writes it into the plugin's file. */
export interface HookCommand {
  readonly node: string;
  readonly hook: string;
  /** Tacit's home folder where the hook would not find it by itself; null otherwise. */
  readonly home: string | null;
}

export interface Answer {
  /** For the model; "" for nothing. */
  readonly text: string;
  /** The hook was stopped because it took too long. */
  readonly isLate: boolean;
}

const NOTHING: Answer = { text: "", isLate: false };
/** No answer of ours is longer. */
const MAX_OUTPUT_CHARS = 64 * 1024;

/** `limitMs`: the process is killed then. */
export function startHook(
  { node, hook, home }: HookCommand,
  host: string,
  event: string,
  payload: object,
  limitMs: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      const input = JSON.stringify(payload);
      const args = [hook, host, event, ...(home === null ? [] : [home])];
      const child = spawn(node, args, { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
      let output = "";
      let isLate = false;
      const end = (answer: Answer) => {
        clearTimeout(limit);
        resolve(answer);
      };
      const limit = setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
        // A process that the hook had started may hold the pipe open: nobody waits for that one.
        child.stdout.destroy();
      }, limitMs);
      child.on("error", () => end(NOTHING));
      child.on("close", () =>
        end(isLate ? { text: "", isLate } : { text: textIn(output), isLate }),
      );
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (chunk: string) => {
        if (output.length < MAX_OUTPUT_CHARS) output += chunk;
      });
      // A hook that ends before it has read all of it closes the pipe.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    } catch {
      resolve(NOTHING);
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
