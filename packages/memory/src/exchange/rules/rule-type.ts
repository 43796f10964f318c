/**
 * Decides whether a statement of a rule file is a rule, and its type. Decides by the words of the statement and its heading,
 * without understanding them, so that unclear statements are left out with the reason.
 */
import type { MemoryType } from "../../domain/memory.ts";
import { RULES } from "./tuning.ts";

/** Reasons why a line of a rule file becomes no memory. */
export type LeftOutReason =
  | "describes"
  | "points_elsewhere"
  | "too_short"
  | "too_long"
  | "code_alone"
  | "table"
  | "quote"
  | "comment"
  | "file_list";

export interface Statement {
  /** One line, except for its code. */
  readonly text: string;
  /** Headings from the outermost, then the introduction of its list. */
  readonly context: readonly string[];
  /** The statement's code; "" if none. */
  readonly code: string;
  readonly isShell: boolean;
  readonly isListed: boolean;
  /** True for the steps of one procedure. */
  readonly isSteps: boolean;
}

export type Judged =
  | { readonly isRule: true; readonly type: MemoryType }
  | { readonly isRule: false; readonly reason: LeftOutReason };

const STRONG =
  /\b(?:always|never|must|should(?: not|n['’]t)?|shall|do not|don['’]t|(?<!\bto )avoid|prefer|ensure|make sure|be sure|required?|requires|forbidden|prohibited|mandatory|not allowed|disallow(?:ed)?|need(?:s)? to|have to|no need to|you (?:cannot|can['’]t|may not)|without exception|remember to|by convention|only (?:use|run|call|add|commit|push|import|export|change|edit|touch|when|if|after)|use only)\b/i;
const OCCASION =
  /^(?:before|after|when(?:ever)?|if|for|to|in|on|once|while|at|during|unless)\b[^.!?]{3,120}?[,:;]\s+(.*)$/is;
const NEGATIVE =
  /\b(?:never|must not|do not|don['’]t|avoid|forbidden|prohibited|not allowed|should not|shouldn['’]t)\b/i;
/** First words of a sentence that gives an instruction. */
const IMPERATIVE = new Set(
  `use keep follow run add write put place store create update check verify test import export name document
  handle return throw log wrap extract split limit target match respect include exclude remove delete define
  declare call ask read stop build commit push mark treat set validate format lint install start open close mock
  move rename reuse leave let make pass pin explain comment describe consider review confirm work apply get
  generate regenerate bump sync tag request report focus stick minimize maximize break group order sort separate
  default favor favour consult expect assume fix wait preserve maintain annotate register reference rely inject
  catch batch cache flush reset restart rebuild rerun escape quote sanitize scope isolate assert cover skip
  search look find take give show tell say load edit connect save clean cleanup propagate resolve
  implement extend override replace convert map filter combine compose choose pick select configure enable disable
  debug trace measure draft squash rebase merge branch open submit colocate co-locate share delegate deploy
  leverage trust prefix prioritize bundle no only`.split(/\s+/),
);
const RULE_HEADING =
  /\b(?:rules?|conventions?|guidelines?|style|standards?|must|never|always|do['’]?s|don['’]?ts?|do not|avoid|requirements?|best practices?|practices?|principles?|polic(?:y|ies)|constraints?|expectations?|preferences?|naming|gotchas?|pitfalls?|caveats?|anti-?patterns?)\b/i;
/** Matches a code span with a command and its arguments, or a command that needs none. */
const COMMAND =
  /^`(?:\$ |[A-Z_]+=\S+ )*(?:(?:npx?|npm|pnpm|yarn|bunx?|deno|node|cargo|rustup|go|make|cmake|python3?|pip|uvx?|hatch|poetry|just|task|mise|docker|podman|kubectl|terraform|mvn|gradle|dotnet|bundle|rails|composer|php|mix|swift|xcodebuild|flutter|dart|nx|turbo|eslint|biome|prettier|git|gh|bazel|sbt|zig|lake|hugo|\.{0,2}\/[\w./-]+) [^`]+|(?:pytest|tox|nox|rake|ctest|vitest|jest|ruff|mypy|pre-commit|make|runtests)(?: [^`]*)?)`$/;
const CODE_SPAN = /`[^`\n]{2,200}`/g;
const POINTER =
  /^(?:\*\*)?(?:for (?:more|further|full|details?)\b.{0,80}\b(?:see|refer to|read|check)|see(?: also)?|refer to|more (?:details?|information)|full (?:docs?|documentation|guide)|docs?:|documentation:|reference:)\b/i;
const DECISION =
  /\b(?:decided (?:to|on|that|against)|was chosen|we chose|intentional(?:ly)?|deliberate(?:ly)?|by design|on purpose)\b/i;
const GOTCHA =
  /\b(?:gotchas?|beware|caution|careful|watch out|pitfalls?|caveat|known issues?|silently|otherwise\b.{0,80}\b(?:fails?|breaks?|lost|wrong|crash(?:es)?)|will (?:break|fail|crash|hang|corrupt)|breaks\b(?! (?:it|them|down|up|out|into|lines?))|(?:will|may|can) not work|does not work|doesn['’]t work|won['’]t work|flaky|race condition|footgun|surprising(?:ly)?|limitation|not a bug|would (?:break|fail|orphan|lose|corrupt))\b/i;
const PREFERENCE =
  /\b(?:prefer(?:s|red|ably)?|favou?r|ideally|nice to have|where possible|when possible|if possible)\b/i;
const REQUIREMENT =
  /\b(?:must (?:support|remain|work|be compatible|be supported|run on|stay compatible)|minimum (?:supported )?version|requires? (?:node|python|go|rust|java|php|ruby|\.net|php)\b|(?:node|python|go|rust|java|ruby|php)\S* (?:\d+(?:\.\d+)*\+|>=|or (?:newer|later|higher)))/i;
/** Matches an entry of a list of files, symbols or routes: its name, then a description. */
const NAMED_ENTRY =
  /^(?:\*\*)?(?:`[^`]+`(?:\*\*)?(?:\s*[/,]\s*`[^`]+`)*|[\w@.*-]*[/.][\w@./*-]+)(?:\*\*)?(?:\s*\([^)]*\))?\s*(?:[-–—:=→]|->|$)/;
const NAMES_ALONE = /^[^:`]{1,60}:\s*(?:`[^`]+`(?:\s*\([^)]*\))?[\s,./&+]*(?:and |or )?)+$/;
/** Matches a statement about the surrounding text, which is meaningless elsewhere. */
const ABOUT_THE_TEXT =
  /^(?:these|those|the (?:above|following|rest|sections?|list|table|marker)|as (?:above|described)|this (?:file|document|section|guide|list|page|repo(?:sitory)?(?: contains| is))|below|here (?:is|are)|all of the above)\b|^(?:for )?examples?\W*$|\b(?:(?:listed|described|shown|defined) (?:above|below)|this file (?:is|only|contains|provides|covers))\b/i;
const LINK_ALONE = /^(?:\*\*)?\[[^\]]*\]\([^)]*\)(?:\*\*)?(?:\s*[-–—:].{0,80})?$/;

export function judge(statement: Statement): Judged {
  const text = withoutMarkup(statement.text);
  const whole = statement.code === "" ? text : `${text}\n${statement.code}`;
  const reason = reasonAgainst(statement, text, whole);
  return reason === null
    ? { isRule: true, type: typeOf(statement, text) }
    : { isRule: false, reason };
}

function reasonAgainst(statement: Statement, text: string, whole: string): LeftOutReason | null {
  if (whole.length > RULES.ruleChars) return "too_long";
  if (LINK_ALONE.test(statement.text) || isPointer(text)) return "points_elsewhere";
  if (isRuleLike(statement, text)) {
    return text.length < RULES.leastChars.value && statement.code === "" ? "too_short" : null;
  }
  return isNamedEntry(statement.text) ? "file_list" : "describes";
}

function isPointer(text: string): boolean {
  return POINTER.test(text) && text.length < 160 && !NEGATIVE.test(text);
}

function isRuleLike(statement: Statement, text: string): boolean {
  if (ABOUT_THE_TEXT.test(text) || isUnfinished(statement)) return false;
  if (statement.isSteps) return tellsSteps(text);
  if (statement.isShell && statement.code !== "") return true;
  if (isNamedEntry(statement.text)) return STRONG.test(text);
  if (saysHow(text) || GOTCHA.test(text)) return true;
  if (isUnderRules(statement)) return statement.isListed || statement.code !== "";
  return hasCommand(statement.text) && text.length < COMMAND_CHARS;
}

/** Returns whether a statement announces something that is missing. */
function isUnfinished({ text, code }: Statement): boolean {
  return code === "" && /:\**$/.test(text);
}

/** Returns whether most steps of a text are instructions, as in a procedure. */
function tellsSteps(text: string): boolean {
  const steps = text.split(/(?:^|\s)\d+\. /).filter((step) => step !== "");
  return steps.filter((step) => saysHow(step) || hasCommand(step)).length * 2 > steps.length;
}

/** A longer paragraph with a command is about other things too. */
const COMMAND_CHARS = 240;

/** Returns whether a text gives an instruction: by a strong word, or by the beginning of one of its sentences. */
export function saysHow(text: string): boolean {
  if (STRONG.test(text)) return true;
  const bare = text.replace(/^[^:]{1,40}:\s+/, "");
  // In "Before you push, run …" the instruction follows the condition.
  const clause = OCCASION.exec(text)?.[1] ?? "";
  return [
    text,
    bare,
    clause,
    ...text.split(/(?<=[.!?;])\s+|\s[-–—]\s|,\s+(?:so|then|and)\s+/),
  ].some((sentence) =>
    IMPERATIVE.has((/^[\p{L}-]+/u.exec(sentence.trim())?.[0] ?? "").toLowerCase()),
  );
}

/** Returns whether a text states that something must or must not be. */
export function isNormative(text: string): boolean {
  return STRONG.test(text);
}

function isNamedEntry(text: string): boolean {
  return (NAMED_ENTRY.test(text) || NAMES_ALONE.test(text)) && !hasCommand(text);
}

function isUnderRules(statement: Statement): boolean {
  return RULE_HEADING.test(statement.context.at(-1) ?? "");
}

function hasCommand(text: string): boolean {
  return [...text.matchAll(CODE_SPAN)].some(([span]) => COMMAND.test(span));
}

function typeOf(statement: Statement, text: string): MemoryType {
  const under = statement.context.at(-1) ?? "";
  const isNegative = NEGATIVE.test(text) || NEGATIVE.test(under);
  if (statement.isSteps) return "workflow_recipe";
  if (GOTCHA.test(text) || /\b(?:gotchas?|pitfalls?|caveats?|known issues?)\b/i.test(under))
    return "gotcha";
  if (PREFERENCE.test(text) && !/\b(?:must|never|always)\b/i.test(text)) return "preference";
  if (!isNegative && (hasCommand(statement.text) || (statement.isShell && statement.code !== "")))
    return "workflow_recipe";
  if (DECISION.test(text)) return "decision";
  if (REQUIREMENT.test(text)) return "requirement";
  return "convention";
}

/** Removes bold and replaces links by their text; code spans stay unchanged. */
export function withoutMarkup(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replace(/\*\*|__(?=\S)|(?<=\S)__|<\/?[A-Z_]{3,20}>/g, ""),
    )
    .join("")
    .replace(/\[([^\]]{1,200})\]\((?:[^()\s]|\([^()]*\)){1,400}\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
