/**
 * Decides whether a user's sentence states something of the project that outlasts the task, without a word of generality: a
 * cause, a limit, a decision, an owner, a value, a ban with its reason, a dead end. It reads the grammar, not the topic: the
 * sentence must have a subject and a verb in the present (or tell a decision or an attempt), and something must support it: a
 * reason, a contrast, a quantity, a condition or an exclusion. Questions, requests, guesses, plans and states of the moment
 * are nothing of this. Pure; expects normal spelling (spoken.ts).
 */
import type { MemoryType } from "../../../domain/memory.ts";
import { TASK_ONLY } from "./user-rule.ts";

/** Words before a statement that answer, address or introduce. */
const LEAD =
  /^(?:(?:(?:(?:that|this|it)(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true))|ah|oh|hm+|no(?=[\s]*[,.:;!—–-]| (?:it|that|this|they|we|you|the|our|don't|do not|never|always|use|wait|\d)\b)|nope|nah|yes|yeah|yep|yup|right|exactly|correct|true|sure|wait|careful|well|so|and|but|because|also|ok(?:ay)?|nice|good|great|cool|top|super|perfect|thanks|thx|note|fyi|btw|by the way|heads up|one more thing|remember|actually|please|oui|non|ouais|alors|donc|attention|au fait|pour info|pour rappel|mais|et|ja|nein|also|aber|und|übrigens)\b[\s,.:;!—–-]*)+)(?=\S)/iu;

/** A guess, a wish or a question in the form of a statement. */
const UNSURE =
  /\?|\b(?:I (?:do not |don't )?(?:think|guess|believe|suppose|assume|wonder|hope|feel|bet|doubt)|not sure|no idea|maybe|perhaps|probably|possibly|presumably|apparently|might|could|would|(?:we|they|I)'d|like to|want(?:s|ed)? to|(?:can|should|shall|do|are) we|seems?|looks? like|sounds? like|I'd|if I (?:remember|recall)|iirc|afaik|do you|did you|can you|are you|peut-être|je (?:crois|pense)|on dirait|vielleicht|glaube|wohl|vermutlich)\b/iu;
/** What holds only now, for this task or for the speaker. */
const TEMPORARY =
  /\b(?:today|tonight|tomorrow|yesterday|(?:this|next) (?:time|morning|afternoon|evening|week|sprint|pr|task|file|one|test|commit|change|branch|session|ticket|function|line|page|screen|button)|(?:on|by|until) (?:mon|tues|wednes|thurs|fri|satur|sun)day|for now|right now|at the moment|currently|just now|yet|soon|later|lunch|tired|lol|haha|jk|let's|let us|your|(?<!\b(?:before|when|whenever|if|until|unless|once|after) )you (?!(?:have to|need|must|may|can't|cannot|can only|get|lose|always|never)\b)\w+|recently|as of now|(?:since|depuis) (?:this|yesterday|last|ce matin|hier|cette|tout à l['’]heure)|pour voir|my (?:bad|turn)|these|those|do (?:that|this|it)|remind me|aujourd['’]hui|demain|tout de suite|heute|morgen|gerade|jetzt)\b|\b(?:it|this|that|they|there|everything|all)(?:'s| is| are| was| were| still)? (?:still |now |also |already |not )?(?:work(?:s|ing|ed)?|fail(?:s|ed|ing)|broken|broke|red|green|done|fixed|fine|ok|good|great|wrong|weird|ugly|slow|missing|empty|stuck)[.!]*$/iu;
/** A request: it begins with a verb in its base form. */
const REQUEST =
  /^(?:add|fix|make|create|write|update|change|rename|move|remove|delete|bump|commit|push|pull|merge|rebase|revert|undo|run|rerun|re-run|retry|try|test|check|verify|look|find|search|show|tell|give|explain|list|print|open|close|put|set|use|take|get|go|start|stop(?! \w+ing\b)|continue|keep(?! in mind)|skip|ignore|forget|leave|do|implement|refactor|clean|format|draft|review|read|see|wait|help|ask|apply|deploy|install|build|can|could|will|would|should|shall|is|are|was|were|does|did|has|have|what|why|how|who|where|which|when(?= (?:is|are|did|do|does|will)\b)|fais|ajoute|corrige|regarde|mets|lance|change|mach|füge|schau|zeig)\b/iu;
/** Text that is no prose of a person: a log, a label, a quotation, a path alone. */
const NO_PROSE =
  /^\W*\d{4}-\d\d-\d\d|^\W*\d\d:\d\d:\d\d|\b(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|^@\w|^["“«]|^\S+:\d+|^\w+(?:Error|Exception)\b|^[\w.]+: |=>|;$|\{|\}|<\/?\w+>/;

/** A statement about the speaker. Of what the user tried or wants, other forms decide. */
const FIRST_PERSON = /\b(?:I(?:'m|'ve|'ll)?|ich|mich|mir|je|j['’]ai)\b/iu;
/** Refers to what only another sentence names. */
const REFERS =
  /\bthe (?:latter|former|above)\b|\b(?:any|all|none|some|most|part|either|neither) of (?:that|this|it|them|those|these)\b/iu;
/** A statement about a text, a place in it or a ticket at hand; "every PR" and "PRs" are none at hand. */
const ABOUT_TEXT =
  /\b(?:says?|said|mentions?|lines? \d+|#\d+)\b|\b(?:the|this|that|your|my|his|her|their|last|first) (?:\w+ )?(?:PR|issue|ticket|description|comment|review|screenshot|diff)s?\b(?! (?:numbers?|ids?|titles?|templates?)\b)/i;

/** A clause that gives a reason. */
const REASON =
  /\b(?:because|due to|otherwise|or else|that's why|which is why|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design|parce qu|sinon|vu que|exprès|c'est pour ça|weil|sonst|absichtlich|deshalb)|\b(?:since|car|denn) (?!(?:yesterday|last|this|the last|v?\d|then|mon|tues|wednes|thurs|fri|satur|sun|always|soon|well|far|long|part|a)\b)\S+ \S+/iu;
const CONSEQUENCE =
  /,? (?:and )?(?:so|hence|therefore|thus|du coup|donc|also|daher)\b (?!that\b|far\b|much\b|many\b|I\b|let|it works)[^,]{4,}\b(?:must|have to|has to|needs?|never|always|no|nothing|nobody|not|only|can't|cannot|don't|doesn't|before|compress|use|goes?)\b|, so (?:nothing|nobody|no one) /iu;
/** A second clause with a subject of its own, joined by a comma or a dash, explains the first one. */
const EXPLAINED =
  /(?:,|;|\.| [–—-]+|\() ?(?:and )?(?:it(?:'s| is|s)?|they(?:'re| are)?|that(?:'s| is)?|this|the|our|its|there(?:'s| is)|people|everyone|everybody|nobody|no one|we|c'est|ils?|elles?|on|es|das|sie|(?!(?:just|only|use|but|and|or|so|not|can|could|did|do|please)\b)[\w-]+) (?:(?!\b(?:and|or|but)\b)[\w'-]+ ){0,4}?(?:is|are|isn't|aren't|was|has|have|gets?|does|doesn't|don't|can't|cannot|needs?|wants?|must|will|\w{3,}s|contractual|est|sont|ist|sind|hat)\b/iu;
const CONTRAST =
  /\b(?:instead of|rather than|and not|not just|not only|(?<!\bthe )only|anything but|au lieu d|plutôt que|statt|et pas|seulement)\b|, (?:but )?(?:not|never|no|pas|nicht) \S/iu;
const UNTIL = /\b(?:until|till|as long as|tant que|jusqu|bis|solange)\b/iu;
const CONDITION =
  /\b(?:when(?:ever)?|if|unless|until|before|after|once|while|as long as|without|on the|quand|si|tant que|jusqu|avant|sans|wenn|bevor|solange|bis|ohne)\b/iu;
/** A number with what it counts, a port, a version or a rate. */
const QUANTITY =
  /(?:^|[\s(~<>≤≥])v?\d[\d.,]*\s?(?:k|m|kb|mb|gb|tb|kib|mib|gib|ms|s|sec(?:onds?)?|min(?:utes?)?|h|hours?|days?|weeks?|months?|years?|%|px|req\S*|requests?|rps|tps|qps|rows?|items?|jobs?|users?|connections?|bytes?|chars?|characters?|tokens?|levels?|th|st|nd|rd|jours?|heures?|€|\$|usd|eur)?(?=[\s,.;:)/!]|$)/iu;
const LIMIT =
  /\b(?:under|over|below|above|at (?:most|least)|max(?:imum|imal)?|min(?:imum)?|(?:more|less|fewer|larger|bigger|longer|older|newer|higher|lower|greater) than|up to|only|limit(?:s|ed)?|caps?|capped|quota|expires?|within|per|every|before|after|until|reject\w*|drops?|refuses?|rate|pris|réservé|reserved|taken|memory|au plus|au moins|höchstens|mindestens|maximal)\b/iu;

/** A limit that something sets, rather than a comparison. */
const SETS_LIMIT =
  /\b(?:limit(?:s|ed)?|caps?|capped|quota|expires?|rejects?|refuses?|drops?|cuts?|truncates?|throttles?|reserved|taken|pris|réservé|limité|plafonné|expire|at (?:most|least)|maximum|max\.?(?= )|minimum|(?:holds?|accepts?|allows?)(?: only| at most| up to)?|au plus|au moins|höchstens|mindestens)\b/iu;

/** A verb of obligation, ability or ban. */
const MODAL =
  /\b(?:must(?: not|n't)?|ha(?:s|ve) to|need(?:s)? (?:to|an?|the|\S+)|may (?:not|only)|can(?:not|'t)|can only|(?:is|are) (?:not |never |only )?(?:allowed|permitted|forbidden|required|supposed|mandatory)|should(?:n't| not| never| always| only)|never|doit|doivent|faut|peut pas|interdit|obligatoire|muss|müssen|darf|dürfen|soll(?:en)?)\b/iu;
/** A verb in the present with the subject before it. */
const PRESENT =
  /^(?:(?!(?:and|or|but|because|if|when|so|that|which|where|to)\b)[\p{L}\d\p{M}\p{Sc}%@./_`'’+#&-]+ ){1,7}?(?:is|are|isn't|aren't|has|have|hasn't|don't|doesn't|can't|cannot|can only|must|mustn't|may|need|needs|never|only|own(?= (?:the|our|all|it|them)\b)|owns|live|go|belong|run|use|keep|stay|expire|work|exist|come|get|take|hold|accept|support|return|(?<!\b(?:the|an?|our|all|any|some|no|more|other|of|for|in|with|new|les|des|die) )\p{L}{2,}(?<![sui])s|est|sont|sert|servent|utilise|utilisent|garde|gardent|marche|ist|sind|hat|haben|gehört|läuft|liegt|muss|darf)\b/iu;
const PRONOUN = /^(?:it|ça|cela|es|das)\b/iu;
/** A subject that is nothing of the project, or that only a look at the screen tells. */
const NO_SUBJECT =
  /^(?:this(?! (?:project|repo\w*|code ?base|package|monorepo|app|application|team|company)\b)|that|they|he|she|there|these|those|otherwise|sonst|sinon|il|elle|ils|elles|sie|er)\b(?! (?:ne )?(?:faut|y a)\b)/iu;
const WE = /^(?:we|on|nous|wir)\b/iu;
/** A ban of what cannot be seen in the code at once. */
const MUST_NOT =
  /\b(?:must(?:n't| not| never)|may not|cannot|can't|never|not allowed|forbidden|darf nicht|darf kein|ne doit pas)\b/iu;

/** The first person plural with a verb of choosing or of habit. */
const WE_CHOSE =
  /^(?:in \S+ )?(?:we|on|nous|wir)(?:'ve|'re| have| are)? (?:(?:\w+ly|also|all|only|now|just|always|never|last \w+|a) )*(?:do not |don't |can't |cannot |no longer |won't |ne |n')?(?:decided?|agreed|chose|settled|opted|went with|going with|ended up|dropped|switched|moved (?:to|away|off|from)|migrated|keep|stay(?:ing)?|pin(?:ned)?|stick|standardi[sz]ed?|support|target|prefer|use|avoid|rely|deploy|ship|host|run|store|publish|have|allow|accept|garde|gardons|utilise|utilisons|décidé|choisi|reste|restons|behalten|nutzen|bleiben|entschieden|haben)(?!\p{L})/iu;
/** A choice that needs no reason, because it tells that something has ended. */
const CHOICE_ALONE =
  /\bno longer\b|^we(?:'ve| have)? (?:now )?(?:switched|moved|migrated|changed|upgraded) (?:\S+ )?from \S+(?: \S+){0,2} to \S+/iu;
/** An objection, which may take back the choice in the same breath. */
const OBJECTS = /\bbut\b/iu;
/** Which part of the work belongs to whom, and where something is. */
const BELONGS =
  /\b(?:belongs? (?:to|in)|(?:is|are) owned by|owns\b|(?:is|are) (?:maintained|managed|generated|created|built|synced|written|deployed|overwritten|provided) by|lives? (?:in|at|on|under)|goes? (?:in|into|to|under|through|via)|(?:is|are) (?:stored|kept|defined|declared|configured|recorded) (?:in|at|on|by|under|with)|comes? from|appartien\w+ à|gehört)\b/iu;
/** What a thing is by design. */
const STATUS =
  /\b(?:is|are|stays?|remains?|est|sont|reste|ist|sind|bleibt) (?:\S+ ){0,4}?(?:on purpose|intentional|deliberate|by design|frozen|deprecated|discouraged|banned|prohibited|obsolete|read[- ]only|immutable|append[- ]only|reserved|forbidden|off[- ]limits|case[- ]sensitive|unsupported|interdit|gelé|obsolète|gesperrt|veraltet)(?!\p{L})|\bne (?:sert|servent|marche|fonctionne) (?:plus|pas)\b|\bn'est plus\b/iu;

/** What happens again and again without anybody's doing: "the staging database is reset every night at 02:00". */
const RECURS =
  /^(?!(?:we|I|you)\b).*\b(?:is|are|gets?|runs?|rotates?|expires?|resets?|restarts?) .*\b(?:every|each) (?:(?:\d+|few|other) )?(?:seconds?|minutes?|hours?|days?|nights?|mornings?|weeks?|months?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b|^(?!(?:we|I|you)\b).*\b(?:is|are|gets?|runs?) (?:\w+ )?(?:nightly|hourly|daily|weekly|monthly)\b/i;
/** Where something of the project is, as a whole sentence: "The staging port is 7781." */
const VALUE =
  /^(?:the|our) (?:[\w-]+ ){1,4}(?:port|host|hostname|endpoint|bucket|region|domain|account|database|queue|channel|default branch) (?:is|lives (?:at|in|on)|runs (?:at|on)|listens on) (?:now )?(?:on |at )?(?=\S*[\d./`])\S+(?:, (?:and )?(?:not|no longer) \S+)?[.!]*$/i;
/** What is true of the people for whom the project works. */
const CUSTOMER_FACT =
  /^our (?:[\w-]+ ){0,2}(?:customers?|clients?|users?|partners?|suppliers?|vendors?|tenants?|auditors?|regulators?|accountants?)\b.* (?:have|has|are|is|pay|pays|use|uses|need|needs|must|may|can|cannot|can't|do not|don't|never|always) (?!\w+ing\b)\S+/i;
/** What must hold for each thing of a kind. */
const FOR_EACH =
  /^(?:every|each|all|any|no) (?!(?:of|the|this|that|these|those)\b)[^,]{3,80}?(?:,[^,]{3,60},? )?\b(?:must|needs? (?:to|an?)|ha(?:s|ve) to|may not|(?:is|are) (?:required|expected|forbidden|allowed) to)\b|\b(?:is|are) (?:always|never) (?:preferred|required|forbidden|mandatory|allowed|welcome)\b/iu;
/** A file, a folder or a module, as a place for code: "in cons.jl", "under the scripts directory". */
const PLACE =
  "(?:in|into|under|inside|at|from|through|via|next to) (?:the )?(?:`[^`]+`|[\\w@./-]*[./_][\\w./-]*\\w|src|lib|tests?|docs|scripts|packages|(?:[\\w.-]+ ){1,3}(?:director(?:y|ies)|folders?|modules?|packages?|files?|root))";
/** Where each thing of a kind belongs, and on what a part may depend: these show in no single place of the code. */
const WHERE_OR_ON_WHAT = new RegExp(
  `^(?:every(?:thing)?|each|all|any|no) (?!(?:of|the|this|that(?! \\w+ ))\\b).{3,90}\\b(?:should|must|shall|needs? to|ha(?:s|ve) to) (?:be |stay |remain |live |go |come |sit )(?:\\w+ed |kept )?${PLACE}[.!]*$|^(?:the |our )?[\\w./-]+(?: \\w+)? (?:should|must|shall|may) (?:(?:not|never|only) (?:depend|import|rely)\\b|(?:depend|rely) only\\b|have (?:no|only)\\b.*\\b(?:dependenc|import))`,
  "iu",
);
/** Names the project's rules as the reason: "X is a policy violation", "X is not allowed, per our conventions". */
const BY_POLICY =
  /^(?!violat)\S.*(?:\b(?:is|are) (?:\w+ )?(?:(?:a )?policy violations?|(?:a )?violations? of|against|contrary to|contra) ?(?:(?:the |our |project |team )*(?:policy|policies|rules?|conventions?|guidelines?)\b|(?=[.!]*$))|,? (?:per|as per|according to) (?:the |our |project |team )*(?:policy|conventions?|guidelines?|style guide|coding standards?)[.!]*$)/iu;

/** A ban by who does it: "nobody adds packages without a review". */
const NOBODY =
  /^(?:nobody|no one|nothing) (?!(?:happens|works|changed|shows|else|is|was)\b)(?:may |can |should |must |ever |gets? )?\w+ /iu;
/** A threshold at which the project acts: "we alert when the latency exceeds 200 ms". */
const THRESHOLD =
  /^(?:(?:in|for|on|at) [^,]{3,40},? )?we (?:\w+ly )?(?:alert|page|warn|fail|block|reject|retry|stop|archive|delete|drop|round|cap|flag) (?:\S+ ){0,4}?(?:when(?:ever)?|if|after|above|over|below|under|at) /iu;
/** How the project does a thing, with what it does not do: "we split by customer, never at random". */
const WE_DO_NOT =
  /^we (?!(?:need|want|are|were|have|had|should|could|can|will|tried|got|see|saw|don't|do|did)\b)\w+ [^,]{4,80},? (?:and )?(?:never|not) \w/iu;
/** Words before a colon that call what follows a rule or a thing to know. */
const LABEL =
  /^[^:]{0,40}\b(?:rules?|policy|conventions?|standards?|standing orders?|guidelines?|principles?|for reference|good to know|worth knowing|for context|context you(?:'ll| will) need|correction(?: to [^:]{3,40})?|reminder)\s?$/iu;
/** Do not: with an object, and not about what the agent is doing at this moment. */
const BAN =
  /^(?:please )?(?:do not|don't|never|stop (?=\w+ing\b)|avoid(?: \w+ing)?|no more|il (?:ne )?faut (?:pas|jamais)|(?:ne|n')\s?\S+ (?:pas|jamais|plus)|faut pas|nicht|kein\w*) (?:ever |even )?(?<object>\S.*)$/iu;
const THE_OBJECT_AT_HAND =
  /^(?:\w+ )?(?:it|this|that|these|those|them|anything|everything|him|her|me|us|the (?:others?|rest|same|next|last|first)|worry|bother|forget|mind|wait|care|know|think|understand|see|ask|stop|start|commit|push|merge|explain|apologi[sz]e)\b(?! \w+ed by\b)/iu;
/** What the agent shall leave alone in this turn, without a reason: "don't write any code". */
const THIS_TURN =
  /^(?:write|create|change|edit|modify|touch|run|make|implement|generate|add|do) (?:out |up )?(?:(?:any|new|more|further|actual|other|unit) )*(?:code|files?|tests?|changes?|edits?|docs?|documents?|documentation|secrets?)\b/iu;
/** Several things of a kind: the bare plural or a mass noun after the verb, with nothing that picks one out. */
const IN_GENERAL =
  /^(?:(?:use|add|using|adding|write|writing|introduce|introducing|mock|mocking|import|importing|log|logging|hardcode|hard-code|inline|commit|create|throw|catch|return|store|call|rely on|depend on|put|utiliser|mettre|ajouter) )(?!(?:the|this|that|these|those|it|them|my|your|his|her|its|an?|le|la|les|ce|cette|so|too|more|any of|different|other|another|new|many|several|the)\b)(?:any )?[\p{L}\d`][\p{L}\d`_./-]*/iu;

const TRIED =
  /^(?:(?:I|we|on|j'ai|on a)(?:'ve| have| a|)? )?(?:already )?(?:tried|attempted|tested|evaluated|essayé|versucht)(?!\p{L})(?! (?:to|it|this|that|again|with|both|many|several|different|\w+ing|(?:the|your) (?:link|button|page|command|app|fix|change|code))\b)/iu;
const FAILS =
  /\b(?:(?:does|did|do|is|was|are|can|could|wo)(?:n't| not)|cannot|never|no) (?:\w+ )?(?:work|support\w*|help|handle|allow\w*|compile|scale|sign|possible|available|hold|fit|\w+)\b|\b(?:fails?|failed|breaks?|broke|crash\w*|rejects?|reverted|rolled back|dead end|slower|worse|neither|no (?:gain|difference|improvement)|too (?:slow|big|expensive|flaky)|marche pas|funktioniert nicht)\b/iu;
/** A thing that is one and not the other: "the ids are strings, not numbers". */
const IS_NOT =
  /^(?!(?:[\w-]+ ){0,2}(?:errors?|bugs?|problems?|causes?|reasons?|failures?|tests?|builds?|changes?|results?|outputs?|fix(?:es)?)\b)(?:the |our |all |these )?(?:[\w-]+ ){1,3}(?:is|are|means?) (?!(?:in|on|at|from|not|wrong|missing|broken|still|already|gone|done|now|selected|shown|displayed|loaded|called|rendered|printed|returned|set)\b)(?:an? )?[^,.?]{2,40},? (?:and )?not (?!(?:the (?:parser|lexer|test)|in|on|at|from|here|there|yet|sure|\w+ing)\b)(?:an? )?\w{3,}/iu;

const MIN_WORDS = 6;
const MAX_WORDS = 60;

export interface UserStatement {
  readonly type: MemoryType;
  /** The sentence without what answers or introduces. */
  readonly text: string;
}

/** Returns what the sentence states, or else what it states after a colon; null if that is nothing of the project. */
export function statementIn(sentence: string): UserStatement | null {
  const bare = sentence.replace(LEAD, "");
  const type = statementType(bare);
  if (type !== null) return { type, text: bare };
  const [, before, after] = /^([^:]{3,80}): (\S.+)$/.exec(bare) ?? [];
  if (before === undefined || after === undefined) return null;
  // A lead-in may follow another: "almost forgot this: code standard: every file needs …".
  return statementIn(after) ?? (LABEL.test(before) ? labelled(after) : null);
}

/** What is called a rule needs no support. */
function labelled(text: string): UserStatement | null {
  const isStatement =
    text.split(/\s+/).length >= MIN_WORDS &&
    !isOther(text) &&
    !FIRST_PERSON.test(text) &&
    !REQUEST.test(text) &&
    !NO_SUBJECT.test(text) &&
    PRESENT.test(text);
  return isStatement ? { type: "convention", text } : null;
}

function statementType(bare: string): MemoryType | null {
  const count = bare.split(/\s+/).length;
  if (count > MAX_WORDS || isOther(bare)) return null;
  if (TRIED.test(bare)) return FAILS.test(bare) ? "dead_end" : null;
  if (FIRST_PERSON.test(bare)) return null;
  if (isRuleOfParts(bare)) return "convention";
  if (VALUE.test(bare)) return "fact";
  const ban = BAN.exec(bare)?.groups?.["object"];
  if (ban !== undefined) return isLastingBan(ban, bare) ? "convention" : null;
  if (count < MIN_WORDS || REQUEST.test(bare) || NO_SUBJECT.test(bare)) return null;
  return FORMS.find(({ test }) => test(bare))?.type ?? null;
}

/** Whether a sentence states where things belong, on what a part may depend, or what the project's rules forbid. */
export function isRuleOfParts(sentence: string): boolean {
  return (
    !REQUEST.test(sentence) &&
    !NO_SUBJECT.test(sentence) &&
    (WHERE_OR_ON_WHAT.test(sentence) || BY_POLICY.test(sentence))
  );
}

function isOther(bare: string): boolean {
  // "Here" is the project, and what holds until something happens holds for now.
  const withoutLimits = bare.replace(/\b(?:until|here)\b/giu, "");
  return (
    TASK_ONLY.test(withoutLimits) ||
    [UNSURE, TEMPORARY, ABOUT_TEXT, REFERS, NO_PROSE].some((pattern) => pattern.test(bare))
  );
}

function isLastingBan(object: string, bare: string): boolean {
  if (THE_OBJECT_AT_HAND.test(object)) return false;
  const isExplained = REASON.test(bare) || EXPLAINED.test(bare);
  return isExplained || (IN_GENERAL.test(object) && !THIS_TURN.test(object));
}

interface Form {
  readonly type: MemoryType;
  readonly test: (bare: string) => boolean;
}

const isSupported = (bare: string) =>
  REASON.test(bare) || CONSEQUENCE.test(bare) || CONTRAST.test(bare) || EXPLAINED.test(bare);

/** Whether a reason comes before what must be done about it: "it fails because the queue is full, you need a group". */
function isCauseFirst(bare: string): boolean {
  const modal = bare.search(MODAL);
  return REASON.test(bare) && modal > bare.search(REASON);
}

const FORMS: readonly Form[] = [
  {
    type: "decision",
    test: (bare) =>
      WE_CHOSE.test(bare) &&
      !OBJECTS.test(bare) &&
      (isSupported(bare) || UNTIL.test(bare) || CHOICE_ALONE.test(bare)),
  },
  { type: "convention", test: (bare) => FOR_EACH.test(bare) },
  {
    type: "fact",
    test: (bare) => RECURS.test(bare) || CUSTOMER_FACT.test(bare),
  },
  {
    type: "convention",
    test: (bare) => NOBODY.test(bare) && (isSupported(bare) || CONDITION.test(bare)),
  },
  { type: "decision", test: (bare) => THRESHOLD.test(bare) && QUANTITY.test(bare) },
  {
    type: "decision",
    test: (bare) =>
      WE_DO_NOT.test(bare) && (REASON.test(bare) || EXPLAINED.test(bare) || /: \S/.test(bare)),
  },
  { type: "fact", test: (bare) => IS_NOT.test(bare) },
  { type: "fact", test: (bare) => PRESENT.test(bare) && STATUS.test(bare) },
  { type: "gotcha", test: (bare) => PRESENT.test(bare) && !WE.test(bare) && isCauseFirst(bare) },
  {
    type: "convention",
    test: (bare) =>
      PRESENT.test(bare) &&
      !PRONOUN.test(bare) &&
      MODAL.test(bare) &&
      (isSupported(bare) ||
        (MUST_NOT.test(bare) && CONDITION.test(bare)) ||
        (QUANTITY.test(bare) && LIMIT.test(bare))),
  },
  {
    type: "gotcha",
    test: (bare) =>
      PRESENT.test(bare) && !WE.test(bare) && (REASON.test(bare) || CONSEQUENCE.test(bare)),
  },
  {
    type: "fact",
    test: (bare) =>
      PRESENT.test(bare) &&
      !PRONOUN.test(bare) &&
      !WE.test(bare) &&
      (BELONGS.test(bare) || (QUANTITY.test(bare) && SETS_LIMIT.test(bare))),
  },
];
