/**
 * Reads reports of test runners and uncaught errors: which lines only quote source, and which test a bare comparison belongs
 * to. "expected 10 to be 12" occurs in every second failed test; together with the test's name it is specific.
 */

/** Matches the marks under a line of source that show the error's position. */
const CARET = /^[|\s\d]*[\^~]+[\s^~]*$/;
/** Matches Node's heading above the line of source. */
const SOURCE_POSITION = /^(?:file:\/\/|node:|\/|[A-Za-z]:[\\/]|\[eval\])[^\s()]*:\d+$/;

/** Removes lines that quote source above a caret, because they are code, whatever they look like. Lines must be trimmed. */
export function withoutExcerpts(lines: readonly string[]): readonly string[] {
  const isExcerpt = (i: number) => CARET.test(lines[i] ?? "") && (lines[i] ?? "") !== "";
  return lines.filter((line, i) => {
    if (isExcerpt(i) || isExcerpt(i + 1)) return false;
    return !SOURCE_POSITION.test(line);
  });
}

/** Words used in assertions. */
const COMPARING =
  /\b(?:assert\w*|err_assertion|error|errors|expect\w*|received|actual\w*|values?|to|be|have|been|not|tobe|toequal|tostrictequal|tomatchobject|equal\w*|deeply|deep|strict\w*|object|is|equality|but|was|were|got|want|left|right|failed|fail|true|false|null|none|nil|undefined|nan|org|opentest4j|junit|java|lang|comparisonfailure|e)\b/gi;
const SOURCE_POSITIONS = /\S*\.\w{1,5}:\d+(?::\d+)?:?/g;
const ASSERTS = /assert|\bexpect|\b(?:got|want)\b|==/i;
const MIN_LETTERS = 4;

/** Returns whether a line only compares two values without stating what they are. */
export function isVague(line: string): boolean {
  if (!ASSERTS.test(line)) return false;
  const rest = line
    .replace(SOURCE_POSITIONS, "")
    .replace(/(["'`“]).{0,200}?(["'`”])/g, "")
    .replace(COMPARING, "");
  return rest.replace(/\P{L}+/gu, "").length < MIN_LETTERS;
}

interface Report {
  /** Matches the line that names the test; its first group is the name. */
  readonly named: RegExp;
  /** Whether the error is below the test's name or in the same line. */
  readonly messageAt: "below" | "beside";
}

/** In order of precedence. */
const REPORTS: readonly Report[] = [
  // pytest's summary
  { named: /^FAILED (\S+::.+ - .+)$/, messageAt: "beside" },
  // Maven's summary
  { named: /^\[ERROR\] +([\w$.]+:\d+ .+)$/, messageAt: "beside" },
  { named: /^● (.+)$/, messageAt: "below" },
  { named: /^FAIL +(\S+ > .+)$/, messageAt: "below" },
  { named: /^--- FAIL: (\S+)/, messageAt: "below" },
  { named: /^thread '([^']+)' (?:\(\d+\) )?panicked at .+:$/, messageAt: "below" },
  { named: /^[✖✗×] (.+?) \([\d.]+ ?ms\)$/, messageAt: "below" },
  { named: /^not ok \d+ - (.+)$/, messageAt: "below" },
];
/** Matches headings of reports that a test failed; a line below states why. */
const HEADING =
  /^(?:failing tests:|test at |=== RUN|running \d|Failed Tests|[⎯─=_]{3}|FAIL +\S|test \S+ \.\.\. FAILED$|[✖✗×] .+? \(?[\d.]+ ?m?s\)?$)|<<< (?:FAILURE|ERROR)!/;

/** Returns `line` with the name of its test, if the line alone is not specific. */
export function withTest(line: string, lines: readonly string[]): string {
  if (!isVague(line) && !HEADING.test(line)) return line;
  for (const { named, messageAt: position } of REPORTS) {
    const at = lines.findLastIndex((item) => named.test(item));
    const name = named.exec(lines[at] ?? "")?.[1];
    if (name === undefined) continue;
    if (position === "beside") return name;
    const error = isVague(line) ? line : errorNear(lines, at, line);
    return error === "" || error === lines[at] ? `${name} failed` : `${error} (${name})`;
  }
  return line;
}

/** Returns the names of the tests that an output reports as failed, each once. Lines must be trimmed. */
export function failedTests(lines: readonly string[]): string[] {
  const names = lines.flatMap((line) => {
    const name = REPORTS.map(({ named }) => named.exec(line)?.[1]).find((one) => one !== undefined);
    // pytest's and Maven's summaries continue with the error.
    return name === undefined ? [] : (name.split(" - ")[0] ?? name).replace(/:\d+ .*$/, "");
  });
  return [...new Set(names)];
}

function isHeading(line: string): boolean {
  return REPORTS.some(({ named }) => named.test(line)) || HEADING.test(line);
}

/** Returns the error below the test's name or, for Go, above it. */
function errorNear(lines: readonly string[], at: number, otherwise: string): string {
  const below = lines[at + 1] ?? "";
  const near = below === "" || isHeading(below) || /^FAIL\b/.test(below) ? lines[at - 1] : below;
  return near === undefined || isHeading(near) ? otherwise : near;
}
