/**
 * user_correction: detects that the user stated how to work: always, never, from now on, instead, remember, or "no, use X"
 * where X is a tool. The rule is stored in the user's own words, in normal spelling. A request about the current task is not a
 * rule (user-rule.ts).
 */

import { namesRival } from "../../../domain/choices/tools.ts";
import { draft, RULE_TITLE_SIZE, titleOf, USER_RULE_TAG } from "../../../domain/draft.ts";
import type { MemoryType } from "../../../domain/memory.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip, identifiers, statementHash, words } from "../../../domain/text/text.ts";
import { canonicalCommand, isPresentable } from "../commands/command-shape.ts";
import { type Detector, isEdit } from "../detector.ts";
import type { Message, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { changeIn } from "./changes.ts";
import { isDefectOrRequest, isOfTask, withoutTask } from "./defect-or-request.ts";
import { asksToRemember, deniesNote, LEAD_IN, withoutDenial, withoutOpening } from "./lead-in.ts";
import { retractsInOtherLanguage, ruleInOtherLanguage } from "./other-languages.ts";
import { ownProse } from "./own-prose.ts";
import { asStatement, sentences } from "./sentences.ts";
import { asRead } from "./spoken.ts";
import { chosenTool, EACH_TIME, namesTool, ruleOf } from "./user-rule.ts";
import { isRuleOfParts, statementIn, type UserStatement } from "./user-statement.ts";

export const USER_CORRECTION: Detector = {
  type: "user_correction",
  isStatistic: false,
  detect: (trace) => {
    const byUser = trace.messages.filter(({ by, agentId }) => by === "user" && agentId === null);
    let found: Signal[] = [];
    for (const [i, message] of byUser.entries()) {
      found = withoutTakenBack(found, message, byUser[i - 1]);
      found.push(...rulesIn(trace, message, i === 0));
    }
    return found;
  },
};

/**
 * Matches words with which users take back what they said; what it was about may follow. Not "don't forget that …", and not
 * "ignore that warning".
 */
const RETRACTS =
  /(?:(?<!\b(?:not|never|don't|don’t|dont|didn't) )\b(?:forget|ignore|scratch|disregard|never ?mind) (?:(?:what|everything) I (?:just )?(?:said|wrote|told you)|(?:the|my) (?:last|previous) (?:rule|instruction|remark|message))|(?:^|[.!?] )(?:sorry,? |no,? |hm+,? |actually,? )*(?:forget|ignore|scratch|disregard|never ?mind) (?:that|it|about (?:that|it))(?= about\b| on\b|[.!]|$))\b(?:,? (?:about|on|regarding) (?<topic>[^.,;!?]+))?/i;

/** Returns the topic of which a text takes back what was said, "" for everything, or null if it takes nothing back. */
export function retractedTopic(text: string): string | null {
  const retraction = RETRACTS.exec(text);
  if (retraction !== null) return retraction.groups?.["topic"] ?? "";
  return retractsInOtherLanguage(text) ? "" : null;
}

/** Returns the rules without those that a message takes back: those about its topic, or those of the message directly before. */
function withoutTakenBack(
  rules: readonly Signal[],
  message: Message,
  before: Message | undefined,
): Signal[] {
  const retracted = message.isPasted ? null : retractedTopic(message.text);
  if (retracted === null) return [...rules];
  const topic = words(retracted).filter(
    (word) => word.length >= 3 && !WEAK_WORDS.test(word) && word !== "the",
  );
  return rules.filter(({ seqs, draft: rule }) => {
    if (topic.length === 0) return seqs[0] !== before?.seq;
    const own = new Set(words(rule?.content ?? ""));
    return !topic.some((word) => own.has(word));
  });
}

/** Sentences that are no rule: a question, a guess, a task, a reference to this one place or to a screen. */
const NOT_A_RULE =
  /\?\s*$|^(?:can|could|would|should|do(?! not)|does|did|is|are|what|why|how|where|when(?! .*\b(?:should|must)\b| (?:you|we) .*\b(?:always|never)\b)|which|who|let's|let us|maybe|perhaps|I think|it seems|looks like|I (?:still|see|get|have|got|want to)|if (?:possible|you can)|confirm|check|verify|look|investigate|see if|try|make sure (?:this|it|that)|update|add|fix|mention|implement|create|review|run|the following|as(?! a (?:general )?rule(?:[,:]| (?:we|you|never|always|do not|don't)\b))|for(?! reference\b| (?:[\w-]+ ){1,4}we\b)|in case)\b|\b(?:this time|for now|right now|just (?:now|this)|above(?! \d)|below(?! \d)|screenshot|\[image\])|\bhttps?:|\b(?:lines?|phase|step|issues?|task|point|item|option|PR|ticket|chapter)s? #?\d+|\bit has no\b/i;
const FILLER = /^(?:(?:also|then|hmm+|ok(?:ay)?|oh|btw|actually|yes|yeah|well)\b\W*)+/i;
/** Sentences that answer or refer to something said before and cannot be understood alone. */
const DANGLING =
  /\?|^(?:and|so|but)\b\W{2,}|\bcan just\b|^(?:the|these|those|both) (?:two|three|four|others?|last|first|same|above)\b|\b(?:uses?|using|follow|in|with|like) (?:that|this|these|those) (?:\w+ )?(?:format|way|style|approach|pattern|structure|file|directory|folder|name|one)s?\b(?! (?:project|repo)\w*)/i;
/** Markers of a pasted document. */
const DOCUMENT =
  /^#{1,4} |```|^\s*[-*] \[[ x]\]|\b(?:steps to reproduce|expected behaviou?r|actual (?:result|behaviou?r)|traceback|stack trace|describe the bug|## (?:context|summary|plan))\b/im;
/**
 * Sentences that report, joke or speak about the speaker or this moment: what another person said, an accusation, a task to write
 * fiction, today's plans, a request in the same breath.
 */
const NOT_THE_PROJECT =
  /(?<!\bI |\bwe )\b(?:says?|said|thinks?|claims?|suggests?|wrote)\b.{0,20}\b(?:you|we|one|to|that)\b.*\b(?:but|though)\b|^(?:\w+ )?(?:from|by) \w+:|\bI (?:don't|do not) agree\b|\bnever say never\b|\bnever again (?:will|would|do|did|am|have) I\b|\byou (?:always|never|keep) (?:forget|miss|skip|ignore|break|get|make|do|say|seem|understand|listen|learn)|\bwrite (?:a|an|me|the)\b.*\b(?:story|poem|tale|song|joke)\b|(?<!\b(?:from|as of) )\b(?:tonight|today(?!['’]s)|tomorrow|this (?:one|morning|afternoon|evening|week))\b|\b(?:I'm|I am|I'll be) (?:on|off|away|out|in|going|back|at)\b|\b(?:can|could) you\b|\b(?:lol|lmao|haha|jk)\b/i;
/** A question or a one-off request that was dictated: without a question mark, or after the words it is about. */
const DICTATED_QUESTION =
  /(?<!\b(?:if|when|whether|what|unless|where|while) )\b(?:is|are) there (?:like|any|an?|some)\b|\bdo you (?:think|know|mean)\b|^(?:please )?(?:spawn|launch|dispatch) (?:an? |the |another |\d+ )?(?:\w+ )?(?:sub-?)?agents?\b(?!.*\b(?:always|never|whenever|every\w*|each)\b)/i;
/** Several words in quotation marks: a quotation, not a statement of the user. */
const QUOTED_PASSAGE =
  /["“](?:[^\s"“”]+\s+){5}[^"“”\n]*["”]|«\s*(?:[^\s«»]+\s+){3}[^«»\n]*»|„(?:[^\s„“”]+\s+){3}[^„“”\n]*[“”]/g;
const WEAK_WORDS =
  /^(?:always|never|please|again|ever|anymore|own|your|yourself|thing|things|stuff|make|made|doing|done|want|that|this|them|those|these|with|without|unless|from|going|forward|should|must|instead|rather|than|prefer|avoid|remember|note|when|then|they|have|dont|just|only|because|since)$/;
const FIRST_PROMPT_MAX = 400;
/**
 * What a product should do or how it should look is visible in the code once implemented. Only a repetition in another session
 * shows that it was implemented wrong again.
 */
const LOOKS =
  /\bshould(?: not|n't)?(?: only| also| be)* (?:display|appear|show|label|call|named?\b|hid|render|say\b|read\b)/i;
const IN_GENERAL = /\b(?:always|never|every\w*|whenever|all|any\w*|each|from now on|in general)\b/i;
/** "The default should be X", but not what people should do, and not with a reason. */
const SPECIFIES =
  /^(?:it|they|that|this) should\b|^(?!.*\b(?:always|never|every\w*|whenever|any\w*|from now on|in general|by convention|as a (?:general )?rule|because|since|otherwise)\b)(?!.*\b(?:we|you|people|everyone|nobody|one|agents?|code|tests?|files?) should\b).*\bshould(?:n't)? (?!have\b)/i;
/** What the user wants of the product: "I don't want the rows to be striped". */
const WANTS =
  /\bI (?:do not|don't) (?:want|need) (?!(?:you|any|us)\b)(?!.*\b(?:ever|again|anymore|because|since|in (?:this|our) (?:project|repo\w*|codebase))\b)/i;
/** What a product does not need, without a reason. That old versions need no support is a rule. */
const NOT_NEEDED =
  /^(?!.*\b(?:because|since|so|otherwise|ever|again|anymore|compatib\w+|migrations?|legacy|tests?)\b|.*(?: [–—-]|,) (?:it|that|they|this)(?:'s| is| are)? )(?:.*\b)?(?:no need for|(?:I|we) (?:don't|do not) need) /i;
const SHOWS =
  /^(?!.*\bnot\b).*\bshould always be (?:visible|present|shown|displayed|available|open|enabled|selected|centered)\b|^(?!.*\b(?:because|since|otherwise)\b)(?:the |our |each |every )?(?:[\w-]+ ){0,2}(?:nav ?bar|header|footer|side ?bar|toolbar|button|modal|dialog|pop-?up|menu|drop-?down|page|screen|card|row|column|icon|logo|tooltip|drawer|panel|banner|badge|tab|spinner)s? should\b|\b(?:doesn't|does not|don't|do not) (?:need|have) to always\b|\b(?:always|never) (?:only )?(?:show|display|hide|render|freeze|highlight|select|stretch|expand|collapse|scroll|cent(?:er|re)|align)\b/i;

/** Whether the user typed a message rather than pasted it. `isFirst`: it began the session, so that a long one is a task. */
export function isTyped({ isPasted, text }: Message, isFirst: boolean): boolean {
  const limit = isFirst ? FIRST_PROMPT_MAX : DETECT.promptMaxChars;
  return !isPasted && text.length <= limit && !DOCUMENT.test(text);
}

function rulesIn(trace: Trace, message: Message, isFirst: boolean): Signal[] {
  if (!isTyped(message, isFirst)) return [];
  const all = sentences(ownProse(message.text).replace(QUOTED_PASSAGE, "“…”"));
  const found: Signal[] = [];
  let appended = "";
  for (const [i, typed] of all.entries()) {
    // The sentence before contains it already.
    if (appended !== "" && appended.endsWith(asStatement(asRead(typed)))) continue;
    const stated = isTakenBack(all.slice(i + 1))
      ? []
      : eachStated(typed, { before: all[i - 1], after: all[i + 1] });
    appended = stated.at(-1)?.context.after ?? "";
    for (const rule of stated) found.push(toSignal(trace, message, rule));
  }
  return found;
}

/** Begins another rule in the same sentence: "…, and use pnpm instead of npm". */
const NEXT_RULE = /,? and (?=(?:please )?(?:always|never|use|prefer|avoid|don't|do not)\b)/i;

/** Returns what a sentence states: several rules if each of its parts is a rule on its own. */
function eachStated(typed: string, around: Around): Stated[] {
  const parts = typed.split(NEXT_RULE);
  const rules = parts.flatMap((part) => statedIn(part, {}) ?? []);
  // Whether the user asks to remember them is said before the first.
  if (parts.length > 1 && rules.length === parts.length)
    return rules.map((rule) => ({ ...rule, typed }));
  const whole = statedIn(typed, around);
  return whole === null ? [] : [whole];
}

/** Whether the user takes a sentence back in one of the next, with at most a reason between. */
function isTakenBack(next: readonly string[]): boolean {
  const at = next.slice(0, MAX_BETWEEN).findIndex((sentence) => CORRECTS_ITSELF.test(sentence));
  return at === 0 || (at > 0 && next.slice(0, at).every((sentence) => GIVES_REASON.test(sentence)));
}

/** Makes a rule of the sentence before: "make that standard", "do this for every release". */
const MAKES_RULE =
  /^(?:(?:please|and|also),? )*(?:make (?:that|this|it) (?:an? |the |our |your )?(?:\w+ )?(?:standard|rule|habit|default|convention|practice|policy|requirement)\b|(?:always )?do (?:that|this|the same) (?:every time|always|from now on|going forward|(?:for|after|before|on|with) (?:every|each|all)\b))/i;

/** Returns the request that a sentence makes a rule, with that sentence; null if it makes none. */
function madeRule(typed: string, { before }: Around): Stated | null {
  if (!MAKES_RULE.test(asRead(typed)) || before === undefined) return null;
  const request = asRead(before);
  if (/\?\s*$/.test(request) || !isConcrete(request) || request.split(/\s+/).length < 3)
    return null;
  const sentence = `${asStatement(request)} ${asStatement(asRead(typed))}`;
  return { typed, sentence, rule: { type: "convention" }, context: NO_CONTEXT };
}

/** Returns what a sentence states as a rule, or states of the project; null if neither. */
function statedIn(typed: string, around: Around): Stated | null {
  const made = madeRule(typed, around);
  if (made !== null) return made;
  const opened = withoutOpening(asRead(typed));
  const sentence = withoutTask(withoutDenial(opened));
  if (sentence.length > 320) return null;
  const isForTask = isOfTask(sentence, around.before);
  const foreign = isForTask ? null : ruleInOtherLanguage(sentence);
  if (foreign !== null) return { typed, sentence, rule: foreign, context: NO_CONTEXT };
  if (!isLongEnough(sentence)) return null;
  const change = changeIn(sentence);
  if (isNoRule(change === null ? sentence : sentence.replace(LETS, "we "))) return null;
  if (!isConcrete(sentence)) return null;
  if (deniesNote(opened))
    return { typed, sentence, rule: { type: "correction" }, context: NO_CONTEXT };
  const named = isForTask ? null : kindOf(sentence);
  const stated = named === null ? statementOf(sentence, around) : null;
  const rule = named ?? stated ?? change;
  if (rule === null) return null;
  const text = stated?.text ?? sentence;
  return { typed, sentence: text, rule, context: contextOf(text, around) };
}

function isLongEnough(sentence: string): boolean {
  return sentence.length >= 18 || namesTool(sentence);
}

/** Before a decision: "actually, let's drop biome". */
const LETS = /^(?:(?:well|actually|ok(?:ay)?|so)[, ]+)*let'?s /i;

/** Returns the rule that a sentence states. What is to be remembered may be a rule itself: "remember: never delete a row". */
function kindOf(sentence: string): { readonly type: MemoryType } | null {
  const named = ruleOf(sentence);
  return named?.type === "fact" ? (ruleOf(sentence.replace(LEAD_IN, "")) ?? named) : named;
}

interface Around {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Returns what a sentence states, if necessary with the next one: "don't edit it by hand. it gets overwritten". */
function statementOf(sentence: string, { after }: Around): UserStatement | null {
  const alone = statementIn(sentence);
  if (alone !== null || after === undefined || !GIVES_REASON.test(after)) return alone;
  const both = statementIn(`${sentence.replace(/[.!]+$/, "")}, ${after}`);
  if (both?.type === "dead_end") return both;
  return both?.type === "convention" ? { ...both, text: sentence } : null;
}

/** A sentence that explains the one before, or tells how an attempt ended. */
const GIVES_REASON =
  /^(?:it|its|it's|they|that|that's|this|otherwise|because|the|we|slower|worse|reverted|no gain|no difference)\b(?!(?:'s|'re)?(?: is| are| looks?)? (?:\w+ )?(?:great|fine|good|perfect|ok(?:ay)?|nice|beautiful|correct|right|enough|done|ready)\b)(?!.*\?\s*$)/i;

/** The sentence after one that the user takes back in the same breath. */
const CORRECTS_ITSELF =
  /^(?:(?:no|oh|hm+|ah|sorry|actually|wait|well|please),? )*(?:wait|scratch that|strike that|my mistake|correction|on second thoughts?|I take (?:that|it) back|(?:ignore|forget|disregard|drop|never ?mind) (?:that|it|what I (?:just )?(?:said|wrote))(?=\s*(?:[,.;!]|$)| (?:it|that|this) (?:was|is)\b))/i;
/** What may stand between a statement and its retraction. */
const MAX_BETWEEN = 2;

/** Refers to something outside the sentence: "Never use float there.", "Don't run migrations against it". */
const REFERS = /^[^,;:`]*\b(?:there|it|them)\b(?!['’]s\b| (?:is|are|was|has|should|must)\b)/i;
/** A sentence that gives the reason or the effect of the one before. */
const FOLLOWS =
  /^(?:it(?:'s|s)?|they(?:'re)?|otherwise|because) (?!works?\b|failed\b|is (?:fixed|done)\b)/i;
/** A sentence that only denies what was said. */
const DENIES = /^(?:no|nope|nah)\b/i;
/** A sentence that can explain such a reference. */
const EXPLAINS = /^(?!.*\?\s*$)(?:\S+\s+){3,}\S+$/s;
const CONTEXT_CHARS = 200;

interface Context {
  readonly before: string;
  readonly after: string;
}

/** Returns the sentence before, or else after, if the rule cannot be understood without it. */
function contextOf(sentence: string, { before, after }: Around): Context {
  const explains = (item: string | undefined): item is string =>
    item !== undefined &&
    item.length <= CONTEXT_CHARS &&
    EXPLAINS.test(item) &&
    !isDefectOrRequest(item);
  const isReason =
    after !== undefined && after.length <= CONTEXT_CHARS && FOLLOWS.test(after) && !isNoRule(after);
  if (isReason) return { before: "", after: ` ${asStatement(asRead(after))}` };
  if (!REFERS.test(sentence.replace(LEAD_IN, ""))) return { before: "", after: "" };
  if (explains(before) && !DENIES.test(before))
    return { before: `${asStatement(before)} `, after: "" };
  return { before: "", after: explains(after) ? ` ${asStatement(after)}` : "" };
}

function isNoRule(sentence: string): boolean {
  const bare = sentence.replace(FILLER, "");
  return (
    (NOT_A_RULE.test(bare) && !EACH_TIME.test(bare)) ||
    DANGLING.test(sentence) ||
    NOT_THE_PROJECT.test(sentence) ||
    DICTATED_QUESTION.test(bare) ||
    isDefectOrRequest(bare)
  );
}

/** Whether a sentence names its subject: a tool, or at least two meaningful words. "Never do that again" names none. */
function isConcrete(sentence: string): boolean {
  if (namesTool(sentence)) return true;
  return namingWords(sentence).length >= 2 || identifiers(sentence).length > 0;
}

function namingWords(text: string): string[] {
  return words(text).filter(
    (word) =>
      word.length >= 3 &&
      !WEAK_WORDS.test(word) &&
      !/^(?:the|and|for|you|not|but|are|was|its|use|out|all|any|can|did|does)$/.test(word),
  );
}

function isRequest(sentence: string): boolean {
  return (
    (LOOKS.test(sentence) && !IN_GENERAL.test(sentence)) ||
    (SPECIFIES.test(sentence) && !isRuleOfParts(sentence)) ||
    [WANTS, NOT_NEEDED, SHOWS].some((pattern) => pattern.test(sentence))
  );
}

/** Words of a rule that is understandable on its own. A shorter rule is stored with what the agent had just done. */
const STANDS_ALONE_WORDS = 15;

/**
 * Returns what the user reacted to: the agent's last edit, or its last command if that is about the same. "" when the rule is
 * understandable on its own or nothing was done.
 */
function occasionOf(trace: Trace, message: Message, rule: string): string {
  if (rule.split(/\s+/).length >= STANDS_ALONE_WORDS) return "";
  const before = trace.messages.findLast((item) => item.by === "user" && item.seq < message.seq);
  const step = trace.steps.findLast(
    (item) =>
      item.agentId === null &&
      item.seq < message.seq &&
      item.seq > (before?.seq ?? -1) &&
      (item.command !== null || isEdit(item)),
  );
  const [file] = step?.files ?? [];
  // A document or a message that a command writes says nothing about the occasion.
  if (step?.command != null && !(isPresentable(step.command) && isAbout(rule, step.command)))
    return "";
  if (step?.command != null)
    return ` The user said this after the agent had run \`${clip(canonicalCommand(step.command), 100)}\`.`;
  return file === undefined ? "" : ` The user said this after the agent had changed \`${file}\`.`;
}

/** Whether a command names a word of the rule, or a tool that the chosen one replaces. Every command runs or checks something. */
function isAbout(rule: string, command: string): boolean {
  const named = new Set(namingWords(rule));
  const isShared = namingWords(command).some(
    (word) => named.has(word) && word !== "run" && word !== "check",
  );
  return isShared || namesRival(chosenTool(rule) ?? "", command);
}

/** Returns a sentence that the user stated as a memory of this type, although it is not worded as a rule. */
export function statementSignal(
  trace: Trace,
  message: Message,
  { sentence, type }: { readonly sentence: string; readonly type: MemoryType },
): Signal {
  return toSignal(trace, message, {
    typed: sentence,
    sentence,
    rule: { type },
    context: NO_CONTEXT,
  });
}

const NO_CONTEXT = { before: "", after: "" } as const;

interface Stated {
  /** The sentence as the user typed it. */
  readonly typed: string;
  readonly sentence: string;
  readonly rule: { readonly type: MemoryType };
  readonly context: Context;
}

function toSignal(trace: Trace, message: Message, stated: Stated): Signal {
  const { typed, sentence, rule, context } = stated;
  const statement = asStatement(sentence.replace(LEAD_IN, ""));
  const whole = `${context.before}${statement}${context.after}`;
  const isReaction = rule.type === "correction" || namesTool(sentence) || REFERS.test(statement);
  const content = isReaction ? `${whole}${occasionOf(trace, message, whole)}` : whole;
  const files = identifiers(whole).filter(
    (word) => /^[\w@./-]+\.\w{1,5}$/.test(word) && word.includes("/"),
  );
  const tool = chosenTool(sentence);
  return {
    type: "user_correction",
    session: trace.session,
    agentId: null,
    // The choice of a tool is the same rule in any wording.
    subject: `rule:${tool === null ? statementHash(statement) : `use ${tool}`}`,
    score: DETECT.userCorrectionScore,
    minSessions: isRequest(statement) ? DETECT.userWishMinSessions.value : 1,
    files,
    seqs: [message.seq],
    // What the agent read before does not make the user's own rule doubtful.
    isTainted: false,
    survivesFailure: true,
    ...(asksToRemember(typed) ? { standing: "believed" as const } : {}),
    evidence: [
      {
        kind: "user",
        detail: sentenceOf("user_said", { text: clip(typed, 160) }),
        session: trace.session,
        atMs: message.atMs,
      },
    ],
    draft: draft({
      type: rule.type,
      title: titleOf(statement, RULE_TITLE_SIZE),
      content,
      files,
      tags: [USER_RULE_TAG],
    }),
  };
}
