/**
 * What a decision chooses and gives up, clause by clause: "we go back to npm, no more pnpm". English, French, German, Italian,
 * Spanish and Portuguese; things without an article, because "the parser" is something at hand. Pure.
 */
import { endsUseInFrench, withoutAccents } from "../text/text.ts";
import { excludedBy, namesRival, toolsIn } from "./tools.ts";

interface Thing {
  readonly name: string;
  /** What is done with it, such as "deploy" of "we deploy with X"; null for using it at all. */
  readonly act: string | null;
}

export interface Decision {
  readonly chosen: readonly Thing[];
  readonly rejected: readonly Thing[];
  /** Whether it goes over or back to what is chosen. */
  readonly isSwitch: boolean;
  /** Whether it ends the use of something: "no longer", "we drop X". */
  readonly isEnd: boolean;
  /** Whether the speakers decide for themselves: "we use X". */
  readonly isOurs: boolean;
}

const CLAUSE_END =
  /[,;:!()]\s+|\.(?:\s+|$)|\s(?:et(?! pas\b)|mais|und|and(?! not\b)|but|pero|car|sinon|parce que|because|weil|porque|perche|perché) /;
const LEAD =
  /^(?:(?:desormais|dorenavant|a partir de (?:maintenant|ahora|agora)|maintenant|finalement|en fait|bon|bah|ben|hmm+|du coup|alors|non|ok|et|mais|donc|from now on|in the end|finally|actually|well|so|then|instead|now|ab jetzt|ab sofort|also|doch|bitte|de ahora en adelante|al final|finalmente|entonces|ahora|d'ora in poi|da ora in poi|alla fine|allora|no fim|please|stp|und|y|e)\s+)+/;

const NO_NAME =
  "(?:the|this|that|these|it|them|a|an|my|your|our|le|la|les|l'|ce|cette|ces|ca|cela|mon|ton|un|une|des|du|nos|notre|autre|autres|table|suite|zero|rien|cote|main|master|develop|dev|prod|production|staging|demain|work|sleep|il|lo|el|los|las|esto|eso|otra|otro|altro|die|der|das|den|dem|eine?n?|sure|only|just|all|plus|pas|even|more|less|si|que|qui|ici|in|on|en|at|to|as|for|here|yet|always|casa|moins|encore)\\b";
const NAME = `(?!${NO_NAME})(?<name>[a-z@][\\w@./+-]*[\\w+]|[a-z])`;
/** What may follow the name of a thing. */
const END =
  "(?=$|\\s*[.,;:!)]|\\s+(?:pour|dans|en|sur|chez|avec|ici|partout|maintenant|au lieu|a la place|de nouveau|ni|ou|stp|svp|for|in|with|here|now|again|instead|any ?more|or|nor|please|everywhere|para|con|aqui|mas|ya|ahora|per|qui|nel|nella|piu|fur|im|bei|hier|mehr|mit|no|na|com|on|at|to|tout)\\b)";

const SWITCH = [
  "(?:on|nous) (?:est |sommes )?(?:(?:re)?pass(?:e|ons|es)|bascul(?:e|ons)|migr(?:e|ons)|revien[ts]|revenons|(?:re)?tourn(?:e|ons)|repart|repartons)(?: tou[ts]| finalement| donc)? (?:a|sur|vers|chez)",
  "(?:passiamo|torniamo|ritorniamo|migriamo|siamo (?:passati|tornati)) (?:a|ad|su)",
  "(?:pasamos|volvemos|regresamos|migramos|cambiamos|hemos (?:pasado|vuelto)) a(?: usar)?",
  "(?:passamos|voltamos|migramos|mudamos) (?:a|para|pra)(?: usar)?",
  "wir (?:wechseln|steigen|stellen|gehen|kehren|migrieren|sind)(?: wieder| doch| jetzt| zuruck)* (?:auf|zu)",
  "(?:we|let's)(?:'re| are|'ve| have)? (?:go(?:ing)?|went|switch(?:ing|ed)?|mov(?:e|ing|ed)|migrat(?:e|ing|ed)|chang(?:e|ing|ed)) (?:all |back |over )*to",
];
/** With a subject that is the speakers themselves. */
const OUR_USE = [
  "(?:on|nous) (?:n'utilise que|(?:utilis(?:e|ons)|prend|prenons|gard(?:e|ons)|conserv(?:e|ons)|(?:reste|restons) (?:sur|avec)|prefer(?:e|ons)))(?: toujours| plutot)?",
  "c'est",
  "(?:usiamo|utilizziamo|teniamo|restiamo (?:su|con)|preferiamo)(?: sempre)?",
  "(?:usamos|utilizamos|mantenemos|preferimos|nos quedamos con)(?: siempre)?",
  "(?:usamos|utilizamos|mantemos|ficamos com)(?: sempre)?",
  "(?:wir )?(?:nutzen|benutzen|verwenden|nehmen|behalten|bleiben bei)(?: wir)?(?: immer| jetzt| wieder)*",
  "we(?:'re| are)? (?:only |now |always )*(?:use|using|keep|keeping|prefer|stick with|stay with|on)",
];
const USE = [
  "utilise[rz]?(?: plutot| toujours| uniquement)?",
  "(?:usa|usate|usare|utilizza)(?: sempre)?",
  "(?:usa|usad|usen|utiliza)(?: siempre)?",
  "(?:use|usa|usem)(?: sempre)?",
  "(?:nutze?|benutze?|verwende?|nimm)(?: immer| bitte)*",
  "(?:always |only )*use",
];
const ENDS_USE = [
  "(?:(?:on|nous|tu|vous) )?(?:n'? ?|ne )?(?:utilis|emplo|prend|veu|fai|import|install|ajout)[a-z]* plus (?:de |d'|du )?",
  "(?:et )?plus (?:jamais )?(?:de |d'|du |avec )?",
  "(?:(?:on|nous) )?(?:laisse(?:z|r|ons)? tomber|abandonn(?:e|ons|er|ez)|arret(?:e|ons|er|ez)(?: d'utiliser| avec)?|vir(?:e|ons|er|ez)|lach(?:e|ons|er|ez)|oubli(?:e|ons|er|ez))",
  "(?:lasciamo perdere|abbandoniamo|molliamo|basta con|niente piu|non (?:usiamo|usate|usare|si usa) piu|non piu)",
  "(?:dejamos(?: de usar)?|abandonamos|descartamos|ya no (?:usamos|usaremos|uses|usar|se usa|utilizamos)|ya no|nada de|no mas|basta de)",
  "(?:abandonamos|largamos|deixamos de usar|nao usamos mais|chega de)",
  "(?:wir )?(?:lassen|verwerfen|streichen)|(?:wir )?(?:nutzen|benutzen|verwenden|nehmen|kein(?:e|en)?) (?:kein(?:e|en)? )?(?=\\S+(?: [a-z]+)* mehr\\b)|nicht mehr(?: mit)?",
  "(?:(?:we|let's)(?:'re| are|'ve| have)? )?(?:drop(?:ping|ped)?|abandon(?:ing|ed)?|ditch(?:ing|ed)?|stop(?:ping|ped)? using|get(?:ting)? rid of|(?<!we )no longer(?: use| using)?|no more|we no longer use)",
  "(?:don't|do not) (?:ever )?use (?=\\S+ any ?more)",
];
/** The thing comes first: "biome on laisse tomber". */
const ENDS_USE_AFTER =
  "(?:,? ?(?:on|nous) (?:laisse tomber|abandonne|arrete|oublie|vire|utilise plus|n'utilise plus)|(?:,? ?(?:lo|la) )?(?:lasciamo perdere|dejamos|abandonamos)|(?:nutzen|benutzen|verwenden|nehmen) wir nicht mehr|lassen wir)";
const REJECTS = [
  "(?:et )?(?:surtout )?(?:pas|jamais|ni) (?:de |d'|du |avec )?",
  "(?:n'? ?|ne )?(?:utilis|ajout|install|import|prend)[a-z]* (?:pas|jamais) (?:de |d'|du )?",
  "(?:and )?(?:not|never|no|nor)(?: use| with)?",
  "(?:don't|do not|never) (?:use|add|install|import)",
  "(?:e )?(?:non|niente|mai)(?: usa(?:re|te)?)?",
  "(?:y )?(?:no|nunca)(?: uses?| usar)?",
  "(?:e )?nao(?: use| usa)?",
  "(?:und )?(?:nicht|kein(?:e|en)?|nie)(?: mit)?",
];
const WITH =
  "(?:on|nous|we|wir|si) (?<no>ne |n'|no longer )?(?<act>[a-z]{3,}?)(?:e|es|ons|ent|en|t)? (?<end>plus |pas )?(?:[^,;:]{1,30} )?(?:avec|with|mit|con|com)";

const pattern = (before: string) => new RegExp(`^(?:${before}) ?${NAME}${END}`);
const anyOf = (forms: readonly string[]) => pattern(forms.join("|"));

const PATTERNS = {
  switched: anyOf(SWITCH),
  ours: anyOf(OUR_USE),
  used: anyOf(USE),
  ended: anyOf(ENDS_USE),
  endedFirst: new RegExp(`^${NAME},? ${ENDS_USE_AFTER}`),
  rejected: anyOf(REJECTS),
  withIt: pattern(WITH),
  also: new RegExp(` (?:ni|nor|ou|or) (?:de |d')?${NAME}${END}`),
} as const;

/** Words of which one is in every text that goes over to something or gives something up. */
const MAY_CHANGE =
  /\b(?:plus|pas|jamais|ni|not|never|no|nor|don't|drop\w*|abandon\w*|abbandon\w*|ditch\w*|stop\w*|longer|more|rid|back|go(?:ing)?|went|switch\w*|mov\w*|migr\w*|chang\w*|(?:re)?pass\w*|bascul\w*|revie\w*|reveno\w*|(?:re)?tourn\w*|repart\w*|laiss\w*|arret\w*|vir\w*|lach\w*|oubli\w*|tornia\w*|ritorn\w*|tornat\w*|lascia\w*|mollia\w*|basta|niente|non|mai|pasa\w*|volve\w*|vuelto|regres\w*|cambia\w*|deja\w*|descarta\w*|nada|nunca|volta\w*|muda\w*|larga\w*|deixa\w*|nao|não|chega|wechsel\w*|steigen|stellen|gehen|kehren|lassen|verwerfen|streichen|keine?n?|nicht|nie|mehr|arrêt\w*|lâch\w*)(?![a-zà-ÿ])/i;

/** Whether a text may go over to something or give something up. It spares the expressions, whose compilation takes long. */
export function mayChange(text: string): boolean {
  return MAY_CHANGE.test(text);
}

/** Returns what a text decides; null if it neither goes over to something nor gives something up. */
export function decisionIn(text: string): Decision | null {
  const isFrench = endsUseInFrench(text);
  const clauses = withoutAccents(text.toLowerCase().replaceAll("’", "'"))
    .split(CLAUSE_END)
    .map((clause) => (clause ?? "").trim().replace(LEAD, ""))
    .filter((clause) => clause !== "" && (isFrench || !/^plus\b/.test(clause)));
  const parts = clauses.flatMap((clause) => partsOf(clause));
  const named = (wanted: readonly Part["kind"][]) =>
    parts.filter(({ kind }) => wanted.includes(kind)).map(({ name, act }) => ({ name, act }));
  const has = (wanted: Part["kind"]) => parts.some(({ kind }) => kind === wanted);
  if (parts.length === 0) return null;
  const gone = parts
    .filter(({ kind }) => kind === "switched")
    .flatMap(({ name }) => leftFor(name, text));
  return {
    chosen: named(["switched", "ours", "used"]),
    rejected: [...named(["ended", "rejected"]), ...gone.map((name) => ({ name, act: null }))],
    isSwitch: has("switched"),
    isEnd: has("ended"),
    isOurs: has("switched") || has("ours"),
  };
}

/** Returns the tools that a change to a tool leaves: its rivals that the text names, and those that are never used beside it. */
function leftFor(tool: string, text: string): string[] {
  const rivals = toolsIn(text).filter((name) => name !== tool && namesRival(tool, name));
  return [...new Set([...rivals, ...excludedBy(tool)])];
}

interface Part extends Thing {
  readonly kind: "switched" | "ours" | "used" | "ended" | "rejected";
}

function partsOf(clause: string): Part[] {
  const kinds = [
    ["switched", PATTERNS.switched],
    ["ended", PATTERNS.ended],
    ["ended", PATTERNS.endedFirst],
    ["rejected", PATTERNS.rejected],
    ["ours", PATTERNS.ours],
    ["used", PATTERNS.used],
  ] as const;
  for (const [kind, expression] of kinds) {
    const name = nameIn(expression, clause);
    if (name === null) continue;
    const other = kind === "rejected" ? nameIn(PATTERNS.also, clause) : null;
    return [name, other].flatMap((one) => (one === null ? [] : [{ kind, name: one, act: null }]));
  }
  const { name, act, no, end } = PATTERNS.withIt.exec(clause)?.groups ?? {};
  if (name === undefined || act === undefined) return [];
  const isDenied = no !== undefined || end !== undefined;
  return [{ kind: isDenied ? "ended" : "ours", name, act: act.slice(0, 4) }];
}

function nameIn(expression: RegExp, clause: string): string | null {
  return expression.exec(clause)?.groups?.["name"] ?? null;
}

/** Whether two decisions give up what the other chooses. */
export function areOppositeDecisions(a: Decision, b: Decision): boolean {
  const rejects = (by: Decision, of: Decision) =>
    by.rejected.some((one) => of.chosen.some((other) => isSame(one, other)));
  return rejects(a, b) || rejects(b, a);
}

function isSame(one: Thing, other: Thing): boolean {
  return (
    one.name === other.name && (one.act === null || other.act === null || one.act === other.act)
  );
}
