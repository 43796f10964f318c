/**
 * Tests whether Tacit learns under bad conditions. Twenty pairs of sessions on a machine slowed tenfold: hooks of recorded
 * sessions as four hosts call them, one session in four killed, one with standard input that stays open, one in a repository
 * that names programs to run. Checks for each first session that Tacit learned from it and that the next session was shown
 * the result. Fails below 20 of 20. `--quick` plays four pairs.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openTacit } from "@tacit-memory/memory";
import { setTraps } from "../../e2e/hostile/traps.ts";
import { isWorkerRunning } from "../../hosts/hooks/src/worker.ts";
import type { Setup } from "../arguments.ts";
import { percentile, round } from "../statistics.ts";
import {
  endCalls,
  type HostName,
  promptCall,
  readCalls,
  startCall,
  toolCall,
} from "./hook-payloads.ts";
import { type HookRun, type HowToRun, killHook, measureSlowDown, runHook } from "./hook-runs.ts";
import { type SlowMachine, slowMachine } from "./slow-machine.ts";

const PAIRS = 20;
const QUICK_PAIRS = 4;
const SLOWER = 10;
const WORKER_LOOK_MS = 10;
/** Limit for the worker, which ends by itself after 80 s. */
const WORKER_LIMIT_MS = 100_000;
/** Tool calls per session. */
const CALLS = 8;
const HOSTS: readonly HostName[] = ["claude-code", "codex", "gemini", "qwen"];
const TROUBLES = ["none", "killed", "open input", "hostile repository"] as const;
type Trouble = (typeof TROUBLES)[number];

interface Day {
  readonly root: string;
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly machine: SlowMachine;
}

interface Pair {
  readonly host: HostName;
  readonly trouble: Trouble;
  readonly slowDown: number;
  readonly isLearned: boolean;
  /** Moment of the next session that showed the learned memory; null when none did. */
  readonly shownAt: string | null;
  readonly trapsRun: readonly string[];
  readonly areWorkersDone: boolean;
  readonly runs: readonly HookRun[];
}

export async function run({ root, args, say }: Setup) {
  const folder = mkdtempSync(join(tmpdir(), "tacit-rough-"));
  const home = join(folder, "home");
  const env = { PATH: process.env["PATH"], HOME: folder, TACIT_HOME: home, NO_COLOR: "1" };
  const machine = slowMachine(SLOWER);
  const worker = setInterval(() => slowWorker(home, machine), WORKER_LOOK_MS);
  const pairs: Pair[] = [];
  try {
    for (let n = 0; n < (args.includes("--quick") ? QUICK_PAIRS : PAIRS); n++) {
      const pair = await playPair({ root, folder, home, env, machine }, n);
      pairs.push(pair);
      say(lineOf(pair, n));
    }
    const log = join(home, "hooks.log");
    const logged = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    const result = summary(pairs, logged);
    say(JSON.stringify(result.figures));
    if (!result.isGood) process.exitCode = 1;
    return { question: "is a session learned from on a machine ten times slower?", ...result };
  } finally {
    clearInterval(worker);
    machine.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Slows the worker, which a hook starts and which writes its process id into its lock. */
function slowWorker(home: string, machine: SlowMachine): void {
  try {
    const pid = Number(readFileSync(join(home, "catch-up.lock"), "utf8"));
    if (pid > 1) machine.slow(pid);
  } catch {
    // No worker is running.
  }
}

async function playPair(day: Day, n: number): Promise<Pair> {
  const { root, folder, home, env, machine } = day;
  const host = HOSTS[n % HOSTS.length] ?? "claude-code";
  const trouble = TROUBLES[(n + Math.floor(n / TROUBLES.length)) % TROUBLES.length] ?? "none";
  const slowDown = await measureSlowDown(machine);
  const project = join(folder, `project-${n}`);
  const marks = join(folder, `marks-${n}`);
  mkdirSync(project);
  if (trouble === "hostile repository") setTraps(project, marks, env);
  else execFileSync("git", ["init", "-q"], { cwd: project, env });
  const how: HowToRun = {
    ...{ host, hook: join(root, "apps/cli/dist/hook.cjs"), project, env, machine },
    isInputOpen: trouble === "open input",
  };
  const command = `make verify-${n}`;
  const runs = await teach(how, { n, root, home, trouble, command });
  let areWorkersDone = await workerEnd(home);
  const { runs: later, areWorkersDone: areLaterDone } = await meetAgain(how, { n, home });
  areWorkersDone &&= areLaterDone;
  const shown = later.find(({ stdout }) => stdout.includes(command));
  return {
    ...{ host, trouble, slowDown },
    isLearned: await isLearned(day, project, command),
    shownAt: shown?.event ?? null,
    trapsRun: existsSync(marks) ? readdirSync(marks) : [],
    areWorkersDone,
    runs: [...runs, ...later],
  };
}

/**
 * Waits while the product counts a lock as held: until its process has ended, or was never seen to start. Returns false when
 * the worker hangs.
 */
async function workerEnd(home: string): Promise<boolean> {
  const endMs = Date.now() + WORKER_LIMIT_MS;
  while (isWorkerRunning(home, "catch-up")) {
    if (Date.now() > endMs) return false;
    await pause(WORKER_LOOK_MS);
  }
  return true;
}

interface Lesson {
  readonly n: number;
  readonly root: string;
  readonly home: string;
  readonly trouble: Trouble;
  readonly command: string;
}

async function teach(how: HowToRun, lesson: Lesson): Promise<readonly HookRun[]> {
  const { host, project } = how;
  const at = { session_id: `first-${lesson.n}`, cwd: project };
  const recordings = join(lesson.root, "e2e/fixtures/example/sessions");
  const names = readdirSync(recordings).sort();
  const calls = readCalls(join(recordings, names[lesson.n % names.length] ?? ""), project, CALLS);
  const rule = `Always run \`${lesson.command}\` before you commit in this repository, never \`make all\`.`;
  const prompt = `Move the evaluation link into the card's header. ${rule}`;
  const moments = [
    startCall(at),
    promptCall(host, at, prompt, "p1"),
    ...calls.map((call) => toolCall(host, at, call)),
  ];
  const isKilled = lesson.trouble === "killed";
  const ended = isKilled ? [] : endCalls(host, at, "The link is in the header now.");
  const runs: HookRun[] = [];
  for (const moment of [...moments, ...ended]) runs.push(await runHook(how, moment));
  if (isKilled) {
    const last = calls.at(-1);
    if (last !== undefined) await killHook(how, toolCall(host, at, { ...last, id: "last" }));
  }
  return runs;
}

/** Plays the next session. The worker has time to finish between its moments, because users type more slowly. */
async function meetAgain(
  how: HowToRun,
  { n, home }: { readonly n: number; readonly home: string },
): Promise<{ readonly runs: readonly HookRun[]; readonly areWorkersDone: boolean }> {
  const at = { session_id: `second-${n}`, cwd: how.project };
  const runs: HookRun[] = [];
  let areWorkersDone = true;
  for (const moment of [
    startCall(at),
    promptCall(how.host, at, "Rename the card's header to title.", "p1"),
    promptCall(how.host, at, "Now commit it.", "p2"),
  ]) {
    runs.push(await runHook(how, moment));
    areWorkersDone = (await workerEnd(home)) && areWorkersDone;
  }
  return { runs, areWorkersDone };
}

/** Checks through the library, because its list call learns nothing. */
async function isLearned({ home }: Day, project: string, command: string): Promise<boolean> {
  const tacit = await openTacit({ home, cwd: project });
  try {
    return (await tacit.memories.list({})).some(({ content }) => content.includes(command));
  } finally {
    await tacit.close();
  }
}

function lineOf({ host, trouble, slowDown, isLearned, shownAt, runs }: Pair, n: number): string {
  const slowest = Math.max(...runs.map(({ tookMs }) => tookMs));
  const learned = isLearned ? "learned" : "NOT LEARNED";
  return `${n + 1}. ${host}, ${trouble}: ${learned}, shown at ${shownAt ?? "NO MOMENT"}; ${round(slowDown, 1)} times slower, slowest hook ${round(slowest, 0)} ms`;
}

function summary(pairs: readonly Pair[], logged: readonly string[]) {
  const runs = pairs.flatMap((pair) => pair.runs);
  const took = runs.map(({ tookMs }) => tookMs);
  const slowDowns = pairs.map(({ slowDown }) => slowDown);
  const isEnd = ({ event }: HookRun) => event === "SessionEnd";
  const figures = {
    pairs: pairs.length,
    learnedFrom: pairs.filter(({ isLearned }) => isLearned).length,
    shown: pairs.filter(({ shownAt }) => shownAt !== null).length,
    hung: runs.filter((hookRun) => hookRun.isOverLimit && !isEnd(hookRun)).length,
    workersHung: pairs.filter(({ areWorkersDone }) => !areWorkersDone).length,
    sessionEndsCutOff: runs.filter((hookRun) => hookRun.isOverLimit && isEnd(hookRun)).length,
    failed: runs.filter((hookRun) => !hookRun.isOverLimit && hookRun.status !== 0).length,
    trapsRun: pairs.flatMap(({ trapsRun }) => trapsRun).length,
    logged: logged.length,
    hooks: runs.length,
    slowDownLeast: round(Math.min(...slowDowns), 1),
    slowDownMedian: round(percentile(slowDowns, 0.5), 1),
    hookMsP50: round(percentile(took, 0.5), 0),
    hookMsP95: round(percentile(took, 0.95), 0),
    hookMsMost: round(Math.max(...took), 0),
  };
  const { learnedFrom, shown, hung, workersHung, failed, trapsRun } = figures;
  const isGood =
    learnedFrom === pairs.length &&
    shown === pairs.length &&
    hung + workersHung + failed + trapsRun === 0;
  const rows = pairs.map(({ runs: own, slowDown, ...pair }) => ({
    ...pair,
    slowDown: round(slowDown, 1),
    overLimit: own.filter((hookRun) => hookRun.isOverLimit).map(({ event }) => event),
  }));
  return { isGood, figures, rows, logged: logged.slice(0, 20) };
}
