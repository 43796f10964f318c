/**
 * Finds where the user corrects a value: "staging is on 5434, not 5433", "what you noted is wrong: 5433 is preprod, staging is
 * on 5434", in every language of Latin letters. The memory that states the old value of the same subject is over. Pure.
 */

import { isForeignFunctionWord } from "../../domain/language/function-words.ts";
import type { Memory } from "../../domain/memory.ts";
import { endsUseInFrench, isNegated, withoutAccents } from "../../domain/text/text.ts";
import { saysWrong, withoutDenial, withoutOpening } from "../detect/statements/lead-in.ts";
import { asRead } from "../detect/statements/spoken.ts";
import type { Message } from "../detect/trace.ts";
import { assertion } from "../promote/denies.ts";
import { stated, topicStems } from "./topic.ts";

export interface CorrectedValue {
  readonly kind: "corrected_value";
  readonly message: Message;
  /** What is right, without what denies the earlier statement. */
  readonly sentence: string;
  /** Whether the sentence says that something was wrong. Otherwise it must be a statement on its own. */
  readonly isDenial: boolean;
  /** The clause with the new value. */
  readonly asserted: string;
  /** The old value with its words; "" if any of the sentence may be it. */
  readonly denied: string;
}

const NOT =
  "(?:and )?not|no longer|(?:et )?(?:pas|plus|non)|(?:e )?non(?: piu| più)?|(?:y )?no|ya no|(?:und )?nicht(?: mehr)?";
/** "…, not 5433", at the end of a clause. */
const IS_NOT = new RegExp(
  `^(?<asserted>[^;]{6,160}?),? (?:${NOT}) (?<denied>[^,;.]{1,40}?)[.!]*(?:[,;] .*)?$`,
  "i",
);
/** "not 5433 but 5434". */
const NOT_BUT = new RegExp(
  `^(?<subject>[^;]{6,120}?) (?:${NOT}) (?<denied>[^,;.]{1,40}?),? (?:but|mais|sino|sondern|ma|bensì) (?<asserted>[^,;.]{1,60})`,
  "i",
);
const DENIALS = new RegExp(`[,;] (?:${NOT}) [^,;.]*`, "gi");
const QUESTION = /\?\s*$/;
/** Values: what has a digit. */
const VALUE = /(?<![a-zà-ÿ\d])[a-zà-ÿ\d._-]*\d[a-zà-ÿ\d._-]*(?<![._-])/g;

export function correctedValueIn(message: Message, piece: string): CorrectedValue[] {
  const opened = withoutOpening(asRead(piece));
  const isDenial = saysWrong(opened);
  const sentence = withoutDenial(opened);
  if (QUESTION.test(sentence) || isPlusInEnglish(sentence)) return [];
  const base = { kind: "corrected_value", message, sentence, isDenial } as const;
  const both = NOT_BUT.exec(sentence)?.groups;
  if (both !== undefined) {
    const { subject = "", asserted = "", denied = "" } = both;
    return [{ ...base, asserted: `${subject} ${asserted}`, denied }];
  }
  const found = IS_NOT.exec(sentence)?.groups;
  if (found !== undefined)
    return [{ ...base, asserted: found["asserted"] ?? "", denied: found["denied"] ?? "" }];
  return isDenial && valuesIn(sentence).length > 1
    ? [{ ...base, asserted: sentence, denied: "" }]
    : [];
}

/** "It listens on 5434, plus 5433" corrects nothing. */
function isPlusInEnglish(sentence: string): boolean {
  return /, plus /i.test(sentence) && !endsUseInFrench(sentence);
}

function valuesIn(text: string): string[] {
  return (text.toLowerCase().match(VALUE) ?? []).map((value) =>
    value.replace(/(?<=\d)[a-z]{1,2}$/, ""),
  );
}

/** Returns the one rule that states the old value of the same subject. */
export function correctedRule<T extends Pick<Memory, "content">>(
  correction: CorrectedValue,
  rules: readonly T[],
): T | null {
  const [rule, another] = rules.filter(({ content }) => isCorrected(correction, content));
  return rule === undefined || another !== undefined ? null : rule;
}

function isCorrected({ asserted, denied, sentence }: CorrectedValue, content: string): boolean {
  const old = assertion(stated(content).replace(DENIALS, ""));
  if (isNegated(old)) return false;
  const oldValues = valuesIn(old);
  const isAnywhere = denied === "";
  const clause = isAnywhere ? clauseOfNews(sentence, oldValues) : asserted;
  const outValues = valuesIn(isAnywhere ? sentence : denied);
  if (outValues.length > 0) {
    const isNews = valuesIn(clause).some((value) => !oldValues.includes(value));
    const isOld = outValues.some((value) => oldValues.includes(value));
    return isOld && isNews && sharesSubject(clause, old, isAnywhere);
  }
  const [out, inOld] = [subject(denied), subject(old)];
  const isOld = out.size > 0 && [...out].every((word) => inOld.has(word));
  const isNew = [...subject(asserted)].some((word) => !inOld.has(word));
  return isOld && isNew && sharesSubject(asserted, old, false);
}

/** Returns the clause that has a new value: "staging is on 5434". */
function clauseOfNews(sentence: string, oldValues: readonly string[]): string {
  const clauses = sentence.split(/[,;] /);
  return (
    clauses.find((clause) => valuesIn(clause).some((value) => !oldValues.includes(value))) ?? ""
  );
}

/** Whether two texts share most of what the first is about; one word is enough beside words that say what was wrong. */
function sharesSubject(clause: string, old: string, isDenial: boolean): boolean {
  const [own, other] = [subject(clause), subject(old)];
  const shared = [...own].filter((word) => other.has(word)).length;
  return shared >= 2 || (shared === 1 && (isDenial || own.size <= 2));
}

function subject(text: string): Set<string> {
  return new Set(
    [...topicStems(withoutAccents(text))].filter(
      (word) => !isForeignFunctionWord(word) && !/\d/.test(word) && word.length > 2,
    ),
  );
}
