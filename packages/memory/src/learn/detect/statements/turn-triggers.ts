/**
 * Detects turns that produced knowledge the agent may have and that is not recorded yet: a run that failed before passes, the
 * user corrects the agent or states a rule, the agent concedes an error, or a long turn ends in a conclusion.
 */
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import { CONCESSION } from "../../../domain/text/retractions.ts";
import { clip, oneLine } from "../../../domain/text/text.ts";
import { isReadOnly } from "../commands/command-shape.ts";
import { runOf } from "../detector.ts";
import type { Message, Step, Trace } from "../trace.ts";
import { USER_CORRECTION } from "./user-correction.ts";

export type TriggerKind =
  | "passing_run"
  | "user_correction"
  | "user_rule"
  | "concession"
  | "conclusion";

export interface Trigger {
  readonly kind: TriggerKind;
  /** In words, as evidence. */
  readonly detail: string;
}

export interface Turn {
  /** Sequence number of the prompt that begins the turn; `toSeq` is that of its last event. */
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Triggers of the turn, strongest first. */
  readonly triggers: readonly Trigger[];
}

/** Beginning of a prompt that corrects what the agent did. */
const CORRECTS =
  /^\W{0,10}(?:no\b(?! (?:problem|worries|need|rush|idea))|nope\b|wrong\b|incorrect\b|stop\b|wait\b|actually\b|instead\b|revert\b|undo\b|not (?:like )?that\b|(?:that|this|it)(?:'s| is| was) (?:wrong|not|incorrect)\b|you (?:forgot|missed|broke|misunderstood|misread|should not|shouldn't|should have|are wrong)\b|why did you\b|I (?:said|told you|asked you|meant|did not ask|didn't ask)\b)/i;
const AGREES = /\byou(?:'re| are) (?:absolutely |completely |quite )?(?:right|correct)\b/i;
/** Words for a cause, a decision or a limit, in the agent's last message of a turn. */
const CONCLUDES =
  /\b(?:because|root cause|due to|caused by|turn(?:s|ed) out|the (?:cause|reason|culprit|problem|issue) (?:is|was)|decided|chose|rather than|instead of|requires?|only works|must(?: not)?|cannot|can't)\b/i;
/**
 * Minimum calls of a long turn. In the study of labelled sessions, 70 % of what was worth storing was stated in turns of at
 * least this many calls.
 */
const LONG_TURN_STEPS = 8;
const DETAIL_CHARS = 120;

/** Returns the turns of the session itself, in order, without its subagents. */
export function turnsOf(trace: Trace): Turn[] {
  const messages = trace.messages.filter(({ agentId }) => agentId === null);
  const steps = trace.steps.filter(({ agentId }) => agentId === null);
  const prompts = messages.filter(({ by }) => by === "user");
  const rules = new Set(USER_CORRECTION.detect(trace).flatMap(({ seqs }) => seqs));
  const passing = passingRuns(steps);
  const inTurn = byTurn(prompts);
  const messagesByTurn = inTurn(messages);
  const done = inTurn(steps);
  const passed = inTurn(passing);
  return prompts.map((prompt, i): Turn => {
    const found: (Trigger | null)[] = [
      passed[i]?.[0] === undefined ? null : passingRun(passed[i][0]),
      i === 0 ? null : objection(prompt, rules.has(prompt.seq)),
      concession(messagesByTurn[i] ?? []),
      conclusion(messagesByTurn[i] ?? [], done[i] ?? []),
    ];
    return {
      fromSeq: prompt.seq,
      toSeq: (prompts[i + 1]?.seq ?? trace.lastSeq + 1) - 1,
      triggers: found.filter((trigger) => trigger !== null),
    };
  });
}

/** Groups items by the turns that the prompts begin. Each item has a sequence number in the session. */
function byTurn(prompts: readonly Message[]) {
  return <T extends { readonly seq: number }>(all: readonly T[]): T[][] => {
    const turns: T[][] = prompts.map(() => []);
    let at = -1;
    for (const item of all) {
      while ((prompts[at + 1]?.seq ?? Number.POSITIVE_INFINITY) <= item.seq) at++;
      turns[at]?.push(item);
    }
    return turns;
  };
}

/** Returns the runs that pass and that failed earlier. */
function passingRuns(steps: readonly Step[]): Step[] {
  const failed = new Set<string>();
  return steps.filter((step) => {
    const run = runOf(step);
    if (run === "" || isReadOnly(step.command ?? "")) return false;
    if (step.isOk) return failed.delete(run);
    failed.add(run);
    return false;
  });
}

function passingRun(step: Step): Trigger {
  return {
    kind: "passing_run",
    detail: sentenceOf("failed_then_passed", { command: clip(runOf(step), DETAIL_CHARS) }),
  };
}

/** Only a correction supports what the agent notes: a rule says nothing about it. */
function objection({ text, isPasted }: Message, isRule: boolean): Trigger | null {
  const excerpt = clip(oneLine(text), DETAIL_CHARS);
  if (!isPasted && CORRECTS.test(text))
    return { kind: "user_correction", detail: sentenceOf("agent_corrected", { text: excerpt }) };
  return isRule
    ? { kind: "user_rule", detail: sentenceOf("user_stated_rule", { text: excerpt }) }
    : null;
}

function concession(messages: readonly Message[]): Trigger | null {
  const isConceded = messages.some(
    ({ by, text }) => by === "agent" && (CONCESSION.test(text) || AGREES.test(text)),
  );
  return isConceded ? { kind: "concession", detail: sentenceOf("agent_took_back", {}) } : null;
}

function conclusion(messages: readonly Message[], steps: readonly Step[]): Trigger | null {
  const last = messages.at(-1);
  const isSettled =
    last?.by === "agent" && steps.length >= LONG_TURN_STEPS && CONCLUDES.test(last.text);
  return isSettled
    ? { kind: "conclusion", detail: sentenceOf("agent_concluded", { count: steps.length }) }
    : null;
}
