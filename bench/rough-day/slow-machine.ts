/**
 * A machine that is so many times slower, for the processes given to it: what a CPU quota of a control group does, without the
 * rights for one and without load on this machine. A process is stopped whenever it has used more CPU time than its share, and
 * goes on when time has passed. Programs that it starts and waits for (git) are not slowed. Linux only (`/proc`).
 */
import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 4;
/** Time that a process spends waiting is no credit for later beyond this much CPU. */
const MOST_CREDIT_MS = 2;
const NS_PER_MS = 1e6;

interface Paced {
  usedMs: number;
  creditMs: number;
  atMs: number;
}

export interface SlowMachine {
  /** Slows this process from now on until it ends. */
  readonly slow: (pid: number) => void;
  readonly stop: () => void;
}

export function slowMachine(times: number): SlowMachine {
  const all = new Map<number, Paced>();
  const timer = setInterval(() => {
    for (const [pid, paced] of all) if (!pace(pid, paced, times)) all.delete(pid);
  }, TICK_MS);
  return {
    slow: (pid) => {
      if (all.has(pid)) return;
      const paced = { usedMs: 0, creditMs: 0, atMs: performance.now() };
      all.set(pid, paced);
      pace(pid, paced, times);
    },
    stop: () => {
      clearInterval(timer);
      for (const pid of all.keys()) signal(pid, "SIGCONT");
    },
  };
}

/** False when the process is gone. */
function pace(pid: number, paced: Paced, times: number): boolean {
  const usedMs = cpuMsOf(pid);
  if (usedMs === null) return false;
  const nowMs = performance.now();
  const earnedMs = (nowMs - paced.atMs) / times;
  // A thread that ended takes its time with it: never less than nothing.
  const spentMs = Math.max(0, usedMs - paced.usedMs);
  paced.creditMs = Math.min(MOST_CREDIT_MS, paced.creditMs + earnedMs - spentMs);
  paced.usedMs = usedMs;
  paced.atMs = nowMs;
  signal(pid, paced.creditMs > 0 ? "SIGCONT" : "SIGSTOP");
  return true;
}

/** Null for a process that is gone or a zombie. */
function cpuMsOf(pid: number): number | null {
  try {
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return null;
    return readdirSync(`/proc/${pid}/task`)
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8"))
      .reduce((sum, text) => sum + Number(text.split(" ")[0]) / NS_PER_MS, 0);
  } catch {
    return null;
  }
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}
