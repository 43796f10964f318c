/** Words of rules in French. */
import { type Language, words } from "./language.ts";

/** Verbs of work on a project, without their endings. Verbs of results, such as "marcher", are none: "marche toujours pas". */
const ACT =
  "(?:utilis|(?:re)?lanc|mett?|ecri|r?ajout|cre|demand|verifi|committ?|commit|pass|push|pouss|gard|prefix|suffix|nomm|sign|test|document|format|rebas|squash|appell?|prend|pren|import|export|touch|modifi|edit|supprim|chang|renomm|fusionn|merg|deploi|deploy|install|mock|log|stock|encod|tradui|comment|valid|arrondi|converti|trait|ger|charg|execut|r?e?gener|tag|consult|respect|evit|prefer|rang|plac|declar|typ|cod|redemarr|lint|build|compil|livr|publi|synchronis|migr|saisi|renseign|rempli|transmet|envo|precis|indiqu|mentionn|reutilis|expos|inject|defini|configur|faire|fais|faite|hardcod|ouvr|ferm|previen|expliqu|repond|redig|employ|emploi|mesur|stub|copi|dupliqu)[a-z]{0,5}";
const INFINITIVE = "[a-z']+(?:er|ir|oir|re)\\b";
/** Where a clause begins. */
const BEGINS = "(?<=^|[,;:] (?:et |mais |donc |alors )?| et )";
/** Verbs of a chore that is due around a piece of work. */
const CHORE =
  "(?:(?:re)?lanc|execut|verifi|test|lint|format|commit|push|pouss|rebas|r?e?gener|fai|demand|build|document|met)[a-z]{0,4}";
const WORK =
  "(?:commit|push|merge|pr|pull request|release|deploiement|mise en (?:prod|production)|livraison|tache|etape|modif[a-z]*|changement|session|feature|fonctionnalite|migration|build)s?";
/** After "always" it reports: "always the same", "still not". */
const NO_REPORT =
  "(?! (?:pas|rouges?|en erreur|en echec|null|undefined|l[ae]s? memes?|pareil|par|une erreur|trop|autant|n'importe|du mal|rien|que)\\b)";

export const FRENCH: Language = {
  lasting: words(
    "desormais|dorenavant|a partir de (?:maintenant|aujourd'hui|la)|a l'avenir|dans notre equipe|par convention|en regle generale|la (?:regle|convention) (?:est|c'est)|chez nous|a chaque fois|nulle part ailleurs|garde[rz]? ca en tete|pour la suite",
    "(?:(?:retiens|retenez|memorise[rz]?|(?:rappelle|souviens)[- ]toi|(?:rappelez|souvenez)[- ]vous|n'oublie[sz]? (?:pas|jamais)|note bien|garde[rz]? (?:bien )?(?:en tete|en memoire|a l'esprit))(?: bien)?(?: qu[e']| ?[:,])|^(?:(?:pour )?rappel|a retenir|pour memoire) ?[:,])",
  ),
  demand: words(
    "dans (?:ce|notre) (?:projet|depot|repo[a-z]*|code|monorepo)|toujours|jamais|interdit[a-z]*|obligatoire[a-z]*|utilise[rz]? .{2,40}(?:au lieu d[e']|plutot (?:que|qu'))|sous aucun pretexte|je prefere|j'aime pas",
    "on (?:est|reste|passe|est passe) sur [^.]{2,40}|(?:on|nous) (?:n[e']\\s?)?(?:utilisons?|utilise|ecrit|range|met|garde|fait|nomme)s? [^.]{2,60}(?:,? pas|ici|que|avec|dans|en) ?",
    "n'(?:utilise|ecris|edite)s? pas [^.]*(?:car|parce|sinon|utilise|ici)|ne (?:touche|modifie|mets|commite|lance|fais|rajoute)[sz]? (?:pas|rien|plus) [^.]*(?:car|parce|sinon|directement|a la main|vu que|dans|sans)",
    "pas de [^.,]{2,40} (?:chez nous|ici|dans le)|(?:tout|toute|chaque|tous les|toutes les) .{2,60}(?:doit|doivent|passe|passent|se fait|va|vont|est|sont)|(?:les|le|la) .{2,40} (?:en (?:francais|anglais)|(?:c'est|vont|va|sont|se lancent|se lance|se font|passent|passe) (?:dans|en|par|avec|a)) .{1,60}|partout|utilise[rz]? [^.,]{2,40},? (?:et )?pas",
  ),
  moment: words(
    "pour (?:l'instant|le moment)|cette fois|tout de suite|aujourd'hui|hier|demain|pourquoi|je (?:crois|pense)|on dirait|(?<!on )laisse (?:tomber|comme)|je voulais dire|je parlais|t'inquiete|ce (?:matin|soir|midi|week-end)|cette (?:nuit|semaine)|depuis (?:hier|ce|cette|tout)|pour voir|(?:fai[a-z]+|c'est) (?:juste )?un (?:essai|test|poc|spike|brouillon)",
    "(?:tu|vous) (?:(?:oubli|tromp|rat|compren|ecout|zapp|repet)[a-z]* (?:encore|toujours|jamais)|fai[a-z]+ (?:jamais ce|toujours (?:pareil|n'importe|la meme|l'inverse)))|jamais (?:je|j')|j'ai jamais|(?:tu|vous|on) p(?:eux|eut|ouvez|ourra[a-z]*) (?:quand meme )?toujours|lol|mdr|ptdr|haha",
  ),
  task: words(
    "encore|maintenant|d'abord|(?:du|dans le) ticket|merci",
    "(?:marche|fonctionne|passe|plante|echoue|renvoie|affiche|est|reste|finit|a|tombe|charge)[a-z]* (?:toujours|jamais|pas)|toujours (?:pas|null|undefined|la meme|le meme|en erreur|rouge)",
    "(?<=^)(?:change|remplace|renomme|deplace|supprime|enleve|vire|corrige|modifie|convertis|traduis|mets a jour)[rz]?(?! (?:toujours|jamais|systematiquement)(?! par))|essa(?:ye|ie)[rz]? toujours",
    "regarde|verifie si|dis-moi|montre|ajoute|cree|implemente|rajoute (?:un|une|le|la)|mets (?:plutot )?(?:l'autre|un|une|le|la)",
    "(?<!dans )c(?:e|ette|es|et)(?! (?:projet|depot|repo|n'est))",
    "ca",
    "(?:utilisateur|client|joueur)[a-z]* (?:[a-z]+ ){0,3}(?:doit|peut|voit|puisse)[a-z]*",
    "bouton|ecran|formulaire",
  ),
  sure: words(
    `${BEGINS}(?:ne |n')?${ACT} (?:donc |bien )?(?:toujours|jamais|systematiquement|plus jamais|surtout (?:pas|jamais))${NO_REPORT} [^ ,]{2,}.*`,
    `${BEGINS}(?:ne |n')${ACT} plus (?!rien|vite|tard|rapid|loin|haut|bas|simple|de temps)[^ ,]{2,}.*`,
    `${BEGINS}(?:tu|vous|on|nous) (?:ne |n')?(?:(?:dois|devez|doit|devons) )?${ACT} (?:toujours|jamais|systematiquement|plus jamais)${NO_REPORT} [^ ,]{2,}.*`,
    `${BEGINS}(?:(?:veille[rz]? (?:bien )?a|veuillez|pense[rz]? (?:bien )?a|penser a|essaye[rz]? de|il convient de|priere de) )?(?:ne (?:jamais|plus(?: jamais)?)|(?:bien )?(?:toujours|systematiquement)|jamais) ${INFINITIVE}.*`,
    `(?:il )?(?:ne )?faut (?:absolument |surtout )?(?:toujours|jamais|systematiquement|surtout pas|plus(?: jamais)?) ${INFINITIVE}.*`,
    `je (?:veux|voudrais|souhaite|prefer[a-z]+|aimerais) que (?:tu|vous) (?:ne |n')?[a-z]+ .*(?:toujours|jamais|systematiquement|(?:avant|apres|a) chaque).*`,
    `${BEGINS}(?:(?:tu|vous|on) )?${CHORE} .{3,60}(?:avant|apres|a) (?:chaque|tou(?:te?s?)) (?:nouvelle? )?${WORK}.*`,
    "surtout (?:pas|jamais) d[e'].{3,} (?:sur|dans|en|pour|avec|chez|vers) .*",
    "(?:c'est|il est) (?:[a-z]+ment )?(?:interdit|obligatoire|imperatif|proscrit|indispensable) d[e'].*",
    `(?<=^)(?:quand|lorsque|des que|(?:a )?chaque fois que) (?:tu|vous|on) ${ACT} (?:a |au |sur |dans )?(?:une?|des)(?![a-z])[^,]{2,50},? (?=.{8,}).*`,
    "(?<=^)pour tout[a-z]* (?:nouve[a-z]+ )?[^,]{3,40}, il (?:faut|convient|est obligatoire).*",
    "(?<=^|[,;:] )(?:les|tous les|toutes les|aucune?|nos) [^,]{3,50} (?:ne )?doi(?:ven)?t (?:pas|jamais|toujours|plus|etre [a-z]+ (?:en|dans|avec|par|via|sous|au)|etre (?:en|dans|au)).*",
    "(?<=^|[,;:] )(?:les?|la|l'|une?) ?[^,]{2,50} doi(?:ven)?t [^,]{2,60}, (?:et )?(?:pas|jamais|plus|non).*",
    "doi(?:ven)?t (?:valider|relire|approuver|signer) (?:chaque|tout[a-z]*|tous).*",
    "(?<=^)(?:on |tu |vous )?evite[rz]? (?:les|d'|de) ?[^,]{3,40}, (?:on|nous|je|utilise|prefere).*",
    `(?:ne |n')?(?:en )?${ACT} (?:pas|jamais|rien|plus) (?:[^,]{0,50} )?sans (?:me|nous|m'|que je|que tu|l'accord|validation|relecture).*`,
    `${BEGINS}(?:ne |n')?(?:utilise|appelle|passe|push|pushe|pousse|commit|committe|merge|deploie|importe)[sz]? pas [^,]{3,60}, (?:mais )?(?:tu |vous )?(?:utilise|appelle|passe|fais|prends|cree|ouvre)[sz]? .*`,
  ),
  atHand: words(
    "(?<!dans )c(?:e|ette|es|et)(?! (?:projet|depot|repo|n'est|qui|que|soit|genre|sera))",
    "ca|cela|celui|celle|ceux|la-dedans|mon|ma|mes",
    "bouton|ecran|formulaire|modale?|pop-?up|menu|icone|banniere|onglet|page|gras|italique|couleur|rouge|vert|bleu|visible|affiche[a-z]*|centre[es]*|aligne[es]*",
    "(?:utilisateur|joueur|vendeur|visiteur|client)s? (?:[a-z]+ ){0,3}(?:doi|peu|voi|pui)[a-z]*",
  ),
};
