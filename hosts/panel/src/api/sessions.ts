/** What agents did: the list of sessions, and the details of a session from its first prompt to its results. */
import type { Memory, Passage, SessionReport, Tacit } from "@tacit-memory/memory";
import type {
  SessionDetail,
  SessionProblem,
  SessionRow,
  SessionShown,
  SessionTurn,
  TurnMessage,
} from "@tacit-memory/protocol";
import { libraryText } from "./library-text.ts";
import { type At, rowOf } from "./rows.ts";

const MAX_LISTED = 200;
/** Maximum files and commands listed per turn; the counts include the rest. */
const MAX_NAMES = 8;

export async function recentSessions({ sessions }: Tacit): Promise<SessionRow[]> {
  return (await sessions.list(MAX_LISTED)).map(sessionRow);
}

/** Throws "session_not_found", "session_ambiguous". */
export async function sessionDetail({ tacit, nowMs }: At, id: string): Promise<SessionDetail> {
  const report = await tacit.sessions.report({ session: id });
  const { counts, left } = report;
  const agents = (await tacit.sessions.messages(report.id)).filter(
    ({ speaker }) => speaker === "agent",
  );
  return {
    session: sessionRow(report),
    branch: report.branch,
    activeMs: report.activeMs,
    steps: counts.steps,
    turns: report.turns.map((turn, n) => ({
      ...turnOf(turn),
      messages: messagesBetween(agents, turn.fromMs, report.turns[n + 1]?.fromMs),
    })),
    errors: problemsOf(report),
    shown: shownOf(report),
    learned: learnedOf(report).map((memory) => rowOf(memory, nowMs)),
    openQuestions: left.openQuestions,
    next: left.next,
  };
}

export function problemsOf({ errors }: Pick<SessionReport, "errors">): SessionProblem[] {
  return errors.map(({ mended, line, ...error }) => ({
    ...error,
    line: libraryText(line),
    fix: mended === null ? null : { how: mended.how, detail: libraryText(mended.detail) },
  }));
}

export function shownOf(report: Pick<SessionReport, "told">): SessionShown[] {
  return report.told.map(({ atMs, memoryId, memory, because, fruit }) => ({
    atMs,
    memoryId,
    content: memory?.content ?? null,
    because: because.kind,
    detail: because.detail,
    effects: fruit.map(({ kind }) => kind),
  }));
}

/** Returns the memories that the session produced, as its row counts them: not those that it only showed again. */
export function learnedOf({ memories }: Pick<SessionReport, "memories">): Memory[] {
  return memories
    .filter(({ role }) => role === "learned" || role === "written")
    .map(({ memory }) => memory);
}

type Listed = Pick<SessionReport, keyof SessionRow>;

function sessionRow(session: Listed): SessionRow {
  const { id, agent, standing, outcome, task, startedAtMs, lastEventAtMs, learned } = session;
  return { id, agent, standing, outcome, task, startedAtMs, lastEventAtMs, learned };
}

/** Returns the messages from the beginning of a turn to that of the next. */
function messagesBetween(
  passages: readonly Passage[],
  fromMs: number,
  toMs = Number.POSITIVE_INFINITY,
): TurnMessage[] {
  return passages
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .map(({ id, content, atMs, isRetracted }) => ({ id, content, atMs, isRetracted }));
}

function turnOf(turn: SessionReport["turns"][number]): Omit<SessionTurn, "messages"> {
  const { asked, fromMs, toMs, steps, errors, commits, kinds, stretches } = turn;
  const names = (of: "files" | "commands") =>
    [...new Set(stretches.flatMap((stretch) => stretch[of]))].slice(0, MAX_NAMES);
  return {
    asked,
    fromMs,
    toMs,
    steps,
    errors,
    commits,
    kinds,
    files: names("files"),
    commands: names("commands"),
  };
}
