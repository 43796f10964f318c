/** The words with which people begin a statement: greetings, "please", "remember that", "no,"; which of them ask to remember it. */
import { withoutAccents } from "../../../domain/text/text.ts";

/** "Remember that" in other languages. It ends with "that", a colon or a comma: "remember to run the tests" is a task. */
const REMEMBER_WORDS = [
  "(?:bien )?(?:retiens|retenez|m[ée]morise[rz]?)|(?:rappelle|souviens)[- ]toi|(?:rappelez|souvenez)[- ]vous|n['’ ]?oublie[sz]? (?:pas|jamais)|note[rz]? bien|garde[rz]? (?:bien )?(?:en t[êe]te|en m[ée]moire|à l['’]esprit)|(?:pour )?rappel|pour m[ée]moire|[àa] retenir",
  "(?:si )?ricord[aio](?:ti|tevi)?|ti(?:eni|ene|enete) (?:presente|a mente|conto)|non (?:ti |vi )?(?:dimenticar|scordar)(?:e|ti|vi)|segnati|promemoria",
  "recu[eé]rd[ae]n?|acu[ée]rdate(?: de)?|no (?:te |se )?olvid(?:es|e|en)|ten(?:ga|ed|gan)? (?:en cuenta|presente)|ap[úu]nta(?:te)?|recordatorio",
  "merk(?:e|t)? (?:dir|euch)(?: bitte)?|merken sie sich(?: bitte)?|denk(?:e|t)?(?: bitte)? (?:dran|daran)|nicht vergessen|vergiss(?: bitte)? nicht|behalte? im (?:kopf|hinterkopf)|erinnerung",
  "lembr[ae](?:-se)?(?: de)?|n[ãa]o (?:se )?esque[çc]a|tenha em mente|anota(?: a[íi])?",
].join("|");
const THAT = "(?:(?: bien)?(?:,? (?:que|che|dass|daß) | qu['’])|\\s?[:,]\\s+)";
const REMEMBER = `(?:${REMEMBER_WORDS})${THAT}`;
/** Words that only introduce a fact: "for your information". */
const INTRODUCES =
  "(?:note[rz]?|sache[sz]?|[àa] noter|pour (?:ton |votre )?info(?:rmation)?|fyi|tieni conto|nota|ojo|beachte(?:n sie)?|zur info)(?: (?:que|che|dass) | qu['’]|\\s?[:,]\\s+)|pour info ";

/** Words that introduce the rule. */
export const LEAD_IN = new RegExp(
  `^(?:(?:and|und|et)[,:]?\\s+)?(?:please |bitte )?(?:remember|note|keep in mind|don't forget)(?: that|:|,)?\\s+|^(?:(?:and|und|et|y|no|non|nein)[,:]?\\s+)?(?:please |bitte |stp |por favor,? |per favore,? )?${REMEMBER}|^(?:${INTRODUCES})|^(?:no|nope|wrong|nein|falsch|non|(?:that|this|it)(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true)))\\s?[,.!:—-]+\\s*|^(?:(?:I|we)(?:'ve|’ve| have)?|ich(?: habe)?|je (?:te |vous )?l'ai)\\b[^.:]{0,25}\\b(?:told|said|asked|gesagt|dit)\\b[^.:]{0,30}:\\s*`,
  "i",
);

const GREETING =
  "(?:bonjour|bonsoir|salut|coucou|ciao|buongiorno|salve|hola|buen[oa]s(?: d[ií]as| tardes)?|ol[áa]|bom dia|moin(?:sen)?|hallo|servus|guten (?:morgen|tag)|hi|hey|hello)(?: (?:tout le monde|[àa] tous|zusammen|a todos|a tutti|all|there))?\\s?[,!.:–-]+\\s*";
const PLEASE =
  "(?:stp|svp|s['’]il (?:te|vous) pla[iî]t|per favore|per piacere|por favor|porfa|merci (?:de |d['’])|pri[èe]re de )[,:]?\\s*(?=\\S)";
const ANSWER =
  "(?:(?:oui|ouais|bon|bah|ben|euh|hmm+|du coup)[,.:]?\\s+|(?:s[ìí]|ja|jo|vale|allora|bene|gut|va bene|mira|ok merci|ok grazie|ok danke|merci|grazie|gracias|danke|en fait)\\s?[,.:]\\s*|(?:et|mais|und|aber|pero) (?!(?:pas|non|si)\\b))";
const OPENING = new RegExp(`^(?:${GREETING}|${PLEASE}|${ANSWER}|en fait )+`, "i");

/** What asks politely: "could you from now on always …?" It is a demand when it has words for what lasts. */
const POLITE_QUESTION =
  /^(?:(?:could|can|would|will) you|(?:pourr(?:ais|iez)|peux|pouvez|voudr(?:ais|iez))[- ](?:tu|vous)|(?:tu|vous) (?:pourr(?:ais|iez)|peux|pouvez)|potrest[ie]|potrebbe|puoi|podr[ií]as?|puedes?|k[öo]nnte(?:st|n)? (?:du|sie|ihr)|kannst du)[, ]+(?:(?:please|bitte|stp|svp|per favore|por favor),? )?(?<rest>\S.*?)(?:,? (?:please|stp|svp|bitte|per favore|por favor))?\s*\?$/iu;
const FROM_NOW_ON =
  /\b(?:from now on|going forward|in (?:the )?future|desormais|dorenavant|a partir de (?:maintenant|aujourd'hui|la|ahora|hoy|agora|hoje)|a l'avenir|d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|de (?:ahora|aqui|agora) en? ?(?:adelante|diante)|en adelante|en lo sucesivo|doravante|daqui (?:pra|para) (?:a )?frente|ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|kunftig|in zukunft)\b/;

/** Returns the demand of a sentence, without greetings, and without the politeness of a question about what shall last. */
export function withoutOpening(sentence: string): string {
  const bare = sentence.replace(OPENING, "");
  const rest = POLITE_QUESTION.exec(bare)?.groups?.["rest"];
  return rest !== undefined && saysFromNowOn(rest) ? rest : bare;
}

function saysFromNowOn(text: string): boolean {
  return FROM_NOW_ON.test(withoutAccents(text.toLowerCase().replaceAll("’", "'")));
}

const ASKS =
  /^(?:(?:and|ok(?:ay)?|also|please|no)[,:]? )*(?:please )?(?:always )?(?:remember|keep in mind|note for (?:the future|later)|don't forget)\b|\b(?:from now on|going forward)\b/iu;
const ASKS_IN_OTHERS = new RegExp(
  `^(?:(?:and|ok|no|non|nein|et|und|y|bitte|stp|por favor|per favore)[,:]? )*${REMEMBER}`,
  "i",
);

/** Whether the user wants a statement to be remembered, so that it counts more than a remark. */
export function asksToRemember(typed: string): boolean {
  const bare = typed.replace(OPENING, "");
  return ASKS.test(bare) || ASKS_IN_OTHERS.test(bare) || saysLasting(typed);
}

/** "In future" asks for a manner, but English speakers say it of plans as well. */
function saysLasting(text: string): boolean {
  return saysFromNowOn(text.replace(/\bin (?:the )?future\b/gi, ""));
}

/** What denies an earlier statement before the new one: "that is wrong now: …". */
const DENIES_BEFORE =
  /^(?:no, )?(?:that|this|it)(?:'s| is| was) (?:wrong|incorrect|outdated)(?: now| any ?more)?\s?[,:—-]+\s*|^(?:(?:non|no|nein)\s?[,.:!]*\s+)?(?:pas comme [cç]a|not like that|c'est (?:faux|pas (?:bon|vrai|correct|juste)|plus (?:vrai|bon))|[èe] sbagliato|es (?:falso|incorrecto)|das (?:ist falsch|stimmt nicht(?: mehr)?))\s?[,:;.—–-]+\s*/i;
/** The same of what was noted. */
const DENIES_NOTE =
  /^(?:(?:no|non|nein|nope)\s?[,.:!]*\s+)?(?:(?:what|that) you (?:noted|wrote|remembered|stored)(?: down| there)? (?:is|was) (?:wrong|incorrect|outdated)|c'est (?:faux|pas (?:bon|vrai|correct|juste)|incorrect),? ce que (?:t'as|tu as|vous avez) (?:not[ée]|[ée]crit|retenu|enregistr[ée])|ce que (?:t'as|tu as|vous avez) (?:not[ée]|[ée]crit|retenu|enregistr[ée])(?: est| c'est|,) (?:faux|pas bon|incorrect)|(?:[èe] sbagliato )?quello che hai (?:annotato|scritto)(?: [èe] sbagliato)?|(?:es (?:falso|incorrecto) )?lo que (?:has )?(?:anotado|anotaste|apuntado|apuntaste)(?: es (?:falso|incorrecto)| est[áa] mal)?|was du (?:notiert|gemerkt|aufgeschrieben) hast,? (?:ist falsch|stimmt nicht)(?: mehr)?)\s?[,:;.—–-]+\s*/i;
const DENIES_AND_REMEMBERS =
  /^(?:no|nope|non|nein)\s?[,.!:—-]+\s*(?=(?:please )?(?:remember|keep in mind|don't forget|note that)\b)/i;

export function deniesNote(sentence: string): boolean {
  return DENIES_NOTE.test(sentence);
}

/** Whether a sentence begins by calling something stated or done wrong. */
export function saysWrong(sentence: string): boolean {
  return (
    DENIES_NOTE.test(sentence) ||
    DENIES_BEFORE.test(sentence) ||
    /^(?:no|nope|non|nein)\s?[,.!:—-]/i.test(sentence)
  );
}

/** Returns the statement without what denies an earlier one. */
export function withoutDenial(sentence: string): string {
  return sentence
    .replace(DENIES_NOTE, "")
    .replace(DENIES_BEFORE, "")
    .replace(DENIES_AND_REMEMBERS, "");
}
