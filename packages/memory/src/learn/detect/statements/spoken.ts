/** Reads a user's sentence in normal spelling and without the words with which people begin to speak. */

/** Verbs whose "n't" is written without an apostrophe. Excludes names of code, such as `dont`. */
const WITHOUT_APOSTROPHE =
  /(?<![\w`'./-])(do|does|did|ca|wo|is|are|was|were|should|must|would|could|have|has)nt(?![\w`'/-]|\.\w)/gi;
/** Other words that are typed without an apostrophe, and none of which is a word of its own. */
const SHORT_IS = /(?<![\w`'./-])(that|what|there|here)s(?![\w`'/-]|\.\w)/gi;
/** Only before a clause, a number or "of", because `cos` and `bc` are also functions and programs. */
const SHORT_BECAUSE =
  /(?<=[\w,;)] )(?:bc(?= \d)|(?:bc|cuz|cos|coz)(?= (?:it|its|it's|they|they're|that|that's|this|there|there's|the|our|their|we|we're|i|i'm|you|he|she|people|someone|nobody|everyone|of)\b))/gi;
const TYPED_APOSTROPHE = /(?<=\p{L})’(?=\p{L})/gu;
const SHORT_PLEASE = /(?<![\w`'./-])(?:pls|plz)(?![\w`'/-]|\.\w)\.?/gi;

/** Words before a statement. "And" alone continues the sentence before, so it stays. */
const OPENING =
  /^(?:(?:(?:ach|ah|oh),? )?(?:and|und|et),? (?=(?:actually|btw|by the way|bitte|please|übrigens|en fait)\b)|(?:ach|ah|oh|hm+|sorry|ok(?:ay)?|also|actually|btw|by the way|übrigens|en fait)\b[,:]?\s+)+/i;
const CHANGED_MIND =
  /^(?:I|we)(?:'ve| have)? changed (?:my|our) minds?(?: (?:about|on|regarding) (?:it|this|that|them|those|(?<topic>[^,.;:!?]{3,60})))?\s?[,;:—–-]+\s*/i;

/** Returns the statement of a sentence: "I changed my mind about X, make it Y" is "X: make it Y". */
export function asRead(sentence: string): string {
  const bare = sentence
    .replace(TYPED_APOSTROPHE, "'")
    .replace(WITHOUT_APOSTROPHE, "$1n't")
    .replace(SHORT_PLEASE, "please")
    .replace(SHORT_IS, "$1's")
    .replace(SHORT_BECAUSE, "because")
    .replace(OPENING, "");
  const changed = CHANGED_MIND.exec(bare);
  if (changed === null) return bare;
  const rest = bare.slice(changed[0].length);
  const topic = changed.groups?.["topic"];
  return topic === undefined ? rest : `${topic}: ${rest}`;
}
