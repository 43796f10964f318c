/** Finds reverted changes with the reason from the commit message. A change that was made again later is left out. */
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { asStatement, sentences } from "../statements/sentences.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import { isOfLate } from "./over-time.ts";
import { learned, type PastCommit } from "./past-commits.ts";

const REVERT = /^(?:\w+(?:\([^)]*\))?!?: )?revert:? "(?<what>.+)"/i;
/** "Reverts owner/name#12, since …": the reason follows. */
const POINTS_AT =
  /^\s*(?:this )?reverts? (?:commit |pr )?(?:\S*#\d+|[0-9a-f]{7,40}|https?:\S+)(?: ?\([^)]*\))?[.,:;]?(?: [-\u2013\u2014] )?\s*/i;
const NOT_PROSE =
  /^\s*(?:this reverts\b|reverts? \S*#?\w+\b.{0,20}$|[A-Z][\w-]+-by: |change-id:|(?:close[sd]?|fix(?:e[sd])?|refs?|updates?|see|issue|part of|cc|bug|pr)[: ]+\S+\s*$|[#*-]+ |\d+[.)] |https?:\S+\s*$|[0-9a-f]{7,40}\b|conflicts:|\(?cherry.picked)/i;
const CAUSE =
  /\b(?:because|caus(?:e[sd]?|ing)|break(?:s|ing|age)?|broke|broken|fail(?:s|ed|ing|ures?)?|regress\w*|slow(?:er|s|ed)?|crash\w*|leak\w*|deadlock\w*|rac[ey]|flak\w+|incompatib\w+|unsupported|not (?:supported|possible|work)|(?:does|do|did)(?:n't| not)|can(?:'t|not)|incorrect\w*|wrong\w*|since|due to|turn(?:s|ed) out|conflicts? with|too (?:slow|many|much|large|big|strict|aggressive)|unstable|unsafe|invalid\w*|corrupt\w*|prevent\w*|issues? (?:with|on|when)|problems? (?:with|on|when))\b/i;
/** Reasons that show a temporary revert or a temporary change. They do not hold today. */
const FOR_NOW =
  /\b(?:for now|for the moment|temp(?:orar\w+)?|work-?arounds?|has been kept|tomorrow|un-?revert|re-?land\w*|re-?appl\w+|re-?add\w*|re-?introduc\w*|will (?:be|try|fix|re)|would like to|going to|moved? to\b.*#\d+|next (?:release|version|minor|major)|until|later|follow-?up|better (?:approach|way|fix|solution)|investigat\w+|no longer|not needed|unnecessary|now (?:that|works?|supports?|fixed)|(?:is|was|has been|are) (?:now |already )?(?:fixed|resolved|back)|again|accident\w*|mistake\w*|premature\w*|not ready|wrong branch|moved?(?= (?:the|this|it) )|(?:needs?|should|has) to (?:go|land|be) in|(?:non-)?breaking (?:change|release)|may also|(?:didn't|did not|doesn't|does not) (?:resolve|fix|help|solve|seem))\b/i;
/** The beginning of a sentence that continues an earlier one. */
const GOES_ON = /^(?:then|so|and|but|however|also|thus|therefore|hence)\b/i;
const USELESS_TITLE =
  /^(?:revert\b|re-?apply|re-?land|(?:\w+(?:\([^)]*\))?: )?(?:bump|update|upgrade|downgrade|pin|fix typos?|temporar\w+|disable|skip|re-?enable|enable test|workaround|work around|hack|test|wip|merge|release|version|typo|docs?)\b|v?\d+\.)/i;

export function reverted(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  return commits
    .flatMap((commit, i) => {
      const what = REVERT.exec(commit.subject)?.groups?.["what"];
      if (what === undefined || USELESS_TITLE.test(what)) return [];
      const reason = reasonOf(commit.body);
      if (reason === null || !isOfLate([commit], commits)) return [];
      if (isTriedAgain(what, commits.slice(0, i))) return [];
      const day = new Date(commit.atMs).toISOString().slice(0, 7);
      return [
        learned(trace, {
          subject: `reverted:${plain(what)}`,
          score: HARVEST.revertedScore,
          type: "dead_end",
          title: `Reverted: ${withoutNumber(what)}`,
          content: `"${clip(withoutNumber(what), 140)}" was tried and reverted in this project (${commit.sha.slice(0, 8)}, ${day}).${REASON}${reason}`,
          detail: sentenceOf("reverted_in", { commit: commit.sha.slice(0, 8) }),
          files: commit.files.slice(0, 12),
          from: [commit],
        }),
      ];
    })
    .filter(isFirstOfItsReason)
    .slice(0, HARVEST.revertedMost);
}

const REASON = " Reason: ";

/** Several commits that reverted for the same reason become one memory, of the newest commit. */
function isFirstOfItsReason({ draft }: Signal, at: number, all: readonly Signal[]): boolean {
  const reason = (signal: Signal) => signal.draft?.content.split(REASON).slice(1).join(REASON);
  return (
    draft !== null && all.findIndex((signal) => reason(signal) === reason(all[at] as Signal)) === at
  );
}

/** At most two sentences with the reason. Null if there is none, or if the change is to come back. */
function reasonOf(body: string): string | null {
  const prose = body
    .split("\n")
    .map((line) => line.replace(POINTS_AT, ""))
    // A gap separates sentences, because the text in between was removed.
    .map((line) => (NOT_PROSE.test(line) ? "" : line))
    .join("\n")
    // A line break inside a paragraph does not end a sentence.
    .replace(/(\S)\n(?=\S)/g, "$1 ")
    .replace(/^\s*reason(?: for revert)?:\s*/gim, "");
  if (FOR_NOW.test(prose)) return null;
  const statements = sentences(prose);
  const at = statements.findIndex(
    (item) => item.length >= HARVEST.reasonChars && CAUSE.test(item) && !GOES_ON.test(item),
  );
  if (at < 0) return null;
  const reasons = [statements[at], statements[at + 1]].filter(
    (item): item is string => item !== undefined && !NOT_PROSE.test(item),
  );
  const whole = reasons.map(asStatement).join(" ");
  return clip(
    whole.length <= HARVEST.reasonMostChars ? whole : asStatement(statements[at] ?? ""),
    HARVEST.reasonMostChars,
  );
}

/** Whether a later commit has the same title or states that it repeats the change. */
function isTriedAgain(what: string, later: readonly PastCommit[]): boolean {
  const name = plain(what);
  return later.some(({ subject, body }) => {
    const other = plain(subject);
    if (other === name) return true;
    const isBack =
      /re-?(?:apply|land|introduce|add|instate|enable|vert "revert)|second attempt|take two|v2/i;
    return (
      (isBack.test(subject) || isBack.test(body)) && plain(`${subject} ${body}`).includes(name)
    );
  });
}

function withoutNumber(subject: string): string {
  return subject.replace(/\s*\(#\d+\)\s*$/, "").trim();
}

function plain(subject: string): string {
  return withoutNumber(subject)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
