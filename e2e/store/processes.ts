/** Real processes for tests: each runs a script, is read line by line and killed at a chosen moment. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** Makes a home and a project that are removed when the test ends. */
export function makeFolders(): { readonly home: string; readonly project: string } {
  const folder = mkdtempSync(join(tmpdir(), "tacit-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const project = join(folder, "project");
  mkdirSync(project);
  return { home: join(folder, "home"), project };
}

export interface Ended {
  /** Complete lines on stdout; a line that the kill cut off is left out. */
  readonly lines: readonly string[];
  readonly stderr: string;
  readonly status: number | null;
}

export interface Running {
  readonly child: ChildProcess;
  /** Number of complete lines printed so far. */
  readonly lineCount: () => number;
  readonly ended: Promise<Ended>;
}

/** Starts a script. `limitBlocks` limits every file that it writes, in KiB, as a full disk would. */
export function start(
  script: string,
  args: readonly string[],
  limitBlocks: number | null = null,
): Running {
  const command = [process.execPath, "--conditions=source", script, ...args];
  const child =
    limitBlocks === null
      ? spawn(process.execPath, command.slice(1))
      : spawn("bash", ["-c", `ulimit -f ${limitBlocks}; exec "$@"`, "bash", ...command]);
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (status) =>
      resolve({ lines: out.split("\n").slice(0, -1), stderr: err, status }),
    );
  });
  return { child, lineCount: () => out.split("\n").length - 1, ended };
}

/** Sends SIGKILL at a random moment within `withinMs` after the first line. */
export async function killAtRandom(running: Running, withinMs: number): Promise<Ended> {
  while (running.lineCount() === 0 && running.child.exitCode === null) await pause(2);
  await pause(Math.random() * withinMs);
  running.child.kill("SIGKILL");
  return running.ended;
}
