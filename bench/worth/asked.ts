/**
 * Measures how often an agent would get a request in these sessions, at what cost, and what its answers produce. Each session
 * is ingested through hooks: requests come with the next prompt, or in a long turn with the result of a call that a hook
 * answers. With `replies`, each request is answered at the end of its turn in the marked lines that the product reads; then
 * the session ends and its notes are resolved. The file name of a reply is the hash of what the agent would have in view,
 * without the product's list of notes.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersShellResult } from "../../hosts/hooks/src/claude-shape/answers-shell-result.ts";
import type { Memory } from "../../packages/memory/src/domain/memory.ts";
import { openTacit, type Tacit } from "../../packages/memory/src/open.ts";
import type { Event } from "../../packages/protocol/src/index.ts";
import { percentile, round } from "../statistics.ts";
import { occursIn, viewOf } from "./agent-view.ts";

export interface AskedOptions {
  /** Folder of replies: `HASH.txt` contains a line of JSON for each note, or NONE. */
  readonly replies: string | undefined;
  /** Folder for requests without a reply. */
  readonly requests: string | undefined;
}

export interface Asked {
  readonly requestsPerSession: number;
  readonly mostRequests: number;
  readonly inTurn: number;
  readonly tokensPerSession: number;
  readonly p95Tokens: number;
  readonly mostTokens: number;
  readonly repliesMissing: number;
  readonly requestsAnswered: number;
  readonly notesRecorded: number;
  /** Share of requests with a note that became a memory or confirmed one. */
  readonly shareThatLedToMemory: number;
  readonly dropped: Readonly<Record<string, number>>;
}

export interface NoteMemory {
  readonly session: string;
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly standing: string;
  readonly needsReview: boolean;
}

/** Replays sessions with requests. `sessions`: the events of each session of one repository, oldest first. */
export async function askThrough(
  sessions: readonly (readonly Event[])[],
  options: AskedOptions,
): Promise<{
  readonly sessionResults: readonly AskedSession[];
  readonly memories: readonly NoteMemory[];
}> {
  const folder = mkdtempSync(join(tmpdir(), "tacit-worth-asked-"));
  const project = join(folder, "project");
  mkdirSync(project);
  if (options.requests !== undefined) mkdirSync(options.requests, { recursive: true });
  const clock = { nowMs: FIRST_EVENT_MS };
  const opened = { home: join(folder, "home"), cwd: project, env: {}, clock: () => clock.nowMs };
  const tacit = await openTacit(opened);
  try {
    const sessionResults: AskedSession[] = [];
    for (const events of sessions)
      sessionResults.push(await askSession(tacit, clock, events, options));
    const memories = await tacit.memories.list({ tag: "agent-note", limit: 1000 });
    return {
      sessionResults,
      memories: memories.map((memory) => noteMemory(sessionResults, memory)),
    };
  } finally {
    await tacit.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function summarizeAsked(
  sessions: readonly AskedSession[],
  memories: readonly NoteMemory[],
): Asked {
  const tokens = sessions.map((session) =>
    session.requests.reduce((sum, { tokens: own }) => sum + own, 0),
  );
  const requests = sessions.map((session) => session.requests.length);
  const all = sessions.flatMap((session) => session.requests);
  const stored = new Set(memories.map(({ content }) => plain(content)));
  const led = all.filter(({ notes }) => notes.some((note) => stored.has(plain(note))));
  const dropped: Record<string, number> = {};
  for (const why of sessions.flatMap((session) => session.dropped))
    dropped[why] = (dropped[why] ?? 0) + 1;
  return {
    requestsPerSession: mean(requests),
    mostRequests: Math.max(0, ...requests),
    inTurn: all.filter((request) => request.isInTurn).length,
    tokensPerSession: mean(tokens),
    p95Tokens: percentile(tokens, 0.95),
    mostTokens: Math.max(0, ...tokens),
    repliesMissing: all.filter((request) => !request.hasReply).length,
    requestsAnswered: all.filter((request) => request.notes.length > 0).length,
    notesRecorded: all.reduce((sum, request) => sum + request.notes.length, 0),
    shareThatLedToMemory: round(led.length / Math.max(1, all.length)),
    dropped,
  };
}

export interface AskedSession {
  readonly session: string;
  readonly requests: readonly Request[];
  /** Reason for each note that did not become a memory. */
  readonly dropped: readonly string[];
}

interface Request {
  readonly tokens: number;
  readonly isInTurn: boolean;
  /** Number of events up to the end of the turn in which the request is answered. */
  readonly turnEnd: number;
  /** All messages of the session up to the answer. */
  readonly messages: string;
  readonly hasReply: boolean;
  readonly notes: readonly string[];
}

/** Start time for events: transcripts have coarse times or none, so each event is dated a second after the previous one. */
const FIRST_EVENT_MS = Date.UTC(2026, 0, 1);
const SECOND_MS = 1000;

async function askSession(
  tacit: Tacit,
  clock: { nowMs: number },
  events: readonly Event[],
  options: AskedOptions,
): Promise<AskedSession> {
  const { session = "" } = events[0] ?? {};
  const requests: Request[] = [];
  const rids = new Set<number>();
  const take = async (event: Event) => {
    // Exported events name their project; here they belong to the one that is open.
    const { seq: _seq, cwd: _cwd, project: _project, ...rest } = event;
    clock.nowMs += SECOND_MS;
    const ts = new Date(clock.nowMs).toISOString();
    const taken = await tacit.sessions.ingest([{ ...rest, ts } as Event], "live");
    for (const rid of taken.sessions) rids.add(rid);
  };
  const answer = async (request: Request) => {
    for (const note of request.notes) {
      const text = `tacit: ${note}`;
      await take({ v: 1, session, key: text, kind: "message", text } as Event);
    }
  };
  for (const [begin, end] of turnsIn(events)) {
    const soFar = events.slice(0, end);
    for (const event of events.slice(begin, end)) {
      await take(event);
      const block = await blockAt(tacit, session, event, event === events[begin]);
      if (block.text !== "") requests.push(answeredRequest(block, event, soFar, options));
    }
    for (const request of requests) if (request.turnEnd === end) await answer(request);
    await tacit.brief.endTurn(session);
  }
  await take({ v: 1, session, key: "end", kind: "session_end", outcome: "success" } as Event);
  const learned = await tacit.sessions.learn([...rids]);
  return {
    session,
    requests,
    dropped: droppedOf(
      requests.flatMap(({ notes }) => notes),
      learned,
    ),
  };
}

/** Returns the text that the hook of this event shows, if any. */
async function blockAt(
  tacit: Tacit,
  session: string,
  event: Event,
  beginsTurn: boolean,
): Promise<Block> {
  if (beginsTurn && event.kind === "prompt") return tacit.brief.requestBlock(session);
  return mayAnswer(event) ? tacit.brief.inTurnBlock(session) : { text: "", tokens: 0 };
}

interface Block {
  readonly text: string;
  readonly tokens: number;
}

/** Answers a request. `soFar`: events up to the end of the turn, when the agent answers. */
function answeredRequest(
  { text, tokens }: Block,
  { kind }: Event,
  soFar: readonly Event[],
  options: AskedOptions,
): Request {
  return {
    tokens,
    isInTurn: kind !== "prompt",
    turnEnd: soFar.length,
    messages: occursIn(soFar),
    ...replyTo(viewOf(soFar), text, options),
  };
}

type Learned = Awaited<ReturnType<Tacit["sessions"]["learn"]>>;

/** Returns why a note became no memory: rejected by a gate, or removed before a gate saw it. */
function droppedOf(notes: readonly string[], learned: Learned): string[] {
  const own = learned
    .flatMap(({ candidates }) => candidates)
    .filter((candidate) => candidate.signals.includes("agent_note"));
  const states = new Map(
    own.map((candidate) => [
      plain(candidate.content),
      candidate.state === "rejected" ? `refused: ${candidate.reason}` : candidate.state,
    ]),
  );
  return notes
    .map((note) => states.get(plain(note)) ?? "overtaken, repeated or no lesson")
    .filter((state) => state !== "promoted");
}

/** Returns the first and last event of each turn. A prompt begins a turn; the session's end does not. */
function turnsIn(events: readonly Event[]): [begin: number, end: number][] {
  const own = events.findIndex(({ kind }) => kind === "session_end");
  const end = own < 0 ? events.length : own;
  const begins = events.flatMap(({ kind }, i) => (kind === "prompt" && i < end ? i : []));
  const all = begins[0] === 0 || begins.length === 0 ? begins : [0, ...begins.slice(1)];
  return all.map((begin, i) => [begin, all[i + 1] ?? end]);
}

/**
 * Reports whether the hooks of Claude Code and Codex may add text to a result: reads, edits, searches, failures, some shell
 * runs.
 */
function mayAnswer(event: Event): boolean {
  if (event.kind !== "tool_result" || event.agentId !== undefined) return false;
  if (event.tool === "shell" && !event.isError) return answersShellResult(event.callId);
  return event.isError || ["read", "edit", "write", "search"].includes(event.tool);
}

function replyTo(view: string, request: string, { replies, requests }: AskedOptions) {
  const userMessage = `${view}\n\n${withoutNotes(request)}\n`;
  const name = `${createHash("sha256").update(userMessage).digest("hex").slice(0, 24)}.txt`;
  const path = replies === undefined ? undefined : join(replies, name);
  if (path === undefined || !existsSync(path)) {
    if (requests !== undefined) writeFileSync(join(requests, name), userMessage);
    return { hasReply: false, notes: [] };
  }
  return { hasReply: true, notes: notesIn(readFileSync(path, "utf8")) };
}

/** Removes the instructions for replacing notes, which follow the request itself and depend on earlier answers. */
function withoutNotes(request: string): string {
  return request.replace(/ (?:`tacit \d+: …` replaces|So far:).*$/m, "");
}

function notesIn(reply: string): string[] {
  return reply
    .split("\n")
    .filter((line) => line.trim().startsWith("{"))
    .map((line) => (JSON.parse(line) as { readonly content: string }).content)
    .map((content) => content.replace(/\s+/g, " ").trim());
}

function noteMemory(sessionResults: readonly AskedSession[], memory: Memory): NoteMemory {
  const { title, content, type, standing: trust, needsReview } = memory;
  const from = sessionResults.find(({ requests }) =>
    requests.some(({ notes }) => notes.some((note) => plain(note) === plain(content))),
  );
  return { session: from?.session ?? "", title, content, type, standing: trust, needsReview };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function mean(values: readonly number[]): number {
  return round(values.reduce((sum, n) => sum + n, 0) / Math.max(1, values.length));
}
