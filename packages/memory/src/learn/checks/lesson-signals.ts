/** Converts checked statements to signals, which pass the same gates as every other signal. Pure. */

import { draft, titleOf, USER_RULE_TAG } from "../../domain/draft.ts";
import type { Evidence, MemoryType, TrustLevel } from "../../domain/memory.ts";
import type { Payload } from "../../domain/payload.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip, oneLine, statementHash } from "../../domain/text/text.ts";
import type { LessonKind, Statement } from "../writing/reply.schema.ts";
import type { Checked } from "./check-statement.ts";
import type { SessionLine } from "./session-lines.ts";
import { isGuess, isWordedAsGuess } from "./unresolved.ts";

/** Tag of memories written by a model. */
const LESSON_TAG = "lesson";
/** Tag of a cause that no run confirmed. */
const GUESS_TAG = "unconfirmed";

const TYPES: Readonly<Record<LessonKind, MemoryType>> = {
  root_cause: "gotcha",
  gotcha: "gotcha",
  constraint: "requirement",
  decision: "decision",
  rule: "convention",
  dead_end: "dead_end",
  error_fix: "gotcha",
  coupling: "causal_dependency",
  domain: "fact",
  workflow: "fact",
};
/** Scores below those of detection itself (0.85 if a run supports it); a guess has the lowest. */
const CONFIRMED_SCORE = 0.85;
const SCORE = 0.75;
const GUESS_SCORE = 0.6;
/** Prefix of a cause that nothing confirmed. */
const GUESS = "Probably, but not confirmed by a run: ";
const DETAIL_CHARS = 120;

export interface LessonStatement {
  readonly session: string;
  /** The writer's id. */
  readonly by: string;
  readonly atMs: number;
  /** Time of the session's last event. */
  readonly saidAtMs: number;
  readonly lines: readonly SessionLine[];
}

type Accepted = Extract<Checked, { drop: null }>;

export function lessonSignal(
  { statement, files, confirmedBy, isKnown }: Accepted,
  context: LessonStatement,
): Signal {
  const { title, content, kind, lines } = statement;
  const cited = context.lines.filter(({ number }) => lines.includes(number));
  const isUsers = statement.saidBy !== "agent" && cited.some(isOfTheUser);
  const isUncertain = isKnown !== true && isGuess(statement, confirmedBy);
  const tags = [
    LESSON_TAG,
    ...(isUsers && kind === "rule" ? [USER_RULE_TAG] : []),
    ...(isUncertain ? [GUESS_TAG] : []),
  ];
  return {
    type: "lesson",
    session: context.session,
    agentId: null,
    subject: `lesson:${statementHash(content)}`,
    score: scoreOf(isUncertain, confirmedBy),
    minSessions: 1,
    files,
    seqs: [...new Set(cited.map(({ seq }) => seq))].sort((a, b) => a - b),
    // Untainted only if no outside text was read before: the check accepts no other support for such a statement.
    isTainted: cited.some(({ isTainted }) => isTainted),
    survivesFailure: true,
    evidence: evidenceOf(statement, cited, isUsers, confirmedBy, context),
    standing: stateOf(isUsers, confirmedBy),
    draft: draft({
      type: TYPES[kind],
      title: titleOf(title),
      content: `${isUncertain && !isWordedAsGuess(content) ? GUESS : ""}${oneLine(content)}`,
      payload: { lesson: { by: context.by, atMs: context.atMs, kind, saidBy: statement.saidBy } },
      files,
      tags,
    }),
  };
}

function isOfTheUser({ by, isPasted }: SessionLine): boolean {
  return by === "user" && !isPasted;
}

function scoreOf(isUncertain: boolean, confirmedBy: SessionLine | null): number {
  if (isUncertain) return GUESS_SCORE;
  return isRun(confirmedBy) ? CONFIRMED_SCORE : SCORE;
}

function isRun(line: SessionLine | null): line is SessionLine {
  return line?.by === "run";
}

/** Returns the trust: a user's single statement is a hypothesis, and so is one without a confirming run. */
function stateOf(isUsers: boolean, confirmedBy: SessionLine | null): TrustLevel {
  return isUsers || !isRun(confirmedBy) ? "hypothesis" : "believed";
}

function evidenceOf(
  { lines }: Statement,
  cited: readonly SessionLine[],
  isUsers: boolean,
  confirmedBy: SessionLine | null,
  { session, by, saidAtMs: atMs }: LessonStatement,
): Evidence[] {
  const at = { session, atMs };
  const users = cited.find(isOfTheUser);
  const detail = sentenceOf("read_in_session", { model: by, lines: lines.slice(0, 8).join(", ") });
  return [
    { kind: "reobserved", detail, ...at },
    ...(isUsers && users !== undefined
      ? [
          {
            kind: "user" as const,
            detail: sentenceOf("user_said_once", { text: short(users.text) }),
            ...at,
          },
        ]
      : []),
    ...(isRun(confirmedBy)
      ? [
          {
            kind: "exit_code" as const,
            detail: sentenceOf("afterwards", { text: short(confirmedBy.text) }),
            ...at,
          },
        ]
      : []),
  ];
}

function short(text: string): string {
  return clip(text.replace(/\s+/g, " "), DETAIL_CHARS);
}

/** Returns who wrote a memory and when; null if no model did. */
export function lessonOf({
  payload,
}: {
  readonly payload: Payload;
}): { readonly by: string; readonly atMs: number } | null {
  return payload.lesson ?? null;
}
