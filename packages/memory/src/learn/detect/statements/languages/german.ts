/** Words of rules in German. */
import { type Language, words } from "./language.ts";

/** Orders of work on a project. */
const ACT =
  "(?:nutz|benutz|verwend|nimm|schreib|leg|erstell|fuhr|start|lass|mach|frag|pruf|commit|push|merg|deploy|losch|ander|bearbeit|fass|speicher|dokumentier|formatier|test|aktualisier|ruf|importier|installier|hol|bau|gib|setz|bleib)[a-z]{0,4}";
const BEGINS = "(?<=^|[,;:] (?:und |aber )?| und )";

export const GERMAN: Language = {
  lasting: words(
    "ab (?:jetzt|sofort|heute)|kunftig|in zukunft|von nun an|in unserem team|bei uns|(?:merk(?:e|en sie)? dir|merk(?:t|en sie) (?:euch|sich)|denk(?:e)? (?:dran|daran)|nicht vergessen|behalte? im (?:hinter)?kopf)|per konvention|grundsatzlich|in der regel|die (?:regel|konvention) ist|so abgesprochen|abgesprochen|tabu|machen wir hier",
  ),
  demand: words(
    "in (?:diesem|unserem) (?:projekt|repo[a-z]*|code|monorepo)|immer|niemals|nie|verboten|auf keinen fall|(?:nimm|nutze?|verwende|benutze?) .{2,40}(?:an)?statt|finger weg|kommen? (?:uns )?nicht|lieber .{2,40} als|mir ist lieber|leg hier keine|gehort|gehoren",
    "wir (?:nehmen|nutzen|benutzen|verwenden|schreiben|machen|duzen|siezen|arbeiten) [^.]{2,60}|(?:nimm|nutze?|verwende|benutze?) [^.,]{2,40},? (?:und )?(?:nicht|kein[a-z]*)|(?:wird|werden) (?:hier |bei uns )?(?:nicht|nie|nur|immer)(?: mehr)? (?:verwendet|benutzt|genutzt|geandert|angefasst)|(?<=^)(?:jede[rsn]?|alle) .{2,60}(?:muss|mussen|braucht|brauchen|bekommt|kommt|kommen)",
  ),
  moment: words(
    "vorerst|furs erste|erst ?mal|diesmal|im moment|gestern|morgen|warum|wieso|ich (?:glaube|denke|meinte)|scheint|anscheinend|lass (?:es|das)|(?:kannst|konnt|konnen)(?: du| ihr| wir)? (?:ja |doch |auch |naturlich )*immer(?! nur)|zum test|testweise|mal ausprobieren|ein versuch",
  ),
  task: words(
    "ich|mich|mir(?! ist lieber)|manchmal|wurde|mochte|sollte[a-z]*|es|dann|ja|weil ich",
    "gerade|heute(?! an)|(?:im|vom) ticket|danke|jetzt|noch(?! nie)",
    "immer (?:noch|wieder|mehr|gerne?|so|dasselbe|null|undefined|rot|derselbe|der gleiche|die gleiche|0)|nie (?:wieder gesehen|gesehen|fertig|an|durch)|(?:ist|sind|wird|schlagt|liefert|kommt|gibt|zeigt|lauft|geht|hangt|bleibt) (?:[a-z]+ )?(?:immer|nie)",
    "(?<=^)(?:bitte )?(?:andere?|aktualisiere?|verschiebe?|losche?|entferne?|ersetze?|korrigiere?|ubersetze?)(?! (?:nie|niemals|immer|bitte nie|bitte immer))",
    "schau|guck|sag mir|zeig|fuge? .* (?:hinzu|ein)|bau(?:e)? .* ein|erganze?|implementiere?",
    "dies(?:e[mnrs]?)?(?! (?:projekt|repo))",
    "(?:nutzer|user|benutzer|kunde|kunden|spieler)[a-z]* (?:[a-z]+ ){0,3}(?:soll|muss|kann|sieht|durfen|darf)[a-z]*|(?:muss|kann|durfen|darf) (?:[a-z]+ ){0,3}(?:sehen|kriegen|konnen)",
    "button|seite|maske|formular",
  ),
  sure: words(
    `${BEGINS}(?:bitte )?${ACT} (?:mich |bitte |hier |dir )*(?:immer|nie|niemals|grundsatzlich)(?! (?:noch|wieder|so|mehr|null|dasselbe)) [^ ,]{2,}.*`,
    "(?<=^)(?:achtung|wichtig|hinweis|beachte)\\s?[:!,](?!.*(?:fehl|rot|kaputt|absturz|hangt|langsam)).* (?:immer|nie|niemals|nur) .*",
    "(?<=^)(?:wenn|sobald|jedes mal,? wenn) du (?:eine?n?|etwas) [^,]{2,50}, .{8,}",
    "(?<=^)(?:alle|jede[rsn]?|keine?) [^,]{3,50} (?:muss|mussen|darf|durfen) .*",
    `${BEGINS}${ACT} (?:keine?n?|nichts|nicht) [^,]{0,50} ?ohne (?:mich |uns |vorher )*(?:zu fragen|rucksprache|freigabe|absprache|review).*`,
  ),
  atHand: words(
    "dies(?:e[mnrs]?)?(?! (?:projekt|repo))|das da|mein[a-z]*",
    "button|maske|formular|bildschirm|seite|menu|spinner",
    "(?:nutzer|user|benutzer|kunden?|spieler)[a-z]* (?:[a-z]+ ){0,3}(?:soll|muss|kann|sieht|durf|darf)[a-z]*",
    "(?:muss|mussen|darf|durfen|soll|kann) (?:[a-z]+ ){0,3}(?:kunden?|nutzer|user|benutzer|spieler)",
  ),
};
