/**
 * One error, seen twice, has one fingerprint: the telling line of the output with everything that differs
 * from run to run (paths, numbers, addresses, times, quoted values' digits, colours) taken out, hashed.
 */
import { createHash } from "node:crypto";

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escape sequences are control characters
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007/g;

const TELLING =
  /\b(error|exception|fatal|panic|failed|failure|cannot|can't|could not|couldn't|undefined|unexpected|missing|not found|no such|denied|refused|timed out|invalid|unknown|unable|mismatch|conflict|traceback)\b|(?:^|\s)(E[A-Z]{3,}|TS\d{4,5}|[A-Z]\w*Error)\b/i;
const NOISE =
  /^\s*(at\s|File ".*", line|\^+\s*$|~+\s*$|\d+\s*\||>\s*\d+|\||Exit code \d+\s*$|npm (ERR!|error)\s*(A complete log|code ELIFECYCLE|errno|path|command|Lifecycle)|error: script ".*" exited|error Command failed with exit code|\$ )/i;
/** "0 failed", "no errors": a line that counts none tells of nothing. */
const NONE = /\b(0|no|zero)\s+(errors?|fail(ed|ures?|s)?|problems?)\b/i;

/** Removes terminal colours and control sequences. */
export function stripAnsi(text: string): string {
  return text.replace(ANSI, "");
}

/**
 * The line of an output that says what went wrong, at most 300 characters: the last line of a Python
 * traceback, otherwise the first telling line. Empty when the output tells nothing.
 */
export function tellingLine(output: string): string {
  const lines = stripAnsi(output)
    .slice(0, 60_000)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length > 3);
  const traceback = lines.findIndex((line) => line.startsWith("Traceback (most recent call last)"));
  if (traceback >= 0) {
    const final = lines
      .slice(traceback + 1)
      .find((line) => /^[\w.]*(Error|Exception|Warning|Interrupt|Exit)\b/.test(line));
    if (final) return final.slice(0, 300);
  }
  const telling = lines.find((line) => TELLING.test(line) && !NOISE.test(line) && !NONE.test(line));
  return (telling ?? "").slice(0, 300);
}

/** What differs from run to run, replaced by a placeholder. */
export function normaliseError(line: string): string {
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

/** 16 hex digits, or null when the output says nothing telling. */
export function errorFingerprint(output: string): string | null {
  const line = tellingLine(output);
  const normal = normaliseError(line);
  // What is left must still name something: "error: <path>" fits every failure there is.
  if (normal.replace(/<\w+>|[^a-z]/g, "").length < 12) return null;
  return createHash("sha256").update(normal).digest("hex").slice(0, 16);
}
