/**
 * Decides whether a user's sentence is a rule for the project, in English; the choice of a tool also in German and French
 * (other languages: other-languages.ts). A rule has a word of generality
 * (always, never, from now on, in this project), chooses a tool, or follows words that ask to remember it. Some sentences
 * without such words are rules too: a ban of a thing in general, a decision with its reason, a corrected fact.
 */

import { TOOLS } from "../../../domain/choices/tools.ts";
import type { MemoryType } from "../../../domain/memory.ts";
import { LEAD_IN } from "./lead-in.ts";

export interface Rule {
  readonly type: Extract<
    MemoryType,
    "preference" | "convention" | "correction" | "decision" | "fact"
  >;
  readonly pattern: RegExp;
}

const TOOL = `(?:${TOOLS.join("|")})`;

const RULES: readonly Rule[] = [
  {
    type: "correction",
    pattern:
      /^(?:no|nope|wrong|not like that)\b[,.!: —-]+.*\b(?:use|should (?:be|use)|must (?:be|use)|do not|don't|never)\b.*\b(?:because|since|instead|always|never|not)\b/i,
  },
  {
    type: "fact",
    pattern:
      /^(?:and[,:]? )?(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:|,)\s+\S+/i,
  },
  // "No, use pnpm.", "use pnpm not npm", "stop using npm", "we are on pnpm", "this is a pnpm workspace".
  {
    type: "correction",
    pattern: new RegExp(
      `^(?:(?:no|nope|wrong|please|nein|non|bitte)[,.!: —-]+)*(?:(?:always|only|just|immer|nur|toujours) )?(?:use|prefer|take|benutze?|nutze?|verwende?|nimm|utilise[rz]?|prends) ${TOOL}\\b(?:[.!]*$|,? (?:here|please|not|instead|rather|over|statt|anstatt|nicht|stets|immer|hier|pas|et pas|au lieu|plutôt|ici)\\b)`,
      "i",
    ),
  },
  // "Use uv as the package manager".
  {
    type: "correction",
    pattern: new RegExp(
      `^(?:please |we )?use ${TOOL} as (?:the|our|your|a) (?:[\\w-]+ ){0,2}(?:manager|runner|linter|formatter|bundler|checker|compiler|tool)\\b`,
      "i",
    ),
  },
  {
    type: "correction",
    pattern: new RegExp(
      `^(?:(?:please|and|no|nope)[,.!: —-]+)*(?:stop using|don't (?:ever )?use|do not use|never use|avoid|quit using|benutze? (?:nicht|kein)|nicht|n'utilise(?:z|r)? (?:pas|jamais)) ${TOOL}\\b`,
      "i",
    ),
  },
  {
    type: "convention",
    pattern: new RegExp(
      `\\b(?:we|wir|on|nous)(?:(?:'re| are)(?! just| make| task)|(?: now)? use| only use| have(?! just)| run on| nutzen| benutzen| verwenden| arbeiten mit| utilisons| utilise)(?: on| all on| hier)? ${TOOL}\\b|\\b(?:this|that|it|das|dies|c'est)(?:'s| is| ist|)(?: an?| ein| une?)? (?:${TOOL}[- ](?:project|projekt|workspace|repo\\w*|monorepo)|(?:projet|dépôt) ${TOOL})\\b`,
      "i",
    ),
  },
  { type: "correction", pattern: /^that(?:'s|’s| is) not how (?:we|you|one)\b.{4,}/i },
  {
    type: "convention",
    pattern:
      /^(?:I|we)(?:'ve|’ve| have)?\b[^.:]{0,25}\b(?:told|said|asked)\b[^.:]{0,30}:\s*\S.{6,}/i,
  },
  {
    type: "convention",
    pattern:
      /^(?!(?:from now on|going forward),? (?:I(?:'ll|'m| will| am)|let me)\b).*\b(?:from now on|going forward|as a (?:general )?rule|by convention|the convention is|our convention)\b/i,
  },
  {
    type: "convention",
    pattern:
      /\bin (?:this|our) (?:project|repo|repository|codebase|code base)\b[^.]*\b(?:use|must|should|always|never|prefer|avoid|keep|follow|don't|do not)\b|\b(?:use|must|should|always|never|prefer|avoid|keep|follow|don't|do not)\b[^.]*\bin (?:this|our) (?:project|repo|repository|codebase|code base)\b/i,
  },
  {
    type: "convention",
    pattern:
      /^in (?:this|our) (?:project|repo|repository|codebase|code base),? (?!(?:add|fix|make|create|write|find|look|see|there)\b).*\b(?:go(?:es)?|lives?|belongs?|are|is|stays?|has|have|starts?|ends?)\b.*(?:\bnot\b|\bnever\b|\bonly\b|\balways\b|\binstead\b|\bnext to\b)/i,
  },
  {
    type: "preference",
    pattern:
      /(?:^|[,;:—-] ?|^in (?:the )?future |\b(?:you|we|must|should|please|and|but|so|to) |^when(?:ever)? (?:you|we) [^,;.]{4,60} )(?:always|never) (?!mind\b|I\b|the\b|a\b|an\b|\w+ed\b|used\b|seen\b|been\b|was\b|is\b|are\b|had\b|has\b|have been\b|gets?\b|got\b|works?\b|show(?:s|n)\b)(?:[a-z][a-z-]* |`[^`]{2,40}`)/i,
  },
  {
    type: "preference",
    pattern:
      /^(?:I|we) (?:always |never )?(?:prefer(?! (?:the (?:first|second|third|last|latter|former|other|old|new|current|simpler|shorter)|this|that|it|your|yours)\b)|(?:don't|do not) want you to(?! (?:worry|bother|think|forget))|want you to always)\b/i,
  },
  {
    type: "convention",
    pattern:
      /^(?!.*\bin (?:this|that) (?:test|file|function|class|method|branch|script|component|example)\b)we (?:always |never )?(?:use|don't use|do not use|avoid|follow) [^.]*\b(?:for|in|when|to|instead|not|over)\b/i,
  },
  // "We now use Resend instead of Postmark for mails".
  {
    type: "decision",
    pattern:
      /^(?!.*\bbut\b)we(?:'re| are)? (?:now (?:use|using|on)|use) (?!(?:the|this|that|these|those|it|your|\d+)\b)\S+.{0,40}? (?:instead of|rather than|and no longer) \S+/i,
  },
  // "we use named exports only", also after a rejection: "no default exports please, we use named exports only".
  { type: "convention", pattern: /(?:^|, )we use [^,.]{3,60} (?:only|exclusively|everywhere)\b/i },
  // "Don't use console.log in src, use the logger from src/log.ts."
  {
    type: "convention",
    pattern:
      /^(?:please )?(?:do not|don't|never) (?:use|call|import) \S+ (?:in|for|from) [^,;]{2,60}[,;] (?:but )?(?:use|call|import) \S+/i,
  },
  // "Do not bump fastify to 5, our plugin breaks."
  {
    type: "convention",
    pattern:
      /^(?:please )?(?:do not|don't|never) (?:bump|upgrade|update|downgrade) \S+.{0,60}(?:\bbecause\b|\bsince\b|\bas long as\b|\bbreaks?\b|\bincompatible\b|\bfails?\b)/i,
  },
  // Matches "Use named exports instead of default exports", but not "use the blue button instead of red".
  {
    type: "correction",
    pattern:
      /^(?:please |you (?:should|must) |we (?:should|must) )?(?:use|prefer) (?!(?:the|this|that|these|those|it|my|your|\d+)\b)\S+.{0,60}\b(?:instead of|rather than) \S+/i,
  },
  {
    type: "correction",
    pattern: /\b(?:it|this|that|they) (?:should|must) (?:use|be) .{3,80}\b(?:because|since)\b/i,
  },
  // States what something must not be, which can be done wrong again: "A is called B, not C". A statement of what to build,
  // such as "it is selected by default", is visible in the code once implemented.
  {
    type: "convention",
    pattern:
      /^(?!(?:\w+ )?(?:it|this|that|there|something|these|those) should\b).{4,120}\b(?:should|must) (?:not |always |never |only )?(?:be|appear|display|show|go|live|stay|use|have(?! \w+ed\b| been\b)|say|read)\b.*(?:\b(?:instead|not just|regardless|only (?:if|when))\b|,? (?:but )?not ["“'\w])/i,
  },
  {
    type: "convention",
    pattern:
      /\b(?:we|you) (?:should|must)(?: not|n't) \w+ .{8,}|\bno need for (?:backwards? |the )?\w+.*|\b(?:no users yet|not public yet)\b.*|\bis not the (?:appropriate|right|correct) [\w-]+ (?:since|because|for)\b.*/i,
  },
  {
    type: "preference",
    pattern:
      /(?:\b(?:I|we) |, )(?:no longer (?:use|want|support|need(?! (?:it|them|that|this)\b))|(?:don't|do not|dont) want (?:my|our|the|any|to(?! (?:lose|miss|waste|risk|wait|spend|start|undo|redo|see|get|be|go|bother)\b))|(?:don't|do not|dont) (?:think we )?need (?:a |an |the )?\w{4,})\b/i,
  },
  {
    type: "preference",
    pattern:
      // A sentence about the scope concerns the current task.
      /^(?:please )?(?:do not|don't|stop|avoid) (?!.{0,40}\bscope\b)(?:ever )?\w+.*\b(?:ever|again|anymore|in general|unless|without|at all)\b/i,
  },
  // "The port changed: dev postgres is on 5434 now." An error or a result that changed concerns the current
  // task, and "the dev server is on 3001 now" may be its state.
  {
    type: "fact",
    pattern:
      /^(?!.*\b(?:why|what|how|which)\b)(?:the|our) (?:[\w-]+ ){0,3}?(?:port|url|host|hostname|domain|address|endpoint|bucket|region|registry|account|database|default branch)(?: has| was| is| got)? (?:changed|moved|renamed|switched)\b\s?[:;,—–-]+ ?.{2,}(?:\b(?:is|lives?|runs?|listens?)|'s)\b|^(?!(?:we|I|you|it|that|this|the|my)\b)\S.{2,50} (?:is|runs|listens) (?:now on (?:port )?\d{4,5}|on (?:port )?\d{4,5} (?:now|from now on))[.!]*$/i,
  },
];

/** A chore of the project with the piece of work after which it is due: "commit after each sub-task". */
export const EACH_TIME =
  /^(?:please )?(?:git )?(?:commit|push|run|rerun|test|lint|format|build|rebuild|regenerate|update|bump|deploy|verify|check|restart|tag|document)\b.*\b(?:after|before|at the end of|with) (?:each|every) (?:[\w-]+ ){0,2}?(?:commit|change|edit|(?:sub-?)?task|step|phase|session|release|deploy\w*|merge|pull request|PR|feature|fix|milestone|iteration)\b/i;

/** Words that limit a statement to this moment, in German and French. */
const FOR_NOW =
  /(?:^|\s)(?:vorerst|fürs erste|erst ?mal|diesmal|im moment|gerade|pour l'instant|pour le moment|cette fois|tout de suite)(?=[\s,.;!]|$)/iu;

/** A thing in general: "mocks", "a mock", but not "the mock" and not "so many mocks". */
const ANY_THING =
  "(?!(?:the|this|that|these|those|it|my|your|them|any of|both|all|so|too|more|less|new|other|another|different|\\d+)\\b)[^,;:.]{3,40}?";
/** Kinds of texts and code, of which every change has some. */
const TEXTS =
  "(?:any |all |every |our )?(?:commit messages?|commits|PRs?|pull requests?|PR (?:titles?|descriptions?)|changelogs?|release notes|code|comments|code comments|docs|documentation|README|log messages?|logs|error messages?|tests)(?=[.!]*$| (?:please|again|anymore|because|since)\\b)";
const SOMEWHERE = "(?:for|in|inside|as|with) (?!(?:it|here|that|a|an|\\d+)\\b)\\S{2,}";
const WRONG =
  "(?:no|nope|wrong|(?:that|this|it)(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true)))\\s?[,.!:;—–-]+\\s*";
/** What something is, not how or where it is at the moment. */
const NO_STATE_OF =
  "(?!(?:it|they|you|we)\\b|(?:[\\w-]+ ){0,2}(?:tests?|errors?|bugs?|builds?|checks?|ci|pipelines?|results?|outputs?|changes)\\b)";
const STATE_WORD =
  "(?!\\w+ing\\b|(?:in|on|at|from|the|not|wrong|missing|broken|empty|null|undefined|fine|still|already|gone|done)\\b)[^.?]";

/** Rules without a word of generality. They are stored unless other words limit them to the current task. */
const UNLIMITED: readonly Rule[] = [
  // "Careful: the tracking number always has 20 digits", but not "careful, the build is always red".
  {
    type: "fact",
    pattern:
      /^(?:careful|watch out|heads up|attention|beware|important)\s?[,:!—–-]+ (?!.*\b(?:fail|broke|crash|red|slow|wrong|empty|stuck|error|bug)\w*)(?:the|our|all|every|each) .*\b(?:always|never) (?:ha(?:s|ve)|is|are|must|contains?|starts?|ends?|begins?|comes?|returns?|expects?|uses?) .{3,}/i,
  },
  { type: "convention", pattern: EACH_TIME },
  // "Don't use mocks for the gateway", "I'd rather we didn't use enums in Postgres".
  {
    type: "convention",
    pattern: new RegExp(
      `^(?:(?:please )?(?:do not|don't)|I(?:'d| would) rather (?:you|we) (?:did not|didn't)) use ${ANY_THING} ${SOMEWHERE}`,
      "i",
    ),
  },
  // "Don't mention Claude in commit messages", "Stop adding comments to every function".
  {
    type: "preference",
    pattern: new RegExp(
      `^(?:(?:and|but) )?(?:please )?(?:do not|don't) (?:mention|add|put|include|write|reference|list|sign) ${ANY_THING} (?:in|into|to|from) ${TEXTS}`,
      "i",
    ),
  },
  {
    type: "preference",
    pattern:
      /^(?:please )?(?:stop|quit) \w+ing \S.* (?:in|into|to|on|after|before|for) (?:every|each|all|any)\b/i,
  },
  {
    type: "preference",
    pattern: /^(?:(?:please )?|we )(?:do not|don't) ever [a-z]+ .{6,}/i,
  },
  {
    type: "convention",
    pattern:
      /^(?:please )?(?:do not|don't) (?:call|run|invoke|edit|modify|change|commit|push|merge|import|access|query)\b(?! (?:it|them|me|him|her|us|anything|everything)\b) .*\bdirectly\b/i,
  },
  {
    type: "preference",
    pattern:
      /^I(?:'d| would) (?:much |really )?(?:rather|prefer(?: it)?(?: if| that)?) (?:you|we)\b.*\b(?:only ever|(?<!\b(?:it|that|which|they|I) )(?:always|never)|everywhere|whenever|every time|in general)\b/i,
  },
  {
    type: "decision",
    pattern:
      /^we(?:'ve| have)? (?:decided (?:to|on|against|that)|chose|agreed (?:to|on|that)|settled on|opted for)\b (?!.*\bbut\b).{4,}\b(?:because|since|due to|so that)\b.{3,}/i,
  },
  // "That's wrong, refunds are negative amounts, not positive ones", but not "no, the error is in the parser, not the lexer".
  {
    type: "correction",
    pattern: new RegExp(
      `^${WRONG}${NO_STATE_OF}(?!the\\b)(?:[\\w-]+ ){0,2}\\w+s (?:are|mean) ${STATE_WORD}{3,80}?,? (?:not|never) ${STATE_WORD}`,
      "i",
    ),
  },
  {
    type: "correction",
    pattern: new RegExp(
      `^(?:${WRONG})?${NO_STATE_OF}[\\w-][^.?,;]{2,60} (?:is|are|means?) ${STATE_WORD}{3,60}\\bin (?:this|our) (?:project|repo|repository|codebase|code base)\\b,? (?:and )?(?:not|never) ${STATE_WORD}`,
      "i",
    ),
  },
  {
    type: "preference",
    pattern:
      /^(?:bitte )?keine?n? (?!(?:neu|ander|weiter)en? )[\p{L}\w-]+(?: [\p{L}\w-]+)? (?:in|im|für|bei|mit|als) \S{2,}.*(?<=\s)(?:verwenden|benutzen|nutzen|einsetzen)(?=[\s,.;!]|$)/iu,
  },
];

/** Words that limit a statement to the current task or moment, or to a joke. */
export const TASK_ONLY =
  /\b(?:this|these|those)\b(?! (?:project|repo\w*|code ?base|package|service|workspace|cluster|app|application|team|company|product|organi[sz]ation|monorepo)\b)|\b(?:yet|first|until|(?:at|for) the moment|here|skip|postpone|revert|leave|meet|haha|lol|jk|just kidding|wait|(?:show|tell|ask|give) me)\b|(?<!\bfrom )\bnow\b|\b(?:the|your|my) (?:\w+ )?(?:commit|commit message|PR|pull request|summary|answer|reply|response|plan|review|ticket|test|fix|example|demo|draft|description|title|task|spike|prototype|meeting|release|change|refactoring|button|page|header|dialog|menu|icon|column|search)\b(?! (?:numbers?|ids?)\b)|\b(?:option|approach|variant|version|plan) [a-d1-9]\b|(?:^|\s)(?:dies(?:e[mnrs]?)(?! (?:projekt|repo))|noch|jetzt|zuerst|(?:im|für den|für die|in der|in dem) (?:test|pr|commit|beispiel|antwort|zusammenfassung|aufgabe|button|seite|suche))(?=[\s,.;!]|$)/i;

export function ruleOf(sentence: string): Rule | null {
  if (FOR_NOW.test(sentence)) return null;
  const bare = sentence.replace(
    /^(?:@\S+\s+)?(?:(?:also|actually|ok(?:ay)?|btw|hm+)[,:]?\s+)?/i,
    "",
  );
  const matches = ({ pattern }: Rule) => pattern.test(bare);
  return RULES.find(matches) ?? (TASK_ONLY.test(bare) ? null : (UNLIMITED.find(matches) ?? null));
}

const OPENING =
  "(?:(?:no|nope|wrong(?: package manager)?|please|and|but|nein|non|bitte|ok(?:ay)?)[,.!: —-]+)*(?:(?:stop using|don't use|do not use|never use|avoid) [\\w-]+[,.!: —-]+)?";
const USING =
  "(?:(?:we|we're|we’re|we are|you should|you must|wir|nous|on)[ ]?)?(?:(?:always|only|just|immer|nur|toujours) )?(?:use|prefer|take|using|(?:are )?(?:all )?on|run on|only use|benutze?n?|nutze?n?|verwende?n?|nimm|utilise[rzns]*|prends)|(?:this|that|it|das|dies|c')[ ’']?(?:is|s|ist|est)(?: an?| ein| une?)?";
const SCOPE_PHRASE =
  "(?:,? (?:project|projekt|workspace|monorepo|repo(?:sitory)?|here|hier|ici|please|only|always|immer|toujours|everywhere|in (?:this|our|the) (?:project|repo(?:sitory)?|codebase|workspace)))*";
const OVER =
  "(?:,? ?(?:(?:and )?not|instead of|rather than|over|never|statt|anstatt|(?:und )?nicht|(?:et )?pas|au lieu de|plutôt que) (?:use |using )?[\\w-]+(?:(?:,| or| and|, or) [\\w-]+)*)?";
/** A sentence that only chooses a tool: "use pnpm, not npm", "we are on pnpm", "this is a pnpm workspace". */
const CHOOSES = new RegExp(
  `^${OPENING}(?:${USING}) (${TOOL})${SCOPE_PHRASE}${OVER}${SCOPE_PHRASE}(?:,? (?:please )?(?:don't|do not|never) use [\\w-]+)?[\\s.,;!]*(?:please)?[.!]*$`,
  "i",
);

const FROM_NOW_ON = /^(?:please )?(?:from now on|going forward|as a rule),? /i;

/**
 * Returns the tool that a sentence chooses, in any wording; null for a rule about something else, also if it names a tool:
 * "always run docker with --rm".
 */
export function chosenTool(sentence: string): string | null {
  const bare = sentence.trim().replace(LEAD_IN, "").replace(FROM_NOW_ON, "");
  return CHOOSES.exec(bare)?.[1]?.toLowerCase() ?? null;
}

const NAMES_TOOL = new RegExp(`\\b${TOOL}\\b`, "i");

export function namesTool(sentence: string): boolean {
  return NAMES_TOOL.test(sentence);
}
