/**
 * Decides whether the topic of a statement was resolved when its session ended. A proposal that the user refused is not, nor
 * is a reverted change, nor a cause that the agent only suspected and that nothing confirmed. Pure, linear in the lines.
 */

import type { Statement } from "../writing/reply.schema.ts";
import { exactTerms, folded, isStated } from "./exact-terms.ts";
import type { SessionLine } from "./session-lines.ts";
import { countShared, topicWords } from "./topic-words.ts";

export type Unresolved = "refused" | "reverted" | "suspected";

/** Kinds that are valid only because they were chosen. An observation stays true when the plan around it is refused. */
const CHOICES: ReadonlySet<Statement["kind"]> = new Set([
  "decision",
  "rule",
  "constraint",
  "workflow",
  "coupling",
]);
const CAUSES: ReadonlySet<Statement["kind"]> = new Set(["root_cause", "error_fix"]);

/** Matches a refusal of everything the agent proposed: "don't forget the tests" refuses nothing. */
const REFUSES =
  /^\(refusing the plan\)|^\W*(?:no\b(?!\s+(?:problem|worries|need|issues?|changes?))|nope\b|(?:let['’]s|rather) not\b|I (?:don['’]?t|do not) (?:want|like) (?:it|this|that)\b|(?:please )?(?:revert|undo|roll (?:it|that|this) back)\b)/i;
const REVERTS =
  /\b(?:revert(?:s|ed|ing)?|roll(?:ed|ing)? (?:it |that |this )?back|und(?:o|id|one|oing)|back(?:ed|ing) out)\b/i;
/** Matches a statement about the revert itself. */
const SPEAKS_OF_REVERT =
  /\b(?:revert|roll(?:ed|ing)? back|und(?:o|id)\b|undone|backed out|withdr|removed again)/i;
const SUSPECTS =
  /\b(?:might|maybe|perhaps|probably|possibly|presumably|likely|suspect|could be|may be|I (?:think|believe|guess)|not sure|my (?:guess|theory|hypothesis))\b/i;
const CONFIRMS =
  /^\W*(?:yes|yep|yeah|perfect|great|excellent|awesome|nice|good|(?:ok(?:ay)?[,.! ]+)?(?:it|that|this|all|everything)(?:['’]s| is| now)? ?(?:works?|worked|working|fixed|good|solved)|works?|worked|fixed|solved)\b/i;
/** Matches an agent's report of what it observed, for hosts that record no runs. */
const REPORTS =
  /(?<!\b(?:not|to|be|un) ?)\bverified\b|\b(?:tests?|builds?|suite|typecheck|lint|validation)\b[^.\n]{0,80}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)|green)\b|\bnow (?:succeeds|passes|returns|shows)\b/i;
const DENIES = /\b(?:but|still|however|not|n['’]t|no longer|except|error|fails?|wrong|broken)\b/i;
/** Maximum characters of a confirmation, which is at the beginning of a message; what follows is the next task. */
const REACTION_CHARS = 120;
/** Minimum common significant words of a sentence about the same topic. */
const SAME_MATTER = 3;

/** Returns why the statement is unresolved; null if it is resolved. */
export function unresolvedBy(
  statement: Statement,
  cited: readonly SessionLine[],
  lines: readonly SessionLine[],
): Unresolved | null {
  if (CHOICES.has(statement.kind) && isRefused(cited, lines, textOf(statement))) return "refused";
  if (isReverted(cited, lines, textOf(statement))) return "reverted";
  return isSuspected(statement, cited, lines) ? "suspected" : null;
}

/** Returns whether a cause that nothing confirmed is stated as a fact. */
export function isGuess(statement: Statement, confirmedBy: SessionLine | null): boolean {
  return CAUSES.has(statement.kind) && confirmedBy === null;
}

/** Returns whether the text itself is marked as uncertain. */
export function isWordedAsGuess(text: string): boolean {
  return SUSPECTS.test(text);
}

/**
 * Returns the confirmation: a run that passed after the last cited line, the user's next message if it states that it works,
 * or the agent's report before the user's next message.
 */
export function confirmationOf(
  cited: readonly SessionLine[],
  lines: readonly SessionLine[],
): SessionLine | null {
  const last = Math.max(...cited.map(({ number }) => number));
  const later = lines.filter(({ number }) => number > last);
  const passed = later.find((line) => line.passed === true);
  if (passed !== undefined) return passed;
  const at = later.findIndex(({ by }) => by === "user");
  const reply = later[at];
  const reaction = reply?.text.slice(0, REACTION_CHARS) ?? "";
  if (reply !== undefined && CONFIRMS.test(reaction) && !DENIES.test(reaction)) return reply;
  if (DENIES.test(reaction)) return null;
  const turn = [...cited.slice(-1), ...later.slice(0, at < 0 ? undefined : at)];
  return turn.find(({ by, text }) => by === "agent" && REPORTS.test(text)) ?? null;
}

/**
 * Returns whether the user's next message refuses the agent's proposal and the agent does not name it again. A statement that
 * cites the user's message is about the state after it.
 */
function isRefused(
  cited: readonly SessionLine[],
  lines: readonly SessionLine[],
  text: string,
): boolean {
  const last = cited.at(-1);
  if (last === undefined || last.by === "user") return false;
  const at = lines.findIndex(({ number, by }) => number > last.number && by === "user");
  const reply = lines[at];
  if (reply === undefined || reply.isPasted || !REFUSES.test(reply.text)) return false;
  const terms = exactTerms(text);
  const later = folded(
    lines
      .slice(at + 1)
      .flatMap((line) => (line.by === "user" ? [] : [line.text]))
      .join("\n"),
  );
  return !terms.some((term) => isStated(term, later));
}

function isReverted(
  cited: readonly SessionLine[],
  lines: readonly SessionLine[],
  text: string,
): boolean {
  if (SPEAKS_OF_REVERT.test(text)) return false;
  const last = Math.max(...cited.map(({ number }) => number));
  const about = topicWords(text);
  const terms = exactTerms(text);
  return lines.some(({ number, by, text: lineText }) => {
    if (number <= last || by === "run" || !REVERTS.test(lineText)) return false;
    return sentencesOf(lineText).some((sentence) => {
      if (!REVERTS.test(sentence)) return false;
      const named = folded(sentence);
      const isNamed = terms.length === 0 || terms.some((term) => isStated(term, named));
      return isNamed && countShared(about, topicWords(sentence)) >= SAME_MATTER;
    });
  });
}

/** Returns whether the agent only suspected what the statement presents as a fact, and nothing confirmed it. */
function isSuspected(
  statement: Statement,
  cited: readonly SessionLine[],
  lines: readonly SessionLine[],
): boolean {
  if (!isGuess(statement, confirmationOf(cited, lines))) return false;
  if (isWordedAsGuess(textOf(statement))) return false;
  const about = topicWords(textOf(statement));
  const sentences = cited
    .filter(({ by }) => by === "agent")
    .flatMap(({ text }) => sentencesOf(text))
    .map((sentence) => ({ sentence, shared: countShared(about, topicWords(sentence)) }));
  const nearest = sentences.reduce((a, b) => (b.shared > a.shared ? b : a), NO_SENTENCE);
  return nearest.shared >= SAME_MATTER && SUSPECTS.test(nearest.sentence);
}

const NO_SENTENCE = { sentence: "", shared: 0 };

function textOf({ title, content }: Statement): string {
  return `${title}\n${content}`;
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/);
}
