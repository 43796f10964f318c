/**
 * What a rule such as "Use tabs, not spaces" chooses and rejects. Two rules are opposites if one rejects what the other
 * chooses.
 */

import { areOppositeDecisions, decisionIn, mayChange } from "./decision.ts";

interface Choice {
  readonly chosen: string;
  readonly rejected: string | null;
}

/** Matches one to three words that name an option, without a verb or a place. */
const THING = "(?:the )?([\\p{L}\\d@/._+-]+(?: [\\p{L}\\d@/._+-]+){0,2}?)";
const INSTEAD =
  ",? ?(?:(?:and )?(?:not|never|instead of|rather than|over|statt|anstatt|nicht|pas|et pas|au lieu de|plutôt que|(?:y )?no|en (?:vez|lugar) de|(?:e )?n[ãa]o|em vez de|(?:e )?non|invece di|а не|вместо)(?= )|(?:不要|别|不)再?用|而不是|말고)";
const END =
  "(?=[\\s]*(?:[.,;:!(。]|$| (?:in|for|here|when|if|please|anymore|because|since|hier)\\b))";
const USE =
  "(?:(?<!\\p{L})(?:use|prefer|benutze?n?|nutze?n?|verwende?n?|utilise[rz]?|choose|write|indent with|install with|usa(?:d|te)?|utiliza|utilizza|используй(?:те)?) |(?<!(?:不要|别|不)再?)[使改]?用(?![户于来例途]) ?)";

const CHOSEN_AND_REJECTED = new RegExp(`${USE}${THING}${INSTEAD} ?${THING}${END}`, "iu");
/** Matches German, where the verb is last: "pnpm benutzen, nicht npm". */
const VERB_LAST = new RegExp(
  `${THING} (?:benutzen|verwenden|nutzen|nehmen)${INSTEAD} ?${THING}${END}`,
  "iu",
);
const REJECTED = new RegExp(
  `(?:(?<!\\p{L})(?:don't use|do not use|never use|stop using|avoid|no longer use|no us(?:es|ar)|nunca uses?|n[ãa]o use|non us(?:are|ate)|не используй(?:те)?) |(?:不要|别|不|禁止)再?用(?![户于来例途]) ?)${THING}${END}`,
  "iu",
);
const CHOSEN = new RegExp(
  `(?<!not |n't |never |no |nunca |n[ãa]o |non |не )${USE}${THING}${END}`,
  "iu",
);

/** Matches a change: "we switched from Jest to Vitest", "we replaced Redis with Postgres". */
const CHANGED = new RegExp(
  `\\b(?:(?:switch(?:ed)?|mov(?:e|ed)|migrat(?:e|ed)|chang(?:e|ed)) (?:over )?from ${THING} to |replaced ${THING} (?:with|by) )${THING}${END}`,
  "iu",
);

function choiceOf(text: string): Choice | null {
  // Full-width punctuation becomes that of ASCII.
  const content = text.normalize("NFKC");
  const both = CHOSEN_AND_REJECTED.exec(content) ?? VERB_LAST.exec(content);
  if (both !== null) return { chosen: plain(both[1]), rejected: plain(both[2]) };
  const changed = CHANGED.exec(content);
  if (changed !== null)
    return { chosen: plain(changed[3]), rejected: plain(changed[1] ?? changed[2]) };
  const rejected = REJECTED.exec(content);
  if (rejected !== null) return { chosen: "", rejected: plain(rejected[1]) };
  const chosen = CHOSEN.exec(content);
  return chosen === null ? null : { chosen: plain(chosen[1]), rejected: null };
}

function plain(thing: string | undefined): string {
  return (thing ?? "").toLowerCase().replace(/^(?:bitte |immer |always |only |just )+|[.,]+$/g, "");
}

export function isOppositeChoice(one: string, other: string): boolean {
  if (areOfTwoPlaces(one, other)) return false;
  const [a, b] = [choiceOf(one), choiceOf(other)];
  const rejects = (by: Choice, of: Choice) => of.chosen !== "" && by.rejected === of.chosen;
  if (a !== null && b !== null && (rejects(a, b) || rejects(b, a))) return true;
  if (!mayChange(one) && !mayChange(other)) return false;
  const [first, second] = [decisionIn(one), decisionIn(other)];
  return first !== null && second !== null && areOppositeDecisions(first, second);
}

/** Whether both texts name a place and share no word of it: "tabs in Makefiles" and "never tabs in TypeScript files". */
function areOfTwoPlaces(one: string, other: string): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a.length > 0 && b.length > 0 && !a.some((word) => b.includes(word));
}

const SCOPE_PHRASE =
  /\b(?:in|for|under|within|dans|pour|chez|para|per|nel|nella|für|im) (?!general\b|this\b|the future\b)([^,.;:!(]+)/i;
const NO_PLACE = new Set(
  "the a an all any every our my new of and project repo repository code files file le la les un une des du de notre ce cette projet il lo gli i nel nella questo progetto el los las este proyecto der die das den dem unser unserem diesem projekt".split(
    " ",
  ),
);

function placeOf(text: string): string[] {
  const [, place = ""] = SCOPE_PHRASE.exec(text) ?? [];
  const [named = ""] = place.split(/ (?:because|since|so|when|if|as) /i);
  return (named.toLowerCase().match(/[\p{L}\d_./-]+/gu) ?? []).filter(
    (word) => !NO_PLACE.has(word),
  );
}
