/**
 * dead_end: an approach was tried, reported as not working with the reason, and something else succeeded. Words alone are not
 * enough: another approach must follow and succeed.
 */

import { draft, titleOf } from "../../domain/draft.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip, identifiers, statementHash } from "../../domain/text/text.ts";
import { canonicalCommand, purposeOf } from "./commands/command-shape.ts";
import { missingTools } from "./commands/missing-tool.ts";
import { type Detector, editedFiles, signalFrom } from "./detector.ts";
import { asStatement, sentences } from "./statements/sentences.ts";
import type { Message, Step, Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export const DEAD_END: Detector = {
  type: "dead_end",
  isStatistic: false,
  detect: (trace) => [
    ...missingTools(trace),
    ...trace.messages
      .filter((message) => message.by === "agent")
      .flatMap((message) => {
        const signal = deadEnd(trace, message);
        return signal === null ? [] : [signal];
      }),
  ],
};

const FAILED =
  /\b(?:does(?:n't| not)|did(?:n't| not)|wo(?:n't|uld not)|can(?:'t|not)) (?:work|support|allow|compile|apply|handle|be used|help)\b|\b(?:is|are)(?:n't| not) (?:supported|possible|available|allowed|compatible)\b|\bnot an option\b|\bdead end\b/i;
const REASON = /\b(?:because|since|as it|due to|which means)\s+\S+/i;
/** Matches a sentence about the agent's own last edit. */
const OWN_MISTAKE = /\b(?:my|I'm|I am|I was|I used|I wrote)\b/i;
const ALTERNATIVE =
  /\b(?:instead(?! of)|alternative(?:ly)?|different approach|another (?:way|approach)|switch(?:ing)? to|rather)\b/i;
const VAGUE =
  /\?\s*$|\b(?:might|may|maybe|perhaps|if it|in case|could be|should check|whether|let me check|not sure)\b/i;

function deadEnd(trace: Trace, message: Message): Signal | null {
  const report = reportIn(message.text);
  const success = report === null ? null : successAfter(trace, message);
  if (report === null || success === null) return null;
  const { failed, instead } = report;
  const approach = asStatement(failed);
  const alternative = instead === failed ? "" : ` ${asStatement(wordInstead(instead))}`;
  const { passed, command, files } = success;
  return signalFrom(trace, {
    type: "dead_end",
    subject: `dead_end:${statementHash(approach)}`,
    score: DETECT.deadEndScore,
    minSessions: 1,
    files,
    from: [message, passed],
    isTainted: message.isTainted,
    evidence: { kind: "exit_code", detail: sentenceOf("alternative_passed", { command }) },
    draft: draft({
      type: "dead_end",
      title: titleOf(approach),
      content: `${clip(approach, 500)}${clip(alternative, 300)}`,
      payload: {
        approachTried: approach,
        whyItFailed: approach,
        alternativeUsed: alternative.trim() || null,
      },
      files: files.slice(0, 6),
      tags: ["dead-end"],
    }),
  });
}

/** Returns the sentence that reports what does not work, and the one that names another approach; null without either. */
function reportIn(text: string): { readonly failed: string; readonly instead: string } | null {
  const statements = sentences(text);
  const at = statements.findIndex(isReport);
  const failed = statements[at];
  if (failed === undefined || (identifiers(failed).length === 0 && !/`[^`]+`/.test(failed)))
    return null;
  const instead = statements.slice(at, at + 3).find((item) => ALTERNATIVE.test(item));
  return instead === undefined ? null : { failed, instead };
}

function isReport(sentence: string): boolean {
  return (
    FAILED.test(sentence) &&
    REASON.test(sentence) &&
    !VAGUE.test(sentence) &&
    !OWN_MISTAKE.test(sentence) &&
    sentence.length >= 50 &&
    /^[A-Z`"]/.test(sentence)
  );
}

/** A check that passed with another approach, and the files edited for it. */
interface Success {
  readonly passed: Step;
  readonly command: string;
  readonly files: readonly string[];
}

/** Returns the first check that passed after edits that followed these words; null if nothing was tried before them. */
function successAfter(trace: Trace, message: Message): Success | null {
  const own = trace.steps.filter((step) => step.agentId === message.agentId);
  const before = own.filter((step) => step.seq < message.seq).slice(-DETECT.retryWindow);
  const tried = before.filter((step) => !step.isOk || step.edit !== null);
  if (tried.length < DETECT.deadEndMinSteps) return null;
  const after = own.filter((step) => step.seq > message.seq).slice(0, DETECT.retryWindow);
  const passed = after.find(
    (step) => step.isOk && step.command !== null && purposeOf(step.command) !== null,
  );
  const files = editedFiles(passed ? after.slice(0, after.indexOf(passed)) : []);
  if (passed?.command == null || files.length === 0) return null;
  return { passed, command: clip(canonicalCommand(passed.command), 120), files };
}

/** Rewords "Let me use X instead" as what was done: "use X". */
function wordInstead(sentence: string): string {
  const done = sentence.replace(
    /^.*?\b(?:let me|I'll|I will|let's|I need to|we need to|we should|I should)\s+/i,
    "",
  );
  return done === sentence ? sentence : `Done instead: ${done.replace(/ instead(?=[.!]?$)/, "")}`;
}
