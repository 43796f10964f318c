/**
 * user_correction: the user said how it is to be done: always, never, from now on, instead, remember. The
 * rule is kept in the user's own words. A wish about the task at hand is not a rule: without a word of
 * generality, or an explicit "use X instead of Y", nothing is kept.
 */

import { createHash } from "node:crypto";
import { draft } from "../domain/draft.ts";
import type { MemoryType } from "../domain/memory.ts";
import type { Signal } from "../domain/signal.ts";
import { clip, identifiers, normaliseText } from "../domain/text.ts";
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
      .flatMap((one) => rulesIn(trace, one)),
};

interface Rule {
  readonly type: Extract<MemoryType, "preference" | "convention" | "correction" | "fact">;
  readonly pattern: RegExp;
}

const RULES: readonly Rule[] = [
  {
    type: "fact",
    pattern: /^(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:|,)\s+\S+/i,
  },
  {
    type: "convention",
    pattern:
      /\b(?:from now on|going forward|in (?:this|our) (?:project|repo|repository|codebase|code base)|as a rule|by convention|the convention is|our convention)\b/i,
  },
  {
    type: "preference",
    pattern:
      /(?:^|[,;:] |\b(?:you|we|must|should|please|and|but) )(?:always|never)\s+(?!mind\b|the\b|been\b|was\b|is\b|had\b|have been\b)[a-z]+/i,
  },
  {
    type: "preference",
    pattern:
      /^(?:I|we) (?:always |never )?(?:prefer|don't want|do not want|want you to always|hate|like to)\b.*\b(?:to|over|rather|instead|when|in|code|tests?|comments?|commits?)\b/i,
  },
  {
    type: "convention",
    pattern:
      /^we (?:always |never )?(?:use|don't use|do not use|avoid|keep|put|write|name|store|follow)\b/i,
  },
  {
    type: "correction",
    pattern:
      /^(?:no|nope|wrong|stop|actually|not like that)\b[,.!: ]+.*\b(?:use|should be|must be|is|are|call|put|do not|don't|never)\b/i,
  },
  {
    type: "correction",
    pattern:
      /\b(?:use|prefer|call|import|run|write)\s+\S+.{0,60}\b(?:instead of|rather than|not)\s+\S+/i,
  },
  {
    type: "preference",
    pattern:
      /^(?:please )?(?:do not|don't|stop|avoid) (?:ever )?(?:us(?:e|ing)|add(?:ing)?|writ(?:e|ing)|creat(?:e|ing)|commit(?:ting)?|mock(?:ing)?|touch(?:ing)?|modify(?:ing)?|edit(?:ing)?|generat(?:e|ing)|hardcod(?:e|ing)|put(?:ting)?)\b.*\b(?:in|for|to|when|unless|without|any|the|a)\b.*\b(?:ever|again|anymore|in general|unless|without|at all)\b/i,
  },
];

/** Asks, wonders, speaks of this one task, or points at a screen: no rule. */
const NOT_A_RULE =
  /\?\s*$|^(?:can|could|would|should|do|does|did|is|are|what|why|how|where|when|which|who|let's|maybe|perhaps|I think (?:that )?(?:there|it|this|the)|it seems|looks like|I (?:still|see|get|have|got|want to (?:see|know))|if (?:possible|you can))\b|\b(?:this time|for now|right now|just (?:now|this)|the (?:plan|PR|branch) (?:above|below)|screenshot|\[image\]|see (?:below|above)|as (?:above|below))\b/i;
const MUST_NAME = 4;

function rulesIn(trace: Trace, saying: Saying): Signal[] {
  if (saying.text.length > DETECT.promptMaxChars.value) return [];
  const found: Signal[] = [];
  for (const sentence of sentences(saying.text)) {
    if (sentence.length < 18 || sentence.length > 320 || NOT_A_RULE.test(sentence)) continue;
    const rule = RULES.find((one) => one.pattern.test(sentence));
    if (rule === undefined || sentence.split(" ").length < MUST_NAME) continue;
    found.push(toSignal(trace, saying, sentence, rule));
  }
  return found;
}

function toSignal(trace: Trace, saying: Saying, sentence: string, rule: Rule): Signal {
  const content = asStatement(
    sentence.replace(
      /^(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:|,)\s+/i,
      "",
    ),
  );
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
    minSessions: 1,
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
