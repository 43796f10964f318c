/**
 * Mines source code for pairs: comment and declaration, comment and the lines after it, error message and its place, test
 * name and body.
 */
import { cut, isProse, type Pair, plainText } from "./pair.ts";
import { MINING } from "./tuning.ts";

const LINE_COMMENT: Readonly<Record<string, RegExp>> = {
  slash: /^\s*\/\/[/!]?\s?(.*)$/u,
  hash: /^\s*#(?![![])\s?(.*)$/u,
  dash: /^\s*--\s?(.*)$/u,
};
const STYLES: ReadonlyMap<string, string> = new Map([
  ..."ts tsx js jsx mjs cjs go rs java kt scala swift c h cc cpp hpp cs dart php zig"
    .split(" ")
    .map((item) => [item, "slash"] as const),
  ..."py rb sh bash ex exs jl r pl nix tf yml yaml toml"
    .split(" ")
    .map((item) => [item, "hash"] as const),
  ..."lua sql hs elm".split(" ").map((item) => [item, "dash"] as const),
]);

/** Reports whether the comment syntax of a file is known, by its extension. */
export function isCode(path: string): boolean {
  return styleOf(path) !== undefined;
}

function styleOf(path: string): string | undefined {
  return STYLES.get(path.split(".").pop()?.toLowerCase() ?? "");
}

const NOISE =
  /copyright|licen[cs]e|SPDX|eslint|prettier|noqa|pylint|@ts-|type: ?ignore|nolint|clang-format|generated|TODO|FIXME|^-+$|^=+$/iu;

/**
 * Yields the pairs of a code file; none for another kind of file, for an overlong file or for a file with machine-written
 * long lines.
 */
export function* mineCode(path: string, text: string, source: string): Generator<Pair> {
  const style = styleOf(path);
  if (style === undefined || text.length > MINING.fileBytes) return;
  const lines = text.split("\n");
  if (lines.some((line) => line.length > 2000)) return;
  if (style === "slash") yield* blockComments(lines, source);
  if (path.endsWith(".py")) yield* pythonDocstrings(lines, source);
  yield* lineComments(lines, LINE_COMMENT[style] ?? /^$/u, source);
  yield* errors(lines, source);
  yield* tests(lines, source);
}

/** Returns up to ten lines from `from`, ending at the first blank line after the third. */
function following(lines: readonly string[], from: number): string {
  const taken: string[] = [];
  for (let i = from; i < lines.length && taken.length < MINING.codeLines; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "" && taken.length >= 3) break;
    if (line.trim() !== "" || taken.length > 0) taken.push(line);
  }
  return cut(taken.join("\n"), 600);
}

const firstPart = (comment: string) =>
  cut(
    plainText(
      comment.split(/\n\s*\n|\n\s*@|\n\s*(?:Args|Returns|Parameters|Raises|Example)\b/u)[0] ?? "",
    ),
    400,
  );

function* blockComments(lines: readonly string[], source: string): Generator<Pair> {
  for (let i = 0; i < lines.length; i++) {
    if (!/^\s*\/\*\*/u.test(lines[i] ?? "")) continue;
    let end = i;
    while (end < lines.length && !(lines[end] ?? "").includes("*/")) end++;
    const comment = lines
      .slice(i, end + 1)
      .map((line) => line.replace(/^\s*\/?\*+\/?\s?/u, "").replace(/\*\/\s*$/u, ""))
      .join("\n")
      .trim();
    const code = following(lines, end + 1);
    const description = firstPart(comment);
    if (isProse(description) && !NOISE.test(description) && code.length > 15) {
      yield { k: "docstring_code", r: source, a: description, b: code };
    }
    i = end;
  }
}

const DOCSTRING = /^\s*[rbu]*("""|''')/iu;
/** Maximum lines of a signature. */
const SIGNATURE_LINES = 8;

function* pythonDocstrings(lines: readonly string[], source: string): Generator<Pair> {
  for (let i = 0; i < lines.length; i++) {
    if (!/^\s*(?:async\s+)?(?:def|class)\s/u.test(lines[i] ?? "")) continue;
    const colon = endOfSignature(lines, i);
    const quote = DOCSTRING.exec(lines[colon + 1] ?? "")?.[1];
    if (quote === undefined) continue;
    const close = endOfDocstring(lines, colon + 1, quote);
    const doc = lines
      .slice(colon + 1, close + 1)
      .join("\n")
      .replaceAll(quote, "");
    const description = firstPart(doc.trim());
    const signature = lines.slice(i, colon + 1).join("\n");
    const code = cut(`${signature}\n${following(lines, close + 1)}`, 600);
    if (isProse(description)) yield { k: "docstring_code", r: source, a: description, b: code };
    i = close;
  }
}

/** Returns the line whose colon opens the body. */
function endOfSignature(lines: readonly string[], from: number): number {
  let at = from;
  while (at < from + SIGNATURE_LINES && !/:\s*(?:#.*)?$/u.test(lines[at] ?? "")) at++;
  return at;
}

/** Returns the line with the closing quotes, which may be the opening line. */
function endOfDocstring(lines: readonly string[], opening: number, quote: string): number {
  if ((lines[opening] ?? "").split(quote).length >= 3) return opening;
  let at = opening + 1;
  while (at < lines.length && !(lines[at] ?? "").includes(quote)) at++;
  return at;
}

/** Maximum lines of a comment. Comments of several lines are one text; longer blocks are a licence, a drawing or code. */
const COMMENT_LINES = 12;
const DOC_MARK = /^\s*(?:\/\/\/|\/\/!)/u;
const DECLARATION = /^\s*(?:pub |export |func |def |class |fn )/u;

function* lineComments(lines: readonly string[], pattern: RegExp, source: string): Generator<Pair> {
  for (let i = 0; i < lines.length; i++) {
    const from = i;
    const words = commentFrom(lines, from, pattern);
    if (words.length === 0) continue;
    // Also skips the line after the comment, which cannot be one.
    i += words.length;
    if (words.length > COMMENT_LINES) continue;
    const text = cut(plainText(words.join(" ")), 400);
    const code = following(lines, i);
    if (!isProse(text) || NOISE.test(text) || code.length < 20) continue;
    const isDoc = DOC_MARK.test(lines[from] ?? "") || DECLARATION.test(lines[i] ?? "");
    yield { k: isDoc ? "docstring_code" : "comment_code", r: source, a: text, b: code };
  }
}

/** Returns the lines of a comment's text from `from` to its end. */
function commentFrom(lines: readonly string[], from: number, pattern: RegExp): string[] {
  const words: string[] = [];
  for (let i = from; i < lines.length; i++) {
    const match = pattern.exec(lines[i] ?? "");
    if (match === null) break;
    words.push(match[1] ?? "");
  }
  return words;
}

const THROWN =
  /(?:throw|raise|panic|fatal|bail!|anyhow!|ensure!|Err\(|Error\w*\(|Exception\(|Errorf\(|errors\.New|\.(?:error|warn|warning|fatal)\(|log\.\w+\(|abort\()/u;
const QUOTED = /"([^"\\\n]{15,200})"|'([^'\\\n]{15,200})'|`([^`\\\n]{15,200})`/u;

function* errors(lines: readonly string[], source: string): Generator<Pair> {
  for (let i = 0; i < lines.length; i++) {
    if (!THROWN.test(`${lines[i - 1] ?? ""} ${lines[i] ?? ""}`)) continue;
    const found = QUOTED.exec(lines[i] ?? "");
    const message = found?.[1] ?? found?.[2] ?? found?.[3];
    if (message === undefined || !isProse(message, 3)) continue;
    const text = message.replace(/\$\{[^}]*\}|\{[^}]*\}|%[-+ #0-9.]*[a-zA-Z]/gu, " ").trim();
    const around = lines.slice(Math.max(0, i - 5), i + 3).join("\n");
    yield { k: "error_code", r: source, a: text, b: cut(around, 600) };
  }
}

const TEST =
  /^\s*(?:it|test|describe|context|specify|scenario)(?:\.\w+)?\(\s*(["'`])(.{12,160}?)\1/u;
const TEST_NAME =
  /^\s*(?:async )?(?:def|func|fn|public void|void|fun)\s+(?:`([^`]+)`|([Tt]est_?\w{12,120}|\w{12,120}_test))\s*\(/u;

function* tests(lines: readonly string[], source: string): Generator<Pair> {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const name = TEST.exec(line)?.[2] ?? TEST_NAME.exec(line)?.[1] ?? TEST_NAME.exec(line)?.[2];
    if (name === undefined) continue;
    const title = name
      .replace(/^[Tt]est_?/u, "")
      .replaceAll("_", " ")
      .replace(/([a-z])([A-Z])/gu, "$1 $2");
    const body = following(lines, i + 1);
    if (isProse(title, 3) && body.length > 30)
      yield { k: "test_code", r: source, a: title, b: body };
  }
}
