/**
 * self_correction: the agent found and stated why something did not work, changed the code, and was right: a run that had
 * failed passed. The cause is stored in the agent's words; a guess that no run confirmed, or that was followed by another
 * guess, is not.
 */
import { draft } from "../../../domain/draft.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip, identifiers, statementHash } from "../../../domain/text/text.ts";
import { canonicalCommand, purposeOf } from "../commands/command-shape.ts";
import { type Detector, editedFiles, signalFrom } from "../detector.ts";
import { asStatement, sentences } from "../statements/sentences.ts";
import type { Message, Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const SELF_CORRECTION: Detector = {
  type: "self_correction",
  // Right in 12 of 19 labelled cases (bench/observer): below the 0.8 required for a signal with text.
  isStatistic: true,
  detect: (trace) => {
    const claims = trace.messages.filter((message) => message.by === "agent").flatMap(claimsIn);
    return claims.flatMap((claim, i) => {
      const signal = confirm(trace, claim, claims[i + 1] ?? null);
      return signal === null ? [] : [signal];
    });
  },
};

interface Claim {
  readonly sentence: string;
  readonly message: Message;
}

const CAUSE =
  /^(?:(?:I see|Ah|OK|Now I (?:see|understand)|I (?:found|understand) (?:it|the (?:issue|problem|bug|cause)))[,.:! —-]+)?(?:the (?:real |actual |root |underlying |core )?(?:issue|problem|bug|cause|root cause|reason|culprit|error|failure)(?: here)? (?:is|was|comes from|occurs because|happens because|is caused by)|(?:this|it|that)(?:'s| is| was| fails| failed| happens| happened| breaks) because|I was wrong|I (?:had )?(?:mis(?:read|understood)|assumed))\b/i;
/** Matches a sentence about progress, not about a cause. */
const PROGRESS =
  /\b(?:let me|I'll|I will|I need to|we need to|should I|need(?:s)? to be (?:fixed|updated)|next step|fixed now|is (?:now )?(?:fixed|resolved|solved)|might|may be|could be|probably|perhaps|possibly|likely|seems? to|appears? to|not sure)\b|\?\s*$|:\s*$/i;
/** Matches a sentence about the agent's own recent code, which no other session will meet. */
const OWN =
  /\b(?:my|I|I'm|I've|our (?:fix|change|code|test|implementation)|we're|we are|we've|the (?:test|script|mock|fix|change|new code|edit) (?:I|we|is|was)|the (?:function|method|code|class|variable) (?:expects?|assumes?|does)|(?:previous|current|existing) (?:fix|change|edit|implementation|code))\b/;
/** Matches a sentence that states why, not only where. */
const CAUSAL =
  /\b(?:because|since|so that|causing|which (?:causes?|means|leads|makes)|leading to|requires?|expects?|must|needs? (?:to be|a|an)|doesn't|does not|don't|isn't|is not|cannot|can't|only|before|after|unless|instead|but|overrides?|shadows?|ignores?|strips?|conflicts?)\b/i;
/** Matches a sentence about tools, libraries and rules of the environment, which outlast the fix of one bug. */
const ENVIRONMENT_RULE =
  /\b(?:requires?|expects?|must|only (?:works?|accepts?|supports?|allows?)|(?:does not|doesn't|cannot|can't|won't) (?:support|accept|allow|handle|exist|work|resolve|inherit|have)|is (?:not |no longer )?(?:supported|available|read-only|deprecated|exported|allowed|required|set|defined|installed)|considers?|treats?|ignores?|overrides?|conflicts?|strict|version|v\d+|config(?:uration)?|environment|by default|hoist(?:ed|ing)?|cached?)\b/i;
const MIN_CHARS = 45;

function claimsIn(message: Message): Claim[] {
  return (
    sentences(message.text)
      .filter((sentence) => sentence.length >= MIN_CHARS && sentence.length <= 360)
      .filter((sentence) => CAUSE.test(sentence) && CAUSAL.test(sentence.replace(CAUSE, "")))
      .filter((sentence) => !PROGRESS.test(sentence) && !OWN.test(sentence.replace(CAUSE, "")))
      // Deeply quoted code broke the sentence apart.
      .filter(
        (sentence) => !sentence.includes("``") && (sentence.match(/`/g)?.length ?? 0) % 2 === 0,
      )
      .filter((sentence) => identifiers(sentence).length > 0 || /`[^`]+`/.test(sentence))
      .map((sentence) => ({ sentence, message }))
  );
}

function confirm(trace: Trace, claim: Claim, next: Claim | null): Signal | null {
  const { seq, agentId } = claim.message;
  const own = trace.steps.filter((step) => step.agentId === agentId);
  const failed = own.findLast((step) => step.seq < seq && !step.isOk && step.command !== null);
  const after = own.filter((step) => step.seq > seq).slice(0, DETECT.retryWindow);
  const passedAt = after.findIndex((step) => step.isOk && isCheck(step, failed));
  const passed = after[passedAt];
  if (passed === undefined || failed === undefined) return null;
  if (
    next !== null &&
    next.message.agentId === agentId &&
    next.message.seq > seq &&
    next.message.seq < passed.seq
  ) {
    return null;
  }
  const files = editedFiles(after.slice(0, passedAt));
  if (files.length === 0) return null;
  const content = asStatement(
    claim.sentence.replace(
      /^(?:I see|Ah|OK|Now I (?:see|understand)|The error is clear)[,.:! —-]+/i,
      "",
    ),
  );
  const command = clip(canonicalCommand(passed.command ?? ""), 120);
  return signalFrom(trace, {
    type: "self_correction",
    subject: `cause:${statementHash(content)}`,
    score: DETECT.selfCorrectionScore,
    minSessions: ENVIRONMENT_RULE.test(claim.sentence) ? 1 : 2,
    files,
    from: [failed, claim.message, passed],
    isTainted: claim.message.isTainted,
    survivesFailure: false,
    evidence: {
      kind: purposeOf(passed.command ?? "") === "test" ? "test" : "exit_code",
      detail: `after the change \`${command}\` passed`,
    },
    draft: draft({
      type: "gotcha",
      title: clip(content, 80),
      content: `${clip(content, 700)} Confirmed: \`${command}\` passed after an edit of ${files
        .slice(0, 3)
        .map((file) => `\`${file}\``)
        .join(", ")}.`,
      payload: { cause: content, confirmedBy: command },
      files: files.slice(0, 6),
      tags: ["cause"],
    }),
  });
}

/**
 * Returns whether a run shows if the change was right: the one that had failed, or one of the same purpose. A linter shows no
 * causes, because it does not run the code.
 */
function isCheck(step: Step, failed: Step | undefined): boolean {
  if (step.command === null || failed?.command == null) return false;
  const purpose = purposeOf(step.command);
  if (purpose === "lint" || purpose === "format") return false;
  if (canonicalCommand(step.command) === canonicalCommand(failed.command)) return true;
  return purpose !== null && purpose === purposeOf(failed.command);
}
