/**
 * The keys of a failed run: what another session's run of the same failure has in common with it. The name of a failed test is
 * one; the error is one together with a code file that the output names, because "undefined is not a function" alone occurs
 * everywhere.
 */
import { createHash } from "node:crypto";
import { errorFingerprint, stripAnsi } from "../../domain/text/error-fingerprint.ts";
import { failedTests } from "../../domain/text/failed-test.ts";
import { commandStem, purposeOf } from "./commands/command-shape.ts";

const MAX_TESTS = 10;
const MAX_FILES = 8;
const CODE_FILE =
  /[\w@.-]+\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kt|scala|swift|cs|c|cc|cpp|h|hpp|exs?)\b/g;
/** Lines about what passed, and places outside the project's own code. */
const ELSEWHERE = /^(?:✓|✔|√|ok\b|PASS\b|--- PASS)|node_modules|site-packages|\bnode:internal/;

/** Returns words for the index of passages, each of which stands for one key. */
export function failureKeys(output: string, command: string): string[] {
  const lines = stripAnsi(output)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const fingerprint = errorFingerprint(output);
  const tests = failedTests(lines).slice(0, MAX_TESTS);
  const places = fingerprint === null ? [] : placesOf(lines, command);
  return [
    ...tests.map((name) => keyOf("test", name)),
    ...places.map((place) => keyOf(fingerprint ?? "", place)),
  ];
}

/** Returns the names of the code files in an output; if it names none, what the command is for. */
function placesOf(lines: readonly string[], command: string): string[] {
  const own = lines.filter((line) => !ELSEWHERE.test(line));
  const files = [...new Set(own.flatMap((line) => line.match(CODE_FILE) ?? []))];
  return files.length > 0
    ? files.slice(0, MAX_FILES)
    : [purposeOf(command) ?? commandStem(command)];
}

function keyOf(kind: string, name: string): string {
  return `failed${createHash("sha256").update(`${kind}\n${name}`).digest("hex").slice(0, 16)}`;
}
