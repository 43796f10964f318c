/**
 * Counts how many tests of a vitest run passed, failed and were skipped. Prints "PASSED FAILED SKIPPED" for a report of its
 * JSON reporter, then a few lines for each failure: the file, the test, and how its message begins. A file that could not be
 * loaded has no tests and counts as one failed test; so does a run without a report, or a run that failed for a reason
 * outside its tests. A test whose title begins with "SKIPPED" only states what is missing on this machine: it counts as
 * skipped, not as passed.
 *
 * node tools/count-tests.mjs REPORT EXIT_STATUS [LOG]
 *
 * LOG is the file with what the run printed: if it failed outside its tests, the errors in it are printed too.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const [path = "", status = "0", log = ""] = process.argv.slice(2);

/** How much of a failure's message is printed. */
const LINES = 6;
const WIDTH = 240;
/** How many lines of the log are printed. */
const LOG_LINES = 30;

const beginningOf = (message) =>
  message
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LINES)
    .map((line) => `\n    ${line.slice(0, WIDTH)}`)
    .join("");

const placeOf = (file) => (file.name ? relative(process.cwd(), file.name) : "unnamed file");

/** Returns what vitest printed of errors outside tests; the last lines, if it printed none. */
function endOfLog() {
  let lines;
  try {
    lines = readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
  } catch {
    return "";
  }
  const errors = lines.findIndex((line) => line.includes("Unhandled Error"));
  const shown = errors < 0 ? lines.slice(-LOG_LINES) : lines.slice(errors, errors + LOG_LINES);
  return shown.map((line) => `\n    ${line.slice(0, WIDTH)}`).join("");
}

function counted() {
  let report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ["the run left no report"] };
  }
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
  );
  const failed = report.numFailedTests + unloaded.length;
  const named = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, title }) => status === "passed" && title.startsWith("SKIPPED")).length;
  const failures = [
    ...unloaded.map((file) => `${placeOf(file)}: not loaded${beginningOf(file.message ?? "")}`),
    ...report.testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === "failed")
        .map(
          ({ fullName, title, failureMessages }) =>
            `${placeOf(file)}: ${fullName ?? title}${beginningOf((failureMessages ?? []).join("\n"))}`,
        ),
    ),
  ];
  const outside = status !== "0" && failed === 0;
  return {
    passed: report.numPassedTests - named,
    failures: outside
      ? [`no test failed, but the run ended with status ${status}${endOfLog()}`]
      : failures,
    failed: outside ? 1 : failed,
    skipped: report.numPendingTests + named,
  };
}

const { passed, failed, skipped, failures } = counted();
console.log([`${passed} ${failed} ${skipped}`, ...failures].join("\n"));
