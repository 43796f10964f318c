/**
 * Finds out whether a shell command ran tests, and how many passed and failed. The command decides whether to look. The output
 * decides which runner it was, because `npm test` can be any. A run without a countable summary is not a test run. Suites and
 * packages that could not be built count as failed.
 */
import { unwrapShell } from "./shell-command.ts";

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
}

/** The summary is near the end. The output before it can be megabytes. */
const MAX_OUTPUT_CHARS = 200_000;
/** The program is at the beginning. The rest of a long command is a script. */
const MAX_COMMAND_CHARS = 4_000;

const NAMED_RUNNER =
  /\b(?:vitest|jest|pytest|py\.test|mocha|phpunit|pest|rspec|nextest|ctest|tox|nox|ava|playwright|cypress|karma|jasmine|tap|runtests|unittest|gotestsum|surefire|bin\/test)\b/;
const TESTING_TOOL =
  /\b(?:npm|pnpm|yarn|bun|deno|go|cargo|dotnet|mvnw?|gradlew?|make|mix|swift|rake|rails|just|mise|task|sbt|bazel|nx|turbo|lerna|hatch|poetry|uv|composer|python[\d.]*|node|tsx|manage\.py)\b[^\n;|&]*?(?:\btests?\b|--test\b|\bverify\b|\bcheck\b|\bbuild\b|\bt\b)/;

/** `null` if the command runs no tests or the output has no counts. */
export function parseTestSummary(command: string, output: string): TestSummary | null {
  const run = unwrapShell(command).slice(0, MAX_COMMAND_CHARS);
  if (!NAMED_RUNNER.test(run) && !TESTING_TOOL.test(run)) return null;
  const text = plainText(output);
  for (const parse of PARSERS) {
    const summary = parse(text);
    if (summary !== null && summary.passed + summary.failed > 0) return summary;
  }
  return null;
}

type Parser = (text: string) => TestSummary | null;

const PARSERS: readonly Parser[] = [
  listed(/^[ \t]*Tests:?\s+(\d+ .{0,200}?(?:\(\d+\)|\d+ total))[ \t]*$/gm),
  pytest,
  pythonUnittest,
  cargo,
  totals(/^[ \t]*Summary \[.{1,40}?\] .{0,80}?tests? run: (.{1,100})$/gm),
  bun,
  goTest,
  dotnet,
  javaBuild,
  phpunit,
  totals(/^(\d+ examples?, \d+ failures?.{0,80})$/gm),
  mocha,
  tapLike,
  totals(/^(?:ok|FAILED) \| (\d+ passed.{0,100})$/gm),
  totals(/^tests finished: (.{1,200})$/gm),
  ctest,
  playwright,
];

/** Runners that print one line with all counts, as `2 failed | 10 passed (12)`; the last one counts. */
function listed(line: RegExp): Parser {
  return (text) => {
    const counts = [...text.matchAll(line)].at(-1)?.[1];
    return counts === undefined ? null : countsIn(counts);
  };
}

/** Runners that print such a line for each package: the counts are added. */
function totals(line: RegExp): Parser {
  return (text) => sum([...text.matchAll(line)].map(([, counts]) => countsIn(counts ?? "")));
}

function countsIn(text: string): TestSummary {
  const failed = count(text, /(\d+) (?:failed|failures?|fail)\b/);
  const broken = count(text, /(\d+) (?:errors?|exceptions?|broken|timed out)\b/);
  const examples = count(text, /(\d+) examples?\b/);
  const pending = count(text, /(\d+) pending\b/);
  const passed = count(text, /(\d+) (?:passed|pass)\b/);
  return { passed: examples > 0 ? examples - failed - pending : passed, failed: failed + broken };
}

function pytest(text: string): TestSummary | null {
  const line =
    /^(?:=+ )?((?:\d+ (?:failed|passed|skipped|errors?|warnings?|deselected|xfailed|xpassed|rerun|subtests passed)(?:, )?){1,10}) in [\d.:]+ ?s/gm;
  const counts = [...text.matchAll(line)].at(-1)?.[1];
  return counts === undefined ? null : countsIn(counts);
}

function pythonUnittest(text: string): TestSummary | null {
  const ran = [...text.matchAll(/^Ran (\d+) tests? in /gm)].at(-1);
  if (ran === undefined) return null;
  const verdict = text.slice(ran.index);
  const failed = count(verdict, /\bfailures=(\d+)/) + count(verdict, /\berrors=(\d+)/);
  const skipped = count(verdict, /\bskipped=(\d+)/);
  return { passed: Math.max(0, Number(ran[1]) - failed - skipped), failed };
}

function cargo(text: string): TestSummary | null {
  const lines = text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm);
  return sum([...lines].map(([, passed, failed]) => summary(passed, failed)));
}

/** In a workspace every package's lines begin with its name. The end of the output can lack the passed tests. */
function bun(text: string): TestSummary | null {
  const packages = matchedCounts(text, /^\S+ \S+: +(\d+) pass$/gm);
  const failures = matchedCounts(text, /^\S+ \S+: +(\d+) fail$/gm);
  if (packages.length > 0) return { passed: total(packages), failed: total(failures) };
  const passed = last(text, /^ ?(\d+) pass$/gm);
  const failed = last(text, /^ ?(\d+) fail$/gm);
  if (passed !== undefined) return summary(passed, failed);
  const ran = last(text, /^Ran (\d+) tests across /gm);
  return failed === undefined || ran === undefined
    ? null
    : summary(String(Number(ran) - Number(failed)), failed);
}

/** Without -v go lists packages only. Then a passed package counts as one test. */
function goTest(text: string): TestSummary | null {
  const failedTests = matches(text, /^--- FAIL: /gm);
  const passedTests = matches(text, /^--- PASS: /gm);
  const passedPackages = matches(text, /^ok[ \t]+\S+[ \t]+(?:\(cached\)|[\d.]+s)(?! \[no tests)/gm);
  const failedPackages = matches(text, /^FAIL[ \t]+\S+[ \t]+(?:[\d.]+s|\[.{1,40}\])/gm);
  return {
    passed: passedTests > 0 ? passedTests : passedPackages,
    failed: Math.max(failedTests, failedPackages),
  };
}

function dotnet(text: string): TestSummary | null {
  const lines = [...text.matchAll(/\bFailed:\s+(\d+), Passed:\s+(\d+), Skipped:/g)];
  if (lines.length > 0) return sum(lines.map(([, failed, passed]) => summary(passed, failed)));
  const whole = /^Test summary: total: \d+, failed: (\d+), succeeded: (\d+)/m.exec(text);
  if (whole !== null) return summary(whole[2], whole[1]);
  if (!/^Total tests: \d+/m.test(text)) return null;
  return summary(last(text, /^[ \t]+Passed: (\d+)/gm), last(text, /^[ \t]+Failed: (\d+)/gm));
}

/** Maven prints a line for each class, then one without a time for the module. */
function javaBuild(text: string): TestSummary | null {
  const line = /Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(, Time)?/g;
  const modules = [...text.matchAll(line)].filter(([, , , , , time]) => time === undefined);
  if (modules.length > 0) {
    return sum(
      modules.map(([, run, failures, errors, skipped]) => {
        const failed = Number(failures) + Number(errors);
        return { passed: Math.max(0, Number(run) - failed - Number(skipped)), failed };
      }),
    );
  }
  const gradle = /^(\d+) tests completed(?:, (\d+) failed)?/m.exec(text);
  if (gradle === null) return null;
  return summary(String(Number(gradle[1]) - Number(gradle[2] ?? 0)), gradle[2]);
}

function phpunit(text: string): TestSummary | null {
  const fine = /^OK \((\d+) tests?, /m.exec(text);
  if (fine !== null) return summary(fine[1], "0");
  const line = /^Tests: (\d+), Assertions: \d+(.{0,150})$/m.exec(text);
  if (line === null) return null;
  const rest = line[2] ?? "";
  const failed = count(rest, /Failures: (\d+)/) + count(rest, /Errors: (\d+)/);
  return { passed: Math.max(0, Number(line[1]) - failed - count(rest, /Skipped: (\d+)/)), failed };
}

function mocha(text: string): TestSummary | null {
  const passed = last(text, /^[ \t]{0,8}(\d+) passing\b/gm);
  return passed === undefined ? null : summary(passed, last(text, /^[ \t]{0,8}(\d+) failing\b/gm));
}

/** node --test and other TAP producers: `# pass 3` or `ℹ pass 3`. */
function tapLike(text: string): TestSummary | null {
  const passed = last(text, /^[ \t]*[#ℹ] pass\s+(\d+)/gm);
  return passed === undefined ? null : summary(passed, last(text, /^[ \t]*[#ℹ] fail\s+(\d+)/gm));
}

function ctest(text: string): TestSummary | null {
  const line = /^\d+% tests passed, (\d+) tests failed out of (\d+)/m.exec(text);
  if (line === null) return null;
  return summary(String(Number(line[2]) - Number(line[1])), line[1]);
}

function playwright(text: string): TestSummary | null {
  const passed = last(text, /^ {2}(\d+) passed \([\d.]+m?s\)/gm);
  const failed = last(text, /^ {2}(\d+) failed$/gm);
  return passed === undefined && failed === undefined ? null : summary(passed, failed);
}

function plainText(output: string): string {
  const end = output.slice(-MAX_OUTPUT_CHARS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours start with ESC
  return end.replace(/\u001b\[[\d;]*[A-Za-z]/g, "").replaceAll("\r\n", "\n");
}

function count(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

function last(text: string, pattern: RegExp): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[1];
}

function matchedCounts(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, digits]) => Number(digits));
}

function total(counts: readonly number[]): number {
  return counts.reduce((left, right) => left + right, 0);
}

function matches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function summary(passed: string | undefined, failed: string | undefined): TestSummary {
  return { passed: Math.max(0, Number(passed ?? 0)), failed: Number(failed ?? 0) };
}

function sum(summaries: readonly TestSummary[]): TestSummary | null {
  if (summaries.length === 0) return null;
  return summaries.reduce((left, right) => ({
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
  }));
}
