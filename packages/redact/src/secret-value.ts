/**
 * Decides by shape alone whether a value could be a secret, or is a word, a reference, a placeholder. A random string changes
 * between letters, digits and cases every two or three characters; words do not.
 */

const SHAPE = {
  /** Maximum characters that are checked. */
  sampleLength: 200,
  /** Minimum characters of a token. */
  tokenLength: 12,
  /** Minimum characters of a key with a weak name. */
  weakKeyLength: 20,
  /** Minimum characters of a password. */
  passwordLength: 6,
  /** Minimum characters of a secret in a sentence. */
  statedLength: 8,
  /** Characters per run, below which a text looks random. */
  randomRun: 3.4,
  /** Share of letters and digits in pronounceable runs, from which a text looks like words. */
  spokenShare: 0.55,
  /** Share of letters and digits in unpronounceable runs, from which an unchanging text may be random. */
  unspokenShare: 0.4,
  /** Bits per character of a short token. */
  shortEntropy: 2.7,
  /** Bits per character of a long token. */
  longEntropy: 3,
} as const;

/** Form of the value in the text; a bare word in code is more often a name than a secret. */
export type ValueForm = "quoted" | "bare" | "env" | "flag";

const VARIABLE =
  /^(?:\$\w+|\$env:\w+|%\w+%|@\w+|:\w+|\^\w+\^)$|\$[{(]|\{\{|#\{|<%|^<[^<>]*>?$|^\[[^\]]*\]?$|^\{[^}]*\}?$|^`/;
const REFERENCE =
  /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|env[.([:]|System\.getenv|secrets?[./:]|vault:|op:\/\/|arn:|ssm:|keyring:|file:|data:|projects\/|config\.|settings\.|self\.|this\.|args?\.|opts?\.|options\.|params\.|props\.|req\.|request\.|ctx\.|ref\+|!ref|valuefrom)/i;
const STAND_IN =
  /change[-_]?(?:me|this|it)|placeholder|example|sample|dummy|fake|mock|redacted|removed|hidden|masked|insert|replace|todo|fixme|your[-_]?|^my[-_]|xxxx|\.\.\.|…|\*\*\*|not[-_]a[-_]|goes[-_]?here|[-_]here$|foo[-_]?bar|lorem|swordfish|correct-?horse/i;
const COMMON =
  /^(?:test(?:ing|er)?|foo|bar|baz|demo|user(?:name)?|admin|root|guest|pass(?:word|wd|phrase)?|pwd|pw|secret|token|api[-_]?key|key|login|string|text|str|none|null|nil|undefined|true|false|default|postgres|mysql|redis|mongo|rabbitmq|docker|minio(?:admin)?|elastic|value|required|optional|hidden|abc|qwerty|letmein|welcome|bearer|basic)[-_]?\d{0,6}!?$/i;
const SEQUENCE = /abcdefghijk|0123456789|1234567890|9876543210|^(.{1,4})\1{3,}$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PATH = /^(?:\.{0,2}[/\\]|~[/\\]|[A-Za-z]:[\\/]|[A-Za-z][\w+.-]*:\/\/)/;
/** Name of a Go test after "--- PASS:". */
const TEST_NAME = /^Test[A-Z_]\w*\//;
const KEYWORD_NAME = /^[A-Za-z_]\w*$/;
const MEMBER = /^[A-Za-z_$][\w$]{0,30}(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]{0,30})+$/;

/** Returns whether the value is a variable, a reference to a vault or an environment, or a documentation placeholder. */
export function isPlaceholder(value: string): boolean {
  const head = value.slice(0, SHAPE.sampleLength);
  return VARIABLE.test(head) || REFERENCE.test(head) || STAND_IN.test(head) || COMMON.test(head);
}

/** Returns whether a token of a provider's format only shows the format. */
export function isSpecimen(body: string): boolean {
  const head = body.slice(0, SHAPE.sampleLength);
  return isStandIn(body) || /abcdefghijk|0123456789|12345678901/i.test(head);
}

/** Returns whether the value is obviously a stand-in: a word, `xxxxxx`, dots, or a few characters repeated. */
export function isStandIn(body: string): boolean {
  const head = body.slice(0, SHAPE.sampleLength);
  if (/EXAMPLE|x{6}|\.{3}|\*{3}|your[-_]|[-_]here\b/i.test(head) && !/Example\d/.test(head)) {
    return true;
  }
  return distinct(head) < 6;
}

function isUuid(value: string): boolean {
  return UUID.test(value);
}

/**
 * Returns true for strings that are unlikely as a name: many short runs of one character class and few pronounceable runs.
 */
export function looksRandom(value: string): boolean {
  const head = value.slice(0, SHAPE.sampleLength);
  const shape = shapeOf(head);
  if (shape.counted < 8) return false;
  // A name does not have digits in three places of one unbroken word.
  if (shape.digitRuns >= 3 && shape.counted === head.length && head.length >= 16) return true;
  if (shape.digits === 0 && !(shape.lower > 0 && shape.upper > 0)) return false;
  if (shape.spoken / shape.counted >= SHAPE.spokenShare) return false;
  const isChanging = shape.counted / shape.runs < SHAPE.randomRun;
  if (!isChanging && shape.unspoken / shape.counted < SHAPE.unspokenShare) return false;
  return entropy(head) >= (head.length < 20 ? SHAPE.shortEntropy : SHAPE.longEntropy);
}

/** Returns whether the value is a token or an API key: random, long enough, not a name. */
export function isTokenLike(value: string, form: ValueForm, kind: "token" | "key"): boolean {
  const minimum = kind === "key" ? SHAPE.weakKeyLength : SHAPE.tokenLength;
  if (value.length < minimum || /\s/.test(value.slice(0, SHAPE.sampleLength))) return false;
  if (isPlaceholder(value) || isSequence(value)) return false;
  if (PATH.test(value) && !/^\/[\w+/]{30,}=*$/.test(value)) return false;
  if (isUuid(value)) return kind === "token";
  if (/^\d+$/.test(value)) {
    return kind === "token" && form !== "bare" && value.length >= 15 && distinct(value) >= 5;
  }
  if (form === "bare" && (MEMBER.test(value) || isNumber(value))) return false;
  if (namesASecret(value) && /(?:token|key|secret|password|auth|credentials?)\d?$/i.test(value))
    return false;
  return looksRandom(value);
}

/**
 * Returns whether the value is a typed password: shorter, but with something that a plain word or a field's name does not
 * have.
 */
export function isPasswordLike(value: string, form: ValueForm): boolean {
  if (value.length < SHAPE.passwordLength || value.length > 512 || /\s/.test(value)) {
    return false;
  }
  if (isPlaceholder(value) || PATH.test(value) || TEST_NAME.test(value)) return false;
  if (/^(.)\1*$/.test(value)) return false;
  if (form !== "quoted" && MEMBER.test(value)) return false;
  if (namesASecret(value) || isNumber(value)) return false;
  if (form === "bare" && /^[!&*~+-]/.test(value)) return false;
  return hasMixture(value) || (isPlainLetters(value) && form === "env" && value.length >= 8);
}

/**
 * Returns whether the value consists of words with blanks between them, is no sentence about passwords, and is not assembled
 * by a shell.
 */
export function isPassphrase(value: string): boolean {
  const words = value.split(" ");
  if (value.length < SHAPE.passwordLength || value.length > 200 || words.length < 2) return false;
  if (isPlaceholder(value) || /[$`{}\n]|pass|pwd|secret|\b(?:enter|type|test|set)\b/i.test(value))
    return false;
  return words.every((word) => word !== "") && /\p{L}{2}/u.test(value);
}

/** Returns whether the value is at most eight plain words that form no sentence: a passphrase from a word list. */
export function isWordSequence(value: string, fewestWords: number): boolean {
  const words = value.split(" ");
  return (
    words.length >= fewestWords &&
    words.length <= 8 &&
    words.every((word) => /^[a-z]{3,12}$/.test(word) && !FUNCTION_WORD.test(word))
  );
}

/** Returns whether a quoted word that a sentence states as a password may be one; a property such as "expired" is none. */
export function isQuotedWord(value: string): boolean {
  return (
    /^[a-z]{6,64}$/i.test(value) &&
    !isPlaceholder(value) &&
    !namesASecret(value) &&
    !/(?:[ai]ble|ed|ent|ing|ive|ly|ure)$/i.test(value) &&
    !/^(?:cannot|correct|incorrect|invalid|missing|strong|too|unknown|unset)$/i.test(value)
  );
}

const FUNCTION_WORD =
  /^(?:and|are|can|cannot|for|from|has|invalid|may|missing|must|not|optional|required|should|that|the|this|use|used|using|was|when|which|will|with|you|your)$/;

/** `MAX_LENGTH_72`, `aes-256-gcm`: a constant, or how a password is stored. */
const CONSTANT = /^[A-Z\d]+(?:[-_][A-Z\d]+)*$/;
const KEPT_BY = /^(?:argon2|bcrypt|pbkdf2|scrypt|(?:aes|base|hmac|md|rsa|sha)[-_]?\d)/i;

/**
 * Returns whether the value alone looks like a password: letters with digits and signs among them, or random; no address, no
 * path.
 */
export function isTypedPassword(value: string): boolean {
  if (!isPasswordLike(value, "bare") || CONSTANT.test(value) || KEPT_BY.test(value)) return false;
  if (/[\w-]@[\w-]+\.|[/\\=%:]/.test(value)) return false;
  const hasAll = /[A-Za-z]/.test(value) && /\d/.test(value) && /[!@#$^&*+~?]/.test(value);
  return hasAll || hasDigitsInWord(value) || looksRandom(value);
}

/** Returns whether a value that a sentence states is a secret: no name and no word has digits where it has them. */
export function isStatedSecret(value: string): boolean {
  if (value.length < SHAPE.statedLength || value.length > SHAPE.sampleLength) return false;
  if (!/^[\w!@#$^&*+~?-]+$/.test(value) || isPlaceholder(value) || isUuid(value)) return false;
  return hasDigitsInWord(value) || looksRandom(value);
}

/** Returns whether the value says how a secret is made or how long it is: `sha256`, `PBKDF2-derived`, `12-character`. */
export function describesSecret(value: string): boolean {
  return KEPT_BY.test(value) || LENGTH.test(value) || TECHNIQUE.test(segments(value)[0] ?? "");
}

const LENGTH = /^\d+-?(?:bit|byte|char|day|digit|hour|letter|min|month|sec|word|year)/i;
/** Terms with digits that occur in names. */
const TECHNIQUE =
  /^(?:ec2|ed25519|k8s|oauth[12]?|s3|utf\d+(?:mb\d)?|v\d+|x509|(?:var)?char\d+|u?int\d+)$/i;

/** Returns the words of a name: "OAuth2-issued" has two, "newPassword2" too. */
function segments(value: string): string[] {
  return value.split(/[^A-Za-z\d]|(?<=[a-z\d])(?=[A-Z])/);
}

/** Returns whether digits are between the letters of one long word, or at least three digits end it. */
function hasDigitsInWord(value: string): boolean {
  return segments(value).some(
    (word) =>
      word.length >= SHAPE.passwordLength &&
      !KEPT_BY.test(word) &&
      !TECHNIQUE.test(word) &&
      /[A-Za-z]\d+[A-Za-z]|[A-Za-z]{3}\d{3}$/.test(word),
  );
}

/** Returns whether the value names a secret, such as `newPassword2` or `user-token`. */
function namesASecret(value: string): boolean {
  return (
    /pass|pwd|secret|token|key|auth|cred/i.test(value) &&
    (KEYWORD_NAME.test(value) || /^[A-Za-z]+(?:[-_.][A-Za-z]+)+\d?$/.test(value)) &&
    !hasDigitsInWord(value)
  );
}

function isNumber(value: string): boolean {
  return value.length < 12 && /^[+-]?(?:0x[\da-f]+|\d[\d_]*\.\d+|\d+(?:\.\d+)*%?)$/i.test(value);
}

function hasMixture(value: string): boolean {
  const hasLetter = /[A-Za-z\u0080-\uffff]/.test(value);
  if (/[!@#$%^&*+~?]/.test(value)) return hasLetter || /\d/.test(value);
  if (hasLetter) return /\d/.test(value) || looksRandom(value);
  return /^\d{8,}$/.test(value) && distinct(value) >= 5 && !isSequence(value);
}

/** Returns whether the value is an alphabet, a count, or mostly one repeated character. */
function isSequence(value: string): boolean {
  const head = value.slice(0, SHAPE.sampleLength);
  return SEQUENCE.test(head) || head.replace(/(.)\1{7,}/g, "").length < head.length / 2;
}

function isPlainLetters(value: string): boolean {
  return /^[A-Za-z]+$/.test(value);
}

function distinct(text: string): number {
  return new Set(text).size;
}

/** Returns the Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

interface Shape {
  /** Number of letters and digits. */
  readonly counted: number;
  readonly runs: number;
  readonly digits: number;
  readonly digitRuns: number;
  readonly lower: number;
  readonly upper: number;
  /** Number of letters in runs that could be a word. */
  readonly spoken: number;
  /** Number of letters in unpronounceable runs that are too long for an abbreviation. */
  readonly unspoken: number;
}

const RUN = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

function shapeOf(text: string): Shape {
  const shape = {
    counted: 0,
    runs: 0,
    digits: 0,
    digitRuns: 0,
    lower: 0,
    upper: 0,
    spoken: 0,
    unspoken: 0,
  };
  for (const [run] of text.matchAll(RUN)) {
    shape.runs++;
    shape.counted += run.length;
    const last = run.charCodeAt(run.length - 1);
    if (last < 58) {
      shape.digits += run.length;
      shape.digitRuns++;
    } else if (last < 91) shape.upper += run.length;
    else shape.lower += run.length;
    if (run.charCodeAt(0) < 91 && last >= 97) shape.upper++;
    if (run.length < 4 || last < 58) continue;
    if (isSpoken(run)) shape.spoken += run.length;
    else shape.unspoken += run.length;
  }
  return shape;
}

function isSpoken(run: string): boolean {
  return (
    /[aeiouy]/i.test(run) &&
    !/[bcdfghjklmnpqrstvwxz]{5}|[aeiou]{4}|[jq][bcdfghjklmnpqrstvwxz]|[bcdfghjkmpqvwxz][jqz]|[bcdfghkmpvw]x/i.test(
      run,
    )
  );
}
