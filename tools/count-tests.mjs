/**
 * Counts how many tests of a vitest run passed, failed and were skipped. Prints "PASSED FAILED SKIPPED" for a report of its
 * JSON reporter. A file that could not be loaded has no tests and counts as one failed test; so does a run without a report,
 * or a run that failed for a reason outside its tests. A test whose title begins with "SKIPPED" only states what is missing
 * on this machine: it counts as skipped, not as passed.
 *
 * node tools/count-tests.mjs REPORT EXIT_STATUS
 */
import { readFileSync } from "node:fs";

const [path = "", status = "0"] = process.argv.slice(2);

function counted() {
  let report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
  );
  const failed = report.numFailedTests + unloaded.length;
  const named = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, title }) => status === "passed" && title.startsWith("SKIPPED")).length;
  return {
    passed: report.numPassedTests - named,
    failed: status !== "0" && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + named,
  };
}

const { passed, failed, skipped } = counted();
console.log(`${passed} ${failed} ${skipped}`);
