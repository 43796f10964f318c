/** Reports the values of `Authorization` and `Cookie` headers, and of a bare `Bearer ...`, from the start of the value. */
import type { Report } from "./finding.ts";
import { isPlaceholder, isSpecimen, isTokenLike, looksRandom } from "./secret-value.ts";

const CREDENTIAL = /[^\s"'`,;<>\\)(]{1,8192}/y;
const SCHEME =
  /(?:bearer|basic|token|api-?key|digest|apikey|api-token|negotiate|hmac|ssws|key)[ \t]+/iy;
const QUOTE = /\\{0,2}["'`]?[ \t]*/y;
const COOKIE_PAIR = /[ \t]*([\w!#$%&*+.^|~-]{1,100})=([^\s;"'`\\]{1,4096})(;|)/y;

export function reportAuthorization(text: string, from: number, report: Report): number {
  const quoted = from + lengthAt(QUOTE, text, from);
  const scheme = lengthAt(SCHEME, text, quoted);
  const start = quoted + scheme;
  const length = lengthAt(CREDENTIAL, text, start);
  const value = text.slice(start, start + length);
  const isSecret = scheme > 0 ? value.length >= 8 : value.length >= 16 && looksRandom(value);
  if (!isSecret || isPlaceholder(value) || isSpecimen(value) || isProse(value)) return start;
  report("authorization", start, start + length);
  return start + length;
}

export function reportBearer(text: string, from: number, report: Report): number {
  const length = lengthAt(CREDENTIAL, text, from);
  const value = text.slice(from, from + length);
  if (length < 16 || !isTokenLike(value, "bare", "token")) return from;
  report("authorization", from, from + length);
  return from + length;
}

/** Curl's short flag for a cookie; long flags are read as assignments. */
const COOKIE_FLAG = /[ \t]-b[ \t]{0,4}/g;
/** Maximum distance between the flag and the command before it. */
const COMMAND_REACH = 400;

export function findCookieFlags(text: string, report: Report): void {
  for (const { index, 0: flag } of text.matchAll(COOKIE_FLAG)) {
    const before = text.slice(Math.max(0, index - COMMAND_REACH), index);
    if (/\bcurl\b/.test(before)) reportCookies(text, index + flag.length, report);
  }
}

/** Reports values that could be a session; names stay. */
export function reportCookies(text: string, from: number, report: Report): number {
  let at = from + lengthAt(QUOTE, text, from);
  for (;;) {
    COOKIE_PAIR.lastIndex = at;
    const pair = COOKIE_PAIR.exec(text);
    if (pair === null) return at;
    const value = pair[2] ?? "";
    const end = at + pair[0].length - (pair[3]?.length ?? 0);
    if (isSessionValue(pair[1] ?? "", value)) report("cookie", end - value.length, end);
    at += pair[0].length;
    if (pair[3] === "") return at;
  }
}

function isSessionValue(name: string, value: string): boolean {
  if (/^(?:expires|path|domain|max-age|samesite)$/i.test(name) || isPlaceholder(value))
    return false;
  return value.length >= 12 && looksRandom(value);
}

function isProse(value: string): boolean {
  return /^[a-z]+$/.test(value) || /^[A-Z]?[a-z]+(?:[-_.][a-z]+)*$/.test(value);
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
