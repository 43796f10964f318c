/**
 * How many tests did a run of vitest pass and fail? Prints "PASSED FAILED" for a report of its JSON
 * reporter. A file that could not be loaded has no tests, and counts as one that failed; so does a run
 * that left no report, or that failed for a reason outside its tests.
 *
 *     node tools/count-tests.mjs REPORT EXIT_STATUS
 */
import { readFileSync } from "node:fs";

const [path = "", status = "0"] = process.argv.slice(2);

function counted() {
  let report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
  );
  const failed = report.numFailedTests + unloaded.length;
  return { passed: report.numPassedTests, failed: status !== "0" && failed === 0 ? 1 : failed };
}

const { passed, failed } = counted();
console.log(`${passed} ${failed}`);
