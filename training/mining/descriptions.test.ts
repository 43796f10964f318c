/** Are functions, parameters, options and settings found with what is said of them, and nothing else taken for one? */
import { expect, test } from "vitest";
import { descriptionsIn, mayDescribe } from "./descriptions.ts";

const found = (path: string, text: string) =>
  [...descriptionsIn(path, text)].map(({ name, said }) => `${name}: ${said}`);

test.each([
  [
    "a block comment and its parameters",
    "a.ts",
    `/**
 * Sends the request again until it succeeds.
 *
 * More about it.
 * @param {number} maxRetries - how often to try before it gives up
 * @param [options.delayMs=100] the pause between two attempts
 * @returns nothing that anybody needs to read here
 */
export async function sendAgain(maxRetries: number) {`,
    [
      "sendAgain: Sends the request again until it succeeds.",
      "maxRetries: how often to try before it gives up",
      "delayMs: the pause between two attempts",
    ],
  ],
  [
    "a docstring in two styles",
    "a.py",
    `def send_again(count, pause):
    """Send the request once more until it works.

    :param count: number of attempts before an error
        is raised

    Args:
        pause (float): seconds to wait between attempts
    """
    return 1
`,
    [
      "send_again: Send the request once more until it works.",
      "count: number of attempts before an error is raised",
      "pause: seconds to wait between attempts",
    ],
  ],
  [
    "comments above a field and a function of Go",
    "a.go",
    `type Config struct {
	// MaxRetries is the number of attempts that are made.
	MaxRetries int
}

// Close gives every connection back to the pool.
func (p *Pool) Close() error {`,
    [
      "MaxRetries: is the number of attempts that are made.",
      "Close: gives every connection back to the pool.",
    ],
  ],
  [
    "options of programs",
    "a.js",
    `program.option("-r, --retries <n>", "how many times to try again");
const schema = { timeout: { type: "number", description: "how long to wait for an answer" } };`,
    ["--retries: how many times to try again", "timeout: how long to wait for an answer"],
  ],
  [
    "a table, a list and a help text",
    "a.md",
    `| Option | Default | Description |
| --- | --- | --- |
| \`http.timeout\` | 5 | How long to wait for an answer |

- \`retries\`: how many times to try again
  -q, --quiet          Print nothing but what went wrong
`,
    [
      "timeout: How long to wait for an answer",
      "retries: how many times to try again",
      "--quiet: Print nothing but what went wrong",
    ],
  ],
  [
    "a schema",
    "config.schema.json",
    `{"properties": {"logLevel": {"type": "string", "description": "Which messages are written to the log"}}}`,
    ["logLevel: Which messages are written to the log"],
  ],
  [
    "a comment above a statement",
    "a.ts",
    "// nothing is named by what follows here\nreturn 1;",
    [],
  ],
  ["a licence", "a.ts", "/** Copyright of somebody who wrote all of this */\nexport class A {", []],
  ["a comment that nothing closes", "a.ts", "/** It begins and never ends, whatever comes", []],
  [
    "a line that a machine wrote",
    "a.js",
    `/** Says what it is for here. */\nfunction abc() {}\n${"x".repeat(2001)}`,
    [],
  ],
  ["nothing", "a.py", "", []],
])("%s", (_what, path, text, expected) => expect(found(path, text)).toEqual(expected));

test("tests are not asked: what they declare is named for the test", () => {
  expect(mayDescribe("src/a.ts")).toBe(true);
  expect(mayDescribe("docs/options.md")).toBe(true);
  for (const path of ["src/a.test.ts", "tests/a.py", "test_a.py", "a/fixtures/b.js", "data.json"]) {
    expect(mayDescribe(path), path).toBe(false);
  }
});
