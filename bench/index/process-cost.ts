/** Measures what a program costs: wall time, and CPU seconds of all its threads and children. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Cost {
  readonly wallMs: number;
  readonly cpuSeconds: number;
  /** Null when the program exceeded its time limit. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly timeoutMs?: number | undefined;
}

export function costOf(program: string, words: readonly string[], options: RunOptions): Cost {
  const { cwd, env = process.env, timeoutMs } = options;
  const children = childCpu();
  const startedMs = performance.now();
  // A separate process group, so that a program stopped at its limit leaves nothing running.
  const capped =
    timeoutMs === undefined
      ? {}
      : { timeout: timeoutMs, killSignal: "SIGKILL" as const, detached: true };
  const ran = spawnSync(program, words, { cwd, env, encoding: "utf8", maxBuffer: 1e9, ...capped });
  if (timeoutMs !== undefined && ran.status === null) endGroup(ran.pid);
  const wallMs = performance.now() - startedMs;
  const { status, stdout, stderr } = ran;
  return { wallMs, cpuSeconds: childCpu() - children, status, stdout, stderr };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process group is already empty.
  }
}

/** Returns the CPU seconds of terminated children as Linux counts them: fields 16 and 17 of the process's stat. */
function childCpu(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}
