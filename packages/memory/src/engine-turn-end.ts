/**
 * At the end of a turn: did it settle something that the agent should be asked to record? Reads the turn and the one before
 * it; the answer waits for the next prompt. Sessions that answer our own requests, and projects whose mode stores nothing, are not
 * asked.
 */

import type { Database } from "@tacit-memory/sqlite";
import { estimateTokens } from "./brief/tokens.ts";
import { inOrder } from "./detect/event-order.ts";
import { type Note, recordedNotes } from "./detect/settled-notes.ts";
import { buildTrace } from "./detect/trace.ts";
import { type TriggerKind, turnsOf } from "./detect/turn-triggers.ts";
import { isOwnRequest } from "./domain/own-request.ts";
import { frameRequest } from "./domain/quote.ts";
import { clip } from "./domain/text.ts";
import { LEAVING_MODES } from "./engine-handoffs.ts";
import { dropRequest, prepareRequest } from "./engine-request.ts";
import { openNotes, withOpenNotes } from "./learn/session-notes.ts";
import type { Life } from "./life.ts";
import { mayAsk } from "./options.ts";
import { listEventsFrom, listNoting, listPrompts } from "./store/events.ts";
import { countRequests } from "./store/injections.ts";
import { findProject } from "./store/projects.ts";
import { findSession, type SessionRow } from "./store/sessions.ts";

/** Issue 25: the agent is asked at most so often in a session; a study's agents stated 76 % of the facts within that. */
const MOST_REQUESTS = 4;
/** Issue 25: what the requests of one session may cost together, in tokens by our estimate. */
const MOST_TOKENS = 200;
/** Characters of each listed note that a request repeats. */
const NOTE_CHARS = 20;
/** Notes that a request repeats: the newest. */
const MOST_LISTED = 2;

const FIRST =
  "If the last turn settled anything for later sessions, end your reply with one line `tacit: …` (1-2 sentences: cause, reason, what was rejected, naming the code), else nothing.";
/** How a note is written was said with the first request. */
const LATER = "If that settled more, end your reply with one line `tacit: …`.";

/** Call it after the turn's events are in the log. */
export async function endTurn(
  life: Life,
  env: Readonly<Record<string, string | undefined>>,
  sessionId: string,
): Promise<void> {
  if (!mayAsk(env)) return;
  const { db, projectId } = life;
  const session = await findSession(db, projectId, sessionId);
  if (session === undefined || !(await mayBeAsked(life, session))) return;
  await dropRequest(db, life, sessionId);
  const { requests, tokens, lastAtMs } = await countRequests(db, projectId, sessionId);
  if (requests >= MOST_REQUESTS) return;
  const reason = await reasonToAsk(db, session, lastAtMs ?? 0);
  if (reason === null) return;
  const ask = requests === 0 ? FIRST : LATER;
  const text = (await notesSoFar(db, session))
    .map((notes) => `${ask}${notes}`)
    .find((one) => tokens + tokensOf(one) + reservedFor(requests + 1) <= MOST_TOKENS);
  if (text !== undefined) await prepareRequest(life, sessionId, { reason, text });
}

/** What the session's further requests cost at least: a list of notes never takes their place. */
function reservedFor(requests: number): number {
  return (MOST_REQUESTS - requests) * tokensOf(LATER);
}

function tokensOf(request: string): number {
  return estimateTokens(frameRequest(request));
}

/** The strongest trigger of the last turn; null where there is none, or the agent has recorded a note unasked. */
async function reasonToAsk(
  db: Database,
  session: SessionRow,
  lastAskedMs: number,
): Promise<TriggerKind | null> {
  const { id, rid } = session;
  const prompts = await listPrompts(db, rid);
  const [first] = prompts;
  if (first === undefined || isOwnRequest(first.text)) return null;
  const before = prompts.at(-2) ?? first;
  const seen = buildTrace(id, inOrder(await listEventsFrom(db, rid, before.seq ?? 0)));
  const trace = withOpenNotes(seen, await openNotes(db, session));
  const turn = turnsOf(trace).at(-1);
  const [trigger] = turn?.triggers ?? [];
  if (turn === undefined || trigger === undefined) return null;
  // A note in a turn that showed a request answers that request; it is about the turn before.
  const isAnswer = lastAskedMs >= Date.parse(prompts.at(-1)?.ts ?? "");
  const isRecorded = trace.notes.some(({ seq }) => seq >= turn.fromSeq);
  return isRecorded && !isAnswer ? null : trigger.kind;
}

async function mayBeAsked({ db }: Life, { projectId, state }: SessionRow): Promise<boolean> {
  const project = await findProject(db, projectId);
  return state === "open" && LEAVING_MODES.has(project?.mode ?? "automatic");
}

/** How the newest notes are replaced and removed, longest list first; the last is of none. */
async function notesSoFar(db: Database, session: SessionRow): Promise<string[]> {
  const said = buildTrace(session.id, inOrder(await listNoting(db, session.rid)));
  const { notes } = withOpenNotes(said, await openNotes(db, session));
  const recorded = recordedNotes(notes);
  const lists = Array.from({ length: MOST_LISTED }, (_, i) => recorded.slice(i - MOST_LISTED));
  return [...lists.filter((list) => list.length > 0).map(howToChange), ""];
}

function howToChange(listed: readonly Note[]): string {
  const last = listed.at(-1)?.number ?? 1;
  const list = listed.map(({ number, text }) => `${number} “${clip(text, NOTE_CHARS)}”`).join(", ");
  return ` \`tacit ${last}: …\` replaces, \`tacit drop ${last}\` removes: ${list}.`;
}
