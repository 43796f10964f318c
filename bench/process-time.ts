/** Wall and CPU time of a whole process, start included. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export interface ProcessTime {
  readonly wallMs: number;
  /** Of the process and all it started, to 10 ms: only the mean of many means something. 0 where the system does not say it. */
  readonly cpuMs: number;
}

const OWN_STAT = "/proc/self/stat";
const TICK_MS = 10;

/** Whether the CPU time of processes that ended can be read (Linux). */
export const HAS_CPU_TIME = existsSync(OWN_STAT);

export interface ProcessRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Runs Node with `args`. Throws when it does not end with 0. */
export function timeProcess(
  args: readonly string[],
  { input = "", cwd, env }: ProcessRun,
): ProcessTime {
  const before = childTimesMs();
  const started = process.hrtime.bigint();
  const ran = spawnSync(process.execPath, args, { input, cwd, env });
  const wallMs = Number(process.hrtime.bigint() - started) / 1e6;
  if (ran.status !== 0)
    throw new Error(`${args.join(" ")} ended with ${ran.status}: ${ran.stderr}`);
  return { wallMs, cpuMs: childTimesMs() - before };
}

/** CPU time of all children that ended. */
function childTimesMs(): number {
  if (!HAS_CPU_TIME) return 0;
  const stat = readFileSync(OWN_STAT, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
