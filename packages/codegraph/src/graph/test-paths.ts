/** Detects test files and what they test, by the conventions of their language. */

const TEST_NAME =
  /(?:\.(?:test|spec|e2e|bench)\.[mc]?[jt]sx?|(?:^|\/)test_[^/]+\.py|_test\.(?:py|go|rb|cc|cpp|c|exs?)|_spec\.rb)$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|testdata)\//;

/** Languages whose test files are named by words that other files also end with, such as `FileSpec` and `SpeedTest`. */
const NAMED_BY_WORD = /\.(?:java|kt|cs|scala|php|swift)$/;
const TEST_WORD = /(?:(?:Test|Tests|TestCase|IT)\.\w+|Spec\.(?:cs|scala|php))$/;
/** `src/jvmTest`, `Kit.Tests`, `KitTests`. */
const TEST_WORD_FOLDER = /(?:^|[\p{Ll}/.])(?:Tests?|Specs?)\//u;
/** Folders of code, in which a file is no test because of its name. */
const CODE_FOLDER = /(?:^|\/)(?:Sources|lib|app)\//;
/** The source sets of Gradle and Maven. Folders in them are packages, which may also be named `test`. */
const CODE_SET = /(?:^|\/)src\/(?:main|\w+Main)\//;

export function isTestPath(path: string): boolean {
  if (!NAMED_BY_WORD.test(path)) return TEST_NAME.test(path) || TEST_FOLDER.test(path);
  const set = CODE_SET.exec(path);
  const folders = set === null ? path : path.slice(0, set.index + 1);
  if (TEST_FOLDER.test(folders) || TEST_WORD_FOLDER.test(folders)) return true;
  return set === null && TEST_WORD.test(path) && !CODE_FOLDER.test(path);
}

/** `a/user.test.ts` and `tests/test_user.py` → `user`. */
export function testedStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return name
    .replace(/\.(?:test|spec|e2e|bench)$/, "")
    .replace(/^test_|_test$|_spec$|(?:Tests?|TestCase|Spec|IT)$/g, "")
    .toLowerCase();
}
