/** A test environment: a home and a project, a clock that stands still, and stores that are closed when the test ends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { onTestFinished } from "vitest";
import type { ProjectId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { TacitOptions } from "../domain/tacit-options.ts";
import { buildMemory, type NewMemory } from "../learn/promote/new-memory.ts";
import { openTacit, type Tacit } from "../open.ts";
import { openStore } from "../store/open-store.ts";
import { touchProject } from "../store/projects.ts";
import { momentAt } from "../workspace.ts";

export const DAY_MS = 86_400_000;
/** A Tuesday in September 2026. */
export const START_MS = Date.UTC(2026, 8, 1, 9, 0, 0);

export interface Place {
  readonly home: string;
  readonly root: string;
  readonly clock: { nowMs: number };
  readonly moment: () => Moment;
  /** Opens the engine on this place; closed when the test ends. */
  readonly open: (options?: Partial<TacitOptions>) => Promise<Tacit>;
  /** Opens only the store. */
  readonly database: () => Promise<Database>;
  readonly write: (path: string, text: string) => void;
}

/** Creates a place. `usual`: default options of every `open` call. */
export function makePlace(usual: Partial<TacitOptions> = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), "tacit-life-"));
  const [home, root] = [join(folder, "home"), join(folder, "project")];
  mkdirSync(root);
  const clock = { nowMs: START_MS };
  const open: { close: () => Promise<void> }[] = [];
  onTestFinished(async () => {
    for (const item of open) await item.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return {
    home,
    root,
    clock,
    moment: () => momentAt(clock.nowMs),
    open: async (options = {}) => {
      const tacit = await openTacit({
        home,
        cwd: root,
        clock: () => clock.nowMs,
        ...usual,
        ...options,
      });
      open.push(tacit);
      return tacit;
    },
    database: async () => {
      const db = await openStore({ home }, momentAt(clock.nowMs));
      open.push(db);
      return db;
    },
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
  };
}

export const PROJECT = "p_test" as ProjectId;

/** Opens a store that knows one project. */
export async function openTestStore(): Promise<{ db: Database; place: Place }> {
  const place = makePlace();
  const db = await place.database();
  const seen = {
    id: PROJECT,
    canonical: "example.org/o/r",
    name: "r",
    basis: "remote" as const,
    root: null,
  };
  await touchProject(db, seen, place.clock.nowMs);
  return { db, place };
}

/** A fixed time for memories that are never stored. */
export const FIXED_TIME: Pick<Place, "moment"> = { moment: () => momentAt(START_MS) };

/** Returns a memory with every field, ready to be inserted. */
export function someMemory(
  place: Pick<Place, "moment">,
  input: Partial<NewMemory> & { content: string },
): Memory {
  const { type = "fact" } = input;
  return buildMemory(PROJECT, { source: "agent_explicit", ...input, type }, place.moment());
}

type PartialEvent<K extends Event["kind"]> = Omit<
  Extract<Event, { kind: K }>,
  "v" | "session" | "ts" | "kind"
>;

export interface SessionScript {
  readonly events: readonly Event[];
  /** Adds an event one second after the last one. Its key is its position in the session. */
  readonly add: <K extends Event["kind"]>(kind: K, value: PartialEvent<K>) => SessionScript;
  readonly prompt: (text: string) => SessionScript;
  /** Adds a call of a shell command and its result. */
  readonly shell: (command: string, output: string, exitCode?: number) => SessionScript;
  readonly edit: (file: string, before: string, after: string) => SessionScript;
  readonly fetch: (url: string) => SessionScript;
  readonly end: (outcome?: "success" | "failure" | "partial" | "cancelled") => SessionScript;
}

/** Builds the events of one session as a host would report them, for `takeIn` and the spool. */
export function sessionScript(session: string, startMs: number = START_MS): SessionScript {
  const events: Event[] = [];
  const call = (tool: "shell" | "edit" | "web", input: unknown, output: string, more = {}) => {
    const callId = `c${events.length}`;
    script.add("tool_call", { callId, tool, input, ...more });
    return script.add("tool_result", { callId, tool, output, isError: false, ...more });
  };
  const script: SessionScript = {
    events,
    add: (kind, fields) => {
      const at = events.length;
      const ts = new Date(startMs + at * 1000).toISOString();
      events.push({ v: 1, session, ts, key: `k${at}`, kind, ...fields } as unknown as Event);
      return script;
    },
    prompt: (text) => script.add("prompt", { text }),
    shell: (command, output, exitCode = 0) =>
      call("shell", { command }, output, { exitCode, isError: exitCode !== 0 }),
    edit: (file, before, after) =>
      call("edit", { file_path: file, old_string: before, new_string: after }, "ok", {
        files: [file],
      }),
    fetch: (url) => call("web", { url }, "a page"),
    end: (outcome = "success") => script.add("session_end", { outcome }),
  };
  return script;
}

/** Opens a place whose sessions are long past: session `n` began n hours after `START_MS`. */
export async function openAfterSessions() {
  const place = makePlace({ promotesStatistics: true });
  place.clock.nowMs = START_MS + 100 * DAY_MS;
  const tacit = await place.open();
  const session = (n: number) => sessionScript(`s${n}`, START_MS + n * 3_600_000);
  return { place, tacit, session };
}

/** Ingests a session and learns from it. */
export async function learn(tacit: Tacit, script: SessionScript) {
  const { sessions } = await tacit.sessions.ingest(script.events, "live");
  return tacit.sessions.learn(sessions);
}

/** Returns all memories in an order that can be compared. */
export async function exportAllOf(tacit: Tacit): Promise<readonly Memory[]> {
  return (await tacit.exchange.exportAll()).memories;
}
