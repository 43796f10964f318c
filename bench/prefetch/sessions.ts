/** Reads the normalised sessions of a data set, in order of time, with the files that each touched. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Event } from "@tacit-memory/protocol";

interface Step {
  readonly i: number;
  readonly t: string | null;
  readonly kind: string;
  readonly tool: string;
  readonly paths: readonly string[];
}

interface Line {
  readonly id: string;
  readonly repo: string;
  readonly task: string | null;
  readonly instance?: string;
  readonly gold?: readonly string[];
  readonly started: string | null;
  readonly created?: string;
  readonly run?: string;
  readonly dup?: number;
  readonly steps: readonly Step[];
}

export interface Session {
  readonly id: string;
  readonly repository: string;
  readonly task: string;
  readonly startedAtMs: number;
  readonly half: "dev" | "test";
  /** Files that the task needed: those of the accepted change when it is known, otherwise the changed files. */
  readonly wanted: ReadonlySet<string>;
  readonly touched: ReadonlySet<string>;
  readonly events: readonly Event[];
}

const TOOLS: Readonly<Record<string, "read" | "edit" | "write">> = {
  read: "read",
  edit: "edit",
  write: "write",
};
/** Start time for sets without times: sessions are a minute apart. */
const FIRST_MS = Date.UTC(2026, 0, 1);

/** Reads one run per task, like the baselines; sessions that mostly repeat others are left out. */
export function readSessions(data: string, set: string): { sessions: Session[]; hash: string } {
  const bytes = readFileSync(join(data, "sessions", set, "sessions.jsonl.gz"));
  const lines = gunzipSync(bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => (line.dup ?? 0) <= 0.3 && line.steps.some(({ kind }) => kind !== "user"))
    .sort(byTime);
  const first = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.repo}|${line.instance ?? line.id}`;
    if (!first.has(key)) first.set(key, line);
  }
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return { sessions: [...first.values()].map(toSession), hash };
}

function byTime(a: Line, b: Line): number {
  const key = (line: Line) =>
    [
      line.started ?? line.created ?? "",
      (/-(\d+)$/.exec(line.instance ?? "")?.[1] ?? "").padStart(9, "0"),
      line.run ?? "",
      line.id,
    ].join("\0");
  return key(a) < key(b) ? -1 : 1;
}

function toSession(line: Line, i: number): Session {
  const atMs = Date.parse(line.started ?? line.created ?? "");
  const startedAtMs = Number.isNaN(atMs) ? FIRST_MS + i * 60_000 : atMs;
  const used = line.steps.flatMap(({ kind, paths }) => {
    const tool = TOOLS[kind];
    return tool === undefined ? [] : paths.filter(isInside).map((path) => ({ tool, path }));
  });
  const edited = used.filter(({ tool }) => tool !== "read").map(({ path }) => path);
  const digit = createHash("sha256").update(line.id).digest().readUInt8(0);
  return {
    id: line.id,
    repository: line.repo,
    task: line.task ?? "",
    startedAtMs,
    half: digit % 2 === 0 ? "dev" : "test",
    wanted: new Set(line.gold?.filter(isInside) ?? edited),
    touched: new Set(used.map(({ path }) => path)),
    events: eventsOf(line, startedAtMs, used),
  };
}

function eventsOf(
  line: Line,
  startedAtMs: number,
  used: readonly { readonly tool: "read" | "edit" | "write"; readonly path: string }[],
): Event[] {
  const ts = new Date(startedAtMs).toISOString();
  const base = { v: 1 as const, session: line.id.slice(0, 200), ts };
  return [
    { ...base, seq: 0, kind: "session_start", task: line.task ?? "" },
    ...used.map(({ tool, path }, i) => ({
      ...base,
      seq: i + 1,
      kind: "tool_call" as const,
      callId: `c${i}`,
      tool,
      input: {},
      files: [path],
    })),
    { ...base, seq: used.length + 1, kind: "session_end", outcome: "success" },
  ];
}

function isInside(path: string): boolean {
  return path !== "" && path !== "." && !/^(?:\/|\.\.|~)/.test(path) && !path.includes("*");
}
