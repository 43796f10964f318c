/**
 * Decides whether an agent should be asked to record what a turn resolved. At the end of a turn the request waits for the
 * next prompt; in a long turn it is shown at once. Sessions that answer Tacit's own requests, and projects whose mode stores
 * nothing, are not asked.
 */

import type { EventOf } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { inOrder } from "../capture/event-order.ts";
import { shortId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Env } from "../domain/options.ts";
import { mayAsk } from "../domain/options.ts";
import { isOwnRequest } from "../domain/text/own-request.ts";
import { frameRequest } from "../domain/text/quote.ts";
import { clip } from "../domain/text/text.ts";
import { openNotes, withOpenNotes } from "../learn/checks/session-notes.ts";
import { type Note, recordedNotes } from "../learn/detect/statements/resolved-notes.ts";
import { type Turn, turnsOf } from "../learn/detect/statements/turn-triggers.ts";
import { buildTrace, type NoteMark, type Trace } from "../learn/detect/trace.ts";
import { dropRequest } from "../learn/drop-requests.ts";
import { LEAVING_MODES } from "../learn/write-handoff.ts";
import { estimateTokens } from "../recall/shown/tokens.ts";
import { findProject } from "../store/projects.ts";
import { listEventsFrom, listNoting, listPrompts, volumeFrom } from "../store/sessions/events.ts";
import { countRequests } from "../store/sessions/injections.ts";
import { findSession, type SessionRow } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { type ContextBlock, EMPTY_BLOCK } from "./block.ts";
import { lastInTurn, prepareRequest, showInTurn } from "./request-note.ts";
import { storedAbout } from "./stored-about.ts";

/** Issue 25: maximum requests per session; with this limit, a study's agents stated 76 % of the facts. */
const MAX_REQUESTS = 4;
/** Issue 25: maximum cost of all requests of one session, in estimated tokens. */
const MAX_TOKENS = 200;
/** Characters of each listed note that a request repeats. */
const NOTE_CHARS = 20;
/** Characters of the title of the stored memory that a request names. */
const STORED_CHARS = 40;
/** Maximum number of notes that a request repeats: the newest ones. */
const MAX_LISTED = 2;

/**
 * Steps, or characters written by the agent, after which a session without a trigger is asked for the first time. Of the
 * values tried on the dev half of `bench/worth` (4, 6, 8, 12 steps; 1,500, 2,500, 4,000 characters) these reach most of its
 * facts.
 */
const LONG_STEPS = 4;
const LONG_CHARS = 2500;

const NOTE_CONTENT =
  "what later sessions need and the code does not say (a cause and its symptom, a limit, a decision and what was rejected, a requirement of the user, a pitfall of a tool or library)";
const NOTE_FORMAT =
  "a line `tacit: …` for each, at most four, 1-2 sentences that name the code; else nothing.";
const FIRST_REQUEST = `If the last turn settled ${NOTE_CONTENT}, end your reply with ${NOTE_FORMAT}`;
const FIRST_REQUEST_IN_TURN = `If this turn settles ${NOTE_CONTENT}, end its last reply with ${NOTE_FORMAT}`;
/** The format of a note was explained in the first request. */
const LATER_REQUEST = "If that settled more, end your reply with lines `tacit: …`.";
const LATER_REQUEST_IN_TURN =
  "If this turn settles more, end its last reply with lines `tacit: …`.";

/** Prepares or drops a request at the end of a turn. Call it after the turn's events are in the log. */
export async function endTurn(workspace: Workspace, env: Env, sessionId: string): Promise<void> {
  const state = await requestState(workspace, env, sessionId);
  if (state === null) return;
  const { db } = workspace;
  await dropRequest(db, workspace, sessionId);
  if (state.isAskedInTurn) return;
  const reason = await reasonToAsk(db, state);
  const text =
    reason === null ? undefined : await wording(workspace, state, [FIRST_REQUEST, LATER_REQUEST]);
  if (reason !== null && text !== undefined)
    await prepareRequest(workspace, sessionId, { reason, text });
}

/**
 * Asks during a turn once the session has done enough since the last request, because the turn may be its last. Call it after
 * the events are in the log.
 */
export async function askInTurn(
  workspace: Workspace,
  env: Env,
  sessionId: string,
): Promise<ContextBlock> {
  const state = await requestState(workspace, env, sessionId);
  if (state === null || state.isAskedSincePrompt) return EMPTY_BLOCK;
  const { db } = workspace;
  const { session, prompt, longAfter, fromSeq } = state;
  const { steps } = await volumeFrom(db, session.rid, fromSeq);
  if (steps < longAfter * LONG_STEPS) return EMPTY_BLOCK;
  const promptSeq = prompt.seq ?? 0;
  const notes = await notesIn(db, session);
  if (notes.some(({ seq }) => seq >= promptSeq)) return EMPTY_BLOCK;
  const text = await wording(workspace, state, [FIRST_REQUEST_IN_TURN, LATER_REQUEST_IN_TURN]);
  if (text === undefined) return EMPTY_BLOCK;
  return showInTurn(workspace, sessionId, { promptSeq, reason: "long_turn", text });
}

/** A session that may be asked again. */
interface RequestState {
  readonly session: SessionRow;
  readonly requests: number;
  readonly tokens: number;
  readonly lastAskedMs: number;
  /** Prompts of the current or last turn and of the turn before; the same prompt if there is only one. */
  readonly prompt: EventOf<"prompt">;
  readonly before: EventOf<"prompt">;
  /** Events from this one on are covered by no request. */
  readonly fromSeq: number;
  /**
   * Factor on the length that triggers a request. Grows with each request, so that the beginning of a long session does not
   * use them all.
   */
  readonly longAfter: number;
  readonly isAskedSincePrompt: boolean;
  readonly isAskedInTurn: boolean;
}

/** Returns null if the session must not be asked. */
async function requestState(
  workspace: Workspace,
  env: Env,
  sessionId: string,
): Promise<RequestState | null> {
  if (!mayAsk(env)) return null;
  const { db, projectId } = workspace;
  const session = await findSession(db, projectId, sessionId);
  if (session === undefined || !(await mayBeAsked(workspace, session))) return null;
  const { requests, tokens, lastAtMs } = await countRequests(db, projectId, sessionId);
  if (requests >= MAX_REQUESTS) return null;
  const prompts = await listPrompts(db, session.rid);
  const [first] = prompts;
  const prompt = prompts.at(-1);
  if (first === undefined || prompt === undefined || isOwnRequest(first.text)) return null;
  const lastAskedMs = lastAtMs ?? 0;
  const inTurn = await lastInTurn(db, workspace, sessionId);
  const shownAfter = prompts.findLastIndex(({ ts }) => Date.parse(ts) <= lastAskedMs);
  const shown = lastAtMs === null ? first : (prompts[shownAfter] ?? first);
  const from = shown.seq === inTurn ? prompts[shownAfter + 1] : shown;
  return {
    session,
    requests,
    tokens,
    lastAskedMs,
    prompt,
    before: prompts.at(-2) ?? first,
    fromSeq: from?.seq ?? session.nextSeq,
    longAfter: requests + 1,
    isAskedSincePrompt: lastAtMs !== null && shown === prompt,
    isAskedInTurn: inTurn !== null && prompt.seq === inTurn,
  };
}

/**
 * Returns the longest request that fits the session's remaining tokens; undefined if none does. `asks`: the wording of a
 * session's first request and of later ones.
 */
async function wording(
  workspace: Workspace,
  state: RequestState,
  asks: readonly [first: string, later: string],
): Promise<string | undefined> {
  const { requests, tokens, session, prompt } = state;
  const ask = requests === 0 ? asks[0] : asks[1];
  const stored = await storedAbout(workspace, session, prompt.seq ?? 0);
  const notes = await notesSoFar(workspace.db, state);
  const lists = stored === null ? [""] : [howToReplace(stored), ""];
  return lists
    .flatMap((list) => notes.map((noted) => `${ask}${list}${noted}`))
    .find((item) => tokens + tokensOf(item) + reservedFor(requests + 1) <= MAX_TOKENS);
}

/** Returns the minimum tokens reserved for the session's further requests, which a list of notes may not use. */
function reservedFor(requests: number): number {
  return (MAX_REQUESTS - requests) * tokensOf(LATER_REQUEST);
}

function tokensOf(request: string): number {
  return estimateTokens(frameRequest(request));
}

/** Returns the reason to ask; null if the turn visibly resolved nothing or the agent recorded a note unasked. */
async function reasonToAsk(db: Database, state: RequestState): Promise<string | null> {
  const { session, prompt, before, lastAskedMs, fromSeq, longAfter } = state;
  const seen = buildTrace(
    session.id,
    inOrder(await listEventsFrom(db, session.rid, before.seq ?? 0)),
  );
  const trace = withOpenNotes(seen, await openNotes(db, session));
  const turn = turnsOf(trace).at(-1);
  if (turn === undefined) return null;
  // A note in a turn that showed a request answers that request and is about the previous turn.
  const isAnswer = lastAskedMs >= Date.parse(prompt.ts);
  const isRecorded = trace.notes.some(({ seq }) => seq >= turn.fromSeq);
  if (isRecorded && !isAnswer) return null;
  const [trigger] = turn.triggers;
  if (trigger !== undefined) return trigger.kind;
  const { steps, agentChars } = await volumeFrom(db, session.rid, fromSeq);
  const isLong = steps >= longAfter * LONG_STEPS || agentChars >= longAfter * LONG_CHARS;
  return isLong && hasSpoken(trace, turn) ? "long_turn" : null;
}

/** Returns whether the agent replied. A turn without a reply, because the user interrupted it, resolved nothing. */
function hasSpoken({ messages }: Trace, { fromSeq }: Turn): boolean {
  return messages.some(
    ({ seq, by, agentId }) => seq > fromSeq && by === "agent" && agentId === null,
  );
}

async function mayBeAsked({ db }: Workspace, { projectId, state }: SessionRow): Promise<boolean> {
  const project = await findProject(db, projectId);
  return state === "open" && LEAVING_MODES.has(project?.mode ?? "automatic");
}

/**
 * Returns wordings that list the newest notes, the longest first and an empty one last. How to change notes is explained only
 * once.
 */
async function notesSoFar(db: Database, { session, lastAskedMs }: RequestState): Promise<string[]> {
  const recorded = recordedNotes(await notesIn(db, session));
  const isExplained = recorded.some(({ atMs }) => atMs < lastAskedMs);
  const lists = Array.from({ length: MAX_LISTED }, (_, i) => recorded.slice(i - MAX_LISTED));
  const some = lists.filter((list) => list.length > 0);
  return [
    ...some.map((list) => (isExplained ? ` So far: ${listed(list)}.` : howToChange(list))),
    "",
  ];
}

async function notesIn(db: Database, session: SessionRow): Promise<readonly NoteMark[]> {
  const trace = buildTrace(session.id, inOrder(await listNoting(db, session.rid)));
  return withOpenNotes(trace, await openNotes(db, session)).notes;
}

function howToReplace({ id, title }: Memory): string {
  return ` \`tacit ${shortId(id)}: …\` replaces “${clip(title, STORED_CHARS)}” if outdated.`;
}

function howToChange(notes: readonly Note[]): string {
  const last = notes.at(-1)?.number ?? 1;
  return ` \`tacit ${last}: …\` replaces, \`tacit drop ${last}\` removes: ${listed(notes)}.`;
}

function listed(notes: readonly Note[]): string {
  return notes.map(({ number, text }) => `${number} “${clip(text, NOTE_CHARS)}”`).join(", ");
}
