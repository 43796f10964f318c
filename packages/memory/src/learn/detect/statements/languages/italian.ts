/** Words of rules in Italian. */
import { type Language, words } from "./language.ts";

/** Verbs of work on a project, without their endings. */
const ACT =
  "(?:us|utilizz|cre|aggiung|lanc|esegu|scriv|mett|modific|tocc|committ?|push|pass|chiam|import|install|cancell|verific|aggiorn|chied|document|nomin|firm|format|salv|fa|fare|fai|merg)[a-z]{0,5}";
const BEGINS = "(?<=^|[,;:] (?:e |ma )?| e )";

export const ITALIAN: Language = {
  lasting: words(
    "d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|nel nostro team|per (?:convenzione|legge)|di norma|come regola|la (?:regola|convenzione) e|(?:ricord[aio](?:ti|tevi)?|ti(?:eni|ene|enete) (?:presente|a mente|conto)|non (?:ti )?(?:dimenticare|scordare|dimenticarti|scordarti)|segnati|promemoria)(?: che| ?[:,])|tienilo (?:presente|a mente)|vale in generale|in generale|da noi|da sempre",
  ),
  demand: words(
    "(?:in questo|nel nostro) (?:progetto|repo[a-z]*|codice|monorepo)|sempre|mai|vietat[oaie]|obbligatori[oaie]|per nessun motivo|usa(?:re|te)? .{2,40}(?:invece (?:di|che)|al posto di|piuttosto che)|niente|basta con|ogni volta che|preferisco",
    "non (?:si )?(?:usiamo|utilizziamo|usa|usare|usate|toccare|tocca|modificare|modifica|committare|fare|mettere|copiare|crearne|crea|creare|lanci[a-z]*)[^.]*(?:perche|senno|altrimenti|usa|direttamente|a mano|da solo|se |in )",
    "usa(?:te)? [^.,]{2,40},? (?:e )?non|qui (?:non )?(?:usiamo|utilizziamo|si usa|si lavora|lavoriamo)|(?:usiamo|utilizziamo|prendiamo|facciamo|mettiamo|scriviamo) [^.]{2,60}",
    "(?:devi|deve|devono|bisogna) .{2,60}(?:sempre|prima di|ogni volta|tutt[ie])|(?:ogni|tutt[ie] [ile]+) .{2,60}(?:deve|devono|va|vanno)|(?:va|vanno|stanno|si aggiungono|si fanno) (?:solo )?(?:in|nel[a-z]*|con|su|accanto|dentro) .{2,60}",
  ),
  moment: words(
    "per (?:ora|adesso|il momento)|al momento|stavolta|questa volta|ieri|domani|cosa fa|come mai|credo|mi sa|sembra|forse|intendevo|volevo dire|lascia (?:stare|perdere)|(?:puoi|potete|possiamo|si puo) sempre|(?:prova|facciamo una prova)|per provare|non ti preoccupare|poi pensiamo",
  ),
  task: words(
    "(?<=^)(?:per favore,? )?(?:cambia|aggiorna|rinomina|sposta|cancella|elimina|togli|sostituisci|modifica|rimuovi|converti|traduci)(?:l[oa])?(?! (?:sempre|mai))",
    "ancora|adesso(?! in)|(?<!d['’])ora(?! in)|oggi(?! in)|prima (?:mi|era|facciamo)|(?:nel|dal|del) ticket|continua|grazie",
    "(?:sempre|mai) (?:un |una |lo |la )?(?:errore|null|undefined|stesso)|(?:fallisce|restituisce|torna|mostra|e|va|funziona|finisce|arriva|parte|rimane|accetta|scarica|carica|si blocca|da) (?:sempre|mai)|non (?![a-z]+(?:are|ere|ire) )(?:[a-z]+ ){1,3}mai(?! [a-z]+(?:at|it|ut)[oaie])",
    "sistema(?:lo|la|mi)?|correggi|guarda|dacci un occhio|controlla se|dimmi|fammi vedere|aggiungi|crea|implementa|metti (?:un|una)",
    "quest[aoie](?! (?:vale|progetto|repo))",
    "quell[aoie](?! [a-z]+ (?:in|nel))",
    "(?:utent[ei]|client[ei]) (?:[a-z]+ ){0,3}(?:deve|puo|vede|possa)[a-z]*",
    "pulsante|bottone|schermata|validazione",
  ),
  sure: words(
    `${BEGINS}(?:non )?${ACT} (?:sempre|mai)(?! (?:un errore|null|undefined|lo stesso|la stessa)) [^ ,]{2,}.*`,
    `${BEGINS}(?:sempre|mai) ${ACT} [^ ,]{2,}.*`,
    "(?<=^)(?:quando|ogni volta che) (?:aggiungi|crei|modifichi|tocchi|cambi|scrivi) (?:un|una|un'|uno) ?[^,]{2,50}, .{8,}",
    "(?<=^)(?:i|gli|le|tutt[ie] [a-z]+|nessun[a-z]*) [^,]{3,50} (?:non )?(?:deve|devono) (?:mai|sempre|essere [a-z]+ (?:in|con|come|nel[a-z]*)|stare) .*",
    `non ${ACT} [^,]{2,50} senza (?:chiedermi|chiedere|avvisar|dirmi|chiederci).*`,
  ),
  atHand: words(
    "quest[aoie](?! (?:progetto|repo|codice))|quell[aoie]|mio|mia|miei|mie",
    "bottone|pulsante|schermata|pagina|menu|icona",
    "(?:utent[ei]|client[ei]) (?:[a-z]+ ){0,3}(?:dev|puo|ved|poss)[a-z]*",
  ),
};
