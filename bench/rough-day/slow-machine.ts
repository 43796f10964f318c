/**
 * Slows selected processes by a factor, like the CPU quota of a control group, but without its rights and without load on
 * this machine. A process is stopped whenever it has used more CPU time than its share, and continues when enough time has
 * passed. Programs that it starts and waits for (git) are not slowed. Linux only (`/proc`).
 */
import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 4;
/** CPU milliseconds that a waiting process can save up at most. */
const MAX_CREDIT_MS = 2;
const NS_PER_MS = 1e6;

interface Paced {
  usedMs: number;
  creditMs: number;
  atMs: number;
}

export interface SlowMachine {
  /** Slows this process from now until it ends. */
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

/** Returns false when the process has ended. */
function pace(pid: number, paced: Paced, times: number): boolean {
  const usedMs = cpuMsOf(pid);
  if (usedMs === null) return false;
  const nowMs = performance.now();
  const earnedMs = (nowMs - paced.atMs) / times;
  // The time of a terminated thread disappears, so the difference could be negative.
  const spentMs = Math.max(0, usedMs - paced.usedMs);
  paced.creditMs = Math.min(MAX_CREDIT_MS, paced.creditMs + earnedMs - spentMs);
  paced.usedMs = usedMs;
  paced.atMs = nowMs;
  signal(pid, paced.creditMs > 0 ? "SIGCONT" : "SIGSTOP");
  return true;
}

/** Returns null for a process that has ended or is a zombie. */
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
    // The process ended in the meantime.
  }
}
