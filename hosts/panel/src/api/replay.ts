/** A session as a sequence: prompts, work, errors, what was shown and what was learned, in the order in which it happened. */
import type { SessionReport } from "@tacit-memory/memory";
import type { SessionMoment, SessionReplay } from "@tacit-memory/protocol";
import { type At, rowOf } from "./rows.ts";
import { learnedOf, problemsOf, shownOf } from "./sessions.ts";

/** Order of what happened at the same time: a prompt, then what it brought, then the work. */
const ORDER = ["prompt", "shown", "work", "error", "learned"] as const;

/** Throws "session_not_found", "session_ambiguous". */
export async function sessionReplay({ tacit, nowMs }: At, id: string): Promise<SessionReplay> {
  const report = await tacit.sessions.report({ session: id });
  const { task, startedAtMs } = report;
  return { task, startedAtMs, moments: momentsOf(report, nowMs), leftOut: leftOutOf(report) };
}

type LeftOutCounts = Pick<
  SessionReport,
  "turns" | "errorsLeftOut" | "toldLeftOut" | "learnedLeftOut"
>;

/** Counts what the report has no room for: prompts and steps of long sessions, errors, and memories. */
export function leftOutOf(report: LeftOutCounts): number {
  const folded = report.turns.map(
    ({ asked, prompts, stepsLeftOut }) => prompts - (asked === null ? 0 : 1) + stepsLeftOut,
  );
  const { errorsLeftOut, toldLeftOut, learnedLeftOut } = report;
  return folded.reduce((sum, count) => sum + count, errorsLeftOut + toldLeftOut + learnedLeftOut);
}

type Reported = Pick<
  SessionReport,
  "id" | "turns" | "errors" | "told" | "memories" | "lastEventAtMs"
>;

export function momentsOf(report: Reported, nowMs: number): SessionMoment[] {
  const { id, turns, lastEventAtMs } = report;
  const moments: SessionMoment[] = [
    ...turns.flatMap(turnMoments),
    ...problemsOf(report).map((problem) => ({ kind: "error" as const, ...problem })),
    ...shownOf(report).map((shown) => ({ kind: "shown" as const, ...shown })),
    ...learnedOf(report).map((memory) => {
      const times = memory.evidence.filter(({ session }) => session === id);
      const atMs = Math.min(lastEventAtMs, ...times.map((evidence) => evidence.atMs));
      return { kind: "learned" as const, atMs, memory: rowOf(memory, nowMs) };
    }),
  ];
  const rank = ({ kind }: SessionMoment) => ORDER.indexOf(kind);
  return moments.sort((a, b) => a.atMs - b.atMs || rank(a) - rank(b));
}

function turnMoments({ asked, fromMs, stretches }: Reported["turns"][number]): SessionMoment[] {
  const prompt = { kind: "prompt" as const, atMs: fromMs, text: asked ?? "" };
  const work = stretches.map(({ fromMs: atMs, by, steps, errors, kinds, files, commands }) => ({
    kind: "work" as const,
    atMs,
    by,
    steps,
    errors,
    kinds,
    files,
    commands,
  }));
  return asked === null ? work : [prompt, ...work];
}
