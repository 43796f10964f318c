/**
 * Finds private keys in armour (PKCS#1, PKCS#8, EC, OPENSSH, PGP), complete or cut at either end, with real line breaks or
 * with `\n` written out as in JSON.
 */
import type { Report } from "./finding.ts";
import { runEnd } from "./run-end.ts";

const MARK = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Text between the lines of a key: line breaks, written-out ones, quotes, diff marks, indentation. */
const BETWEEN = /(?:\\[nrt]|[\s"'`+>|,\\]){1,8192}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\n\\]{0,100}/y;
const LINE = /(?:[A-Za-z0-9+/=]|\\\/){1,8192}/y;
/** Minimum characters. An Ed25519 key in PKCS#8 has 64 characters of base64; a shorter body is an example. */
const SHORTEST_BODY = 40;
const SHORTEST_LINE = 16;

interface Mark {
  readonly isBegin: boolean;
  readonly start: number;
  readonly end: number;
}

export function findPrivateKeys(text: string, report: Report): void {
  if (!text.includes("PRIVATE KEY")) return;
  const marks: Mark[] = [...text.matchAll(MARK)].map((match) => ({
    isBegin: match[1] === "BEGIN",
    start: match.index,
    end: match.index + match[0].length,
  }));
  for (const [i, mark] of marks.entries()) {
    const previous = marks[i - 1];
    const next = marks[i + 1];
    if (mark.isBegin) reportFrom(text, mark, next, report);
    else if (previous?.isBegin !== true) reportBefore(text, mark, previous?.end ?? 0, report);
  }
}

function reportFrom(text: string, mark: Mark, next: Mark | undefined, report: Report): void {
  const limit = next?.start ?? text.length;
  const body = readBody(text, mark.end, limit);
  if (body.letters < SHORTEST_BODY) return;
  // If only armour is between begin and end, the complete block is redacted; other text stays.
  const isWhole = next !== undefined && !next.isBegin && next.start - body.end < 200;
  report("private-key", mark.start, isWhole ? next.end : body.end);
}

function readBody(text: string, from: number, limit: number): { letters: number; end: number } {
  let at = from;
  let end = from;
  let letters = 0;
  for (;;) {
    at = runEnd(text, BETWEEN, at);
    if (at >= limit) break;
    const header = stickyLength(HEADER, text, at);
    const line = header > 0 ? header : runEnd(text, LINE, at) - at;
    if (line === 0 || (line < SHORTEST_LINE && !isLastLine(text, at, line))) break;
    if (header === 0) letters += line;
    at += line;
    end = Math.min(at, limit);
  }
  return { letters, end };
}

/**
 * Returns whether a line ends a key: the last line may be short, but then it is padded, is the checksum, or the armour ends
 * there.
 */
function isLastLine(text: string, at: number, length: number): boolean {
  if (text.charAt(at) === "=" || text.charAt(at + length - 1) === "=") return true;
  return /^(?:\\[nrt]|[\s"'`+>|,\\])*(?:=|-----END)/.test(
    text.slice(at + length, at + length + 40),
  );
}

/** Reports the lines before an end mark whose beginning was cut off. */
function reportBefore(text: string, mark: Mark, limit: number, report: Report): void {
  const from = Math.max(limit, mark.start - 20_000);
  const before = text.slice(from, mark.start);
  const lines = before.split(/(\\[nrt]|\s+)/);
  let start = before.length;
  let letters = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    const piece = lines[i] ?? "";
    const isGap = /^(?:\\[nrt]|\s*)$/.test(piece);
    const isArmour =
      /^["'`+>|]?[A-Za-z0-9+/=]+$/.test(piece) && (piece.length >= 40 || letters === 0);
    if (!isGap && !isArmour) break;
    start -= piece.length;
    if (!isGap) letters += piece.length;
  }
  if (letters >= SHORTEST_BODY) report("private-key", from + start, mark.end);
}

function stickyLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
