/** Measures wall and CPU time of a whole process, start included. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export interface ProcessTime {
  readonly wallMs: number;
  /**
   * CPU time of the process and all its children, to 10 ms: only the mean of many runs is meaningful. 0 when the system does
   * not report it.
   */
  readonly cpuMs: number;
}

const OWN_STAT = "/proc/self/stat";
const TICK_MS = 10;

/** True when the CPU time of terminated processes can be read (Linux). */
export const HAS_CPU_TIME = existsSync(OWN_STAT);

export interface ProcessRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Runs Node with `args`. Throws when the exit status is not 0. */
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

/** Returns the CPU time of all terminated children. */
function childTimesMs(): number {
  if (!HAS_CPU_TIME) return 0;
  const stat = readFileSync(OWN_STAT, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
