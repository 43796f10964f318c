/**
 * Returns the topic of a passage in a line that is understandable alone: the question it answers if that is specific enough,
 * otherwise the first sentence of the answer that is. Pure.
 */
import { words } from "../../domain/text/text.ts";

/** Questions that depend on earlier text: "can you also do the same", "and now this", "investigate this error". */
const LEANS =
  /^(?:(?:@\S+|ok(?:ay)?|yes|no|and|also|now|then|so|but|great|nice|perfect|good)\b[\s,.!:]*)*(?:(?:can|could|would|will) (?:you|we) (?:also )?)?(?:that|this|it|they|those|these|the same|do the same|also|continue|go on|\w+ (?:it|this|that|these|those))\b/i;
/** Lines of code, of a difference or of a quoted argument, which a passage may begin with if it was cut within a block. */
const CODE = /^\+|[{};]$|=>|\w\(["'`]|(?:^|\s)-\w "|^[^"]*"$/;
const CODE_BLOCK = /```[\s\S]*?(?:```|$)/g;
/** Files and links, which are no words of a topic. */
const REFERENCE = /@\S+|https?:\/\/\S+/g;
/** What an agent says before it acts. */
const ANNOUNCES =
  /^(?:let me|let's|i'll|i will|i'm (?:going|now)|i am (?:going|now)|i can see|now|perfect|great|good|done|okay|ok|sure|yes|you're right|first)\b/i;
/** Minimum words of four letters or more; fewer are not specific. */
const LEAST_WORDS = 4;
const LEAST_LETTERS = 4;
/** Maximum characters read of a passage; what follows is details. */
const LOOKED_AT = 1500;

export function passageGist(context: string, content: string): string {
  const [question = ""] = context.split("\n");
  if (!LEANS.test(question) && saysEnough(question)) return question;
  const sentences = content
    .slice(0, LOOKED_AT)
    .replace(CODE_BLOCK, "\n")
    .split(/(?<=[.!?:])\s+|\n+/)
    .filter((line) => !CODE.test(line.trim()))
    .map((line) => line.replace(/^[#>*\-\s\d.)]+/, "").trim());
  const telling = sentences.find((sentence) => !ANNOUNCES.test(sentence) && saysEnough(sentence));
  return (
    telling ??
    (saysEnough(question) ? question : (sentences.find((sentence) => sentence !== "") ?? ""))
  );
}

function saysEnough(text: string): boolean {
  const own = text.replace(REFERENCE, " ");
  const long = new Set(words(own).filter((word) => word.length >= LEAST_LETTERS));
  return long.size >= LEAST_WORDS;
}
