/**
 * Finds values assigned to names that indicate a secret: in code, JSON, YAML, environment files, connection strings, query
 * strings, XML, command flags and plain sentences ("the password is ...").
 *
 * From each telling word (hints.ts finds them), it reads the name around it, what joins it to a value, and the value itself.
 */
import { isCredentials, reportPasswordOfUser } from "./credentials.ts";
import type { Report } from "./finding.ts";
import { reportAuthorization, reportBearer, reportCookies } from "./header.ts";
import { type SecretKind, secretKindOf } from "./key-name.ts";
import {
  describesSecret,
  isPassphrase,
  isPasswordLike,
  isPlaceholder,
  isQuotedWord,
  isStatedSecret,
  isTokenLike,
  isTypedPassword,
  isWordSequence,
  looksRandom,
  type ValueForm,
} from "./secret-value.ts";

const SECRET_HINT =
  /pass|pwd|(?<![A-Za-z])pin(?![A-Za-z])|secret|token|key|auth|cred|bearer|cookie|sig(?:nature)?=|_pw\b|[_-]pat(?:\b|(?=_))|\bpw(?=[^\w./<-])|nnwort|htwoord|rase(?:ñ|n\u0303?)a|lave|nha|парол[ья]|密[码碼]|口令|パスワード|비밀번호/iy;
const NAME_CHARACTER = /[\w.-]/;
/** Maximum characters of a name; a longer name is data. */
const NAME_REACH = 80;

const CLOSE = String.raw`\\{0,3}["'\x60]?\]?\)?`;
const JOINTS = {
  /** `name: Type = value`, `name := value`, `"name" => value`. */
  assign: new RegExp(
    String.raw`${CLOSE}[ \t]{0,40}(?::?[ \t]?&?(?:'static[ \t])?[A-Za-z][\w<>[\]|.&?]{0,40}[ \t]{1,4}(?=[:?]?=))?(===?|!==?|=>|:=|\?=|\|\|=|=|[:：])[ \t]{0,40}`,
    "y",
  ),
  /** Matches `{name: "X_TOKEN", value: "..."}` and its XML and YAML forms. */
  pair: /\\{0,3}["']?,?\s{1,60}\\{0,3}["']?value\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}/iy,
  /** `set("name", "value")`. */
  argument: /\\{0,3}["'`],[ \t]{0,20}(?=\\{0,3}["'`])/y,
  element: />\s{0,60}/y,
  flag: /[ \t]{1,8}(?=[^-\s|&;])/y,
  sentence:
    /(?:[ \t]code)?[ \t]{1,4}(?:is|was|are|will be|ist|lautet|est|es|è|é|=)(?:[ \t](?:currently|now|still))?:?[ \t]{1,4}/iy,
  /** Matches "password for staging: ...", "the token of the bot is ...". */
  purpose:
    /[ \t]{1,4}(?:for|of|on|to|in|at|from)(?:[ \t]{1,2}[^\s:="'`,;(){}]{1,40}){1,5}?(?:[ \t]{0,2}[:=]|[ \t]{1,2}(?:is|was))[ \t]{1,4}/iy,
  /** Most of these scripts have no blanks between words. */
  elsewhere: /[ \t]{0,4}(?:[—–]|-(?=[ \t])|это|是|为|為|は|는|은)[：:]?[ \t]{0,4}/iy,
  literal: /[ \t]{1,4}(?=')/y,
} as const;

/** Next parameter of a query string, or next command; any other `&` is part of a password. */
const NEXT_VALUE = /&(?:&|amp;|[\w.%[\]-]{1,64}=|$)/;
const PLAIN_NAME =
  /^(?:password|passwort|kennwort|wachtwoord|contrase(?:ñ|n\u0303?)a|senha|mot de passe|passwd|passphrase|pwd|пароль)$/i;
/** French uses three words. */
const IN_THREE = /mot de $/i;
/** Names such as "the aws secret key", whose kind the word before decides. */
const GENERAL_NAME = /^(?:key|secret|token)$/i;
const WORD_BEFORE = /(?:^|[^\w.$-])([A-Za-z]{2,20})[ \t]$/;
const WORD_BEFORE_REACH = 24;
/** Words that do not qualify the name after them, or that declare it in code. */
const NO_OWNER =
  /^(?:an?|and|as|by|const|export|final|for|his|her|in|is|its|let|my|new|of|or|our|private|protected|public|readonly|static|string|that|the|their|this|to|use|using|val|var|with|your)$/i;
/** "clave" is a key of any kind. */
const ANY_KEY = /clave$/i;
/** A number with fewer digits may be a pin of a chip, one with more a date. */
const PIN = /^\d{4,6}$/;
const ASCII = /^[\x20-\x7e]*$/;
/** Characters with which these scripts continue after a value, without a blank. */
const GOES_ON = /[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/;
/** Matches `password: |` with the value on the next line (YAML). */
const BLOCK = /[|>][-+\d]{0,2}[ \t]{0,8}\r?\n[ \t]{1,40}/y;
/**
 * Matches `aws configure set NAME value`, `pulumi config set --secret NAME value`, `setx NAME value`, `set -gx NAME value`.
 */
const SETTER =
  /\b(?:config(?:ure)?[ :]set|setx|setenv|set[ \t]{1,4}-\w{1,4})[ \t]{1,4}(?:--?[\w-]{1,20}[ \t]{1,4}){0,3}(?:[\w./-]{0,60}[:/])?$/i;
const SETTER_REACH = 120;
const BLANK = /[ \t]{1,2}(?:to[ \t])?/y;
/** A typed password; a longer one is unlikely. */
const WORD = /[^\s"'`,;<>(){}[\]|\\]{8,64}(?![^\s,;"'`\\)\]}])/y;

const OPEN_QUOTE = /(?:[brfuBRFU@]{0,2}|\$)(\\{0,3})(["'`])/y;
const BARE = /[^\s"'`,;<>(){}[\]|\\]{1,8192}/y;
/** A value in a shell or in a file of variables, where these signs are ordinary characters. */
const BARE_ENV = /[^\s"'`;<>()|\\]{1,8192}/y;

/** Form in which Jenkins and Maven write encrypted values. */
const BRACED = /\{[A-Za-z0-9+/]{16,8192}={0,2}\}/y;

interface AssignmentSite {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly form: ValueForm;
}

/** Last run of bare characters that was scanned, and how many of its names got values. */
interface BareRun {
  start: number;
  end: number;
  asked: number;
}
/** Maximum names in a run. A query string has a few; a run with more is data, and checking each would waste time. */
const MOST_IN_RUN = 20;

/** Reports each secret value. `starts`: possible starts of a telling word, ascending. */
export function findAssignments(text: string, starts: readonly number[], report: Report): void {
  const bareRuns: BareRun = { start: 0, end: -1, asked: 0 };
  let from = 0;
  for (const at of starts) {
    if (at < from) continue;
    const hit = matchAt(SECRET_HINT, text, at);
    if (hit === null) continue;
    const start = wholeStart(text, nameStart(text, at));
    const end = nameEnd(text, at + hit[0].replace("=", "").length);
    const name = text.slice(start, end);
    const kind = GENERAL_NAME.test(name) ? generalKind(text, name, start) : secretKindOf(name);
    const next =
      kind === null ? end : readPlace(text, { name, start, end, kind }, bareRuns, report);
    from = Math.max(next, at + 3);
  }
}

/** Returns the kind by the word before the name, if that word is meaningful. */
function generalKind(text: string, name: string, start: number): SecretKind | null {
  const before = text.slice(Math.max(0, start - WORD_BEFORE_REACH), start);
  const owner = WORD_BEFORE.exec(before)?.[1] ?? "";
  const isOwner = owner !== "" && !NO_OWNER.test(owner);
  return secretKindOf(isOwner ? `${owner} ${name}` : name);
}

function readPlace(text: string, place: AssignmentSite, bareRuns: BareRun, report: Report): number {
  if (place.kind === "bearer") {
    const gap = /[ \t]{1,4}/y;
    gap.lastIndex = place.end;
    const found = gap.exec(text);
    return found === null ? place.end : reportBearer(text, place.end + found[0].length, report);
  }
  const found = valueStart(text, place);
  if (found === null) return place.end;
  const { from, isStated } = found;
  if (place.kind === "authorization") return reportAuthorization(text, from, report);
  if (place.kind === "cookie") return reportCookies(text, from, report);
  const passwordEnd = isCredentials(place.name) ? reportPasswordOfUser(text, from, report) : null;
  if (passwordEnd !== null) return passwordEnd;
  const value = readValue(text, from, place, bareRuns);
  if (value === null || !isSecret(text, place, value, isStated)) return place.end;
  report(
    place.kind === "password" || place.kind === "pin" ? "password" : "secret",
    value.start,
    value.end,
  );
  return value.end;
}

interface ValueStart {
  readonly from: number;
  /** Whether a sentence states the value: "is", "was". */
  readonly isStated: boolean;
}

/** Returns where the value begins, or null if nothing joins the name to a value. */
function valueStart(text: string, place: AssignmentSite): ValueStart | null {
  const assign = matchAt(JOINTS.assign, text, place.end);
  if (assign !== null) return beginning(assignedStart(text, place.end, assign));
  for (const joint of otherJoints(text, place)) {
    const match = matchAt(joint, text, place.end);
    if (match === null) continue;
    const isSentence = joint === JOINTS.sentence || joint === JOINTS.purpose;
    return { from: place.end + match[0].length, isStated: isSentence && !/[:=]/.test(match[0]) };
  }
  return beginning(besideStart(text, place));
}

function beginning(from: number | null): ValueStart | null {
  return from === null ? null : { from, isStated: false };
}

function assignedStart(text: string, at: number, assign: RegExpExecArray): number | null {
  const [whole, joint = ""] = assign;
  const joined = at + whole.length;
  const from = joined + (matchAt(BLOCK, text, joined)?.[0].length ?? 0);
  const isLiteral = /["'`]/.test(text.charAt(from));
  return /^[!=]==?$/.test(joint) && !isLiteral ? null : from;
}

function otherJoints(text: string, place: AssignmentSite): RegExp[] {
  const joints: RegExp[] = [JOINTS.pair, JOINTS.argument];
  if (text.charAt(place.start - 1) === "<") joints.push(JOINTS.element);
  if (place.name.startsWith("-") || isSet(text, place)) joints.push(JOINTS.flag);
  joints.push(JOINTS.sentence, JOINTS.purpose);
  if (!ASCII.test(place.name)) joints.push(JOINTS.elsewhere);
  if (place.kind === "password") {
    joints.push(JOINTS.literal);
    if (isNetrc(text, place)) joints.push(JOINTS.flag);
  }
  return joints;
}

function isSet(text: string, { start }: AssignmentSite): boolean {
  return SETTER.test(text.slice(Math.max(0, start - SETTER_REACH), start));
}

/**
 * Returns the start of a value that only a blank separates, as in "log in with password Tr0ub4dor&3"; then only text that
 * cannot be a word counts as a value.
 */
function besideStart(text: string, { name, end }: AssignmentSite): number | null {
  const isGeneral = GENERAL_NAME.test(name);
  if (!isGeneral && !PLAIN_NAME.test(name)) return null;
  const gap = matchAt(BLANK, text, end);
  if (gap === null) return null;
  const from = end + gap[0].length;
  const word = matchAt(WORD, text, from)?.[0].replace(/[.,:;!?]+$/, "") ?? "";
  const isValue = isGeneral ? isTokenLike(word, "bare", "key") : isTypedPassword(word);
  return isValue ? from : null;
}

function isNetrc(text: string, place: AssignmentSite): boolean {
  return (
    place.name === "password" &&
    /\blogin\s+\S+\s+$/.test(text.slice(Math.max(0, place.start - 120), place.start))
  );
}

function readValue(
  text: string,
  from: number,
  place: AssignmentSite,
  bareRuns: BareRun,
): Value | null {
  const open = matchAt(OPEN_QUOTE, text, from);
  const opened = from + (open?.[0].length ?? 0);
  const braced = matchAt(BRACED, text, opened)?.[0].length ?? 0;
  if (braced > 0 && (open !== null || text.charAt(place.start - 1) === "<"))
    return { start: opened + 1, end: opened + braced - 1, form: "quoted" };
  if (open !== null) return readQuoted(text, opened, open[1] ?? "", open[2] ?? '"');
  const end = bareEnd(text, from, bareRuns);
  const isCallOrMember = text.charAt(end) === "(" || text.startsWith("->", end - 1);
  if (end <= from || isCallOrMember) return null;
  const form = bareForm(text, place);
  const rest = form === "env" ? (matchAt(BARE_ENV, text, end)?.[0].length ?? 0) : 0;
  const goesOn = ASCII.test(place.name) ? -1 : text.slice(from, end + rest).search(GOES_ON);
  return trimBare(text, { start: from, end: goesOn < 0 ? end + rest : from + goesOn, form });
}

/**
 * Reads to the closing quote of the same kind and escaping on the same line. If the text was cut before it, reads as far as a
 * bare value would reach.
 */
function readQuoted(text: string, start: number, slashes: string, quote: string): Value | null {
  for (let end = start; end < text.length; end++) {
    const char = text.charAt(end);
    if (char === "\n") break;
    if (char === "\\" && slashes === "") end++;
    else if (char === quote) return { start, end: end - slashes.length, form: "quoted" };
  }
  const length = matchAt(BARE, text, start)?.[0].length ?? 0;
  return length === 0 ? null : { start, end: start + length, form: "bare" };
}

/** Remembers the end of the run, so that a run full of telling words is scanned once. */
function bareEnd(text: string, from: number, runs: BareRun): number {
  if (from >= runs.start && from < runs.end) {
    runs.asked++;
    return runs.asked > MOST_IN_RUN ? from : runs.end;
  }
  const length = matchAt(BARE, text, from)?.[0].length ?? 0;
  runs.start = from;
  runs.end = from + length;
  runs.asked = 1;
  return runs.end;
}

function bareForm(text: string, place: AssignmentSite): ValueForm {
  if (place.name.startsWith("-")) return "flag";
  // `openssl -passin pass:value`: the value can only be a password.
  if (/-pass(?:in|out)?[ \t]$/.test(text.slice(Math.max(0, place.start - 10), place.start)))
    return "env";
  return isVariable(text, place) ? "env" : "bare";
}

/** Returns whether the line sets a variable, in a shell or a file of variables. */
function isVariable(text: string, place: AssignmentSite): boolean {
  if (!/^[A-Z][A-Z0-9_]*$/.test(place.name) || text.charAt(place.end) !== "=") return false;
  // Searches only a short stretch: a long line must not be scanned once for every name in it.
  const near = text.slice(Math.max(0, place.start - 40), place.start);
  const isNear = near.length < 40 || near.includes("\n");
  const lead = isNear ? near.slice(near.lastIndexOf("\n") + 1) : "x";
  return /^\s*(?:export\s+|set\s+|-e\s+|ENV\s+|- )?$/.test(lead);
}

/** Shortens a bare value: a query string's value ends at the next parameter, a sentence's before its full stop. */
function trimBare(text: string, value: Value): Value {
  let end = value.end;
  const ampersand = text.slice(value.start, Math.min(end, value.start + 256)).search(NEXT_VALUE);
  if (ampersand > 0) end = value.start + ampersand;
  while (
    end > value.start &&
    /[.,:!?]/.test(text.charAt(end - 1)) &&
    /\s|$/.test(text.charAt(end))
  ) {
    end--;
  }
  return { ...value, end };
}

function isSecret(text: string, place: AssignmentSite, value: Value, isStated: boolean): boolean {
  const content = text.slice(value.start, value.end);
  if (isStated && value.form === "bare" && describesSecret(content)) return false;
  switch (place.kind) {
    case "signature":
      return (
        /[?&;]/.test(text.charAt(place.start - 1)) && content.length >= 32 && looksRandom(content)
      );
    case "password":
      return isPassword(text, place, value, isStated);
    case "pin":
      return PIN.test(content);
    case "token":
      return isToken(place, value, content) || (isStated && isStatedSecret(content));
    default:
      return isTokenLike(content, value.form, "key");
  }
}

function isPassword(text: string, place: AssignmentSite, value: Value, isStated: boolean): boolean {
  const content = text.slice(value.start, value.end);
  if (/passcode$/i.test(place.name) && PIN.test(content)) return true;
  if (ANY_KEY.test(place.name)) return isTypedPassword(content);
  const isQuoted = value.form === "quoted";
  if (isQuoted && isPassphrase(content))
    return isVariable(text, place) || isWordSequence(content, /phrase/i.test(place.name) ? 3 : 4);
  if (isQuoted && isStated && isQuotedWord(content)) return true;
  return isPasswordLike(content, value.form) || isTokenLike(content, value.form, "token");
}

function isToken(place: AssignmentSite, value: Value, content: string): boolean {
  // "pat" may also mean a pattern.
  if (/pat$/i.test(place.name) && !/^[\w-]{20,}$/.test(content)) return false;
  return isTokenLike(content, value.form, "token") || isOddSecret(place, value, content);
}

/**
 * Returns whether it is an AWS secret of fixed length, or a value such as `CLIENT_SECRET=Tr0ub4dor&3`, which is too short for
 * a token but is no code either.
 */
function isOddSecret(place: AssignmentSite, value: Value, content: string): boolean {
  if (/secret_?access_?key$/i.test(place.name) && /^[A-Za-z0-9+/]{40}$/.test(content)) {
    return !isPlaceholder(content);
  }
  return (
    value.form === "env" &&
    /secret$/i.test(place.name) &&
    !isPlaceholder(content) &&
    isPasswordLike(content, "env")
  );
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < NAME_REACH && NAME_CHARACTER.test(text.charAt(start - 1)))
    start--;
  return start;
}

function wholeStart(text: string, start: number): number {
  const isLast = /^passe\b/i.test(text.slice(start, start + 6));
  return isLast && IN_THREE.test(text.slice(Math.max(0, start - 7), start)) ? start - 7 : start;
}

function nameEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < NAME_REACH && NAME_CHARACTER.test(text.charAt(end))) end++;
  // A full stop that ends a sentence also ends the name.
  while (end > at && /[.-]/.test(text.charAt(end - 1))) end--;
  return end;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
