/** Finds the one stored rule that a withdrawal or a new value is about; null if none or several could be meant. Pure. */
import type { Memory } from "../../domain/memory.ts";
import { valueNumbers } from "../../domain/text/differing-words.ts";
import { isNegated } from "../../domain/text/text.ts";
import { stem } from "../checks/stem.ts";
import { correctedRule } from "./corrected-value.ts";
import type { Form } from "./forms.ts";
import { stated, topicStems } from "./topic.ts";
import type { NewValue, TakenBack, Withdrawal } from "./withdrawals.ts";

export function concernedRule<T extends Pick<Memory, "content">>(
  retraction: TakenBack,
  rules: readonly T[],
): T | null {
  if (retraction.kind === "corrected_value") return correctedRule(retraction, rules);
  return retraction.kind === "withdrawal"
    ? withdrawnRule(retraction, rules)
    : revaluedRule(retraction, rules);
}

/** Returns the clause that states what applies instead of a rule that was withdrawn; null if there is none. */
export function replacementIn(
  { otherClauses, topic }: Withdrawal,
  rule: Pick<Memory, "content">,
): string | null {
  const [about, own] = [topicStems(topic), topicStems(stated(rule.content))];
  const isNews = (clause: string) => {
    const inClause = topicStems(clause);
    const isOfRule = [...inClause].some((word) => own.has(word));
    return (
      isOfRule &&
      REPLACES.test(clause) &&
      !STATUS.test(clause) &&
      [...inClause].some((word) => !about.has(word))
    );
  };
  return otherClauses.find((clause) => clause.split(" ").length >= 3 && isNews(clause)) ?? null;
}

const REPLACES = /\b(?:instead|from now on)\b|\bnow[.!]*$|\b(?:is|are) now\b/i;
/** How something is at the moment, which is not what applies instead of a rule. */
const STATUS = /\b(?:wrong|broken|fixed|done|fine|ok|okay|fail(?:s|ing)|working|works|missing)\b/i;

function withdrawnRule<T extends Pick<Memory, "content">>(
  { form, topic }: Withdrawal,
  rules: readonly T[],
): T | null {
  const about = topicStems(topic);
  if (about.size === 0) return null;
  const isConcerned = ({ content }: T) => {
    const text = stated(content);
    return (
      isWithin(about, topicStems(text)) && isOfKind(text, form.kind) && isNamed(about, text, form)
    );
  };
  const [rule, another] = rules.filter(isConcerned);
  if (rule === undefined || another !== undefined) return null;
  return about.size / topicStems(stated(rule.content)).size >= leastShare(form, rule.content)
    ? rule
    : null;
}

function isOfKind(rule: string, kind: Form["kind"]): boolean {
  return kind === "any" || isForbidding(rule) !== (kind === "duty");
}

/** Whether a topic includes what a rule demands or forbids first: "always ask before you deploy" demands to ask. */
function isNamed(about: ReadonlySet<string>, rule: string, { kind }: Form): boolean {
  if (kind === "any") return true;
  const first = kind === "use" ? FORBIDS_USE.exec(rule)?.groups?.["thing"] : demandOf(rule);
  const [head] = topicStems(first ?? "");
  return head !== undefined && about.has(head);
}

/** Returns what follows the word that demands, or the whole rule. */
function demandOf(rule: string): string {
  return rule.slice(Math.max(0, rule.search(DEMAND)));
}

/** What is forbidden only in a case must be named with it: "you can deploy again" leaves "never deploy without asking". */
function leastShare({ kind, leastShare: minShare }: Form, rule: string): number {
  return (kind === "use" || kind === "ban") && CONDITION.test(rule) ? 1 : minShare;
}

/** Two statements without negation about the same subject, each with one value. */
function revaluedRule<T extends Pick<Memory, "content">>(
  { sentence }: NewValue,
  rules: readonly T[],
): T | null {
  const subject = subjectOf(sentence);
  if (subject.size === 0 || isForbidding(sentence)) return null;
  const [rule, another] = rules.filter(({ content }) => isSameSubject(subject, subjectOf(content)));
  if (rule === undefined || another !== undefined || !isPlain(rule.content)) return null;
  const [before, after] = [numbersIn(stated(rule.content)), numbersIn(sentence)];
  const news = after.values.filter((value) => !before.values.includes(value));
  const isOne = before.values.length === 1 && news.length === 1;
  return isOne && before.names === after.names ? rule : null;
}

/** Returns the numbers that are values, and those that belong to names: "shard 1". */
function numbersIn(text: string): { readonly values: readonly string[]; readonly names: string } {
  const plain = text.replace(/\bnow\s/gi, "");
  const values = valueNumbers(plain);
  const all = plain.match(/\d+(?:\.\d+)*/g) ?? [];
  return { values, names: all.filter((number) => !values.includes(number)).join(" ") };
}

/** Returns the significant words of what a text states, without its reason, its values and words for a change. */
function subjectOf(text: string): Set<string> {
  const [claim = ""] = stated(text).split(/,|\s(?:because|since|as|so)\s/);
  return new Set(
    [...topicStems(claim)].filter((word) => !CHANGES.has(word) && !/^\d+$/.test(word)),
  );
}

/** Whether two subjects are equal, apart from the kind of value, which one of them may leave out. */
function isSameSubject(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const things = (subject: ReadonlySet<string>) =>
    [...subject].filter((word) => !VALUES.has(word)).sort();
  const kinds = (subject: ReadonlySet<string>) => [...subject].filter((word) => VALUES.has(word));
  if (things(a).length === 0 || things(a).join(" ") !== things(b).join(" ")) return false;
  const [inA, inB] = [kinds(a), kinds(b)];
  return inA.length === 0 || inB.length === 0 || inA.join(" ") === inB.join(" ");
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((word) => whole.has(word));
}

const CHANGES = new Set(
  "moved changed switched bumped raised lowered increased reduced migrated actually"
    .split(" ")
    .map(stem),
);
const VALUES = new Set(["port", "version", "address", "number"].map(stem));

/** The end of the word that demands. */
const DEMAND =
  /(?<=\b(?:always|never|do not|don['’]?t|must(?: not)?|avoid|should(?: not)?|prefer|immer|niemals|nie|toujours|jamais)\s)/iu;
const FORBIDS_USE =
  /\b(?:never|do not|don['’]?t|avoid|stop|no longer) (?:ever )?(?:us(?:e|ing)|import(?:ing)?|install(?:ing)?|add(?:ing)?) (?:(?:from|the|an?) )*(?<thing>[\w@./-]+)/i;
/** A value that is demanded does not change because another one is in use. */
const DEMANDS_VALUE = /\b(?:always|must|should|keep|at (?:least|most))\b/i;
const CONDITION = /\b(?:without|unless|until|except|before)\b/i;

function isPlain(statement: string): boolean {
  return !isForbidding(statement) && !DEMANDS_VALUE.test(statement);
}

function isForbidding(text: string): boolean {
  return isNegated(text) || /\b(?:nie|niemals|nicht|keine?n?|jamais|pas)\b/iu.test(text);
}
