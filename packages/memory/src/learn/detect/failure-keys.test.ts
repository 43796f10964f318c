/** Tests which failed runs count as the same failure. */
import { expect, test } from "vitest";
import { failureKeys } from "./failure-keys.ts";

const TYPE_ERROR = "TypeError: Cannot read properties of undefined (reading 'id')";
const vitest = (file: string, name: string, error: string) =>
  ` ✓ test/ok.test.ts (3 tests)\n FAIL  ${file} > ${name}\n${error}\n ❯ ${file}:10:24\n`;
const FIRST = vitest("test/cart.test.ts", "adds an item", TYPE_ERROR);

const shared = (one: string, other: string, command = "npm test") => {
  const keys = new Set(failureKeys(one, command));
  return failureKeys(other, command).some((key) => keys.has(key));
};

test.each<[string, string, string, boolean]>([
  ["the same failure", FIRST, FIRST, true],
  ["another line", FIRST, FIRST.replaceAll(":10:24", ":31:7"), true],
  [
    "the same test with another error",
    FIRST,
    vitest("test/cart.test.ts", "adds an item", "Error: the cart is locked by another session"),
    true,
  ],
  [
    "the same error in another file",
    FIRST,
    vitest("test/user.test.ts", "has a name", TYPE_ERROR),
    false,
  ],
  [
    "another error in the file",
    FIRST,
    vitest("test/cart.test.ts", "is empty", "Error: the cart is locked"),
    false,
  ],
  [
    "pytest",
    "FAILED tests/test_a.py::test_x - assert 1 == 2",
    "FAILED tests/test_a.py::test_x - assert 3 == 4",
    true,
  ],
  [
    "go",
    "--- FAIL: TestRetry (0.00s)\n    retry_test.go:9: got 1",
    "--- FAIL: TestRetry (0.20s)\n    retry_test.go:12: got 2",
    true,
  ],
  [
    "an error without a file",
    "Error: connection to the queue was refused",
    "Error: connection to the queue was refused",
    true,
  ],
  ["no error at all", "", "", false],
])("%s: %#", (_name, one, other, isShared) => expect(shared(one, other)).toBe(isShared));
