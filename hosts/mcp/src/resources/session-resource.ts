/** `tacit://session/{id}`: what was asked and done in one session of an agent, and what was learned from it. */
import { frame, type Memory, quoteLine, shortId, type Tacit } from "@tacit-memory/memory";
import { MCP_LISTS } from "../limits.ts";
import { readable } from "../readable.ts";
import type { ToolContext } from "../tool.ts";
import type { ResourceKind } from "./resource-kind.ts";

type Event = Awaited<ReturnType<Tacit["sessions"]["events"]>>[number];
type Session = Awaited<ReturnType<Tacit["sessions"]["recent"]>>[number];

/** Maximum sessions of this project that are searched for the id, and maximum memories. */
const MAX_SESSIONS = 5000;
const MAX_MEMORIES = 5000;
const MAX_LINES = 40;
const LINE_CHARS = 300;

export const SESSION_RESOURCE: ResourceKind = {
  name: "session",
  title: "A session of an agent",
  description: "Prompts, changed files, test runs and memories of one session.",
  variable: "id",
  list: async ({ tacit }) => {
    const recent = await tacit.sessions.recentOfAgents(MCP_LISTS.sessions);
    return recent.map((session) => ({
      key: session.id,
      name: quoteLine(session.id, 80),
      title: `session${by(session)}, ${day(session.startedAtMs)}${task(session)}`,
      atMs: session.lastEventMs,
    }));
  },
  read: async (context, key) => {
    // Only sessions of this project: the host assigns the id, and it may belong to a session elsewhere.
    const session = (await context.tacit.sessions.recentOfAgents(MAX_SESSIONS)).find(
      ({ id }) => id === key,
    );
    return session === undefined ? null : sessionText(context, session);
  },
  complete: async ({ tacit }, start) => {
    const recent = await tacit.sessions.recentOfAgents(MCP_LISTS.sessions);
    return recent.map(({ id }) => id).filter((id) => id.startsWith(start));
  },
};

async function sessionText(context: ToolContext, session: Session): Promise<string> {
  const { tacit } = context;
  const events = await tacit.sessions.events(session.id);
  const memories = readable(
    context,
    await tacit.memories.list({ state: null, limit: MAX_MEMORIES }),
  );
  const facts = [
    `agent: ${session.agent ?? "unknown"}; branch: ${session.branch ?? "none"}; ${session.state}${session.outcome === null ? "" : `, ${session.outcome}`}`,
    `from ${new Date(session.startedAtMs).toISOString()} to ${new Date(session.lastEventMs).toISOString()}, ${session.nextSeq} events`,
  ];
  const lines = [
    ...facts,
    ...section("asked", events.flatMap(promptText)),
    ...section("files changed", changedFiles(events)),
    ...section("tests", events.flatMap(tested)),
    ...section("commits", events.flatMap(committed)),
    ...section(
      "learned",
      memories.filter(({ sessions }) => sessions.includes(session.id)).map(learned),
    ),
  ];
  return frame(`Session ${quoteLine(session.id, 80)} on ${tacit.identity.name}.`, lines);
}

function promptText(event: Event): string[] {
  return event.kind === "prompt" && event.text.trim() !== "" ? [event.text] : [];
}

function changedFiles(events: readonly Event[]): string[] {
  const changing = events.flatMap((event) =>
    event.kind === "tool_call" && (event.tool === "edit" || event.tool === "write")
      ? (event.files ?? [])
      : [],
  );
  return [...new Set(changing)];
}

function tested(event: Event): string[] {
  if (event.kind !== "test_run") return [];
  return [`${event.command}: ${event.passed} passed, ${event.failed} failed`];
}

function committed(event: Event): string[] {
  return event.kind === "commit" ? [`${event.sha.slice(0, 10)} ${event.message}`] : [];
}

function learned(memory: Memory): string {
  return `[mem:${shortId(memory.id)}] ${memory.type}, ${memory.standing}: ${memory.content}`;
}

/** Returns the last lines of a long list: the end of a session is more informative than its beginning. */
function section(label: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const left = lines.length - MAX_LINES;
  return [
    `${label}:`,
    ...(left > 0 ? [`- … ${left} earlier`] : []),
    ...lines.slice(-MAX_LINES).map((line) => `- ${quoteLine(line, LINE_CHARS)}`),
  ];
}

function by({ agent }: Session): string {
  return agent === null ? "" : ` of ${quoteLine(agent, 60)}`;
}

function day(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function task(session: Session): string {
  if (session.task === null) return "";
  return `: ${quoteLine(session.task, MCP_LISTS.titleChars)}`;
}
