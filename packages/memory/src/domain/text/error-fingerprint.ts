/**
 * Computes the fingerprint of an error: the hash of the most significant line of the output without everything that differs
 * from run to run (paths, numbers, addresses, times, digits in quoted values, colours).
 */
import { createHash } from "node:crypto";
import { isVague, withoutExcerpts, withTest } from "./failed-test.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escape sequences are control characters
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** Explicitly called an error. */
const ERROR_LINE =
  /^(?:error|fatal|panic|uncaught|failed|e {2,}|✗|✘|×|FAIL\b|\[?ERR(?:OR)?\]?)|\b[A-Z]\w*(?:Error|Exception)\b|\berror(?:\[\w+\]| TS\d+)?:|: (?:error|fatal error|command not found|not found)\b|\b(?:ENOENT|EACCES|ERESOLVE|EPERM|EISDIR|ENOTFOUND)\b/i;
const ERROR_WORDS =
  /\b(?:error|exception|fatal|panic|failed|failure|cannot|can't|could not|couldn't|undefined|unexpected|missing|not found|no such|denied|refused|invalid|unknown|unable|mismatch|traceback|unrecognized|illegal|timed out|ignored by|modified since)\b/i;
/** In a typical format of tools: an exception class, a linter's location, a failed test, a panic. */
const FORMAL =
  /^\*\* \(\w|^(?:[a-z_]\w*[.:]+)+[A-Z]\w+: |^(?:[A-Z]\w*::)+[A-Z]\w+: |^[A-Z]\w{0,99}[a-z][A-Z]\w{1,99}: \S|^(?:\S+[/\\])?[\w.-]+\.\w{1,5}:\d+:(?:\d+:)? \S|^--- FAIL: |^not ok \d+ - |^● \S|^\w+#\w+ \[|\bpanicked at\b|^[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S|^[A-Z][A-Z0-9]*_[A-Z0-9_]{4,}\b/;
/** Words of refusal and failure, for lines that match none of the others. */
const FAILURE_WORDS =
  /\b(?:abort(?:ed|ing)|already (?:exists?|in use|open|running|locked)|conflict(?:s|ing)?|corrupt(?:ed)?|crash(?:ed)?|declined|differs? from|disappeared|does(?:n't| not) (?:exist|match|support|come|have|respond|indicate)|exceeded|expired|forbidden|inconsistent|is locked|killed|leak(?:ed|s)|(?:is|are|was|were|be) (?:not|in)(?: currently)? (?:allowed|available|authorized|compatible|configured|formatted|permitted|recognized|supported|sync|use)|not allowed|not formatted|no (?:permissions?|matches|route|rule|space|tests?|valid)\b|out of memory|overflow(?:ed|s)?|read-only|rejected|require[sd]?|reset by peer|segmentation fault|temporarily unavailable|terminated|time-?out|too (?:large|long|many|old|small)|unauthorized|unavailable|unreachable|unresolved|unsupported|violat(?:ed|es|ion))\b/i;
const NOISE =
  /^\s*(?:at\s|(?:note|help|hint): |File ".*", line|\^+\s*$|~+\s*$|\d+\s*\||>\s*\d+|\||Exit code \d+\s*$|\[ERROR\] COMPILATION ERROR\b|\(pass\)|Test Suites:|Tests?:? +\d|Test Files +\d|\[ERROR\] Tests run:|\[ERROR\] (?:Failures|Errors):|FAIL(?:\t|$)|error: test failed, to rerun|\(Use `node --trace-|✓|✔|√|ok\b|PASS\b|\[?warn(?:ing)?\b|.{0,40}\bwarning:|info\b|npm (?:ERR!|error)\s*(?:A complete log|code ELIFECYCLE|errno|path|command|Lifecycle)|error: script ".*" exited|error Command failed with exit code|\$ )|\bWarning:/i;
/** Prefix of a shell's own messages: its name or the script's, and the line. */
const SHELL_PREFIX =
  /^(?:\S*\/)?[\w.-]*(?:bash|zsh|\bsh|dash)(?:\.\w+)?: (?:line \d+: )?(?:\d+: )?/;
/** A host's mark around messages of its own tool. */
const TOOL_ERROR = /^<tool_use_error>|<\/tool_use_error>$/g;
const EDIT_MISSED = /^(?:Error: )?String to replace not found in file\b/;
const ASSERTION = /^error: expect\(/;
/** A text with fewer letters, after normalisation, would match any failure. */
const MIN_LETTERS = 12;
/** Exception to the minimum: a shell other than bash reports a missing program, and most have short names. */
const NO_SUCH_PROGRAM = /^[\w.+-]{2,40}: not found$/;
/** Inspected characters of a line. */
const LONGEST_LINE = 300;
/** Lines at each end of an output that get their own fingerprint. */
const MAX_LINES = 40;
/** "0 failed", "no errors": a line with a count of none reports no error. */
const NO_ERRORS = /\b(?:0|no|zero)\s+(?:errors?|fail(?:ed|ures?|s)?|problems?)\b/i;

/** Python's start-up message for a broken `.pth` file: printed whatever program runs, which then continues. */
const PTH_BEGINS = /^Error processing line \d+ of .+\.pth:$/;
const PTH_ENDS = "Remainder of file ignored";
/** pytest's heading for an error while loading a test file: the same for any error. */
const NOT_IMPORTED = /^ImportError while (?:loading conftest|importing test module)\b/;
const CHAINED =
  /^(?:During handling of the above exception, another|The above exception was the direct cause)/;
const RAISED = /^E +(?=[\w.]*(?:Error|Exception)\b)/;
/** Bun's heading for an error while loading a test file. */
const BETWEEN_TESTS = "# Unhandled error between tests";
/** The last line of a test runner when all tests passed. */
const ALL_PASSED =
  /^0 fail$|^Tests:?\s+\d+ passed(?:, \d+ total| \(\d+\))?$|^(?:=+ )?\d+ passed(?:, \d+ (?:skipped|deselected|xfailed|xpassed|warnings?))* in [\d.]+m?s\b|^test result: ok\./;
const RED =
  /^\(fail\) |\b[Uu]nhandled\b|\bFAIL(?:ED|URE)?\b|^\W*(?:(?:Tests?|Test Files|Found):?\s+)?[1-9]\d* (?:errors?|fail(?:ed|ures?|s)?|problems?)\b|exited with code [1-9]/;

/** Removes terminal colours and control sequences. */
export function stripAnsi(text: string): string {
  return text.includes("\u001b") ? text.replace(ANSI, "") : text;
}

/**
 * Returns the line of an output that best describes the error, at most 300 characters: the last line of a Python traceback,
 * otherwise the first line explicitly called an error, otherwise the first significant one. Empty if there is none.
 */
export function errorLineOf(output: string): string {
  const lines = afterGreenTests(withoutPthTrouble(linesOf(output)));
  return withTest(tellingOf(lines), lines).slice(0, LONGEST_LINE);
}

function linesOf(output: string): readonly string[] {
  const lines = stripAnsi(output.slice(0, 60_000)).split(/\r?\n/);
  return withoutExcerpts(lines.map((line) => line.trim()))
    .map((line) => line.replace(TOOL_ERROR, "").replace(SHELL_PREFIX, ""))
    .filter((line) => line.length > 3);
}

function tellingOf(lines: readonly string[]): string {
  // The following lines quote the searched text and do not describe the error.
  if (EDIT_MISSED.test(lines[0] ?? "")) return lines[0] ?? "";
  // Of chained exceptions, the last one ended the program.
  const chained = lines.findLastIndex((line) => CHAINED.test(line));
  const traceback = lines.findIndex(
    (line, i) => i > chained && line.startsWith("Traceback (most recent call last)"),
  );
  if (traceback >= 0) {
    const final = lines
      .slice(traceback + 1)
      .find((line) => /^[\w.]*(Error|Exception|Warning|Interrupt|Exit)\b/.test(line));
    if (final) return final;
  }
  const notImported = lines.findIndex((line) => NOT_IMPORTED.test(line));
  if (notImported >= 0) {
    const raised = lines.slice(notImported + 1).find((line) => RAISED.test(line));
    if (raised) return raised.replace(RAISED, "");
  }
  const failed = lines.findIndex((line) => line.startsWith("(fail) "));
  if (failed >= 0) return failedTest(lines, failed);
  // Earlier log output belongs to tests that passed.
  const candidates = lines
    .slice(Math.max(0, lines.indexOf(BETWEEN_TESTS)))
    .filter((line) => line !== BETWEEN_TESTS && !NOISE.test(line) && !NO_ERRORS.test(line));
  // A line that names nothing ("FAIL src/a.test.ts", "make: *** Error 1") is used only if no other is more specific.
  for (const form of [ERROR_LINE, ERROR_WORDS, FORMAL, FAILURE_WORDS]) {
    const found = candidates.find((line) => form.test(line) && namesSomething(line));
    if (found !== undefined) return afterHeading(found, candidates);
  }
  return (
    candidates.find((line) => ERROR_LINE.test(line)) ??
    candidates.find((line) => ERROR_WORDS.test(line)) ??
    ""
  );
}

/** Returns the line below a heading: Rust prints the location of a panic and, below it, the reason. */
function afterHeading(line: string, lines: readonly string[]): string {
  if (!/\bpanicked at [^,]+:\d+:\d+:$/.test(line)) return line;
  return lines[lines.indexOf(line) + 1] ?? line;
}

function namesSomething(line: string): boolean {
  const seen = line.slice(0, LONGEST_LINE);
  return seen.length >= MIN_LETTERS && isEnough(seen, normaliseError(seen));
}

function isEnough(line: string, normal: string): boolean {
  return NO_SUCH_PROGRAM.test(line) || lettersOf(normal) >= MIN_LETTERS;
}

function lettersOf(normal: string): number {
  return normal.replace(/<\w+>|\P{L}/gu, "").length;
}

function withoutPthTrouble(lines: readonly string[]): readonly string[] {
  if (!lines.includes(PTH_ENDS)) return lines;
  const remaining: string[] = [];
  let begun = -1;
  for (const line of lines) {
    if (PTH_BEGINS.test(line)) begun = remaining.length;
    if (line === PTH_ENDS && begun >= 0) {
      remaining.length = begun;
      begun = -1;
    } else remaining.push(line);
  }
  return remaining;
}

/** Returns the lines after tests that all passed: the final failure is not something those tests logged. */
function afterGreenTests(lines: readonly string[]): readonly string[] {
  const green = lines.findLastIndex((line) => ALL_PASSED.test(line));
  const isRed = (line: string) => RED.test(line) && !NO_ERRORS.test(line);
  return green < 0 || lines.slice(0, green).some(isRed) ? lines : lines.slice(green + 1);
}

/**
 * Returns the error of a failed test. Bun prints it above the test's name, and above that what the program logged. If the
 * error is a bare assertion, the name is used.
 */
function failedTest(lines: readonly string[], at: number): string {
  const above = lines.slice(0, at).filter((line) => !NOISE.test(line) && !NO_ERRORS.test(line));
  const error = above.findLast((line) => ERROR_LINE.test(line));
  return error === undefined || ASSERTION.test(error) ? (lines[at] ?? "") : error;
}

/** Replaces what differs from run to run by a placeholder. */
function normaliseError(line: string): string {
  return stripAnsi(line)
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?\b/g, "<time>")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\b0x[0-9a-f]+\b/gi, "<hex>")
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<hash>")
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}[\\/]?/g, "<path>")
    .replace(/\b[\w.@+-]+[\\/](?:[\w.@+-]+[\\/])*[\w.@+-]+/g, "<path>")
    .replace(/\b\d+(\.\d+)*(ms|s|kb|mb|gb|%)?\b/gi, "<n>")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** Returns 16 hex digits, or null if the output contains no error. */
export function errorFingerprint(output: string): string | null {
  return fingerprintOf(errorLineOf(output));
}

/**
 * Returns the fingerprint of a text that a person calls an error: of the significant line, or if none looks like an error, of
 * the first line that names something. Null if none does.
 */
export function namedErrorFingerprint(text: string): string | null {
  return (
    errorFingerprint(text) ??
    linesNamed(text)
      .map(fingerprintOf)
      .find((one) => one !== null) ??
    null
  );
}

/**
 * Returns the fingerprint of the significant line, then those of lines that a person may have named as the error, and of the
 * messages in them; for a long output, of both ends.
 */
export function errorFingerprints(output: string): readonly string[] {
  const lines = linesNamed(output);
  const texts = [errorLineOf(output), ...lines, ...lines.flatMap(messagesIn)];
  return [...new Set(texts.map(fingerprintOf).filter((fingerprint) => fingerprint !== null))];
}

/** Returns the lines that a person may name as the error, cut to 300 characters; of a long output, those at both ends. */
function linesNamed(output: string): readonly string[] {
  const lines = linesOf(output).filter((line) => !NOISE.test(line) && !NO_ERRORS.test(line));
  const limit = MAX_LINES;
  const ends =
    lines.length <= 2 * limit ? lines : [...lines.slice(0, limit), ...lines.slice(-limit)];
  return ends.map((line) => line.slice(0, LONGEST_LINE));
}

/** What a program prints before a message: a place in a file, or the word error with a code. */
const BEFORE_MESSAGE =
  /^(?:\S*[\w)]:\d+(?::\d+)?:?|\S+\(\d+(?:,\d+)?\):|(?:[A-Za-z]*Error|error|fatal|E)(?: ?\[?[A-Z]{1,3}\d+\]?)?:)\s+/;
/** What follows a message: advice, a parenthesis, the name of the call. */
const AFTER_MESSAGE = /; |, | \(| or its corresponding /g;
/** Maximum parts of a line that count as messages. */
const MAX_MESSAGES = 8;

/**
 * Returns parts of a line that a person may name as the error: without the place and the kind of error before the message, and
 * without what follows it.
 */
function messagesIn(line: string): readonly string[] {
  const starts = [line];
  while (starts.length < 3) {
    const last = starts.at(-1) ?? "";
    const rest = last.replace(BEFORE_MESSAGE, "");
    if (rest === last) break;
    starts.push(rest);
  }
  return starts
    .flatMap((text) => [
      text,
      ...[...text.matchAll(AFTER_MESSAGE)].map(({ index }) => text.slice(0, index)),
    ])
    .slice(1, MAX_MESSAGES + 1);
}

function fingerprintOf(line: string): string | null {
  // Placeholders add no letters, so short lines can be skipped here; most queries contain no error.
  if (line.length < MIN_LETTERS) return null;
  // Such a line consists only of two differing values, which distinguish it from others.
  const normal = isVague(line) ? line.replace(/\s+/g, " ").toLowerCase() : normaliseError(line);
  // The rest must still name something: "error: <path>" would match any failure.
  if (!isEnough(line, normal)) return null;
  return createHash("sha256").update(normal).digest("hex").slice(0, 16);
}
