/**
 * Measures what a hook adds to an agent's step, process start included. Reports wall and CPU time of capture, and of recall
 * and session start at 10,000 memories, as ratios to an empty Node process run alternately with them.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import type { Setup } from "../arguments.ts";
import { makeMemories, makeQuestions } from "../corpus.ts";
import { HAS_CPU_TIME, type ProcessTime, timeProcess } from "../process-time.ts";
import { percentile, round } from "../statistics.ts";

const RUNS = 60;
const MEMORIES = 10_000;

export async function run({ root, args, say }: Setup) {
  const runs = args.includes("--quick") ? 15 : RUNS;
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    const home = join(folder, "home");
    const memories = makeMemories(MEMORIES, 1);
    await fill(home, folder, memories);
    say(`${MEMORIES} memories in place; ${runs} turns of each`);
    const empty = join(folder, "empty.cjs");
    writeFileSync(empty, "");
    const hook = join(root, "apps/cli/dist/hook.cjs");
    const questions = makeQuestions(memories, runs + 3, 3);
    const times: Record<string, ProcessTime[]> = { empty: [], capture: [], recall: [], start: [] };
    for (let i = 0; i < runs + 3; i++) {
      const env = { PATH: process.env["PATH"], TACIT_HOME: home };
      const time = (args: readonly string[], input = "") =>
        timeProcess(args, { input, cwd: folder, env });
      const turn = {
        empty: time([empty]),
        capture: time([hook, "claude-code", "PostToolUse"], capturePayload(folder, i)),
        recall: time(
          [hook, "claude-code", "UserPromptSubmit"],
          promptPayload(folder, i, questions[i] ?? ""),
        ),
        start: time([hook, "claude-code", "SessionStart"], startPayload(folder, i)),
      };
      if (i < 3) continue;
      for (const [name, took] of Object.entries(turn)) times[name]?.push(took);
    }
    return {
      question: "hook wall time over an empty process",
      runs,
      memories: MEMORIES,
      ...summary(times, say),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function summary(times: Record<string, ProcessTime[]>, say: (line: string) => void) {
  const wallOf = (name: string) => (times[name] ?? []).map(({ wallMs }) => wallMs);
  const cpuOf = (name: string) => mean((times[name] ?? []).map(({ cpuMs }) => cpuMs));
  const base = wallOf("empty");
  const rows = Object.keys(times).map((name) => {
    const wall = wallOf(name);
    return {
      what: name,
      minMs: round(Math.min(...wall)),
      p50Ms: round(percentile(wall, 0.5)),
      p95Ms: round(percentile(wall, 0.95)),
      ratioP50: round(percentile(wall, 0.5) / percentile(base, 0.5)),
      ratioMin: round(Math.min(...wall) / Math.min(...base)),
      ...(HAS_CPU_TIME && {
        cpuMs: round(cpuOf(name)),
        ratioCpu: round(cpuOf(name) / cpuOf("empty")),
      }),
    };
  });
  for (const row of rows) {
    say(
      `${row.what}: p50 ${row.p50Ms} ms, ${row.ratioP50} × empty; least ${row.minMs}, ${row.ratioMin} ×; CPU ${row.cpuMs ?? "?"}, ${row.ratioCpu ?? "?"} ×`,
    );
  }
  return { rows };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

async function fill(
  home: string,
  cwd: string,
  memories: ReturnType<typeof makeMemories>,
): Promise<void> {
  const tacit = await openTacit({ home, cwd });
  async function* lines() {
    for (const [i, { content, file }] of memories.entries()) {
      yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
    }
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: true });
  await tacit.close();
}

function capturePayload(cwd: string, i: number): string {
  return JSON.stringify({
    session_id: "bench",
    cwd,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls -la src", description: "list" },
    tool_response: { stdout: "drwxr-xr-x src\n".repeat(100), stderr: "", interrupted: false },
    tool_use_id: `toolu_${i}`,
    duration_ms: 12,
  });
}

function startPayload(cwd: string, i: number): string {
  return JSON.stringify({
    session_id: `bench-start-${i}`,
    cwd,
    hook_event_name: "SessionStart",
    source: "startup",
  });
}

function promptPayload(cwd: string, i: number, prompt: string): string {
  // Each run has a separate session, so that no memory is held back because it was shown before.
  return JSON.stringify({
    session_id: `bench-${i}`,
    cwd,
    hook_event_name: "UserPromptSubmit",
    prompt,
    prompt_id: `p${i}`,
  });
}
