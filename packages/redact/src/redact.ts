/**
 * Replaces what must not be stored by `[redacted:rule]` before anything is written: private spans, values of the
 * environment's own secrets, keys in armour, tokens by their format, credentials in URLs, and values assigned to names that
 * indicate a secret.
 *
 * Every step is linear in the text. The redacted text is searched again until nothing new is found, so redacting twice gives
 * the same result as once.
 */
import { findAssignments } from "./assignment.ts";
import { findCommandSecrets } from "./command-line.ts";
import {
  type Finding,
  mergeFindings,
  placeholder,
  type Report,
  replaceFindings,
  toInputOffsets,
  withoutPlaceholders,
} from "./finding.ts";
import { findCookieFlags } from "./header.ts";
import { hintsIn } from "./hints.ts";
import { secretKindOf } from "./key-name.ts";
import { secretsInLabel } from "./label.ts";
import { findListedSecrets } from "./listed-secrets.ts";
import { findPrivateKeys } from "./private-key.ts";
import { findPrivateSpans } from "./private-span.ts";
import { isPasswordLike, isPlaceholder, isTokenLike } from "./secret-value.ts";
import { findStructuredTokens } from "./tokens/structured-tokens.ts";
import { findTokens } from "./tokens/token-scan.ts";
import { findUrlCredentials } from "./url-credentials.ts";

export interface RedactOptions {
  /** Literal values to replace wherever they occur; see `secretValuesOf`. */
  readonly secretValues?: readonly string[];
  /** Literal values that other fields of the same input showed to be secrets. */
  readonly repeatedValues?: readonly string[];
  /** Patterns that a user added; see `compileOwnPattern`. */
  readonly patterns?: readonly RegExp[];
}

export interface Redaction {
  readonly text: string;
  /** Ascending, disjoint, with offsets into the text before redaction. */
  readonly findings: readonly Finding[];
}

/** Maximum rounds. Text nested inside replaced text is found in a second round; more rounds only occur in made-up input. */
const MOST_ROUNDS = 8;
const DEEPEST = 200;

export function redact(text: string, options: RedactOptions = {}): Redaction {
  let findings: Finding[] = [];
  let current = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = search(current, options);
    if (found.length === 0) break;
    findings = mergeFindings([...findings, ...toInputOffsets(found, findings)]);
    current = replaceFindings(text, findings);
  }
  return { text: current, findings };
}

/**
 * Redacts every string in a JSON-like value, complete strings under keys such as `password`, and what looks random under
 * `tags` and `triggers`. Keys, numbers and the shape stay; what is nested too deep to be data is cut.
 */
export function redactDeep(
  value: unknown,
  options: RedactOptions = {},
): { value: unknown; findings: number } {
  const walk: Walk = { options, seen: new Map(), findings: 0, secrets: new Set() };
  return { value: redactValue(value, null, 0, walk), findings: walk.findings };
}

/** Like `redactDeep`, for fields of one input: a secret found in one of them is redacted in all of them. */
export function redactTogether(value: unknown, options: RedactOptions = {}): unknown {
  const walk: Walk = { options, seen: new Map(), findings: 0, secrets: new Set() };
  const redacted = redactValue(value, null, 0, walk);
  if (walk.secrets.size === 0) return redacted;
  return redactDeep(redacted, { ...options, repeatedValues: [...walk.secrets] }).value;
}

/** Fewer words beside a secret only say whose it is: "the admin password is …". */
const LEAST_WORDS = 2;

/** Returns whether no useful text remains: placeholders, the names they belong to, and too few words to state anything. */
export function isEntirelySecret(redaction: Redaction): boolean {
  if (redaction.findings.length === 0) return false;
  const left = withoutPlaceholders(
    redaction.text.replace(
      /[\w.-]{1,80}["'\]]{0,2}\s{0,8}[:=]{1,2}\s{0,8}["'`]?(?=\[redacted:)/g,
      " ",
    ),
  );
  const filler =
    /\b(?:export|set|const|let|var|my|the|is|are|was|a|an|this|here|our|use|for|of|on|in|to|at|and|password|token|secret|key|api|bearer|basic|authorization|private)\b/gi;
  // Some scripts write no blanks between words.
  const words = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]{2,}/gu;
  return (left.replace(filler, " ").match(words)?.length ?? 0) < LEAST_WORDS;
}

function search(text: string, options: RedactOptions): Finding[] {
  const found: Finding[] = [];
  const report: Report = (rule, start, end) => {
    if (end > start) found.push({ rule, start, end });
  };
  const hints = hintsIn(text);
  if (hints.hasTag) findPrivateSpans(text, report);
  findValues(text, options.secretValues ?? [], "environment", report);
  findValues(text, options.repeatedValues ?? [], "repeated", report);
  for (const pattern of options.patterns ?? [])
    for (const { index, 0: found } of text.matchAll(pattern))
      report("own-pattern", index, index + found.length);
  findPrivateKeys(text, report);
  findTokens(text, hints.tokens, report);
  findStructuredTokens(text, hints, report);
  findUrlCredentials(text, report);
  findAssignments(text, hints.secretHints, report);
  findCommandSecrets(text, hints, report);
  if (hints.hasCookieFlag) findCookieFlags(text, report);
  findListedSecrets(text, hints, report);
  if (found.length === 0) return found;
  return mergeFindings(found).filter((finding) => !isOwnMark(text, finding));
}

/** Returns whether a finding is inside a mark that redaction left; it would be replaced for ever. */
function isOwnMark(text: string, { start, end }: Finding): boolean {
  const from = Math.max(0, start - 60);
  const before = /\[(?:r(?:e(?:d(?:a(?:c(?:t(?:e(?:d(?::[a-z0-9-]*)?)?)?)?)?)?)?)?)?$/.exec(
    text.slice(from, start),
  );
  const markStart = before === null ? start : from + before.index;
  const mark = /^\[redacted:[a-z0-9-]{1,40}\]/.exec(text.slice(markStart, markStart + 60));
  return mark !== null && markStart + mark[0].length >= end;
}

function findValues(text: string, values: readonly string[], rule: string, report: Report): void {
  if (values.length === 0) return;
  for (const form of formsOf(values)) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
      report(rule, at, at + form.length);
    }
  }
}

const FORMS = new WeakMap<readonly string[], readonly string[]>();

/** Returns the values unchanged, escaped and encoded. Cached for a list, which must not change. */
function formsOf(values: readonly string[]): readonly string[] {
  const cached = FORMS.get(values);
  if (cached !== undefined) return cached;
  const forms = values
    .filter((value) => value.length >= 8)
    .flatMap((value) => [...new Set([value, JSON.stringify(value).slice(1, -1), encoded(value)])]);
  FORMS.set(values, forms);
  return forms;
}

function encoded(value: string): string {
  // A lone surrogate has no percent encoding, so an encoded form cannot occur in a text.
  return value.isWellFormed() ? encodeURIComponent(value) : value;
}

interface Walk {
  readonly options: RedactOptions;
  /** Copies by identity, so that a value that occurs twice, or inside itself, is processed once. */
  readonly seen: Map<object, unknown>;
  findings: number;
  /** Secrets that were redacted. */
  readonly secrets: Set<string>;
}

function redactValue(value: unknown, key: string | null, depth: number, walk: Walk): unknown {
  if (typeof value === "string") return redactString(value, key, walk);
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  if (depth >= DEEPEST) return placeholder("too-deep");
  const cached = walk.seen.get(value);
  if (cached !== undefined) return cached;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    walk.seen.set(value, copy);
    for (const item of value) copy.push(redactValue(item, key, depth + 1, walk));
    return copy;
  }
  const copy: Record<string, unknown> = {};
  walk.seen.set(value, copy);
  for (const [name, item] of Object.entries(value)) {
    const value = redactValue(item, name, depth + 1, walk);
    // Defined only here, because it is slower than an assignment: "__proto__" is an ordinary key.
    if (name === "__proto__")
      Object.defineProperty(copy, name, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    else copy[name] = value;
  }
  return copy;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function redactString(text: string, key: string | null, walk: Walk): string {
  if (key !== null && isSecretField(key, text)) {
    walk.findings++;
    walk.secrets.add(text);
    return placeholder("secret-field");
  }
  if (text.length < SHORTEST && (walk.options.patterns ?? []).length === 0) return text;
  const redaction = redact(text, walk.options);
  walk.findings += redaction.findings.length;
  for (const { start, end } of redaction.findings) walk.secrets.add(text.slice(start, end));
  return key !== null && LABELS.has(key) ? redactLabel(redaction.text, walk) : redaction.text;
}

function redactLabel(label: string, walk: Walk): string {
  const found = secretsInLabel(label).map((span) => ({ ...span, rule: "opaque-label" }));
  walk.findings += found.length;
  for (const { start, end } of found) walk.secrets.add(label.slice(start, end));
  return replaceFindings(label, mergeFindings(found));
}

const LABELS: ReadonlySet<string> = new Set(["tags", "addTags", "triggers"]);

/** Minimum characters of a text worth searching; the shortest secret has as many: `pin=` and four digits. */
const SHORTEST = 8;

function isSecretField(key: string, value: string): boolean {
  const kind = secretKindOf(key);
  if (kind === null || isPlaceholder(value)) return false;
  if (kind === "password")
    return isPasswordLike(value, "env") || isTokenLike(value, "env", "token");
  if (kind === "authorization") return /^(?:\w+\s+)?[^\s]{12,}$/.test(value);
  if (kind === "token") return isTokenLike(value, "env", "token");
  return kind === "key" && isTokenLike(value, "quoted", "key");
}
