/**
 * Reports of test runners and of uncaught errors: which lines only show source, and which test a bare comparison belongs to.
 * "expected 10 to be 12" is every second failed test there is: with the test's name it is one.
 */

/** Under a line of source, where it went wrong. */
const CARET = /^[|\s\d]*[\^~]+[\s^~]*$/;
/** Node's heading over the line of source. */
const PLACE = /^(?:file:\/\/|node:|\/|[A-Za-z]:[\\/]|\[eval\])[^\s()]*:\d+$/;

/** Without lines that quote source over a caret: what they say is code, whatever it looks like. Lines are trimmed. */
export function withoutExcerpts(lines: readonly string[]): readonly string[] {
  const isExcerpt = (i: number) => CARET.test(lines[i] ?? "") && (lines[i] ?? "") !== "";
  return lines.filter((line, i) => {
    if (isExcerpt(i) || isExcerpt(i + 1)) return false;
    return !PLACE.test(line);
  });
}

/** What assertions are worded with. */
const COMPARING =
  /\b(?:assert\w*|err_assertion|error|errors|expect\w*|received|actual\w*|values?|to|be|have|been|not|tobe|toequal|tostrictequal|tomatchobject|equal\w*|deeply|deep|strict\w*|object|is|equality|but|was|were|got|want|left|right|failed|fail|true|false|null|none|nil|undefined|nan|org|opentest4j|junit|java|lang|comparisonfailure|e)\b/gi;
const PLACES = /\S*\.\w{1,5}:\d+(?::\d+)?:?/g;
const ASSERTS = /assert|\bexpect|\b(?:got|want)\b|==/i;
const FEWEST_LETTERS = 4;

/** A comparison of two values, and nothing that says of what. */
export function isVague(line: string): boolean {
  if (!ASSERTS.test(line)) return false;
  const rest = line
    .replace(PLACES, "")
    .replace(/(["'`“]).{0,200}?(["'`”])/g, "")
    .replace(COMPARING, "");
  return rest.replace(/\P{L}+/gu, "").length < FEWEST_LETTERS;
}

interface Report {
  /** The line that names the test; its first group is the name. */
  readonly named: RegExp;
  /** Whether what is said of the test comes below its name, or the name itself comes with it. */
  readonly said: "below" | "beside";
}

/** In the order in which they are asked. */
const REPORTS: readonly Report[] = [
  // pytest's summary
  { named: /^FAILED (\S+::.+ - .+)$/, said: "beside" },
  // Maven's summary
  { named: /^\[ERROR\] +([\w$.]+:\d+ .+)$/, said: "beside" },
  { named: /^● (.+)$/, said: "below" },
  { named: /^FAIL +(\S+ > .+)$/, said: "below" },
  { named: /^--- FAIL: (\S+)/, said: "below" },
  { named: /^thread '([^']+)' (?:\(\d+\) )?panicked at .+:$/, said: "below" },
  { named: /^[✖✗×] (.+?) \([\d.]+ ?ms\)$/, said: "below" },
  { named: /^not ok \d+ - (.+)$/, said: "below" },
];
/** Over the reports: says that a test failed, where a line below says why. */
const HEADING =
  /^(?:failing tests:|test at |=== RUN|running \d|Failed Tests|[⎯─=_]{3}|FAIL +\S|test \S+ \.\.\. FAILED$|[✖✗×] .+? \(?[\d.]+ ?m?s\)?$)|<<< (?:FAILURE|ERROR)!/;

/** `line` as the error of its test, where it says nothing by itself. */
export function withTest(line: string, lines: readonly string[]): string {
  if (!isVague(line) && !HEADING.test(line)) return line;
  for (const { named, said: position } of REPORTS) {
    const at = lines.findLastIndex((item) => named.test(item));
    const name = named.exec(lines[at] ?? "")?.[1];
    if (name === undefined) continue;
    if (position === "beside") return name;
    const error = isVague(line) ? line : saidOf(lines, at, line);
    return error === "" || error === lines[at] ? `${name} failed` : `${error} (${name})`;
  }
  return line;
}

function isHeading(line: string): boolean {
  return REPORTS.some(({ named }) => named.test(line)) || HEADING.test(line);
}

/** Below its name, and in Go above it. */
function saidOf(lines: readonly string[], at: number, otherwise: string): string {
  const below = lines[at + 1] ?? "";
  const near = below === "" || isHeading(below) || /^FAIL\b/.test(below) ? lines[at - 1] : below;
  return near === undefined || isHeading(near) ? otherwise : near;
}
