/**
 * Runs the same questions on what the product itself learns from the sessions: event lines through `tacit observe
 * --finalize`, the new issue's text through `tacit recall --batch`, each in a separate process. Sessions are ranked by their
 * first hit, memory or passage.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ObservedStep {
  readonly i: number;
  readonly kind: string;
  readonly paths: readonly string[];
  readonly cmd?: string;
  readonly query?: string;
  readonly ok?: boolean;
  readonly out?: string;
}

export interface ObservedSession {
  readonly id: string;
  readonly started: string;
  readonly task: string;
  readonly steps: readonly ObservedStep[];
}

const TOOLS: Readonly<Record<string, string>> = {
  ...{ read: "read", edit: "edit", write: "write", grep: "search", glob: "glob", task: "task" },
  ...{ test: "shell", run: "shell", git: "shell", fs: "shell", bash: "shell", web: "web" },
};

/** Returns the session ids for each question, best first. Throws when a process fails. */
export function rankObserved(
  root: string,
  sessions: readonly ObservedSession[],
  questions: readonly string[],
  depth: number,
): string[][] {
  const base = mkdtempSync(join(tmpdir(), "tacit-experience-"));
  const project = join(base, "project");
  mkdirSync(project);
  const run = (words: readonly string[], input: string): string => {
    const program = join(root, "apps/cli/dist/tacit.mjs");
    const place = ["--home", join(base, "home"), "--project", project];
    const ran = spawnSync(process.execPath, [program, ...words, ...place], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 30,
      env: { PATH: process.env["PATH"], HOME: base },
    });
    if (ran.status !== 0) throw new Error(`tacit ${words[0]}: ${ran.stderr.slice(0, 2000)}`);
    return ran.stdout;
  };
  try {
    run(["observe", "-", "--finalize", "--json"], sessions.flatMap(eventLines).join("\n"));
    const batch = questions.map((query, id) => JSON.stringify({ id, query })).join("\n");
    const lines = run(["recall", "--batch", "-", "--limit", String(depth)], batch);
    type Answer = { readonly hits: readonly { readonly sessions: readonly string[] }[] };
    return lines
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as Answer).hits.flatMap((hit) => hit.sessions))
      .map((ids) => [...new Set(ids)]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function eventLines({ id, started, task, steps }: ObservedSession): string[] {
  const fromMs = Date.parse(started);
  const lines: string[] = [];
  const add = (kind: string, body: object) => {
    const ts = new Date(fromMs + lines.length * 1000).toISOString();
    lines.push(JSON.stringify({ v: 1, session: id, ts, agent: "claude-code", kind, ...body }));
  };
  add("session_start", {});
  add("prompt", { text: task });
  for (const { i, kind, paths, cmd, query, ok, out = "" } of steps) {
    const tool = TOOLS[kind];
    if (tool === undefined) continue;
    const call = { callId: `c${i}`, tool, files: paths };
    add("tool_call", { ...call, input: { command: cmd, pattern: query } });
    add("tool_result", { ...call, output: out, isError: ok === false });
  }
  add("session_end", { outcome: "success" });
  return lines;
}
