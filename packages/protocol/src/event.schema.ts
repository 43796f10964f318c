/**
 * The host-neutral event: one report of an agent host, one JSON object per line. This is the format of the spool, of replayed
 * and of exported sessions; version 1.
 */
import * as z from "zod/mini";

export const EVENT_VERSION = 1;

/** Host-neutral tool names; the host's own name is in `hostTool`. */
export const TOOLS = [
  "read",
  "edit",
  "write",
  "search",
  "glob",
  "shell",
  "web",
  "mcp",
  "task",
  "other",
] as const;
export type Tool = (typeof TOOLS)[number];

export const SESSION_KINDS = [
  "build",
  "pr_review",
  "insights",
  "roadmap",
  "terminal",
  "spec",
  "changelog",
] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const OUTCOMES = ["success", "failure", "partial", "cancelled"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const count = z.number().check(z.int(), z.nonnegative());
const text = z.string();

const envelope = {
  v: z.literal(EVENT_VERSION),
  /** The host's session id. */
  session: text.check(z.minLength(1), z.maxLength(200)),
  /** Position within the session; assigned by the store where a host has no counter. */
  seq: z.optional(count),
  /** ISO 8601, UTC. */
  ts: text.check(z.maxLength(40)),
  agent: z.optional(text.check(z.maxLength(60))),
  /** Canonical project identity, such as `github.com/o/r`; resolved from `cwd` when absent. */
  project: z.optional(text),
  cwd: z.optional(text),
  branch: z.optional(text),
  commit: z.optional(text),
  /** Stable identity of this event at its source, for idempotent capture. */
  key: z.optional(text.check(z.maxLength(200))),
  /** Set inside a subagent. */
  agentId: z.optional(text.check(z.maxLength(200))),
};
const files = z.optional(z.array(text));

export const eventSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({
      ...envelope,
      kind: z.literal("session_start"),
      task: z.optional(text),
      source: z.optional(text),
      phase: z.optional(text),
      sessionKind: z.optional(z.enum(SESSION_KINDS)),
    }),
    z.object({ ...envelope, kind: z.literal("prompt"), text }),
    z.object({ ...envelope, kind: z.literal("reasoning"), text }),
    z.object({ ...envelope, kind: z.literal("message"), text }),
    z.object({
      ...envelope,
      kind: z.literal("tool_call"),
      callId: text,
      tool: z.enum(TOOLS),
      hostTool: z.optional(text),
      input: z.unknown(),
      files,
    }),
    z.object({
      ...envelope,
      kind: z.literal("tool_result"),
      callId: text,
      tool: z.enum(TOOLS),
      hostTool: z.optional(text),
      output: text,
      isError: z.boolean(),
      exitCode: z.optional(z.number()),
      durationMs: z.optional(z.number()),
      files,
    }),
    z.object({ ...envelope, kind: z.literal("subagent_start"), agentKind: z.optional(text) }),
    z.object({ ...envelope, kind: z.literal("subagent_stop"), agentKind: z.optional(text) }),
    z.object({ ...envelope, kind: z.literal("compaction"), summary: z.optional(text) }),
    z.object({
      ...envelope,
      kind: z.literal("commit"),
      sha: text,
      files: z.array(text),
      /** The changed files that are new, if known. */
      added: files,
      /** Renamed files, if known. */
      moved: z.optional(z.array(z.object({ from: text, to: text }))),
      /** Whether its author is a program, recognized by its name. */
      isByBot: z.optional(z.boolean()),
      message: text,
    }),
    z.object({
      ...envelope,
      kind: z.literal("test_run"),
      command: text,
      passed: count,
      failed: count,
    }),
    z.object({ ...envelope, kind: z.literal("step"), n: count, tokens: z.optional(count) }),
    z.object({
      ...envelope,
      kind: z.literal("session_end"),
      outcome: z.enum(OUTCOMES),
      reason: z.optional(text),
    }),
  ],
  "not one of the known kinds of event",
);

export type Event = z.infer<typeof eventSchema>;
export type EventKind = Event["kind"];
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;

/** Parses one line of the event format into the event, or the reason why it is none. Never throws. */
export function parseEventLine(
  line: string,
): { readonly ok: true; readonly event: Event } | { readonly ok: false; readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, reason: "not JSON" };
  }
  const parsed = eventSchema.safeParse(value);
  if (parsed.success) return { ok: true, event: parsed.data };
  const issue = parsed.error.issues[0];
  return {
    ok: false,
    reason: `${issue?.path.join(".") || "event"}: ${issue?.message ?? "invalid"}`,
  };
}
