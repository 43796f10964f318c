/**
 * Errors in reports of failed runs, as programs print them, are recognised by their own words and distinguished from others.
 */
import { expect, test } from "vitest";
import { errorFingerprint, errorFingerprints, errorLineOf } from "./error-fingerprint.ts";

const node = (error: string, source = "assert.equal(a, b);") =>
  `node:internal/modules/run_main:107\n    triggerUncaughtException(\n    ^\n\n${error}\n    at file:///srv/a.mjs:3:8\n    at ModuleJob.run (node:internal/modules/esm/module_job:561:25) {\n  code: 'ERR_ASSERTION',\n  source: ${source}\n}\n\nNode.js v24.21.0\n`;
const thrown = (source: string, error: string) =>
  `/srv/d.cjs:1\n${source}\n      ^\n\n${error}\n    at e (/srv/d.cjs:1:25)\n\nNode.js v24.21.0\n`;
const nodeTest = (name: string, error: string) =>
  `✖ ${name} (4.649485ms)\nℹ tests 1\nℹ pass 0\nℹ fail 1\n\n✖ failing tests:\n\ntest at t.test.mjs:2:1\n✖ ${name} (4.649485ms)\n  ${error}\n      at Test.run (node:internal/test_runner/test:1402:25)\n`;
const jest = (name: string, error: string) =>
  ` FAIL  src/cart.test.js\n  cart\n    ✕ ${name} (4 ms)\n\n  ● cart › ${name}\n\n    ${error}\n\n    > 5 |   expect(cart.total()).toBe(12);\n        |                        ^\n\n      at Object.toBe (src/cart.test.js:5:24)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 total\n`;
const vitest = (name: string, error: string) =>
  ` ❯ src/cart.test.ts (2 tests | 1 failed) 6ms\n   × ${name} 4ms\n\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n\n FAIL  src/cart.test.ts > cart > ${name}\n${error}\n\n- 12\n+ 10\n\n ❯ src/cart.test.ts:5:24\n      5|   expect(cart.total()).toBe(12);\n       |                        ^\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n`;
const go = (name: string, error: string) =>
  `=== RUN   ${name}\n    cart_test.go:12: ${error}\n--- FAIL: ${name} (0.00s)\nFAIL\nFAIL\texample.com/shop/cart\t0.003s\nFAIL\n`;
const rust = (name: string, error: string) =>
  `running 2 tests\ntest cart::${name} ... FAILED\n\nfailures:\n\n---- cart::${name} stdout ----\nthread 'cart::${name}' panicked at src/cart.rs:21:9:\n${error}\n  left: 10\n right: 12\nnote: run with \`RUST_BACKTRACE=1\`\n\ntest result: FAILED. 1 passed; 1 failed\n\nerror: test failed, to rerun pass \`--lib\`\n`;
const maven = (name: string, error: string) =>
  `[INFO] Running shop.CartTest\n[ERROR] Tests run: 2, Failures: 1, Errors: 0 <<< FAILURE! -- in shop.CartTest\n[ERROR] shop.CartTest.${name} -- Time elapsed: 0.01 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: ${error}\n\tat shop.CartTest.${name}(CartTest.java:12)\n[ERROR] Failures: \n[ERROR]   CartTest.${name}:12 ${error}\n`;
const pytest = (name: string, error: string) =>
  `___ ${name} ___\n\n    def ${name}():\n>       assert total([5, 5]) == 12\nE       ${error}\n\ntests/test_cart.py:5: AssertionError\n=== short test summary info ===\nFAILED tests/test_cart.py::${name} - ${error}\n=== 1 failed, 1 passed in 0.02s ===\n`;

test.each([
  [
    "Node's assertion",
    node("AssertionError [ERR_ASSERTION]: slug of umlauts"),
    "AssertionError [ERR_ASSERTION]: slug of umlauts",
  ],
  [
    "Node's throw in one line",
    thrown('throw new TypeError("the cart is no list")', "TypeError: the cart is no list"),
    "TypeError: the cart is no list",
  ],
  [
    "node:test",
    nodeTest("adds up", "AssertionError [ERR_ASSERTION]: 2 == 3"),
    "AssertionError [ERR_ASSERTION]: 2 == 3 (adds up)",
  ],
  [
    "Jest",
    jest("adds up", "expect(received).toBe(expected) // Object.is equality"),
    "expect(received).toBe(expected) // Object.is equality (cart › adds up)",
  ],
  ["Jest, of an exception", jest("adds up", "TypeError: no cart"), "TypeError: no cart"],
  [
    "Vitest",
    vitest("adds up", "AssertionError: expected 10 to be 12 // Object.is equality"),
    "AssertionError: expected 10 to be 12 // Object.is equality (src/cart.test.ts > cart > adds up)",
  ],
  ["Go", go("TestTotals", "got 10, want 12"), "cart_test.go:12: got 10, want 12 (TestTotals)"],
  [
    "Rust",
    rust("adds_up", "assertion `left == right` failed"),
    "assertion `left == right` failed (cart::adds_up)",
  ],
  [
    "Maven",
    maven("addsUp", "expected: <12> but was: <10>"),
    "CartTest.addsUp:12 expected: <12> but was: <10>",
  ],
  [
    "pytest",
    pytest("test_adds_up", "assert 10 == 12"),
    "tests/test_cart.py::test_adds_up - assert 10 == 12",
  ],
  [
    "Python's syntax",
    'File "/srv/cart.py", line 3\n    raise ValueError("error: broken"\n                    ^\nSyntaxError: \'(\' was never closed',
    "SyntaxError: '(' was never closed",
  ],
  [
    "Python, one exception over another",
    'Traceback (most recent call last):\n  File "/srv/db.py", line 4\nKeyError: \'dsn\'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/srv/main.py", line 9\napp.ConfigError: DSN is missing',
    "app.ConfigError: DSN is missing",
  ],
])("finds the significant line: %s", (_name, output, line) =>
  expect(errorLineOf(output)).toBe(line),
);

test.each([
  [
    "Node's assertions",
    node,
    "AssertionError [ERR_ASSERTION]: 2 == 3",
    "AssertionError [ERR_ASSERTION]: 5 == 7",
  ],
  [
    "Node's assertions with words",
    node,
    "AssertionError: the cart is full",
    "AssertionError: the till is open",
  ],
] as const)("%s of different causes are different errors", (_name, report, one, other) => {
  expect(errorFingerprint(report(one))).not.toBe(errorFingerprint(report(other)));
  const fingerprints = errorFingerprints(report(other));
  expect(fingerprints).not.toContain(errorFingerprint(report(one)));
});

test.each([
  ["node:test", nodeTest, "AssertionError [ERR_ASSERTION]: 2 == 3"],
  ["Jest", jest, "expect(received).toBe(expected) // Object.is equality"],
  ["Vitest", vitest, "AssertionError: expected 10 to be 12 // Object.is equality"],
  ["Go", go, "got 10, want 12"],
  ["Rust", rust, "assertion `left == right` failed"],
  ["Maven", maven, "expected: <12> but was: <10>"],
  ["pytest", pytest, "assert 10 == 12"],
] as const)(
  "%s: the same comparison is one error in one test and two in two tests",
  (_name, report, error) => {
    const [first, other] = [report("test_first", error), report("test_other", error)];
    const key = errorFingerprint(first);
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(errorFingerprint(first.replaceAll("10", "11"))).toBe(key);
    expect(errorFingerprint(other)).not.toBe(key);
    expect(errorFingerprints(other)).not.toContain(key);
  },
);
