/**
 * Recognises two kinds of statements by their form, in every language of Latin letters: a decision that goes over to something
 * or gives it up ("we go back to npm"), and a value with the one that it is not ("after 10 days, no longer 15"). Pure.
 */
import { decisionIn, mayChange } from "../../../domain/choices/decision.ts";
import { toolsIn } from "../../../domain/choices/tools.ts";
import { withoutAccents } from "../../../domain/text/text.ts";

/** What holds only now, is a guess or a question, or is something at hand. */
const NOT_IN_GENERAL =
  /\?|\b(?:for now|for the moment|today|tomorrow|yesterday|tonight|(?:this|next) (?:time|week|pr|branch|file|test|one|sprint)|maybe|perhaps|if|could|would|might|i think|pour l'instant|pour le moment|cette fois|aujourd'hui|demain|hier|peut-etre|je crois|je pense|si on|pour voir|essai|un test|por ahora|de momento|hoy|manana|esta vez|quizas?|tal vez|creo|per ora|per adesso|oggi|domani|stavolta|forse|credo|vorerst|erst ?mal|heute|morgen|diesmal|vielleicht|glaube|lol|haha|mdr)\b/;
/** What ends a discussion. */
const FINALLY =
  /^(?:(?:bon|ok|well|so|hm+|bof|meh)[,.]? )*(?:finalement|en fin de compte|tout compte fait|en fait|in the end|after all|finally|actually|al final|finalmente|alla fine|letztlich|am ende|doch)\b/;

/** Returns what kind of change a sentence states; null if it states none. */
export function changeIn(sentence: string): { readonly type: "decision" | "fact" } | null {
  const text = withoutAccents(sentence.toLowerCase().replaceAll("’", "'")).trim();
  if (NOT_IN_GENERAL.test(text)) return null;
  if (isDecision(text)) return { type: "decision" };
  return CONTRASTS_VALUES.test(text) && !PLACE_OR_RESULT.test(text) ? { type: "fact" } : null;
}

/** "We decided to keep X", of what one can keep, use or give up. */
const DECIDED =
  /^(?:on a|nous avons|abbiamo|hemos|wir haben(?: uns)?) (?:decid[eao][a-z]*|choisi|convenu|acte|deciso|acordado|entschieden|beschlossen),? (?:de |d'|qu[e'] ?|di |che |dass |que )?(?:garder|rester|passer|utiliser|abandonner|migrer|remplacer|ne (?:pas|plus|jamais)|on |tenere|usare|restare|mantenere|passare|non |mantener|seguir|usar|quedarnos|no |nicht|bei .* bleiben|.*(?:behalten|bleiben|nutzen|verwenden)).{4,}/;

function isDecision(text: string): boolean {
  if (DECIDED.test(text)) return true;
  if (!mayChange(text)) return false;
  const decision = decisionIn(text);
  if (decision === null) return false;
  const { chosen, rejected, isSwitch, isEnd, isOurs } = decision;
  const isReasoned = FINALLY.test(text) || /, (?:[\w'.-]+ ){2,}[\w'.-]+/.test(text);
  const isTool = toolsIn([...chosen, ...rejected].map(({ name }) => name).join(" ")).length > 0;
  const isBoth = chosen.length > 0 && rejected.length > 0;
  if (isSwitch) return isTool || isEnd || FINALLY.test(text);
  if (isEnd) return isBoth || (isReasoned && WE.test(text)) || (isTool && WE.test(text));
  return isBoth && isOurs;
}

/** The speakers themselves, so that it is no request of the moment. */
const WE =
  /\b(?:we|let's|on|nous|wir)\b|\b(?:abbandoniamo|lasciamo|usiamo|dejamos|abandonamos|usamos|descartamos)\b/;

const NOT =
  "(?:pas|plus|et pas|et non|e non|non|non piu|no|y no|ya no|nicht|nicht mehr|not|and not|no longer)";
const CONTRASTS_VALUES = new RegExp(
  `^(?:the|our|le|la|les|l'|nos|notre|il|lo|gli|i|el|los|las|nuestr[oa]s?|der|die|das|unsere?) ?(?=[a-z])[^,;:]{4,80}\\b\\d[^,;:]{0,40}, ${NOT} (?:[a-z']{1,6} ){0,2}\\d`,
);
/** A place in a text, a count of results, a size on the screen. */
const PLACE_OR_RESULT =
  /\b(?:lines?|lignes?|righe?|zeilen?|lineas?|steps?|etapes?|tests?|errors?|erreurs?|errores?|errori|fehler|commits?|tickets?|issues?|pages?|screens?|boutons?|buttons?|functions?|fonctions?|funciones?|funzion[ei]|affich[a-z]*|displayed|shown|returns?|renvoie|retourne|totals?|totaux|results?|resultats?)\b|\d ?px\b/;
