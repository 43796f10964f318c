/** Decides whether a turn needs memory at all. Slash commands, greetings and one-word answers cost nothing. */

export type Turn = "none" | "soft";

const MIN_CHARS = 12;
/** Matches tasks of one or two words, for which memories about this project's practice are relevant. */
const DEED =
  /^(?:(?:ok(?:ay)?|please|now|then|and)[,\s]+)*(?:git )?(?:commit|push|merge|rebase|release|publish|deploy|tag|build|lint)\b/i;

/** Matches a host's question after long work, which becomes the prompt when the user agrees. */
const CONTINUES = /^continue:\s*"?continue to iterate\??"?$/i;

export function classifyTurn(prompt: string): Turn {
  const text = prompt.trim().replace(/^@\S+\s+/, "");
  if (text.startsWith("/") || text.startsWith("!")) return "none";
  if (DEED.test(text)) return "soft";
  return text.length < MIN_CHARS || CONTINUES.test(text) || isSmallTalk(text) ? "none" : "soft";
}

const WORDS = new Set(
  `a ah all alright again and are awesome back bye can cheers ciao continue cool cu dank danke day doing done evening everyone
  excellent fine for friday go goes going good goodbye goodnight great guten hallo have haha hear hello help here hey hi how
  howdy i is it job k later lgtm lol looks lovely me moin monday morgen morning much nice night no nope now of ok okay on ping please
  proceed perfect retry servus so sorry stop sunday super sure tag team test testing thank thanks that there thursday thx to
  today tomorrow tschüss tuesday try up very und vielen wednesday weekend welcome well what whats work works wow yeah yep yes yo you
  your afternoon abend bitte ahead next saturday see sounds makes sense got lets let us move agreed exactly right correct fair
  enough problem worries understood wonderful fantastic brilliant keep going ready
  claude codex copilot gemini greetings dir zusammen bonjour bonsoir salut coucou merci beaucoup tout le monde hola buenos buenas
  días dias tardes noches gracias buongiorno buonasera grazie olá ola oi bom boa dia tarde noite obrigado obrigada hoi goedemorgen
  hej tack cześć dzień dobry 你好 こんにちは`.split(/\s+/),
);
const MAX_WORDS = 8;
/**
 * The words alone could begin a task ("test", "retry the job"), so a text must also contain one of these or be a single short
 * word.
 */
const SOCIAL =
  /(?<!\p{L})(?:hi|hello|hey|howdy|greetings|moin|hallo|servus|bonjour|bonsoir|salut|coucou|merci|hola|buen[oa]s (?:d[ií]as|tardes|noches)|gracias|buongiorno|buonasera|grazie|ol[aá]|oi|bom dia|boa (?:tarde|noite)|obrigad[oa]|hoi|goedemorgen|hej|tack|cześć|dzień dobry|你好|こんにちは|yo|good (?:morning|afternoon|evening|night|day)|guten (?:morgen|tag|abend)|thanks?|thank you|thx|danke|cheers|bye|goodbye|tschüss|ciao|see you|welcome|how are you|what'?s up|can you (?:hear|help) me|(?:great|good|nice|excellent) (?:job|work)|lgtm|lol|haha|awesome|perfect|great|cool|nice|super|ok(?:ay)?|y(?:es|ep|eah)|no(?:pe)?|sure|alright|go (?:on|ahead)|continue|proceed|next|done|stop|(?:try )?again|retry|sounds good|makes sense|got it|let'?s (?:go|move on)|move on|agreed|exactly|fair enough|no (?:problem|worries)|understood|wonderful|fantastic|brilliant|keep going)(?!\p{L})/iu;

/**
 * Whether a text is only a greeting, thanks, an assent or a farewell. It asks for nothing, so nothing is searched.
 */
export function isSmallTalk(text: string): boolean {
  const found =
    text
      .slice(0, 200)
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/\p{L}+/gu) ?? [];
  return found.length <= MAX_WORDS && found.every((word) => WORDS.has(word)) && SOCIAL.test(text);
}
