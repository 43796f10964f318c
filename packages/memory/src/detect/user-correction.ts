/**
 * user_correction: the user said how it is to be done: always, never, from now on, instead, remember. The
 * rule is kept in the user's own words. A wish about the task at hand is not a rule: without a word of
 * generality, or an explicit "use X instead of Y", nothing is kept.
 */

import { createHash } from "node:crypto";
import { draft } from "../domain/draft.ts";
import type { MemoryType } from "../domain/memory.ts";
import type { Signal } from "../domain/signal.ts";
import { clip, identifiers, normaliseText, words } from "../domain/text.ts";
import type { Detector } from "./detector.ts";
import { asStatement, sentences } from "./sentences.ts";
import type { Saying, Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export const USER_CORRECTION: Detector = {
  type: "user_correction",
  isStatistic: false,
  detect: (trace) =>
    trace.sayings
      .filter((one) => one.by === "user" && one.agentId === null)
      .flatMap((one, i) => rulesIn(trace, one, i === 0)),
};

interface Rule {
  readonly type: Extract<MemoryType, "preference" | "convention" | "correction" | "fact">;
  readonly pattern: RegExp;
}

const RULES: readonly Rule[] = [
  {
    type: "correction",
    pattern:
      /^(?:no|nope|wrong|not like that)\b[,.!: —-]+.*\b(?:use|should (?:be|use)|must (?:be|use)|do not|don't|never)\b.*\b(?:because|since|instead|always|never|not)\b/i,
  },
  {
    type: "fact",
    pattern: /^(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:|,)\s+\S+/i,
  },
  {
    type: "convention",
    pattern:
      /\b(?:from now on|going forward|as a rule|by convention|the convention is|our convention)\b/i,
  },
  {
    type: "convention",
    pattern:
      /\bin (?:this|our) (?:project|repo|repository|codebase|code base)\b[^.]*\b(?:use|must|should|always|never|prefer|avoid|keep|follow|don't|do not)\b|\b(?:use|must|should|always|never|prefer|avoid|keep|follow|don't|do not)\b[^.]*\bin (?:this|our) (?:project|repo|repository|codebase|code base)\b/i,
  },
  {
    type: "preference",
    pattern:
      /(?:^|[,;:—-] ?|\b(?:you|we|must|should|please|and|but|to) )(?:always|never) (?!mind\b|the\b|\w+ed\b|used\b|seen\b|been\b|was\b|is\b|are\b|had\b|has\b|have been\b|gets?\b|got\b|works?\b|show(?:s|n)\b)[a-z]+ /i,
  },
  {
    type: "preference",
    pattern:
      /^(?:I|we) (?:always |never )?(?:prefer|don't want you to|do not want you to|want you to always)\b/i,
  },
  {
    type: "convention",
    pattern:
      /^we (?:always |never )?(?:use|don't use|do not use|avoid|follow) [^.]*\b(?:for|in|when|to|instead|not|over)\b/i,
  },
  {
    type: "correction",
    pattern:
      /^(?:please |you (?:should|must) |we (?:should|must) )?(?:use|prefer) \S+.{0,60}\b(?:instead of|rather than) \S+/i,
  },
  {
    type: "correction",
    pattern: /\b(?:it|this|that|they) (?:should|must) (?:use|be) .{3,80}\b(?:because|since)\b/i,
  },
  // What something is not to be, which can be done wrong again: "A is called B, not C". What is only to be built, "it is
  // selected by default", is in the code once it is built.
  {
    type: "convention",
    pattern:
      /^(?!(?:\w+ )?(?:it|this|that|there|something|these|those) should\b).{4,120}\b(?:should|must) (?:not |always |never |only )?(?:be|appear|display|show|go|live|stay|use|have(?! \w+ed\b| been\b)|say|read)\b.*(?:\b(?:instead|not just|regardless|only (?:if|when))\b|,? (?:but )?not ["“'\w])/i,
  },
  {
    type: "convention",
    pattern:
      /\b(?:we|you) (?:should|must)(?: not|n't) \w+ .{8,}|\bno need for (?:backwards? |the )?\w+.*|\b(?:no users yet|not public yet)\b.*|\bis not the (?:appropriate|right|correct) [\w-]+ (?:since|because|for)\b.*/i,
  },
  {
    type: "preference",
    pattern:
      /(?:\b(?:I|we) |, )(?:no longer (?:use|want|need|support)|(?:don't|do not|dont) want (?:my|our|the|any|to)|(?:don't|do not|dont) (?:think we )?need (?:a |an |the )?\w{4,})\b/i,
  },
  {
    type: "preference",
    pattern:
      /^(?:please )?(?:do not|don't|stop|avoid) (?:ever )?\w+.*\b(?:ever|again|anymore|in general|unless|without|at all)\b/i,
  },
];

/** Asks, wonders, gives a task, speaks of this one place, or points at a screen: no rule. */
const NOT_A_RULE =
  /\?\s*$|^(?:can|could|would|should|do(?! not)|does|did|is|are|what|why|how|where|when(?! .*\b(?:should|must)\b)|which|who|let's|let us|maybe|perhaps|I think|it seems|looks like|I (?:still|see|get|have|got|want to)|if (?:possible|you can)|confirm|check|verify|look|investigate|see if|try|make sure (?:this|it|that)|update|add|fix|mention|implement|create|review|run|the following|as|for|in case)\b|\b(?:this time|for now|right now|just (?:now|this)|above|below|screenshot|\[image\])|\bhttps?:|\b(?:lines?|phase|step|issues?|task|point|item|option|PR|ticket|chapter)s? #?\d+|\bit has no\b/i;
const FILLER = /^(?:(?:also|then|hmm+|ok(?:ay)?|oh|btw|actually|yes|yeah|well)\b\W*)+/i;
/** Answers or points back at what was said before: nobody understands it alone. */
const DANGLING =
  /\?|^(?:and|so|but)\b\W{2,}|\bcan just\b|^(?:the|these|those|both) (?:two|three|four|others?|last|first|same|above)\b/i;
/** Markers of a document pasted in, rather than of something said. */
const DOCUMENT =
  /^#{1,4} |```|^\s*[-*] \[[ x]\]|\b(?:steps to reproduce|expected behaviou?r|actual (?:result|behaviou?r)|traceback|stack trace|describe the bug|## (?:context|summary|plan))\b/im;
/** Several words in quotation marks: text of somebody or something else, no statement of the user. */
const QUOTED_PASSAGE = /["“](?:[^\s"“”]+\s+){5}[^"“”\n]*["”]/g;
const WEAK_WORDS =
  /^(?:always|never|please|again|ever|anymore|own|your|yourself|thing|things|stuff|make|made|doing|done|want|that|this|them|those|these|with|without|unless|from|going|forward|should|must|instead|rather|than|prefer|avoid|remember|note|when|then|they|have|dont|just|only|because|since)$/;
const FIRST_PROMPT_MAX = 400;
/** How a product is to look is in the code once it is done; said again in another session, it was done wrong again. */
const LOOKS =
  /\bshould(?: not|n't)?(?: only| also| be)* (?:display|appear|show|label|call|named?\b|hid|render|say\b|read\b)/i;
const IN_GENERAL = /\b(?:always|never|every\w*|whenever|all|any\w*|each|from now on|in general)\b/i;

function rulesIn(trace: Trace, saying: Saying, isFirst: boolean): Signal[] {
  const limit = isFirst ? FIRST_PROMPT_MAX : DETECT.promptMaxChars.value;
  if (saying.isPasted || saying.text.length > limit || DOCUMENT.test(saying.text)) return [];
  const found: Signal[] = [];
  for (const sentence of sentences(saying.text.replace(QUOTED_PASSAGE, "“…”"))) {
    if (sentence.length < 18 || sentence.length > 320) continue;
    if (NOT_A_RULE.test(sentence.replace(FILLER, "")) || DANGLING.test(sentence)) continue;
    const rule = RULES.find((one) => one.pattern.test(sentence));
    if (rule !== undefined && isConcrete(sentence))
      found.push(toSignal(trace, saying, sentence, rule));
  }
  return found;
}

/** Says of what: at least two words that name something. "Never do that again" is about nothing we can tell. */
function isConcrete(sentence: string): boolean {
  const naming = words(sentence).filter(
    (word) =>
      word.length >= 3 &&
      !WEAK_WORDS.test(word) &&
      !/^(?:the|and|for|you|not|but|are|was|its|use|out|all|any|can|did|does)$/.test(word),
  );
  return naming.length >= 2 || identifiers(sentence).length > 0;
}

function isWish(sentence: string): boolean {
  return LOOKS.test(sentence) && !IN_GENERAL.test(sentence);
}

/** What is said before the rule itself. */
const LEAD_IN =
  /^(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:|,)\s+|^(?:no|nope|wrong)[,.!: —-]+/i;

function toSignal(trace: Trace, saying: Saying, sentence: string, rule: Rule): Signal {
  const content = asStatement(sentence.replace(LEAD_IN, ""));
  const files = identifiers(content).filter(
    (word) => /^[\w@./-]+\.\w{1,5}$/.test(word) && word.includes("/"),
  );
  const subject = createHash("sha256").update(normaliseText(content)).digest("hex").slice(0, 16);
  return {
    type: "user_correction",
    session: trace.session,
    agentId: null,
    subject: `rule:${subject}`,
    score: DETECT.userCorrectionScore.value,
    minSessions: isWish(content) ? DETECT.userWishMinSessions.value : 1,
    files,
    seqs: [saying.seq],
    // The user's own word is not made doubtful by what the agent had read.
    isTainted: false,
    survivesFailure: true,
    evidence: [
      {
        kind: "user",
        detail: `the user said: “${clip(sentence, 160)}”`,
        session: trace.session,
        atMs: saying.atMs,
      },
    ],
    draft: draft({
      type: rule.type,
      title: clip(content, 80),
      content,
      files,
      tags: ["user-rule"],
    }),
  };
}
