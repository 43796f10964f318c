/** The bundled hook as a host runs it: one process per event, payload on stdin, answer on stdout. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { workerEnd } from "./worker-end.ts";

export const HOOK = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "hook.cjs");

const PATIENT_CLOCK = join(import.meta.dirname, "patient-clock.cjs");
/** Environment of a host whose hooks keep their deadlines, also on a slow machine. */
export const REAL_CLOCK = { NODE_OPTIONS: "" };

export interface HookRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HookHost {
  /** Sends a payload in Claude Code's shape: common fields of every event, and those of this one. */
  readonly tell: (event: string, session: string, more?: object) => Promise<HookRun>;
  /** Sends any bytes unchanged. */
  readonly raw: (event: string, input: string | Buffer) => Promise<HookRun>;
  /** Returns logged errors, oldest first. */
  readonly log: () => readonly string[];
}

/**
 * Creates a host whose hooks and workers have twenty times the usual time, so that a slow machine does not decide what they
 * do. `env`: additional variables of the host's environment; `REAL_CLOCK` for tests of deadlines.
 */
export function hookHost(
  home: string,
  project: string,
  env: Readonly<Record<string, string>> = {},
  name: string = "claude-code",
): HookHost {
  // Runs before the folders are removed.
  onTestFinished(() => workerEnd(home));
  const raw = (event: string, input: string | Buffer) =>
    run(
      [name, event],
      input,
      { NODE_OPTIONS: `--require=${PATIENT_CLOCK}`, TACIT_HOME: home, ...env },
      project,
    );
  let n = 0;
  return {
    raw,
    tell: (event, session, more = {}) => {
      const payload = {
        session_id: session,
        transcript_path: join(home, "transcripts", `${session}.jsonl`),
        cwd: project,
        prompt_id: `prompt-${++n}`,
        permission_mode: "default",
        hook_event_name: event,
        ...more,
      };
      return raw(event, JSON.stringify(payload));
    },
    log: () => {
      const path = join(home, "hooks.log");
      if (!existsSync(path)) return [];
      const lines = readFileSync(path, "utf8").trim().split("\n");
      return lines.map((line) => (JSON.parse(line) as { message: string }).message);
    },
  };
}

function run(
  args: readonly string[],
  input: string | Buffer,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<HookRun> {
  const child = spawn(process.execPath, [HOOK, ...args], {
    cwd: existsSync(cwd) ? cwd : "/",
    env: { ...process.env, ...env },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // If the hook refuses to read a payload to its end, the pipe breaks, which does not concern the host.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Returns what the answer adds to the agent's context; "" for nothing. */
export function contextOf(run: HookRun): string {
  if (run.stdout === "") return "";
  const answer = JSON.parse(run.stdout) as {
    hookSpecificOutput: { hookEventName: string; additionalContext: string };
  };
  return answer.hookSpecificOutput.additionalContext;
}
