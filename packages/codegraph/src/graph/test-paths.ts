/** Detects test files and what they test, by the conventions of their language. */

const TEST_NAME =
  /(?:\.(?:test|spec|e2e|bench)\.[mc]?[jt]sx?|(?:^|\/)test_[^/]+\.py|_test\.(?:py|go|rb|cc|cpp|c|exs?)|_spec\.rb|(?:Test|Tests|TestCase|Spec|IT)\.(?:java|kt|cs|scala|php|swift))$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|testdata)\//;

export function isTestPath(path: string): boolean {
  return TEST_NAME.test(path) || TEST_FOLDER.test(path);
}

/** `a/user.test.ts` and `tests/test_user.py` → `user`. */
export function testedStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return name
    .replace(/\.(?:test|spec|e2e|bench)$/, "")
    .replace(/^test_|_test$|_spec$|(?:Tests?|TestCase|Spec|IT)$/g, "")
    .toLowerCase();
}
