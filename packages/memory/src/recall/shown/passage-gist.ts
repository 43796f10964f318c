/**
 * Returns the topic of a passage in a line that is understandable alone: the question it answers if that is specific enough,
 * otherwise the first sentence of the answer that is. Pure.
 */
import { isSpecific, isStatement, sentencesIn } from "../text/statements.ts";

/** Questions that depend on earlier text: "can you also do the same", "and now this", "investigate this error". */
const NEEDS_CONTEXT =
  /^(?:(?:@\S+|ok(?:ay)?|yes|no|and|also|now|then|so|but|great|nice|perfect|good)\b[\s,.!:]*)*(?:(?:can|could|would|will) (?:you|we) (?:also )?)?(?:that|this|it|they|those|these|the same|do the same|also|continue|go on|\w+ (?:it|this|that|these|those))\b/i;
/** Maximum characters read of a passage; what follows is details. */
const LOOKED_AT = 1500;

export function passageGist(context: string, content: string): string {
  const [question = ""] = context.split("\n");
  if (!NEEDS_CONTEXT.test(question) && isSpecific(question)) return question;
  const sentences = sentencesIn(content.slice(0, LOOKED_AT));
  const statement = sentences.find(isStatement);
  return (
    statement ??
    (isSpecific(question) ? question : (sentences.find((sentence) => sentence !== "") ?? ""))
  );
}
