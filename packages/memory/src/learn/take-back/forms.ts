/**
 * The wordings with which a user takes back a rule, in English and, for the most common ones, German and French. Each must
 * begin its clause, so that reported, negated and doubtful wordings do not match.
 */

/** Which rules a wording can take back. `use`: rules that forbid to use something. `ban`: rules that forbid. `duty`: rules that do not. */
type Kind = "any" | "use" | "ban" | "duty";

export interface Form {
  /** The group `topic` contains what the rule is about. */
  readonly pattern: RegExp;
  readonly kind: Kind;
  /** Minimum share of the rule's significant words that the topic contains. */
  readonly leastShare: number;
}

const LEAD =
  "^(?:(?:please|ok|okay|actually|sorry|no|yes|yeah|and|also|so|now|then|but|well|oh|hey|btw|by the way|fyi|good news|from now on|in the end|finalement|en fait|du coup|bon|bitte|und|et)\\b[,!:]? ?)*";
const DROP = "(?:forget|drop|ignore|scratch|disregard|discard|never ?mind|lift|retire)";
const RULE = "(?:rule|instruction|convention|preference|guideline)s?";
const ABOUT =
  "(?:about|on|regarding|concerning|that (?:says? )?(?:(?:you|we|to) )?|to|against|never to)";
const ENDED =
  "(?:no longer (?:applies|apply|holds?|counts?)|(?:does not|doesn['’]?t) (?:apply|hold|count) any ?(?:more|longer)|(?:is|are) (?:now )?(?:gone|obsolete|outdated|void|lifted|dropped|no longer (?:valid|needed|true|in force)))";
/** A topic that begins so is something of this moment: "the tests are fine now". */
const BARE = "(?!(?:the|this|that|these|those|my|our|your|it|all|everything|they|there|we|you)\\b)";
const NAME = "(?<topic>[\\w@./`-]+(?: [\\w@./`-]+){0,3}?)";
const ALLOWED = "(?:totally |perfectly )?(?:fine|ok|okay|allowed|permitted|acceptable)";
const IS = "(?:is|are)";
const NOT_NEEDED = "(?:needed|required|necessary|true|valid|mandatory)";
const END = "[.!]*$";

function form(kind: Kind, leastShare: number, ...patterns: readonly string[]): Form[] {
  return patterns.map((pattern) => ({
    kind,
    leastShare,
    pattern: new RegExp(`${LEAD}${pattern}`, "iu"),
  }));
}

const IN_ENGLISH: readonly Form[] = [
  ...form(
    "any",
    0.25,
    `(?:(?:you|we) can |let['’]?s )?${DROP} (?:about )?(?:the|my|our|that|this) (?:(?:old|earlier|previous) )?${RULE} ${ABOUT} ?(?<topic>.+)`,
    `the (?:(?:old|earlier|previous) )?${RULE} ${ABOUT} ?(?<topic>.+?) ${ENDED}${END}`,
  ),
  ...form(
    "any",
    0.1,
    `${DROP} (?:everything|what) I (?:said|told you|wrote)(?: (?:before|earlier|yesterday|last time))? (?:about|on|regarding) (?<topic>.+)`,
  ),
  ...form(
    "any",
    0.5,
    `(?:(?:you|we) can |let['’]?s )?${DROP} (?:the|my|our|that|this) (?<topic>(?:[\\w./\`-]+ ){1,4})${RULE}(?: (?:now|then|please|again|entirely|altogether))?${END}`,
    `the (?<topic>(?:[\\w./\`-]+ ){1,4})${RULE} ${ENDED}${END}`,
  ),
  ...form(
    "use",
    0.5,
    `(?=.*\\b(?:now|again)\\b)${BARE}${NAME} ${IS} (?:(?:now|again) )?${ALLOWED}(?: to use)?(?: (?:now|again|here))*${END}`,
    `(?:you|we) (?:can|may) (?:now )?use (?:the )?${NAME} again\\b`,
    `(?:you|we) (?:can|may) (?:(?:now )use ${BARE}${NAME}|use ${BARE}${NAME.replace("topic", "other")} now)${END}`,
    `it(?:['’]s| is) (?:now )?${ALLOWED} to use ${BARE}${NAME} (?:now|again)\\b`,
  ),
  ...form(
    "ban",
    0.75,
    `(?=.*\\b(?:again|after all)\\b|(?<=\\bin the end,? ))(?:(?:you|we) (?:can|may)|it(?:['’]s| is) (?:now )?${ALLOWED} to|feel free to) (?<topic>.+)`,
    `(?=.*\\b(?:now|again)\\b)(?<topic>[^:]+?) ${IS} (?:(?:now|again) )?(?:allowed|permitted)(?: (?:now|again))?${END}`,
  ),
  ...form(
    "duty",
    0.6,
    `(?=.*\\bany ?(?:more|longer)\\b)(?:(?:there(?:['’]s| is)|(?:you|we) have) )?no (?:need|reason) to (?<topic>.+)`,
    `(?=.*\\bany ?(?:more|longer)\\b)(?:you|we) (?:do not|don['’]?t) (?:have|need) to (?<topic>.+)`,
    `(?:you|we) no longer (?:need|have) to (?<topic>.+)`,
    `(?<topic>[^:]+?) ${IS} (?:no longer ${NOT_NEEDED}|not ${NOT_NEEDED} any ?(?:more|longer))${END}`,
  ),
  ...form(
    "duty",
    0.5,
    `(?=.*\\bany ?(?:more|longer)\\b)(?:you|we) (?:do not|don['’]?t) (?:use|need|want|do|run) (?!to\\b)(?<topic>.+)`,
    `(?:you|we) no longer (?:use|need|want|do|run|support) (?!to\\b)(?<topic>.+)`,
    `(?:you|we)(?: have|['’]ve)? stopped (?:using|doing|running) (?<topic>.+)`,
  ),
];

const IN_OTHERS: readonly Form[] = [
  ...form(
    "any",
    0.25,
    `vergiss (?:bitte )?die Regel (?:mit|zu|über|zum|zur)(?: de[mrn])? (?<topic>.+)`,
    `die Regel (?:mit|zu|über|zum|zur)(?: de[mrn])? (?<topic>.+?) gilt nicht mehr${END}`,
    `oublie la règle (?:sur|de|du|des|concernant)(?: l[ae]s?)? (?<topic>.+)`,
    `la règle (?:sur|de|du|des|concernant)(?: l[ae]s?)? (?<topic>.+?) ne s['’]applique plus${END}`,
  ),
  ...form(
    "ban",
    0.75,
    `(?=.*(?:maintenant|nouveau|désormais)|(?<=(?:finalement|en fait),? ))(?:on|tu|vous) (?:peut|peux|pouvez) (?:maintenant |désormais |[àa] nouveau |de nouveau )?(?<topic>.+)`,
  ),
  ...form(
    "duty",
    0.5,
    `wir (?:brauchen|benutzen|nutzen|verwenden) (?:keine? )?(?<topic>.+?) (?:nicht )?mehr${END}`,
    `(?:il n['’]y a |on n['’]a )?plus besoin d(?:e |['’])(?<topic>.+)`,
    `(?:on|nous) n['’]utilis(?:e|ons) plus (?<topic>.+)`,
  ),
];

export const FORMS: readonly Form[] = [...IN_ENGLISH, ...IN_OTHERS];
