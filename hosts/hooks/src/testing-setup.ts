/** For tests: a home and a project, and hooks of any host that run in this process. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MemoryType, openTacit } from "@tacit-memory/memory";
import { afterAll } from "vitest";
import { runHook } from "./run-hook.ts";

const ground = mkdtempSync(join(tmpdir(), "tacit-untold-"));
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));
let worlds = 0;

export interface HookSetup {
  readonly home: string;
  readonly project: string;
  /**
   * Runs a hook and returns the text that the host's model is shown; "" for nothing. `lateMs`: how long ago the hook's
   * process began.
   */
  readonly tell: (
    host: string,
    event: string,
    session: string,
    more?: object,
    lateMs?: number,
  ) => Promise<string>;
}

/** Returns the fields that name the session and the folder in every host's form. */
function envelope(session: string, project: string, timestamp: string): object {
  return {
    session_id: session,
    sessionId: session,
    sessionContext: { rootSessionId: session },
    workspaceRoots: [project],
    cwd: project,
    timestamp,
  };
}

/** Returns the text for the model, under the key from which the host reads it. */
function shownIn(answer: string): string {
  if (answer === "") return "";
  const parsed = JSON.parse(answer);
  const own = parsed.additionalContext ?? parsed.contextModification;
  return own ?? parsed.hookSpecificOutput.additionalContext;
}

export function context(): HookSetup {
  const base = join(ground, String(++worlds));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(project, { recursive: true });
  let clock = 0;
  return {
    home,
    project,
    tell: async (host, event, session, more = {}, lateMs = -60_000) => {
      const timestamp = new Date(Date.UTC(2026, 10, 21, 0, 0, ++clock)).toISOString();
      const payload = { ...envelope(session, project, timestamp), ...more };
      // The start is in the future if the deadline is not tested.
      const startedAtMs = Date.now() - lateMs;
      const answer = await runHook(host, event, JSON.stringify(payload), {
        env: { HOME: base },
        home,
        startedAtMs,
      });
      return shownIn(answer);
    },
  };
}

export async function taught(
  content = "Never use npm here: pnpm, always.",
  type: MemoryType = "convention",
): Promise<HookSetup> {
  const at = context();
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  await tacit.memories.remember({
    content,
    type,
    source: "agent_explicit",
  });
  await tacit.close();
  return at;
}
