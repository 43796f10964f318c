/** The words that state the topic of a rule. Pure. */
import { FUNCTION_WORDS, PLAIN_WORDS } from "../../domain/text/differing-words.ts";
import { words } from "../../domain/text/text.ts";
import { stem } from "../checks/stem.ts";

/** Returns a rule without the remark on what the agent had just done. */
export function stated(content: string): string {
  return content.replace(/ The user said this after the agent had .*$/s, "");
}

/** Returns the stems of the words that state the topic of a text, in order. */
export function topicStems(text: string): Set<string> {
  return new Set(
    words(text)
      .filter(
        (word) =>
          word.length > 1 &&
          !FUNCTION_WORDS.has(word) &&
          !PLAIN_WORDS.has(word) &&
          !WEAK_WORDS.has(word),
      )
      .map((word) => stem(word).replace(/([^aeiou])\1$/, "$1")),
  );
}

const WEAK_WORDS = new Set(
  "always never not no don dont doesn re ve ll any more anymore longer again you your my our us they them there please before after about into when while by at from but if can may must should would will have do does just only ever also still then than all every each some rule rules instruction convention preference remember note using running uses used der die das den dem ein eine einen mit für von zu zum zur wir ihr nicht kein keine keinen nie niemals immer mehr und oder bitte la le les un une des du de pour avec on nous est sur ne pas plus jamais toujours et".split(
    " ",
  ),
);
