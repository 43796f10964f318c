/** Runs hook processes as a host does: one process per moment, a time limit, SIGKILL after it. Records every run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { HookCall, HostName } from "./hook-payloads.ts";
import type { SlowMachine } from "./slow-machine.ts";

/** Time limit that `connect` registers, and the hosts' own limit for the end of a session. */
const LIMIT_MS = 5000;
const END_LIMIT_MS = 1500;
/** Milliseconds from a hook's start until it is killed. */
const KILL_AFTER_MS = 150;

export interface HookRun {
  readonly event: string;
  readonly tookMs: number;
  readonly status: number | null;
  readonly stdout: string;
  /** True when the hook exceeded its limit, so that the host killed it. */
  readonly isOverLimit: boolean;
}

export interface HowToRun {
  readonly host: HostName;
  readonly hook: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly machine: SlowMachine;
  readonly isInputOpen: boolean;
}

export async function runHook(
  { host, hook, project, env, machine, isInputOpen }: HowToRun,
  [event, payload]: HookCall,
  killAfterMs: number | null = null,
): Promise<HookRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [hook, host, event], { cwd: project, env });
  if (child.pid !== undefined) machine.slow(child.pid);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.resume();
  child.stdin.on("error", () => undefined);
  child.stdin.write(JSON.stringify(payload));
  if (!isInputOpen) child.stdin.end();
  const limitMs = event === "SessionEnd" ? END_LIMIT_MS : LIMIT_MS;
  let isOverLimit = false;
  const limit = setTimeout(() => {
    isOverLimit = killAfterMs === null;
    child.kill("SIGKILL");
  }, killAfterMs ?? limitMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status) => {
      clearTimeout(limit);
      child.stdin.destroy();
      const tookMs = performance.now() - startedAt;
      // A host does not wait for streams that a detached process still holds open.
      setImmediate(() => resolve({ event, tookMs, status, stdout, isOverLimit }));
    });
  });
}

/** Simulates a host that dies while the hook works. */
export function killHook(how: HowToRun, call: HookCall): Promise<HookRun> {
  return runHook(how, call, KILL_AFTER_MS);
}

const PROBE = `
const { user, system } = process.cpuUsage();
const startedAt = performance.now();
for (let n = 0, x = 0; n < 3e7; n++) x = (x * 31 + n) | 0;
const used = process.cpuUsage({ user, system });
console.log((performance.now() - startedAt) / ((used.user + used.system) / 1000));
`;

/** Returns the wall time over the CPU time of a short computation. */
export async function measureSlowDown(machine: SlowMachine): Promise<number> {
  const child = spawn(process.execPath, ["-e", PROBE]);
  if (child.pid !== undefined) machine.slow(child.pid);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  await once(child, "close");
  return Number(stdout);
}
