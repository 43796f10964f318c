/**
 * Function words of the languages in which users write besides English, and which of these languages a text is in. Function
 * words are in every text of a language, so that two texts share them whatever they are about. They count only in a text of
 * their language, because many are English words too ("comment", "war", "main"). Pure.
 *
 * The lists contain what occurs in messages to an agent: articles, pronouns, prepositions, conjunctions, auxiliary verbs,
 * adverbs and interjections. Letters are without accents, as users often omit them.
 */
import { withoutAccents, words } from "../text/text.ts";

export type Language = "fr" | "it" | "es" | "pt" | "de" | "nl";

const WORDS: Readonly<Record<Language, string>> = {
  fr: `a ai aie aucun aucune au aussi autre autres aux avais avait avant avec avez avoir avons bah bien bof bon bonjour bonne
    c ca car ce cela celle celles celui ces cet cette ceux chaque chez ci comme comment d dans de deja depuis des desormais
    deux devons devrait devez dit dis dois doit doivent donc dorenavant du elle elles en encore enfin ensuite entre es est et
    etaient etais etait etant ete etes etre eu eux fais fait faire faites faudrait faut faudra hein hmm ici il ils j jamais je
    jusque juste l la laisse le les leur leurs lui m ma maintenant mais me meme memes merci mes mets mettre moi moins mon n
    ne ni non nos notre nous on ont ou ouais oui par parce pareil pas pendant peu peut peux plus plutot pour pourquoi pourrait
    pourriez pourrais puis qu quand que quel quelle quelles quels quelque quelques qui quoi rien s sa sais salut sans sauf se
    sera serait ses si sinon soit sommes son sont sous stp suis sur svp t ta tant te tel tellement tes toi ton toujours tous
    tout toute toutes tres trop truc tu un une va vais vas vers veut veux veuillez voici voila voir vos votre vous vraiment
    vrai y etc alors ah oh eh attends attention enfin finalement cas chose`,
  it: `a abbiamo ad adesso ai al alla alle allo anche ancora avere aveva bene c che chi ci ciao co col come con cosa cosi
    cui d da dagli dai dal dalla dalle dallo de degli dei del della delle dello deve devi devo di dopo dove e ecco ed era erano
    essere eh fa fai fare fatto favore fra gia gli grazie ha hai hanno ho i il in io l la le lei li lo loro lui ma mai me
    meglio meno mi mia mie miei mio ne negli nei nel nella nelle nello niente no noi non nostra nostro o ogni oppure ora ormai
    per perche pero piu poi poco possiamo posso prima proprio puo puoi qual quale quali qualche quando quanto quella quelle
    quelli quello questa queste questi questo qui quindi s se sei sempre senza si sia siamo solo sono sta stai stato su sua sue
    sugli sui sul sulla sulle sullo suo suoi t ti tra troppo tu tua tue tuo tuoi tutta tutte tutti tutto un una uno va vai
    vediamo vi voglio voi vorrei vuoi insomma allora basta ok`,
  es: `a ademas ahora al algo algun alguna alguno antes aqui asi aun aunque bien bueno cada casi como con cosa creo cual
    cuales cuando cuanta cuantas cuanto cuantos de debe deben debes del desde despues donde dos e el ella ellas ellos en entonces entre era eran eres
    es esa esas ese eso esos esta estaba estamos estan estar estas este esto estos estoy favor fue ha haber habia hace hacer
    haces hacia hago hasta hay he hola igual la las le les lo los luego mas me mejor menos mi mis mismo mucho muy nada ni no nos
    nosotros nuestra nuestro nunca o os otra otro para pero poco podemos podria porque por puede puedes puedo pues que quien
    quiero quieres se sea ser si siempre sin sobre solo son su sus tal tambien tampoco tan tanto te tener tengo ti tiene tienes
    todavia todo todos tu tus un una uno unos usted va vale vamos vez voy y ya yo gracias vaya claro oye venga`,
  pt: `a agora ainda algo algum alguma ao aos apenas aqui as assim ate bem bom cada com como coisa da das de deixa depois
    deve devem do dos e ela elas ele eles em entao entre era eram essa essas esse esses esta estamos estao estar estas este
    estes estou eu faz fazer favor foi foram ha isso isto ja la lhe mais mas me melhor menos mesmo meu meus minha minhas muito na
    nada nao nas nem no nos nossa nosso num numa nunca o obrigado obrigada ola onde os ou outra outro para pela pelas pelo
    pelos pode podem podes poderia pois por porque porem posso pouco pra qual quais quando quanto que quem quero se seja sem
    sempre ser seria seu seus sim so sobre sou sua suas tambem tao te tem temos tenho teu ti todo todos tu tua tudo um uma
    umas uns vai vamos voce voces vez`,
  de: `aber ach achtung alle allem allen aller alles als also am an andere anderen ans auch auf aus bei beim bin bis bist
    bitte da dabei dafur damit danach danke dann dar das dass daran darf darum davon dazu dein deine deinen dem den denn der des
    dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einfach er erst es
    etwas euch euer eure fur ganz gar genau gerade gern gibt gut habe haben hallo hast hat hatte hatten hier hin ich ihm ihn
    ihnen ihr ihre ihrem ihren im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen
    keiner konnen konnte konnten konntest lass mach mache machen macht mal man mehr mein meine meinem meinen meiner mich mir mit
    moin muss mussen musst nach naja nein nicht nichts nie niemals noch nun nur ob oder ohne schon sehr sei sein seine seinem seinen
    seiner seit sich sie sind so sobald solche soll sollen sollte sollten sonst statt stets tja tut uber um und uns unser unsere unter
    viel vom von vor wann war ware waren warum was weg weil weiter welche welchem welchen welcher welches wenn wer werde werden
    wie wieder wieso will willst wir wird wirklich wo wurde wurden zu zum zur zwischen ah eigentlich halt eben ab`,
  nl: `aan al alle alleen alles als altijd andere ben bij daar dan dat de deze die dit doch doe doen dit door dus een eens
    en er geen geweest goed graag ga gaan haar had hallo heb hebben heeft hem het hier hij hoe hoi hun ik in is ja je jij
    jouw jullie kan kun kunnen kunt maar maak me meer men met mij mijn misschien moet moeten mag na naar nee niet niets nog
    nooit nu of om omdat ons onze ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren
    was wat we wel welke werd wie wij wil willen word wordt worden ze zei zelf zich zij zijn zo zonder zou bedankt dank`,
};

/** Words of the lists that occur in English messages too and tell no language. */
const ENGLISH_TOO = new Set(
  `a ad ah ai al alle also am an as at be ben bin but c ci co col come comment d da dan dark des die do doe door du e eh
  em er es etc faites fare favor fort fra gut ha had halt hat he hem here hin his hmm ho hoe i ik im in ins is it j je
  juste las li lo m ma man mas me men met mi mine moments moral n na no non nos not nu num o of oh ok om on once ons op or
  os ou over page para pass per plus port pour pra pro pub s sa sei sera ses set si sin so sol son sous sub sum sur t ta
  tal tan tel ten test ti u uns until uw va van vari ver vez vi via voice vos w wan want war was we weg wel were who wie will
  wo word y yo ze zo`.split(/\s+/),
);

/** The commonest English words. A text with as many of them as of another language is taken as English. */
const ENGLISH = new Set(
  `a about after all an and any are as at be been but by can did do does don for from had has have how i if in into is it its
  just let like make me my need no not of on or our out please should so that the their them then there these they this to use
  was we were what when where which who why will with would you your`.split(/\s+/),
);

const SETS: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  (Object.keys(WORDS) as Language[]).map((language) => [
    language,
    new Set(WORDS[language].split(/\s+/)),
  ]),
);

/** Words of a text that are looked at; the language of a long text shows in its beginning. */
const LOOKED_AT = 400;
/** Maximum words of a text in which a single function word tells the language. */
const SHORT = 8;

/** Function words of any of these languages that are no words of English. */
const ANY = new Set(
  [...SETS.values()].flatMap((set) => [...set]).filter((word) => !ENGLISH_TOO.has(word)),
);

/** Whether a word is a function word of any of these languages and no word of English; for texts whose language is unknown. */
export function isForeignFunctionWord(word: string): boolean {
  return ANY.has(withoutAccents(word));
}

const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Returns the function words of the language of a text, without accents; empty for English and for languages without a list.
 * If a text fits several languages equally, it returns those of each.
 */
export function functionWordsOf(text: string): ReadonlySet<string> {
  const languages = languagesOf(text);
  const [first = NO_WORDS, ...others] = languages.map((language) => SETS.get(language) ?? NO_WORDS);
  return others.length === 0 ? first : new Set([...first, ...others.flatMap((set) => [...set])]);
}

/** Whether a text is in one of the other languages. */
export function isInOtherLanguage(text: string): boolean {
  return languagesOf(text).length > 0;
}

/** Returns the languages that a text fits best; none for English. */
export function languagesOf(text: string): readonly Language[] {
  const all = words(withoutCode(text)).slice(0, LOOKED_AT).map(withoutAccents);
  const distinctive = new Set(all.filter((word) => !ENGLISH_TOO.has(word)));
  const english = new Set(all.filter((word) => ENGLISH.has(word) && !FOREIGN_TOO.has(word))).size;
  const elided = ELIDED.test(text) ? 1 : 0;
  const counts = [...SETS].map(([language, set]) => {
    const own = [...distinctive].filter((word) => set.has(word)).length;
    return { language, own: own + (ELIDING.includes(language) ? elided : 0) };
  });
  const best = Math.max(...counts.map(({ own }) => own));
  if (best === 0 || best <= english || (best < 2 && all.length > SHORT && !ACCENT.test(text)))
    return [];
  return counts.filter(({ own }) => own === best).map(({ language }) => language);
}

const ACCENT = /[à-öø-ÿß]/iu;
const ELIDING: readonly Language[] = ["fr", "it"];
/** A word without its vowel before another vowel: "n'utilise", "c'entra". */
const ELIDED = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’](?=[aeiouyhàâéèêîô])/iu;

/** English words that are common in the other languages and say nothing against one. */
const FOREIGN_TOO = new Set("a an as at do i in is me my no not of on so was we".split(" "));

function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, " ").replace(/\S*[/\\_]\S*/g, " ");
}
