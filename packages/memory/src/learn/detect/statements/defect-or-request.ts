/**
 * Recognises sentences of a user that report a defect, describe an example or ask for a change, although they contain words
 * of a rule: "the column should be the sum, which is not the case", "we need a mechanism that …". They concern the current
 * task. Pure; expects normal spelling (spoken.ts).
 */

/** What is wrong at this moment. */
const DEFECT =
  /\bwhich is not the case\b|\bfor (?:some|whatever) reason\b|\bno apparent change\b|\bnot working\b|\b\d+ tests?\b.*\b(?:fail|pass)|\b(?:and|then) fix (?:it|this|that)\b|\bseems? to (?:never|always|only)\b|\b(?:is|are|am) (?:flawed|beyond|far too|way too)\b|\buses? too (?:many|much)\b|\b(?:can't|cannot) (?:see|find|open|click|select|load|hear|remember|understand|recogni[sz]e)\b|^only (?:the|this|that|these|those|\d)\b|^in fact\b|\bthere will be (?!no\b)|\bas of now\b|^it(?: was|(?:'s| is| has) (?:already|now|been))\b|^while we\b|\b(?:now works?|works? (?:fine|now|again|great|well|perfectly))\b/i;
/** What the speaker thinks of the thing at hand: "the integer parameter is unnecessary", "opening it is useless". */
const JUDGED =
  /^(?!.*\b(?:if|when|unless|until|after|before)\b)(?:the |our |\w+ing )(?:[\w-]+ ){0,4}(?:is|are) (?:also |now |all |completely )?(?:unnecessary|redundant|superfluous|useless|pointless|unused|undefined|confusing|missing|wrong|incomplete|too \w+)\b/i;
/** "Still" after anything but "we" states what a change has not changed: "the name is still wrong". */
const STILL =
  /^(?!(?:we|I)\b)(?!.*\b(?:always|never|unless|until|while|if|when)\b).*?\b(?:(?:is|are|does|do|has|have|it's) still|still (?:can|has|have|is|are|not|no|shows?|gets?|only))\b/i;
/** What something did once, or why it was made: "the bot interpreted its own messages", "it was originally needed". */
const HAPPENED =
  /^(?!(?:we|I)\b)(?:the |our |my |an? )?[\w-]+ (?:[\w-]+ )?(?!(?:used|need|based|called|named|shared)\b)\w{3,}ed (?:its|their|the|my|an?|all|some|me|us) |\b(?:was|were) originally\b/i;
/** A fragment of an error text, a symbol of an outline, or a value that capture has replaced. */
const OUTPUT =
  /\b[A-Z]\w*(?:Error|Exception): ?|-+>|→|\bREDACTED\b|\[redacted|\(Line: \d|\bError (?:calling|loading|parsing|reading)\b|^The (?:\w+ ){1,2}'[^']+' |\. \d\. /;
/** An example or the thing at hand, shown rather than stated. */
const SHOWN =
  /^here(?:'s| is| are)\b|\bthis is (?:how|what|where|the (?:current|output|result|error|log))\b/i;
/** The result of a calculation or a check. */
const CHECKED =
  /^(?!.*\b(?:always|never|unless|until|while|if|when|before)\b).*\b(?:is|are|was|were) (?:also |now |all )?(?:correct|valid|incorrect)[.!]*$/i;
/** A need of the task. A need in the negative is a decision: "we don't need backward compatibility". */
const NEEDS =
  /(?:^|[,;:] ?|\b(?:and|but|so|no|yes|again) )(?:I|we) (?:also |still |just |really |now )?need (?:to|an?|some|the|another|more)\b|\bwir (?:müssen|brauchen)\b|\bneeds? (?:a )?(?:rework|renaming|fix\w*|updating|changing|cleanup|refactoring)\b|\bneed(?:s)? to (?:look|check|find|investigate|debug)\b/i;
/** A verb in its base form with its object at the beginning: "adjust the limit", "organize project files". */
const ORDER =
  /^(?:adjust|align|arrange|clean up|combine|connect|convert|copy|correct|debug|decrease|describe|divide|edit|enhance|expand|explore|extend|extract|highlight|improve|increase|integrate|introduce|investigate|lower|modify|move|organi[sz]e|plan|prepare|reduce|rename|reorder|repeat|replace|reset|resize|restore|restructure|rework|rewrite|separate|shorten|simplify|split|summari[sz]e|swap|switch|tweak|unify|only (?:show|change|display|use|update|edit|touch|modify|add))\b(?! (?:is|are|was|has|must|can|should)\b)/i;
/** The same with a verb that also tells what to do each time: "document every option". */
const ONCE =
  /^(?:assign|call out|disable|display|document|draw|enable|generate|group|handle|hide|include|insert|link|load|mark|match|offer|place|provide|save|select|send|sort|upload|wire|wrap)\b(?! (?:is|are|was|has|must|can|should)\b)(?!.*\b(?:always|never|every|each|whenever)\b)/i;
/** A request for oneself, and a list of tasks in one sentence. */
const TASKS =
  /(?:^|\b(?:now|then|please|also),? )(?:walk|guide|teach|remind|help|give|show|tell|send|let) me\b|\b1[.)] .*\b2[.)] /i;
/** A request within a sentence. */
const ASKS =
  /\bplease,? (?:also |just )?(?:put|move|add|fix|make|show|change|remove|update|rename|check|look|write|create)\b|(?:^|[,;:] ?|\b(?:yep|yup|sure|great|and|but|so) )let'?s\b|[,;] (?:remove|delete|fix|change|revert|move|add|undo|replace|rename|update|rewrite|drop) (?:it|them|that|this)\b/i;
/** The thing at hand: "this function is only used once". */
const AT_HAND =
  /^(?:if |so |and |but )?(?:this|these|those) (?!(?:is|are|was|were|means|way|project|repo\w*|code ?base|package|service|workspace|cluster|app|application|team|company|product|organi[sz]ation|monorepo)\b)\w+ /i;
/** What the agent did. */
const REPROACH =
  /^(?:(?:please )?(?:note|notice|remember)(?: that)? )?you (?:just |already )?(?:made|did|had|were|got|changed|removed|added|broke|forgot|put|wrote|used|missed|skipped|deleted|created|modified)\b/i;
/** "Never" with a verb in the past reports instead of forbidding: "we never dealt with such patterns". */
const NEVER_DID =
  /\bnever (?:dealt|had|saw|did|made|got|went|came|said|told|knew|thought|found|ran|wrote|took|gave|left|lost|met|sent|felt|built|chose|meant)\b/i;
/** The speaker's earlier thought, or what can only be learned later. */
const THOUGHT =
  /^(?:I|we) (?:thought|assumed|expected|believed|hoped|figured)\b|\bwe (?:can't|cannot) (?:know|tell|say|see)\b|\bwe (?:can't|cannot) .*\b(?:until|before|unless) we\b|\bwe haven't\b/i;
/** A question after a statement: "it is exported; why can't the script find it". */
const THEN_ASKS =
  /(?:[;—–] ?|, (?=(?:so |and |but )?why))(?:so |and |but )?(?:why|how|what|where|who) (?:is|are|was|were|can|can't|could|do|does|did|don't|doesn't|didn't|isn't|aren't|should|would|will)\b/i;

const PATTERNS = [
  DEFECT,
  JUDGED,
  STILL,
  HAPPENED,
  OUTPUT,
  SHOWN,
  CHECKED,
  NEEDS,
  ORDER,
  ONCE,
  TASKS,
  ASKS,
  AT_HAND,
  REPROACH,
  NEVER_DID,
  THOUGHT,
  THEN_ASKS,
];

export function isDefectOrRequest(sentence: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(sentence));
}

/** A task before what must hold in it. */
const TASK_BEFORE =
  /^(?:please )?(?:write|add|create|implement|build|make|generate|start|open|draft|set up|prepare) (?:an?|the|some|me|another|new)\b[^:]{2,60}: (?<rest>\S.*)$/i;
/** Refers to the task: "write a script: it should never print the token". */
const REFERS_TO_TASK = /^(?:it|they|this|that|with|and|each|one|which|where)\b/i;

/** Returns a sentence without the task before it: "Start a branch: discounts must never be negative"; "" if it is all task. */
export function withoutTask(sentence: string): string {
  const rest = TASK_BEFORE.exec(sentence)?.groups?.["rest"];
  if (rest === undefined) return sentence;
  return REFERS_TO_TASK.test(rest) ? "" : rest;
}

/** Whether a sentence states what the thing must be that the sentence before asks to make. */
export function isOfTask(sentence: string, before: string | undefined): boolean {
  return before !== undefined && ASKS_TO_MAKE.test(before) && REQUIRES.test(sentence);
}

/** A request to make something: "can you generate a data set?" */
const ASKS_TO_MAKE =
  /^(?:please |stp |bitte )?(?:(?:(?:can|could|would) you|(?:tu )?(?:peux|pourrais)(?:-tu)?|(?:vous )?(?:pouvez|pourriez)(?:-vous)?|puoi|potresti|puedes|podr[ií]as|kannst du|k[öo]nntest du)(?: please| me| nous| mi| bitte| mir)* )?(?:generate|create|write|build|make|draft|produce|g[ée]n[èée]rer?|cr[ée]er?|[ée]crire|fai(?:re|s)|fabriquer?|pr[ée]parer?|generar(?:me)?|genera(?:re|rmi)?|crear(?:me)?|crea(?:re|rmi)?|escribir|scriver(?:e|mi)|hacer(?:me)?|erzeuge[n]?|erstelle[n]?|schreibe?n?|baue?n?)\b/iu;
/** What must be, without saying who must do it. */
const REQUIRES =
  /^(?:il (?:me )?faut|faut|il doit|ils doivent|elles? doi(?:ven)?t|chaque|there (?:must|should)|it (?:must|should)|they (?:must|should)|each|every|with|avec|ci deve|deve|devono|ogni|tiene que|debe|deben|cada|es muss|sie m[üu]ssen|jede[rs]?)\b(?!.{0,12}\b(?:jamais|never|mai|nunca|nie)\b)/iu;
