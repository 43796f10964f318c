/**
 * Checks whether a writer's statement may become a memory. It is untrusted text: it must rest on lines of the session, state
 * only what they state, attribute nothing to the user that the user did not state, and not be retracted later in the session.
 * Pure.
 */
import { hasContextBlock } from "../../domain/text/injected-text.ts";
import { retractionsIn } from "../../domain/text/retractions.ts";
import { jaccard, words } from "../../domain/text/text.ts";
import type { Statement } from "../writing/reply.schema.ts";
import { exactTerms, folded, isStated } from "./exact-terms.ts";
import type { SessionLine } from "./session-lines.ts";
import { countShared, topicWords } from "./topic-words.ts";
import { confirmationOf, unresolvedBy } from "./unresolved.ts";

export const DROPS = {
  too_short: "it is too short to be understood on its own",
  too_long: "it is too long for one lesson",
  no_such_line: "it cites lines that do not exist",
  instructs: "it instructs its reader",
  unsaid_name: "it contains a name, command or quotation that the cited lines do not contain",
  unsaid_number: "it contains a number that the cited lines do not contain",
  unsaid: "the cited lines do not state it",
  not_the_users: "it attributes to the user something the user did not say",
  taken_back: "it was taken back later in the session",
  refused: "the user refused it",
  reverted: "the change was reverted later in the session",
  suspected: "the agent only suspected it, and nothing confirmed it",
  said_later: "a later statement is nearly the same",
  code_gone: "the code it describes no longer exists",
  secret: "it contains a secret",
  network: "it describes a network failure of that time without a workaround",
  unreadable: "it does not have the required form",
  repository: "the repository already states it",
  obvious: "it is common knowledge",
  one_bug: "it only describes one bug",
  overtaken: "the session later made it obsolete",
} as const;
type Drop = keyof typeof DROPS;

/** What the writer read, and the project's files. */
export interface StatementSources {
  readonly lines: readonly SessionLine[];
  /** Relative paths that the session read or changed. */
  readonly files: readonly string[];
  /** Returns whether a file exists in the checkout; true for every file if there is no checkout of this project. */
  readonly isThere: (path: string) => boolean;
  /** Name of the project, which a statement may use even if the session does not mention it; empty if unknown. */
  readonly project: string;
  readonly hasSecret: (text: string) => boolean;
}

export type Checked =
  | { readonly statement: Statement; readonly drop: Drop }
  | {
      readonly statement: Statement;
      readonly drop: null;
      /** Relative paths of the code it names that exist in the checkout. */
      readonly files: readonly string[];
      /** A run that passed after the last cited line, or the user's confirmation that it works; null if there is neither. */
      readonly confirmedBy: SessionLine | null;
      /** True if the statement is that of a memory, which is observed again. */
      readonly isKnown?: true;
    };

/** The writer is asked for 15 to 60 words; a slightly shorter or longer statement is accepted. */
const MIN_WORDS = 8;
const MAX_WORDS = 90;
/** Lines before and after a cited line that count as its context: what it answers or continues. */
const CONTEXT_LINES = 3;
/**
 * Maximum share of a statement's exact terms that may come from elsewhere in the session, because writers do not cite every
 * line.
 */
const MAX_FAR = 0.34;
/** Minimum share of a statement's significant words that must be in its lines or near them. */
const MIN_SHARED = 0.35;
const MIN_TOPIC_WORDS = 5;
/** Minimum share of common words of two statements about the same topic. */
const MIN_SHARE = 0.5;

const INSTRUCTS =
  /\b(?:ignore|disregard|forget)\b[^.]{0,60}\b(?:instructions?|rules?|prompts?)\b|\byou are (?:now|an?) |\b(?:system|developer) (?:prompt|message)\b|(?:^|\n)\s*(?:system|assistant|user|human)\s*:|\bdo not (?:tell|mention|inform|reveal)\b/i;
/** Matches errors of an unreachable host: they are self-explanatory and usually temporary. */
const UNREACHED =
  /\bssh connectivity\b|connect to host \S|could not resolve host|could not read from remote repository|network is unreachable|temporary failure in name resolution|\bE(?:TIMEDOUT|CONNREFUSED|HOSTUNREACH|AI_AGAIN)\b/i;
const WAY_AROUND =
  /\b(?:use|set|switch|start|run|retry|instead|rather than|via|through|over https|proxy|must|needs?|requires?|only (?:from|in|on))\b/i;
/** Minimum words of a rule or a user's statement that must be in the user's lines, unless they contain one of its names. */
const USERS_WORDS = 2;
const ACCEPTS = /\b(?:agree|approv|accept|confirm|chose|chosen|choice|decid|want)/i;
/** Matches words that state what a user wants. "The user runs it in a shell" claims nothing. */
const USERS =
  /\bthe (?:user|maintainer|owner)(?:['’]s|s)?\s+(?:\w+\s+){0,2}?(?:said|says|told|want|wish|ask|demand|prefer|decid|decision|chose|choos|choice|reject|accept|approv|requir|request|insist|agree|rule|call|find)/i;

/** Checks statements; results are in the order of `statements`. */
export function checkStatements(
  statements: readonly Statement[],
  ground: StatementSources,
): Checked[] {
  const takenBack = linesTakenBack(ground.lines);
  const checked = statements.map((statement) => check(statement, ground, takenBack));
  return checked.map((item, i) =>
    item.drop === null && isStatedLater(item.statement, i, checked)
      ? { statement: item.statement, drop: "said_later" }
      : item,
  );
}

function check(
  statement: Statement,
  ground: StatementSources,
  takenBack: ReadonlyMap<number, number>,
): Checked {
  const drop = dropOf(statement, ground, takenBack);
  if (drop !== null) return { statement, drop };
  const named = filesNamed(statement, ground.files);
  const files = named.filter(ground.isThere);
  if (named.length > 0 && files.length === 0) return { statement, drop: "code_gone" };
  const cited = citedBy(statement, ground.lines);
  return { statement, drop: null, files, confirmedBy: confirmationOf(cited, ground.lines) };
}

function dropOf(
  statement: Statement,
  { lines, files, project, hasSecret }: StatementSources,
  takenBack: ReadonlyMap<number, number>,
): Drop | null {
  const { title, content } = statement;
  const both = `${title}\n${content}`;
  const cited = citedBy(statement, lines);
  if (cited.length < new Set(statement.lines).size) return "no_such_line";
  const size = content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  // Scripts without spaces between words are counted by characters.
  if (size < MIN_WORDS && content.length < MIN_WORDS * 8) return "too_short";
  if (size > MAX_WORDS || content.length > MAX_WORDS * 12) return "too_long";
  if (hasContextBlock(both) || INSTRUCTS.test(both)) return "instructs";
  if (hasSecret(both)) return "secret";
  if (UNREACHED.test(content) && !WAY_AROUND.test(content)) return "network";
  if (presentsAsUsers(statement, cited)) return "not_the_users";
  const drop = unstated(statement, cited, lines, { files, project });
  if (drop !== null) return drop;
  return isTakenBack(cited, takenBack) ? "taken_back" : unresolvedBy(statement, cited, lines);
}

function citedBy(statement: Statement, lines: readonly SessionLine[]): SessionLine[] {
  return lines.filter(({ number }) => statement.lines.includes(number));
}

/**
 * Returns whether a statement is attributed to the user without basis. Pasted text is not the user's, nor is a statement
 * supported only by a user's line about another topic. A choice may be the user's by a mere "yes".
 */
function presentsAsUsers(
  { kind, saidBy, title, content }: Statement,
  cited: readonly SessionLine[],
): boolean {
  const text = `${title} ${content}`;
  if (kind !== "rule" && saidBy !== "user" && !USERS.test(text)) return false;
  const users = cited.filter(({ by, isPasted }) => by === "user" && !isPasted);
  if (users.length === 0) return true;
  if (kind !== "rule" && (saidBy !== "user" || ACCEPTS.test(text))) return false;
  const userText = users.map((line) => line.text).join("\n");
  if (mostlyOtherScript(userText) !== mostlyOtherScript(text)) return false;
  const isNamed = exactTerms(text).some((term) => isStated(term, folded(userText)));
  return !isNamed && countShared(plainWords(text), plainWords(userText)) < USERS_WORDS;
}

/**
 * Returns the reason to reject a statement if an exact term is missing in the session, or if too many are not in or near the
 * cited lines; null otherwise.
 */
function unstated(
  { title, content }: Statement,
  cited: readonly SessionLine[],
  lines: readonly SessionLine[],
  { files, project }: Pick<StatementSources, "files" | "project">,
): Drop | null {
  // A statement that cites untainted lines must be supported by untainted lines, so that text from outside cannot influence
  // it.
  const isClean = cited.every(({ isTainted }) => !isTainted);
  const ground = lines.filter(({ isTainted }) => !(isClean && isTainted));
  const isNear = ({ number }: SessionLine) =>
    cited.some((sessionLine) => Math.abs(sessionLine.number - number) <= CONTEXT_LINES);
  const textOf = (some: readonly SessionLine[]) => some.map(({ text }) => text).join("\n");
  const near = folded([textOf(ground.filter(isNear)), project].join("\n"));
  const anywhere = folded([textOf(ground), ...files].join("\n"));
  const terms = exactTerms(`${title}\n${content}`);
  const far = terms.filter((term) => !isStated(term, near));
  const missing =
    far.find((term) => !isStated(term, anywhere)) ??
    (far.length > mostFar(terms.length) ? far[0] : undefined);
  if (missing !== undefined) return /^[\d.,:]+$/.test(missing) ? "unsaid_number" : "unsaid_name";
  return sharesWords(content, near) ? null : "unsaid";
}

/**
 * Returns how many exact terms may be missing near the cited lines. Of two terms one may be: it is half of them but only one,
 * so the significant words decide.
 */
function mostFar(terms: number): number {
  return terms === 2 ? 1 : terms * MAX_FAR;
}

/** Returns whether the texts share enough words; true for texts in different scripts, which share none. */
function sharesWords(content: string, near: string): boolean {
  const topic = topicWords(content);
  if (topic.size === 0 || mostlyOtherScript(near) !== mostlyOtherScript(content)) return true;
  // A short statement has too few significant words for a share.
  const minShared = topic.size < MIN_TOPIC_WORDS ? 1 : topic.size * MIN_SHARED;
  return countShared(topic, topicWords(near)) >= minShared;
}

/** Returns the words of a text; names of tools are short: "use bun not npm". */
function plainWords(text: string): Set<string> {
  return new Set(words(text).filter((word) => word.length > 2 && !COMMON_WORDS.has(word)));
}

const COMMON_WORDS = new Set(
  "the and for not are was but you use can all any its has had with that this from they them then than have into when what which will would should must make made does done here there".split(
    " ",
  ),
);

function mostlyOtherScript(text: string): boolean {
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0;
  return latin < text.replace(/\s/g, "").length / 2;
}

/** Returns the numbers of retracted lines, each with the number of the line that retracts it. */
function linesTakenBack(lines: readonly SessionLine[]): Map<number, number> {
  const statements = lines.flatMap(({ number, by, text }) =>
    by === "run" ? [] : [{ seq: number, speaker: by, content: text }],
  );
  return new Map(retractionsIn(statements).map(({ seq, bySeq }) => [seq, bySeq]));
}

/**
 * Returns whether a statement rests on retracted lines. One that also cites the retraction or a later line is about the new
 * state.
 */
function isTakenBack(
  cited: readonly SessionLine[],
  takenBack: ReadonlyMap<number, number>,
): boolean {
  const last = Math.max(...cited.map(({ number }) => number));
  return cited.some(({ number }) => (takenBack.get(number) ?? 0) > last);
}

function isStatedLater(statement: Statement, at: number, all: readonly Checked[]): boolean {
  const own = new Set(words(statement.content));
  return all.some(({ statement: other, drop }, i) => {
    if (drop !== null || i === at) return false;
    const isLater =
      lastLine(other) > lastLine(statement) || (lastLine(other) === lastLine(statement) && i < at);
    return isLater && jaccard(own, new Set(words(other.content))) >= MIN_SHARE;
  });
}

function lastLine({ lines }: Statement): number {
  return Math.max(...lines);
}

/**
 * Returns the path of each named file. A name matches if the session used exactly one such file; a path that the session did
 * not use stays as it is.
 */
function filesNamed({ title, content }: Statement, files: readonly string[]): string[] {
  const paths = exactTerms(`${title}\n${content}`).flatMap((term) => {
    const path = term.replace(/^\.\//, "").replace(/:\d+$/, "");
    if (!/^[\w@.-]+(?:\/[\w@.-]+)*\.[A-Za-z]\w{0,9}$/.test(path)) return [];
    if (files.includes(path)) return [path];
    const [found, another] = files.filter((file) => file.endsWith(`/${path}`));
    return found !== undefined && another === undefined ? [found] : [];
  });
  return [...new Set(paths)].slice(0, MAX_FILES);
}

const MAX_FILES = 6;
