/**
 * What is a passage of a past session about, in one line that can be understood alone? The question it answers, where that says
 * enough; otherwise the first sentence of the answer that does. Pure.
 */
import { words } from "../../domain/text/text.ts";

/** "can you also do the same", "and now this": what it is about was said before. */
const LEANS =
  /^(?:(?:@\S+|ok(?:ay)?|yes|no|and|also|now|then|so|but|great|nice|perfect|good)\b[\s,.!:]*)*(?:(?:can|could|would|will) (?:you|we) (?:also )?)?(?:that|this|it|they|those|these|the same|do the same|also|continue|go on|fix (?:it|this|that))\b/i;
/** What an agent says before it does something. */
const ANNOUNCES =
  /^(?:let me|let's|i'll|i will|i'm (?:going|now)|i am (?:going|now)|i can see|now|perfect|great|good|done|okay|ok|sure|yes|you're right|first)\b/i;
/** Words of four letters or more; fewer name nothing. */
const LEAST_WORDS = 4;
const LEAST_LETTERS = 4;
/** Of a passage; further down it is about details. */
const LOOKED_AT = 1500;

export function passageGist(context: string, content: string): string {
  const [question = ""] = context.split("\n");
  if (!LEANS.test(question) && saysEnough(question)) return question;
  const sentences = content
    .slice(0, LOOKED_AT)
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((line) => line.replace(/^[#>*\-\s\d.)]+/, "").trim());
  const telling = sentences.find((sentence) => !ANNOUNCES.test(sentence) && saysEnough(sentence));
  return (
    telling ??
    (saysEnough(question) ? question : (sentences.find((sentence) => sentence !== "") ?? ""))
  );
}

function saysEnough(text: string): boolean {
  const long = new Set(words(text).filter((word) => word.length >= LEAST_LETTERS));
  return long.size >= LEAST_WORDS;
}
